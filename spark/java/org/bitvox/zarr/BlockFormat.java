// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.files.FolderFormat;

/** What computes images in blocks, instead of slice by slice. */
public interface BlockFormat {
  /** An input as operations take it. */
  BinaryVolume open(BlockReader reader);

  /** The same of a grey one. */
  GreyImage open(GreyReader reader);

  /**
   * Begins an image, into which no slices come.
   *
   * @param name what the user calls it
   * @param inImage whether it lies under labels/ of another image
   */
  FolderFormat.Sink create(
      String name, OmeForm form, WriteOptions options, boolean inImage, BooleanSupplier stopped)
      throws IOException;

  /** An empty folder has got the name of the image, which is complete. */
  void placed(Path place) throws IOException;
}
