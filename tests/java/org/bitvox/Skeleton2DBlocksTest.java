// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Skeleton2D over blocks of their own. */
class Skeleton2DBlocksTest implements BlockwiseContract<Skeleton2D> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 3;
  }

  @Override
  public Skeleton2D blockwise(int kind, String backend) {
    return new Skeleton2D().rule(Skeleton2D.Rule.values()[kind]).backend(backend);
  }

  @Override
  public Object[] atOnce(
      Skeleton2D operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    Skeleton2D.Result result = operation.thin(volume.pixels(), NONE);
    BlockwiseContract.hand(result.skeleton(), voxels);
    return numbers(result);
  }

  @Override
  public long[] compute(
      Skeleton2D operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    BitVolume core = BlockwiseContract.core(block);
    try {
      return operation.thinBlock(block, read.pixels(), core, NONE).numbers();
    } finally {
      BlockwiseContract.hand(core, voxels);
    }
  }

  @Override
  public Object[] finish(Skeleton2D operation, Box whole, long[] numbers) {
    return numbers(operation.finish(whole, numbers));
  }

  private static Object[] numbers(Skeleton2D.Result result) {
    return new Object[] {
      result.pixelsBefore(),
      result.pixelsAfter(),
      result.objectsBefore(),
      result.objectsAfter(),
      result.iterations()
    };
  }

  @Override
  public boolean takesMasks() {
    return false;
  }
}
