// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Files that other programs have open: Windows lets nobody replace them. Virus scanners and the
 * search have each new file for some moments, which are waited for.
 */
final class HeldFiles {
  private static final int TRIES = 10;
  private static final int MILLIS_BETWEEN = 20;

  private static final Set<OpenOption> READ = Collections.singleton(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITE = Collections.singleton(StandardOpenOption.WRITE);

  private HeldFiles() {}

  /** Whether a file cannot be replaced because a program has it open. */
  static boolean isHeld(Path file) throws IOException {
    for (int i = 0; Windows.HERE && i < TRIES; i++) {
      if (!isHeld(problem(file, Alone.OPTIONS))) {
        return false;
      }
      pause();
    }
    return Windows.HERE;
  }

  /** Whether a file can be read now, or in a moment. */
  static boolean isReadable(Path file) {
    for (int i = 1; !Files.isReadable(file); i++) {
      if (!Windows.HERE || i == TRIES) {
        return false;
      }
      pause();
    }
    return true;
  }

  /** Whether a file cannot be read because a program has it open. */
  static boolean isWithheld(Path file) throws IOException {
    return Windows.HERE && isHeld(problem(file, READ));
  }

  /**
   * Whether nothing but another program hinders that a file is written; of folders nobody knows.
   */
  static boolean mayBeOpened(Path file) throws IOException {
    return Files.isDirectory(file) || !(problem(file, WRITE) instanceof AccessDeniedException);
  }

  /** Why a file cannot be opened so; null if it can. */
  private static FileSystemException problem(Path file, Set<OpenOption> so) throws IOException {
    try {
      FileChannel.open(file, so).close();
      return null;
    } catch (FileSystemException e) {
      return e;
    }
  }

  private static boolean isHeld(FileSystemException problem) {
    boolean other =
        problem instanceof AccessDeniedException || problem instanceof NoSuchFileException;
    return problem != null && !other;
  }

  /** Gives a file or folder another name; a file of that name is replaced, in one step. */
  static void move(Path from, Path to) throws IOException {
    for (int i = 1; ; i++) {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        return;
      } catch (FileSystemException e) {
        if (!Windows.HERE || i == TRIES) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(MILLIS_BETWEEN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Opened so, a file is nobody else's. Only Windows has this; the compiler does not know it. */
  private static final class Alone {
    static final Set<OpenOption> OPTIONS = new HashSet<>();

    static {
      OPTIONS.add(StandardOpenOption.WRITE);
      try {
        for (Object option :
            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
          if (option.toString().startsWith("NOSHARE_")) {
            OPTIONS.add((OpenOption) option);
          }
        }
      } catch (ClassNotFoundException e) {
        // then moving the file will tell
      }
    }
  }
}
