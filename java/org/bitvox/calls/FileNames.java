// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import org.bitvox.files.Names;

/** Names of files in which the name of the image stands: {@code out/*_map.tif}. */
final class FileNames {
  private static final String NAME = "{name}";

  private FileNames() {}

  /** Whether it has a place for the name of the image. */
  static boolean isPattern(String file) {
    return file.contains("*") || file.contains(NAME);
  }

  /**
   * The name with that of the image, without its folder and extension, in place of every * and
   * {name}.
   *
   * @param image the file of the image
   * @param isRead where a file of exactly this name is there, it is meant
   */
  static String of(String file, String image, boolean isRead) {
    if (!isPattern(file) || isRead && Names.exists(file)) {
      return file;
    }
    String name = Names.last(image);
    String own = Titles.name(name.isEmpty() ? image : name);
    return file.replace(NAME, "*").replace("*", own);
  }
}
