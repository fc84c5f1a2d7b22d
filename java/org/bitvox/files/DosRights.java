// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.DosFileAttributes;

/** What Windows lets do with a file. A new one that replaces it has the rights of its folder. */
final class DosRights extends FileRights {
  private final boolean readOnly;

  DosRights(Path file) throws IOException {
    DosFileAttributes attributes = Files.readAttributes(file, DosFileAttributes.class);
    // Of folders it says only that Explorer shows them in another way.
    readOnly = attributes.isReadOnly() && !attributes.isDirectory();
  }

  @Override
  boolean readOnly() {
    return readOnly;
  }
}
