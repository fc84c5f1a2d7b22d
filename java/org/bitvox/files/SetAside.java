// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A folder that another one replaces, which takes two renames: from the first to the second it lies
 * under its own name within {@code .bitvox-....old}. That one and the new folder, {@code
 * .bitvox-....part}, have the same number. So whoever comes after a process that was killed between
 * them knows what it was called, and puts it back.
 */
final class SetAside {
  private static final String OLD = ".old";
  private static final String NEW = ".part";

  private SetAside() {}

  /** Gives a complete folder the name of another one, which is removed. */
  static void exchange(Path fresh, Path target) throws IOException {
    Path aside = other(fresh, NEW, OLD);
    Files.createDirectory(aside);
    Path old = aside.resolve(target.getFileName());
    try {
      HeldFiles.move(target, old);
      HeldFiles.move(fresh, target);
    } catch (IOException e) {
      settle(aside);
      throw e;
    }
    TemporaryFiles.removeFolder(old);
    aside.toFile().delete();
  }

  static boolean isOne(Path file) {
    return file.toString().endsWith(OLD);
  }

  /** Whether it is needed to know what becomes of one that is still set aside. */
  static boolean isNewOfOne(Path file) {
    return file.toString().endsWith(NEW)
        && Files.exists(other(file, NEW, OLD), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Ends what was begun: the old folder gets its name back if the new one has not got it. If
   * somebody else made one of that name, both stay.
   */
  static void settle(Path aside) throws IOException {
    boolean exchanged = Files.notExists(other(aside, OLD, NEW));
    String[] names = aside.toFile().list();
    if (names == null) {
      return;
    }
    for (String name : names) {
      Path old = aside.resolve(name);
      Path target = aside.resolveSibling(name);
      if (Files.notExists(target, LinkOption.NOFOLLOW_LINKS)) {
        HeldFiles.move(old, target);
      } else if (exchanged) {
        TemporaryFiles.removeFolder(old);
      }
    }
    aside.toFile().delete();
  }

  private static Path other(Path file, String ending, String otherEnding) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - ending.length()) + otherEnding);
  }
}
