// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.Random;

/** Small images for tests. */
final class Images {
  private Images() {}

  static OmeForm form(VoxelType type, int channels, int times, boolean labels, int... size) {
    double[] spacing = {1, 4, 2, 0.5};
    return new OmeForm(
        channels, times, size, type, spacing, new double[] {0, 0, 10}, "um", null, labels);
  }

  /** Values of a slice; those of runs are alike, so that they can be packed. */
  static byte[] slice(OmeForm form, int channel, int time, int z) {
    Random random = new Random(31L * z + 7L * channel + time);
    byte[] values = new byte[form.size()[1] * form.size()[2] * form.type().bytes];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : i / 16);
    }
    if (form.type() == VoxelType.FLOAT32) { // no NaN
      for (int i = 3; i < values.length; i += 4) {
        values[i] &= 0x3f;
      }
    }
    return values;
  }

  static void write(Store store, OmeForm form, WriteOptions options) throws IOException {
    OmeWriter writer = new OmeWriter(store, form, options, () -> false);
    for (int t = 0; t < form.times(); t++) {
      for (int z = form.size()[0] - 1; z >= 0; z--) { // in any order
        for (int c = 0; c < form.channels(); c++) {
          writer.slice(c, t, z, slice(form, c, t, z));
        }
      }
    }
    writer.finish(false);
  }

  static WriteOptions options(int chunk, int shard, String codec, String version) {
    return new WriteOptions(chunk, shard, codec, "auto", version, "auto");
  }
}
