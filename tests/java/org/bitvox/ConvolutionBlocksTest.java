// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Convolution over blocks of their own. */
class ConvolutionBlocksTest implements BlockwiseContract<Convolution> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 15;
  }

  @Override
  public Convolution blockwise(int kind, String backend) {
    return new Convolution(kernel(kind / 4))
        .edges(Convolution.Edges.values()[kind % 4])
        .result(kind % 3 == 0 ? Convolution.ResultType.SAME : Convolution.ResultType.FLOAT)
        .backend(backend);
  }

  @Override
  public Object[] atOnce(
      Convolution operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    return new Object[] {operation.apply(grey(volume), voxels, NONE).separable()};
  }

  @Override
  public long[] compute(
      Convolution operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    return operation.applyBlock(block, grey(read), voxels, NONE).numbers();
  }

  @Override
  public Object[] finish(Convolution operation, Box whole, long[] numbers) {
    return new Object[] {operation.finish(whole, numbers).separable()};
  }

  private static Kernel kernel(int kind) {
    switch (kind) {
      case 0:
        return Kernel.gaussian(1.2, 0.6, 0.9);
      case 1:
        return Kernel.sobel(Kernel.Axes.XYZ);
      case 2:
        float[] coefficients = new float[5 * 3 * 7];
        Random random = new Random(3);
        for (int i = 0; i < coefficients.length; i++) {
          coefficients[i] = random.nextFloat() - 0.4f;
        }
        return Kernel.full(5, 3, 7, coefficients);
      default:
        return Kernel.mean(2, Kernel.Axes.XY);
    }
  }

  /** Of 0 and 1.1, so that sums are rounded. */
  private static GreyStack grey(TestVolume volume) {
    float[][] slices = new float[volume.depth][volume.width * volume.height];
    for (int z = 0; z < volume.depth; z++) {
      for (int i = 0; i < slices[z].length; i++) {
        slices[z][i] = volume.slices[z][i] == 0 ? 0 : 1.1f;
      }
    }
    return new GreyStack(volume.width, volume.height, volume.depth, slices);
  }

  @Test
  @Override
  public void refusesOtherNumbers() {
    assertThrows(
        IllegalArgumentException.class,
        () -> blockwise(0, "auto").add(new long[] {1}, new long[0]));
  }

  @Override
  public boolean takesMasks() {
    return false;
  }
}
