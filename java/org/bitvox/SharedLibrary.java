// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import org.bitvox.files.TemporaryFiles;

/**
 * One native library for all class loaders of a process, such as those that ImageJ's Refresh Menus
 * makes, each of which would add its own to the memory.
 *
 * <p>The system knows a library by its file, Java by its name. So the file is kept until the
 * process ends, and each loader gets another name of it, if its library is the same.
 */
final class SharedLibrary {
  /** Names the file, for loaders to come. */
  static final String KEPT = "org.bitvox.kept-library";

  private SharedLibrary() {}

  /**
   * Gives the file that is shared another name, if it holds what the resource holds.
   *
   * @return whether it does
   */
  static boolean link(String resource, Path name) {
    String kept = System.getProperty(KEPT);
    if (kept == null) {
      return false;
    }
    try (InputStream in = SharedLibrary.class.getResourceAsStream(resource)) {
      if (in == null || !isSame(in, Paths.get(kept))) {
        return false;
      }
      Files.createLink(name, Paths.get(kept));
      return true;
    } catch (IOException | UnsupportedOperationException e) { // then there are two
      return false;
    }
  }

  /** Shares a file with loaders to come; those of the system's loader are never loaded anew. */
  static void share(Path file) {
    if (SharedLibrary.class.getClassLoader() == ClassLoader.getSystemClassLoader()) {
      return;
    }
    try {
      Path kept = file.resolveSibling(TemporaryFiles.newName(ending(file)));
      kept.toFile().deleteOnExit();
      Files.createLink(kept, file);
      String before = System.setProperty(KEPT, kept.toString());
      if (before != null) { // another version
        Files.deleteIfExists(Paths.get(before));
      }
    } catch (IOException | UnsupportedOperationException e) { // then loaders to come have their own
      return;
    }
  }

  private static String ending(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static boolean isSame(InputStream in, Path file) throws IOException {
    try (FileChannel other = FileChannel.open(file, StandardOpenOption.READ)) {
      byte[] part = new byte[1 << 16];
      long at = 0;
      for (int length = in.read(part); length >= 0; length = in.read(part)) {
        ByteBuffer there = ByteBuffer.allocate(length);
        while (there.hasRemaining() && other.read(there) >= 0) {
          continue;
        }
        there.flip();
        if (!there.equals(ByteBuffer.wrap(part, 0, length))) {
          return false;
        }
        at += length;
      }
      return at == other.size();
    }
  }
}
