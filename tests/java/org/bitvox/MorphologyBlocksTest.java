// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Morphology over blocks of their own. */
class MorphologyBlocksTest implements BlockwiseContract<Morphology> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  private Morphology ofTwo; // the last one that blockwise made, if it is

  @Override
  public int kinds() {
    return KINDS.length;
  }

  @Override
  public Morphology blockwise(int kind, String backend) {
    Morphology morphology = new Morphology();
    ofTwo = kind >= 7 && kind <= 10 ? morphology : null;
    return morphology
        .operation(KINDS[kind])
        .element(Element.values()[kind % 3])
        .radius(kind % 6)
        .edges(kind % 2 == 0 ? Edges.BACKGROUND : Edges.CLIPPED)
        .extent(kind % 5 == 0 ? Extent.PER_SLICE : Extent.VOLUME)
        .backend(backend);
  }

  @Override
  public Object[] atOnce(
      Morphology operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    Morphology.Result result =
        operation.apply(volume.pixels(), second(operation, volume, mask), NONE);
    BlockwiseContract.hand(result.volume(), voxels);
    return numbers(result);
  }

  @Override
  public long[] compute(
      Morphology operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    BitVolume core = BlockwiseContract.core(block);
    try {
      BinaryVolume second = second(operation, read, mask);
      return operation.applyBlock(block, read.pixels(), second, core, NONE).numbers();
    } finally {
      BlockwiseContract.hand(core, voxels);
    }
  }

  @Override
  public Object[] finish(Morphology operation, Box whole, long[] numbers) {
    return numbers(operation.finish(whole, numbers));
  }

  private static final Morphology.Operation[] KINDS = {
    Morphology.Operation.ERODE,
    Morphology.Operation.DILATE,
    Morphology.Operation.OPEN,
    Morphology.Operation.CLOSE,
    Morphology.Operation.GRADIENT,
    Morphology.Operation.WHITE_TOP_HAT,
    Morphology.Operation.BLACK_TOP_HAT,
    Morphology.Operation.AND,
    Morphology.Operation.OR,
    Morphology.Operation.XOR,
    Morphology.Operation.MINUS,
    Morphology.Operation.ERODE,
    Morphology.Operation.DILATE,
    Morphology.Operation.OPEN,
    Morphology.Operation.CLOSE,
    Morphology.Operation.GRADIENT
  };

  private static Object[] numbers(Morphology.Result result) {
    return new Object[] {result.voxelsBefore(), result.voxelsAfter()};
  }

  /** The mask, or where there is none, what is not in the volume; for operations of two. */
  private BinaryVolume second(Morphology operation, TestVolume first, TestVolume mask) {
    if (ofTwo != operation) {
      return null;
    }
    if (mask != null) {
      return mask.pixels();
    }
    return new PixelStack(
        first.width, first.height, first.depth, first.slices, Foreground.between(0, 0));
  }
}
