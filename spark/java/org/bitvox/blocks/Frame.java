// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Arrays;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.Foreground;
import org.bitvox.SliceReceiver;

/**
 * A volume in a frame of foreground, a voxel thick. What touches the border is one component with
 * the frame, the first one in raster order. A volume of one slice has it around the slice.
 */
final class Frame {
  private Frame() {}

  private static int ofDepth(Box whole) {
    return whole.depth() == 1 ? 0 : 1;
  }

  /** The volume with the frame. */
  static Box around(Box whole) {
    return Box.whole(whole.width() + 2, whole.height() + 2, whole.depth() + 2L * ofDepth(whole));
  }

  /** The block with the part of the frame at its core. */
  static Block around(Block block, Blockwise operation) {
    Box whole = block.whole();
    Box core = block.core();
    long[] x = side(core.x(), core.width(), whole.width(), 1);
    long[] y = side(core.y(), core.height(), whole.height(), 1);
    long[] z = side(core.z(), core.depth(), whole.depth(), ofDepth(whole));
    return operation.block(around(whole), new Box(x[0], y[0], z[0], x[1], y[1], z[1]));
  }

  /** Where a side begins and how long it is, in the frame. */
  private static long[] side(long first, long size, long whole, int frame) {
    int low = first == 0 ? frame : 0;
    int high = first + size == whole ? frame : 0;
    return new long[] {first + frame - low, low + size + high};
  }

  /**
   * What a framed block reads.
   *
   * @param read what the block without the frame reads
   * @param inverted whether background and foreground are exchanged
   */
  static BitVolume read(Block block, BitVolume read, Block framed, boolean inverted) {
    Box from = block.read();
    Box to = framed.read();
    int width = (int) to.width();
    int left = (int) (from.x() + 1 - to.x());
    int top = (int) (from.y() + 1 - to.y());
    int above = (int) (from.z() + ofDepth(block.whole()) - to.z());
    BitVolume bits = new BitVolume(width, (int) to.height(), (int) to.depth());
    byte[] inner = new byte[read.width() * read.height()];
    for (int z = 0; z < bits.depth(); z++) {
      byte[] slice = new byte[Math.multiplyExact(width, bits.height())];
      Arrays.fill(slice, (byte) 255);
      boolean isInside = z >= above && z < above + read.depth();
      if (isInside) {
        read.unpackSlice(z - above, inner);
      }
      for (int y = 0; isInside && y < read.height(); y++) {
        for (int x = 0; x < read.width(); x++) {
          byte value = inner[y * read.width() + x];
          slice[(top + y) * width + left + x] = inverted ? (byte) ~value : value;
        }
      }
      bits.packSlice(z, slice, Foreground.binary());
    }
    return bits;
  }

  /** Takes slices of labels of a framed core, and hands on those of the block's core. */
  static SliceReceiver without(Block block, SliceReceiver slices) {
    Box whole = block.whole();
    Box core = block.core();
    int left = core.x() == 0 ? 1 : 0;
    int right = core.x() + core.width() == whole.width() ? 1 : 0;
    int top = core.y() == 0 ? 1 : 0;
    int above = core.z() == 0 ? ofDepth(whole) : 0;
    int width = (int) core.width();
    return (z, labels) -> {
      if (z < above || z >= above + core.depth()) {
        return;
      }
      int[] inner = new int[width * (int) core.height()];
      for (int y = 0; y < core.height(); y++) {
        int from = (top + y) * (left + width + right) + left;
        System.arraycopy(labels, from, inner, y * width, width);
      }
      slices.accept(z - above, inner);
    };
  }
}
