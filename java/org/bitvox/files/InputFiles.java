// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks files that are to be read. */
public final class InputFiles {
  private InputFiles() {}

  /**
   * The path of that name, which must be a readable file.
   *
   * @throws IOException with a sentence about the file if it is not
   */
  public static Path existing(String name) throws IOException {
    Path path = Names.required(name);
    if (!Files.exists(path)) {
      boolean known = Files.notExists(path); // where a folder may not be entered nobody knows
      throw new IOException(known ? Messages.noSuchFile(name) : Messages.notReadable(name));
    }
    if (!Files.isRegularFile(path)) {
      throw new IOException(Messages.notAFile(name));
    }
    if (!HeldFiles.isReadable(path)) {
      boolean held = HeldFiles.isWithheld(path);
      throw new IOException(held ? Messages.inUse(name) : Messages.notReadable(name));
    }
    return path;
  }
}
