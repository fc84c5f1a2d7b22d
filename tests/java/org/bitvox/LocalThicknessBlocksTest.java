// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.List;

/** Local thickness over blocks of their own, when the largest ball is known. */
class LocalThicknessBlocksTest implements BlockwiseContract<LocalThickness> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 12;
  }

  @Override
  public LocalThickness blockwise(int kind, String backend) {
    return new LocalThickness()
        .phase(kind % 2 == 0 ? Phase.FOREGROUND : Phase.BACKGROUND)
        .edges(kind / 2 % 2 == 0 ? Edges.CLIPPED : Edges.BACKGROUND)
        .extent(kind % 5 == 0 ? Extent.PER_SLICE : Extent.VOLUME)
        .spacing(0.5, kind < 6 ? 0.5 : 0.6, 0.5)
        .radius(3) // until it is known
        .backend(backend);
  }

  /** Finds the largest ball, by blocks too. */
  @Override
  public void prepare(LocalThickness operation, TestVolume volume, List<Box> cores) {
    long[] sum = null;
    for (Box core : cores) {
      Block block = new Block(Box.whole(volume.width, volume.height, volume.depth), core, core);
      for (BlockDistances found = null; found == null || found.next(block) != null; ) {
        block = found == null ? block : found.next(block);
        found =
            operation.measureRadius(block, BlockPictures.cut(volume, block.read()).pixels(), NONE);
        if (found.next(block) == null) {
          sum = sum == null ? found.numbers() : operation.addRadius(sum, found.numbers());
        }
      }
    }
    operation.radius(operation.largestRadius(sum));
  }

  @Override
  public Object[] atOnce(
      LocalThickness operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    BinaryVolume within = BlockwiseContract.pixels(mask);
    return BlockwiseContract.fields(operation.measure(volume.pixels(), within, voxels, NONE));
  }

  @Override
  public long[] compute(
      LocalThickness operation,
      Block block,
      TestVolume read,
      TestVolume mask,
      SliceReceiver voxels) {
    BinaryVolume within = BlockwiseContract.pixels(mask);
    return operation.measureBlock(block, read.pixels(), within, voxels, NONE).numbers();
  }

  @Override
  public Object[] finish(LocalThickness operation, Box whole, long[] numbers) {
    return BlockwiseContract.fields(operation.finish(whole, numbers));
  }
}
