// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Granulometry over blocks of their own. */
class GranulometryBlocksTest implements BlockwiseContract<Granulometry> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 16;
  }

  @Override
  public Granulometry blockwise(int kind, String backend) {
    return new Granulometry()
        .element(kind % 2 == 0 ? Element.CROSS : Element.CUBE)
        .edges(kind / 2 % 2 == 0 ? Edges.BACKGROUND : Edges.CLIPPED)
        .phase(kind / 4 % 2 == 0 ? Phase.FOREGROUND : Phase.BACKGROUND)
        .extent(kind / 8 == 0 ? Extent.VOLUME : Extent.PER_SLICE)
        .maxRadius(1 + 3 * kind % 7)
        .backend(backend);
  }

  @Override
  public Object[] atOnce(
      Granulometry operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    BinaryVolume within = BlockwiseContract.pixels(mask);
    return BlockwiseContract.fields(operation.measure(volume.pixels(), within, voxels, NONE));
  }

  @Override
  public long[] compute(
      Granulometry operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    try (BitVolume bits = read.bits()) {
      return operation
          .measureBlock(block, bits, BlockwiseContract.pixels(mask), voxels, NONE)
          .numbers();
    }
  }

  @Override
  public Object[] finish(Granulometry operation, Box whole, long[] numbers) {
    return BlockwiseContract.fields(operation.finish(whole, numbers));
  }
}
