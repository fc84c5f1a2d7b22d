// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.parameters.Keys;

/**
 * An image in another file system than this computer's, such as an object store, where no folder
 * can be renamed. Its format fills it in its place; it can be opened from when it has its name.
 */
final class RemoteTree extends AtomicOutput {
  private final FolderFormat format;

  private RemoteTree(String name, Path target, FolderFormat format) {
    super(name, target, FileRights.OF_NEW_FILES);
    this.format = format;
  }

  /**
   * Begins one, so that what hinders it is known before any work is done.
   *
   * @throws java.util.concurrent.CancellationException after {@link #discardAll}
   */
  static RemoteTree begin(String name) throws IOException {
    if (!Keys.isImageFolder(name)) {
      throw new IOException(Messages.noImageThere(name));
    }
    RemoteTree tree = new RemoteTree(name, Names.required(name), FolderFormat.required(name));
    tree.requirePlace();
    tree.start();
    return tree;
  }

  @Override
  void create() {}

  @Override
  void store() {}

  @Override
  void requirePlace() throws IOException {
    if (format.isThere(name)) {
      throw new IOException(Messages.thereAlready(name));
    }
  }

  @Override
  void giveName() throws IOException {
    format.placed(target, name);
  }

  /** What the format has made is its own, for a run that goes on. */
  @Override
  void remove() {}
}
