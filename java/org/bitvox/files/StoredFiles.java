// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Files that are on the disk, not only in the system's memory. What replaces others must be, or a
 * computer that loses its power has neither.
 */
final class StoredFiles {
  private StoredFiles() {}

  /** Waits until a file, or a folder with the files in it, is on the disk. */
  static void store(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      force(path, StandardOpenOption.WRITE);
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        force(file, StandardOpenOption.WRITE);
      }
    }
    storeNames(path);
  }

  /** Some file systems do not take this of a folder, and keep its names in other ways. */
  private static void storeNames(Path folder) {
    try {
      force(folder, StandardOpenOption.READ);
    } catch (IOException e) {
      return;
    }
  }

  private static void force(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
