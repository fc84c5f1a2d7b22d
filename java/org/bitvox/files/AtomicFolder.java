// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder of several files that appears under its name only when all of them are complete: it is
 * filled beside its place and renamed. One of that name is replaced if it holds nothing but files
 * of the same command, and keeps its permissions; any other file in it is a reason to refuse.
 */
final class AtomicFolder extends AtomicOutput {
  private final List<String> files;

  private AtomicFolder(String name, Path target, List<String> files, FileRights rights) {
    super(name, target, rights);
    this.files = files;
  }

  /**
   * Begins the folder, so that what hinders it is known before any work is done.
   *
   * @param files the names that files in it may have
   * @throws java.util.concurrent.CancellationException after {@link #discardAll}
   */
  static AtomicFolder begin(String name, List<String> files) throws IOException {
    Path path = Names.required(name).normalize();
    if (path.getParent() == null) {
      throw new IOException(Messages.rootFolder(name));
    }
    if (Files.notExists(path.getParent())) {
      Path parent = Paths.get(name).getParent();
      throw new IOException(
          Messages.noParent(name, (parent == null ? path.getParent() : parent).toString()));
    }
    Path target = AtomicFile.target(path.toString());
    TemporaryFiles.removeLeftOvers(target.getParent()); // may put back one that was set aside
    boolean there = Files.exists(target);
    FileRights rights = there ? existing(name, target, files) : FileRights.OF_NEW_FILES;
    AtomicFolder folder = new AtomicFolder(name, target, files, rights);
    try {
      folder.start();
    } catch (IOException e) {
      folder.discard();
      throw new IOException(Messages.notBegun(name, e), e);
    }
    return folder;
  }

  private static FileRights existing(String name, Path target, List<String> files)
      throws IOException {
    if (!Files.isDirectory(target)) {
      throw new IOException(Messages.notAFolder(name));
    }
    TemporaryFiles.removeLeftOvers(target);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(target)) {
      for (Path file : found) {
        String own = file.getFileName().toString();
        if (!files.contains(own) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(Messages.otherFiles(name, own));
        }
        AtomicFile.requireReplaceable(file.toString(), file, FileRights.of(file));
      }
    } catch (AccessDeniedException e) {
      throw new IOException(Messages.closedFolder(name), e);
    }
    if (Files.isSameFile(target, Paths.get("").toAbsolutePath())) {
      throw new IOException(Messages.currentFolder(name)); // a shell would stay in the old one
    }
    FileRights rights = FileRights.of(target);
    AtomicFile.requireReplaceable(name, target, rights);
    return rights;
  }

  /** The files in the folder that is replaced; none where there is no folder yet. */
  List<Path> replaced() throws IOException {
    List<Path> there = new ArrayList<>();
    if (Files.exists(target)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(target)) {
        found.forEach(there::add);
      }
    }
    return there;
  }

  @Override
  void create() throws IOException {
    rights.createFolder(beside);
  }

  @Override
  void store() throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    try {
      for (Path old : replaced()) {
        giveRights(old, beside.resolve(old.getFileName()));
      }
      rights.giveTo(beside);
      StoredFiles.store(beside);
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
  }

  /** What came there meanwhile is not ours to remove. */
  @Override
  void requirePlace() throws IOException {
    if (Files.exists(target)) {
      existing(name, target, files);
    }
  }

  @Override
  void giveName() throws IOException {
    try {
      if (Files.exists(target)) {
        SetAside.exchange(beside, target);
      } else {
        HeldFiles.move(beside, target);
      }
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
  }

  private static void giveRights(Path old, Path file) throws IOException {
    if (Files.exists(file)) {
      FileRights.of(old).giveTo(file);
    }
  }

  /** By the names, since a process that may open no more files cannot list a folder. */
  @Override
  void remove() {
    files.forEach(file -> beside.resolve(file).toFile().delete());
    TemporaryFiles.removeFolder(beside);
  }
}
