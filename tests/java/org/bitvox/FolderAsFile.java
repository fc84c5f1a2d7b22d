// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import org.bitvox.files.Windows;

/** What the system says if a folder is to be written to as a file. */
final class FolderAsFile {
  static final String REASON = Windows.HERE ? "Permission denied" : "Is a directory";

  private FolderAsFile() {}
}
