// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Distance maps over blocks of their own, which are read again if need be. */
class DistanceMapBlocksTest implements BlockwiseContract<DistanceMap> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 30;
  }

  @Override
  public DistanceMap blockwise(int kind, String backend) {
    DistanceMap map =
        new DistanceMap()
            .region(DistanceMap.Region.values()[kind % 3])
            .edges(kind % 2 == 0 ? Edges.CLIPPED : Edges.BACKGROUND)
            .extent(kind % 5 == 0 ? Extent.PER_SLICE : Extent.VOLUME)
            .backend(backend);
    if (kind >= 20) {
      return map.spacing(0.3, 0.7, 1.1);
    }
    if (kind >= 10 && kind % 3 != 2) {
      map.result(DistanceMap.Numbers.INTEGERS);
    }
    return map.metric(DistanceMap.Metric.values()[kind % 4 % 3]).spacing(1.3, 1.3, 1.3);
  }

  @Override
  public Object[] atOnce(
      DistanceMap operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    BinaryVolume within = BlockwiseContract.pixels(mask);
    return BlockwiseContract.fields(operation.measure(volume.pixels(), within, voxels, NONE));
  }

  @Override
  public long[] numbers(
      DistanceMap operation,
      Block first,
      TestVolume volume,
      TestVolume mask,
      SliceReceiver voxels) {
    // Of so small volumes a reach of 32 is all: begin with less.
    Box core = first.core();
    Block block = new Block(first.whole(), core, core);
    for (; ; ) {
      TestVolume within = mask == null ? null : BlockPictures.cut(mask, block.read());
      BlockDistances distances =
          operation.measureBlock(
              block,
              BlockPictures.cut(volume, block.read()).bits(),
              BlockwiseContract.pixels(within),
              voxels,
              NONE);
      if (distances.next(block) == null) {
        return distances.numbers();
      }
      block = distances.next(block);
    }
  }

  @Override
  public long[] compute(
      DistanceMap operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    BinaryVolume within = BlockwiseContract.pixels(mask);
    return operation.measureBlock(block, read.pixels(), within, voxels, NONE).numbers();
  }

  @Override
  public Object[] finish(DistanceMap operation, Box whole, long[] numbers) {
    return BlockwiseContract.fields(operation.finish(whole, numbers));
  }
}
