// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that appears under its name only when it is complete: it is written beside it and renamed.
 * An existing file is replaced then, and keeps its permissions and, where that is possible, its
 * owner and group; a symbolic link stays, and the file that it leads to is replaced.
 */
final class AtomicFile extends AtomicOutput {
  private static final int MOST_LINKS = 40; // as Linux has it

  private AtomicFile(String name, Path target, FileRights rights) {
    super(name, target, rights);
  }

  /**
   * Begins the file, so that a folder that does not take it is known before any work is done.
   *
   * @throws java.util.concurrent.CancellationException after {@link #discardAll}
   */
  static AtomicFile begin(String name) throws IOException {
    Path target = target(name);
    AtomicFile file = new AtomicFile(name, target, existing(name, target));
    TemporaryFiles.removeLeftOvers(target.getParent());
    try {
      file.start();
    } catch (IOException e) {
      file.discard();
      throw new IOException(Messages.notBegun(name, e), e);
    } catch (ExceptionInInitializerError e) {
      file.discard();
      throw new IOException(Messages.notBegun(name, Messages.ofFirstChannel(e)), e);
    }
    return file;
  }

  /** The path of that name without symbolic links, even where they lead to no file yet. */
  static Path target(String name) throws IOException {
    Path path = Names.required(name);
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
    requireReplaceable(name, target, rights);
    return rights;
  }

  /** Refuses a file or folder that is not to be replaced, or cannot be. */
  static void requireReplaceable(String name, Path target, FileRights rights) throws IOException {
    if (rights.readOnly() || !isWritable(target)) {
      throw new IOException(Messages.readOnly(name));
    }
    if (!mayReplace(name, target, rights)) {
      throw new IOException(Messages.anotherUsers(name));
    }
    if (HeldFiles.isHeld(target)) {
      throw new IOException(Messages.inUse(name));
    }
    if (MountPoints.contain(target)) {
      throw new IOException(Messages.mounted(name));
    }
  }

  /** Of what lies on a share, Java on Windows may say that it is not; so it is opened there. */
  private static boolean isWritable(Path target) throws IOException {
    return Windows.HERE ? HeldFiles.mayBeOpened(target) : Files.isWritable(target);
  }

  private static boolean mayReplace(String name, Path target, FileRights rights)
      throws IOException {
    try {
      return rights.mayReplace(target);
    } catch (IOException e) {
      throw new IOException(Messages.notBegun(name, e), e);
    }
  }

  @Override
  void create() throws IOException {
    rights.create(beside).close();
  }

  @Override
  void requirePlace() throws IOException {
    existing(name, target);
  }

  /** An existing file is replaced in one step: at any time there is the old one or the new one. */
  @Override
  void giveName() throws IOException {
    try {
      HeldFiles.move(beside, target);
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
  }

  @Override
  void store() throws IOException {
    try {
      rights.giveTo(beside);
      if (Files.exists(target)) {
        StoredFiles.store(beside);
      }
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
  }

  @Override
  void remove() {
    beside.toFile().delete();
  }
}
