// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Checks files that are to be read. */
final class InputFiles {
  private InputFiles() {}

  /** The path of that name, which must be a readable file. */
  static Path existing(String name) throws IOException {
    Path path = Paths.get(name);
    if (!Files.exists(path)) {
      throw new IOException(Messages.noSuchFile(name));
    }
    if (!Files.isRegularFile(path)) {
      throw new IOException(Messages.notAFile(name));
    }
    if (!Files.isReadable(path)) {
      throw new IOException(Messages.notReadable(name));
    }
    return path.toAbsolutePath();
  }
}
