// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

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
    if (!isPattern(file) || isRead && Files.exists(Paths.get(file))) {
      return file;
    }
    Path name = Paths.get(image).getFileName();
    String own = Titles.name(name == null ? image : name.toString());
    return file.replace(NAME, "*").replace("*", own);
  }
}
