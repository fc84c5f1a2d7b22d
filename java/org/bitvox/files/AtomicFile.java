// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that appears under its name only when it is complete: it is written beside it and renamed.
 * An existing file is replaced then, and keeps its permissions and, where that is possible, its
 * owner and group; a symbolic link stays, and the file that it leads to is replaced.
 */
final class AtomicFile {
  private static final int MOST_LINKS = 40; // as Linux has it

  private static final Set<AtomicFile> UNFINISHED = ConcurrentHashMap.newKeySet();

  private final String name;
  private final Path target;
  private final FileRights rights;
  private final Path beside;

  private AtomicFile(String name, Path target, FileRights rights) {
    this.name = name;
    this.target = target;
    this.rights = rights;
    beside = target.resolveSibling(TemporaryFiles.newName("part"));
  }

  /** Begins the file, so that a folder that does not take it is known before any work is done. */
  static AtomicFile begin(String name) throws IOException {
    Path target = target(name);
    AtomicFile file = new AtomicFile(name, target, existing(name, target));
    TemporaryFiles.removeLeftOvers(target.getParent());
    UNFINISHED.add(file);
    try {
      file.rights.create(file.beside).close();
    } catch (IOException e) {
      UNFINISHED.remove(file);
      throw new IOException(Messages.notBegun(name, e), e);
    } catch (ExceptionInInitializerError e) {
      UNFINISHED.remove(file);
      throw new IOException(Messages.notBegun(name, Messages.ofFirstChannel(e)), e);
    }
    return file;
  }

  /** The path of that name without symbolic links, even where they lead to no file yet. */
  static Path target(String name) throws IOException {
    Path path = Paths.get(name).toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(path); links++) {
      if (links == MOST_LINKS) {
        throw new IOException(Messages.tooManyLinks(name));
      }
      path = path.resolveSibling(Files.readSymbolicLink(path));
    }
    Path folder = path.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      boolean known = folder == null || Files.exists(folder) || Files.notExists(folder);
      throw new IOException(known ? Messages.noFolder(name) : Messages.closedFolder(name));
    }
    return folder.toRealPath().resolve(path.getFileName());
  }

  /** The rights of the file that will be replaced, which must be one that may be written. */
  private static FileRights existing(String name, Path target) throws IOException {
    FileRights rights;
    try {
      rights = FileRights.of(target);
    } catch (NoSuchFileException e) {
      return FileRights.OF_NEW_FILES;
    } catch (FileSystemException e) {
      throw new IOException(Messages.notBegun(name, e), e); // such as a name too long
    }
    if (!Files.isRegularFile(target)) {
      throw new IOException(Messages.notAFile(name));
    }
    if (rights.readOnly() || !Files.isWritable(target)) {
      throw new IOException(Messages.readOnly(name));
    }
    if (!rights.mayReplace(target)) {
      throw new IOException(Messages.anotherUsers(name));
    }
    if (MountPoints.contain(target)) {
      throw new IOException(Messages.mounted(name));
    }
    return rights;
  }

  /** What the user calls it. */
  String name() {
    return name;
  }

  /** Where it will be, without symbolic links. */
  Path target() {
    return target;
  }

  /** Where to write it. */
  Path beside() {
    return beside;
  }

  /** Gives the complete files their names, all of them or, where discardAll came first, none. */
  static void commit(Collection<AtomicFile> files) throws IOException {
    synchronized (UNFINISHED) {
      if (!UNFINISHED.containsAll(files)) {
        throw new CancellationException("stopped");
      }
      for (AtomicFile file : files) {
        file.commit();
      }
    }
  }

  /** Gives the complete file its name; an existing one is replaced. */
  void commit() throws IOException {
    try {
      rights.giveTo(beside);
      move();
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
    UNFINISHED.remove(this);
  }

  private void move() throws IOException {
    try {
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes the file unless it was committed. */
  void discard() {
    if (UNFINISHED.remove(this)) {
      beside.toFile().delete();
    }
  }

  /** Removes what is not committed: for a process that is being stopped. */
  static void discardAll() {
    synchronized (UNFINISHED) {
      UNFINISHED.forEach(AtomicFile::discard);
    }
  }
}
