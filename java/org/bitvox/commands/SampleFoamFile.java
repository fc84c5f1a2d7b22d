// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.BitVolume;

/** Writes the sample foam, which has no calibration. */
final class SampleFoamFile {
  private SampleFoamFile() {}

  static Path write(BitVolume volume, Path path) throws IOException {
    return BinaryStackFile.write(volume, new Calibration(), path);
  }
}
