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
import java.util.HashSet;
import java.util.Set;

/**
 * Files that other programs have open: Windows lets nobody replace them. Virus scanners and the
 * search have each new file for some moments, which are waited for.
 */
final class HeldFiles {
  private static final int TRIES = 10;
  private static final int MILLIS_BETWEEN = 20;

  private HeldFiles() {}

  /** Whether a file cannot be replaced because a program has it open. */
  static boolean isHeld(Path file) throws IOException {
    for (int i = 0; Windows.HERE && i < TRIES; i++) {
      try {
        FileChannel.open(file, Alone.OPTIONS).close();
        return false;
      } catch (AccessDeniedException | NoSuchFileException e) {
        return false; // for another reason
      } catch (FileSystemException e) {
        pause();
      }
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
  static boolean isWithheld(Path file) {
    try {
      FileChannel.open(file, StandardOpenOption.READ).close();
    } catch (AccessDeniedException | NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return Windows.HERE;
    }
    return false;
  }

  /**
   * Whether nothing but another program hinders that a file is written; of folders nobody knows.
   */
  static boolean mayBeOpened(Path file) {
    if (Files.isDirectory(file)) {
      return true;
    }
    try {
      FileChannel.open(file, StandardOpenOption.WRITE).close();
      return true;
    } catch (AccessDeniedException e) {
      return false;
    } catch (IOException e) {
      return true; // which isHeld() looks into
    }
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
