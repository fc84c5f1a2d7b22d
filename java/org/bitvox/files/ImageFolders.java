// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** New images that are folders, made by other means than slice by slice. */
public final class ImageFolders {
  private ImageFolders() {}

  /**
   * Fills a folder, which appears under its name when that is done; one of that name is an error.
   */
  public static void fill(String name, OutputFiles.Writing filling) throws IOException {
    AtomicTree tree = AtomicTree.begin(name);
    try {
      filling.to(tree.beside());
      tree.commit();
    } finally {
      tree.discard();
    }
  }
}
