// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that appears under its name only when it is complete: it is written beside it and renamed.
 */
final class AtomicFile {
  private static final Set<AtomicFile> UNFINISHED = ConcurrentHashMap.newKeySet();

  private final String name;
  private final Path target;
  private final Path beside;

  private AtomicFile(String name, Path target, Path beside) {
    this.name = name;
    this.target = target;
    this.beside = beside;
  }

  /** Begins the file, so that a folder that does not take it is known before any work is done. */
  static AtomicFile begin(String name) throws IOException {
    Path target = Paths.get(name).toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException(Messages.noFolder(name));
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IOException(Messages.notAFile(name));
    }
    Path beside =
        folder.resolve(
            "." + target.getFileName() + "." + Long.toHexString(System.nanoTime()) + ".part");
    AtomicFile file = new AtomicFile(name, target, beside);
    UNFINISHED.add(file);
    try {
      Files.newByteChannel(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
    } catch (IOException e) {
      UNFINISHED.remove(file);
      throw new IOException(Messages.notWritable(name), e);
    }
    return file;
  }

  /** What the user calls it. */
  String name() {
    return name;
  }

  /** Where it will be. */
  Path target() {
    return target;
  }

  /** Where to write it. */
  Path beside() {
    return beside;
  }

  /** Gives the complete file its name; an existing one is replaced. */
  void commit() throws IOException {
    try {
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
    }
    UNFINISHED.remove(this);
  }

  /** Removes the file unless it was committed. */
  void discard() {
    if (UNFINISHED.remove(this)) {
      beside.toFile().delete();
    }
  }

  /** Removes what is not committed: for a process that is being stopped. */
  static void discardAll() {
    UNFINISHED.forEach(AtomicFile::discard);
  }
}
