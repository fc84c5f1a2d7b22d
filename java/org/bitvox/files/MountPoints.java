// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Where something is mounted: single files too, as containers do it. They cannot be renamed. */
final class MountPoints {
  private static final Path MOUNTS = Paths.get("/proc/self/mountinfo");
  private static final int POINT = 4; // of the words of a line

  private MountPoints() {}

  /** Whether something is mounted at that path, which is absolute and without links. */
  static boolean contain(Path path) {
    try {
      return contain(path, new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return false; // nobody says so
    }
  }

  /** The same, of Linux's list of mounts. */
  static boolean contain(Path path, String mounts) {
    String point =
        path.toString()
            .replace("\\", "\\134")
            .replace(" ", "\\040")
            .replace("\t", "\\011")
            .replace("\n", "\\012");
    for (String mount : mounts.split("\n")) {
      String[] words = mount.split(" ");
      if (words.length > POINT && words[POINT].equals(point)) {
        return true;
      }
    }
    return false;
  }
}
