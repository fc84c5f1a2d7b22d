// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.BitVolume;

/** Writes a binary volume as an 8-bit stack of 0 and 255, slice by slice. */
final class BinaryStackFile {
  private BinaryStackFile() {}

  static Path write(BitVolume volume, Calibration calibration, Path path) throws IOException {
    int width = volume.width();
    int height = volume.height();
    byte[] pixels = new byte[Math.multiplyExact(width, height)];
    try (TiffWriter writer =
        new TiffWriter(path, width, height, volume.depth(), 8, calibration, null)) {
      for (int z = 0; z < volume.depth(); z++) {
        volume.unpackSlice(z, pixels);
        writer.write(z, pixels);
      }
      writer.finish();
    }
    return path;
  }
}
