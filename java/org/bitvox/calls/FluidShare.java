// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** How much of an image a fluid fills, for a dialog, before anything is computed. */
public final class FluidShare {
  /** Voxels that are looked at in a moment. */
  private static final long MOST = 8_000_000;

  private final long[] voxelsOfFaces = new long[3];
  private final long[] fluidOfFaces = new long[3];
  private final long voxels;
  private long fluid;
  private final boolean all;

  private FluidShare(Values values, InputImage image) throws IOException {
    int depth = image.depth();
    long area = (long) image.width() * image.height();
    int slices = (int) Math.min(depth, Math.max(2, MOST / area));
    byte filled = (byte) (values.text(Keys.PHASE).equals("foreground") ? 255 : 0);
    for (int i = 0; i < slices; i++) {
      int z = slices == 1 ? 0 : (int) ((long) i * (depth - 1) / (slices - 1));
      add(image.foreground(z), image.width(), z == 0 || z == depth - 1, filled);
    }
    voxels = slices * area;
    all = slices == depth;
  }

  /**
   * Looks at the slices of an image, or at some of them; once for the same image and values.
   *
   * @param values with the threshold and the phase that is fluid
   * @throws IllegalArgumentException if nothing says what is foreground, or reading it takes long
   */
  public static FluidShare of(Values values, InputImage image) throws IOException {
    if (image.isVirtual()) {
      throw new IllegalArgumentException(image.name() + " is not in memory");
    }
    String seen = values.text(Keys.PHASE) + " " + values.text("threshold");
    FluidShare known = image.share(seen);
    if (known == null) {
      known = new FluidShare(values, image);
      image.keepShare(seen, known);
    }
    return known;
  }

  private void add(byte[] slice, int width, boolean isFace, byte filled) {
    long before = fluid;
    for (byte voxel : slice) {
      fluid += voxel == filled ? 1 : 0;
    }
    if (isFace) {
      voxelsOfFaces[2] += slice.length;
      fluidOfFaces[2] += fluid - before;
    }
    int height = slice.length / width;
    for (int y = 0; y < height; y++) {
      fluidOfFaces[0] += slice[y * width] == filled ? 1 : 0;
      fluidOfFaces[0] += slice[(y + 1) * width - 1] == filled ? 1 : 0;
    }
    for (int x = 0; x < width; x++) {
      fluidOfFaces[1] += slice[x] == filled ? 1 : 0;
      fluidOfFaces[1] += slice[slice.length - width + x] == filled ? 1 : 0;
    }
    voxelsOfFaces[0] += 2L * height;
    voxelsOfFaces[1] += 2L * width;
  }

  /** Of the voxels that were looked at, from 0 to 1. */
  public double part() {
    return (double) fluid / voxels;
  }

  /** Of the four faces beside an axis: x is 0, y is 1, z is 2. */
  public double ofSides(int axis) {
    int one = (axis + 1) % 3;
    int other = (axis + 2) % 3;
    return (double) (fluidOfFaces[one] + fluidOfFaces[other])
        / (voxelsOfFaces[one] + voxelsOfFaces[other]);
  }

  /** In words: "68 %", "about 68 %" if some slices were left out, "less than 1 %". */
  String words() {
    double percent = 100 * part();
    String about = all ? "" : "about ";
    return fluid > 0 && percent < 1
        ? "less than 1 %"
        : fluid < voxels && percent > 99 ? "more than 99 %" : about + Math.round(percent) + " %";
  }
}
