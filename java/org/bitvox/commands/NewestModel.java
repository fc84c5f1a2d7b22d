// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.calls.OpenTexts;
import org.bitvox.files.Names;

/**
 * The model of colour classes that was trained last in this ImageJ, as long as nobody has used one
 * since: the next dialog of Classify Colours begins with it.
 */
final class NewestModel {
  private static volatile String name = "";

  private NewestModel() {}

  /** Takes its file, or the title of its window. */
  static void is(String fileOrTitle) {
    name = fileOrTitle;
  }

  /** A model was used, this or another. */
  static void used() {
    name = "";
  }

  /** Its file or the title of its window; empty if there is none, or it is no longer there. */
  static String name() {
    String newest = name;
    boolean there = OpenTexts.isOpen(newest) || Names.isFile(newest);
    return there ? newest : "";
  }
}
