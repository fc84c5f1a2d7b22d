// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A {@link SkeletonGraph} of a volume that need not fit the memory. A block reads its core alone,
 * and lists its voxels; the graph is traced from those of all blocks, which have to fit: their list
 * the Java heap, 8 bytes a voxel and twice that while lists are merged, and the graph about 120
 * bytes a voxel outside.
 *
 * <p>A voxel is a number, (z * height + y) * width + x in the whole, and lists ascend.
 */
public final class SkeletonInBlocks extends BlockwiseOptions<SkeletonInBlocks> {
  private final SkeletonGraph options; // native code reads it
  private long[] traced;
  private long[] left;
  private SkeletonGraph.Result graph;

  SkeletonInBlocks(SkeletonGraph options) {
    this.options = options;
  }

  @Override
  SkeletonInBlocks self() {
    return this;
  }

  SkeletonGraph options() {
    return options;
  }

  /**
   * Lists the voxels of one block.
   *
   * @param read what the block reads, as a volume of its own
   * @throws IllegalArgumentException if it has another size, is not binary, or has too much
   *     foreground for a list
   * @throws OutOfMemoryError likewise
   */
  public BlockResult listBlock(Block block, BinaryVolume read, ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    read.use(
        input -> {
          listBlock(block, input, listener, result);
          return result;
        });
    return result;
  }

  /**
   * The graph of the voxels of all blocks. It has no volume.
   *
   * @throws IllegalArgumentException as {@link SkeletonGraph#trace}
   */
  public SkeletonGraph.Result finish(Box whole, long[] voxels, ProgressListener listener) {
    trace(whole, voxels, listener);
    return graph;
  }

  /** Which of the voxels of all blocks are left after pruning, in an array that is to stay so. */
  public long[] left(Box whole, long[] voxels, ProgressListener listener) {
    trace(whole, voxels, listener);
    return left;
  }

  /** Who wants both gets them of one list at once. */
  private void trace(Box whole, long[] voxels, ProgressListener listener) {
    if (voxels == traced) {
      return;
    }
    NativeLibrary.load();
    SkeletonGraph.Result result = new SkeletonGraph.Result(null, null, options.extent());
    left = finish(options, whole, voxels, listener, result);
    graph = result;
    traced = voxels;
  }

  @Override
  long[] readFor(Box whole, Box core) {
    return new long[] {core.x(), core.y(), core.z(), core.width(), core.height(), core.depth()};
  }

  @Override
  long[] addNumbers(long[] first, long[] second) {
    long count = (long) first.length + second.length;
    requireMemory(count);
    long[] all = newList(count);
    int i = 0;
    int k = 0;
    long before = -1;
    for (int n = 0; n < all.length; n++) {
      boolean isFirst = k == second.length || i < first.length && first[i] < second[k];
      all[n] = isFirst ? first[i++] : second[k++];
      if (all[n] <= before) {
        throw new IllegalArgumentException("these are not the voxels of two blocks");
      }
      before = all[n];
    }
    return all;
  }

  private static long[] newList(long voxels) {
    if (voxels > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the list of "
              + voxels
              + " voxels is too long, as an array of Java has up to 2147483647; skeletonize the"
              + " image first, or crop it");
    }
    try {
      return new long[(int) voxels];
    } catch (OutOfMemoryError e) {
      long heap = Runtime.getRuntime().maxMemory();
      OutOfMemoryError explained =
          new OutOfMemoryError(
              String.format(
                  "the Java heap has %d MiB, and the list of %d voxels needs %d MiB twice;"
                      + " skeletonize the image first, or raise the heap with -Xmx",
                  heap >> 20, voxels, (voxels * Long.BYTES >> 20) + 1));
      explained.initCause(e);
      throw explained;
    }
  }

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private static native void requireMemory(long voxels);

  private static native void listBlock(
      Block block, VolumeInput input, ProgressListener listener, BlockResult result);

  /** What is left: the same array if nothing went. */
  private static native long[] finish(
      SkeletonGraph options,
      Box whole,
      long[] voxels,
      ProgressListener listener,
      SkeletonGraph.Result result);
}
