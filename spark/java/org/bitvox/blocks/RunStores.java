// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.files.Names;
import org.bitvox.zarr.FolderStore;
import org.bitvox.zarr.Store;
import org.bitvox.zarr.Stores;

/**
 * Where a run writes.
 *
 * @param image the files of the image that it makes
 * @param notes what is known of the run, and the pictures of later steps
 */
record RunStores(Store image, Store notes) {
  /**
   * Those of a run that has begun.
   *
   * @param name of the image
   * @param place of the run
   */
  static RunStores of(String name, String place) throws IOException {
    if (Names.isRemote(name)) {
      return new RunStores(Stores.of(name), Stores.of(place));
    }
    Store folder = new FolderStore(Path.of(place), name);
    return new RunStores(folder, folder);
  }

  /** The picture of a step: the first one is where the image will be. */
  Store picture(int step) throws IOException {
    return step == 0 ? image : notes(step);
  }

  /** What is known of a step. */
  Store notes(int step) throws IOException {
    return notes.below(place(step));
  }

  /** The folder of a step within that of the run. */
  static String place(int step) {
    return step == 0 ? "" : "step-" + step;
  }
}
