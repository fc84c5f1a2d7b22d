// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Minkowski over blocks of their own. */
class MinkowskiBlocksTest implements BlockwiseContract<Minkowski> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 8;
  }

  @Override
  public Minkowski blockwise(int kind, String backend) {
    return new Minkowski()
        .directions(kind % 2 == 0 ? Minkowski.Directions.THREE : Minkowski.Directions.THIRTEEN)
        .edges(kind / 2 % 2 == 0 ? Edges.BACKGROUND : Edges.CLIPPED)
        .extent(kind / 4 == 0 ? Extent.VOLUME : Extent.PER_SLICE)
        .spacing(1, 1.25, 0.75)
        .backend(backend);
  }

  @Override
  public Object[] atOnce(
      Minkowski operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    return BlockwiseContract.fields(
        operation.measure(volume.pixels(), BlockwiseContract.pixels(mask), NONE));
  }

  @Override
  public long[] compute(
      Minkowski operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    return operation
        .measureBlock(block, read.pixels(), BlockwiseContract.pixels(mask), NONE)
        .numbers();
  }

  @Override
  public Object[] finish(Minkowski operation, Box whole, long[] numbers) {
    return BlockwiseContract.fields(operation.finish(whole, numbers));
  }
}
