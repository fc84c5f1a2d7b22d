// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.WindowManager;

/** Titles of images. */
public final class Titles {
  private Titles() {}

  /** NAME of NAME.tif, for the titles of results. */
  public static String name(String title) {
    if (title.matches("(?i).+\\.nii\\.gz")) { // one extension, of two parts
      return title.substring(0, title.length() - ".nii.gz".length());
    }
    int dot = title.lastIndexOf('.');
    boolean extension = dot > 0 && title.length() - dot <= 5 && title.indexOf(' ', dot) < 0;
    return extension ? title.substring(0, dot) : title;
  }

  /** The title of a new image: the wanted one, numbered if an open image has it. */
  static String unused(String wanted) {
    return WindowManager.getImage(wanted) == null ? wanted : WindowManager.getUniqueName(wanted);
  }
}
