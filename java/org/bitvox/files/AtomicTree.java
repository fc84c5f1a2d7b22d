// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.bitvox.parameters.Keys;

/**
 * An image that is a folder of folders. It is filled beside its place and renamed when it is
 * complete. One of that name is never replaced, as it may be large and dear.
 */
final class AtomicTree extends AtomicOutput {
  private AtomicTree(String name, Path target) {
    super(name, target, FileRights.OF_NEW_FILES);
  }

  /**
   * Begins the folder, so that what hinders it is known before any work is done.
   *
   * @throws java.util.concurrent.CancellationException after {@link #discardAll}
   */
  static AtomicTree begin(String name) throws IOException {
    FolderFormat.required(name);
    Path path = Names.required(name);
    Path labels = path.getParent();
    Path image = labels == null ? null : labels.getParent();
    boolean inImage = image != null && labels.endsWith("labels") && Files.isDirectory(image);
    if (inImage && Keys.isImageFolder(image.toString()) && Files.notExists(labels)) {
      Files.createDirectory(labels);
    }
    AtomicTree tree = new AtomicTree(name, AtomicFile.target(path.toString()));
    tree.requirePlace();
    TemporaryFiles.removeLeftOvers(tree.target().getParent());
    try {
      tree.start();
    } catch (IOException e) {
      tree.discard();
      throw new IOException(Messages.notBegun(name, e), e);
    }
    return tree;
  }

  @Override
  void create() throws IOException {
    rights.createFolder(beside);
  }

  @Override
  void store() {}

  @Override
  void requirePlace() throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(Messages.thereAlready(name));
    }
  }

  @Override
  void giveName() throws IOException {
    requirePlace();
    try {
      HeldFiles.move(beside, target);
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(name, e), e);
    }
    FolderFormat.required(name).placed(target, name);
  }

  @Override
  void remove() {
    try {
      TemporaryFiles.removeTree(beside);
    } catch (IOException e) {
      return; // a later process removes what is left
    }
  }
}
