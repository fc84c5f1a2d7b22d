// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A kernel of a convolution. Kernels are applied unflipped, as ImageJ's Convolver does: the
 * coefficients lie over the neighbours as they are written.
 */
public final class Kernel {
  static final int GAUSSIAN = 0;
  static final int MEAN = 1;
  static final int LAPLACIAN = 2;
  static final int SOBEL = 3;
  static final int FULL = 4;
  static final int SEPARABLE = 5;

  /** The axes that a kernel extends along. */
  public enum Axes {
    /** Within slices. */
    XY,
    /** In the volume. */
    XYZ
  }

  final int kind;
  final boolean volumetric;
  final double[] numbers;
  final float[] coefficients;
  final boolean normalise;

  private Kernel(
      int kind, boolean volumetric, double[] numbers, float[] coefficients, boolean normalise) {
    this.kind = kind;
    this.volumetric = volumetric;
    this.numbers = numbers;
    this.coefficients = coefficients;
    this.normalise = normalise;
  }

  private static Kernel named(int kind, Axes axes, double number) {
    return new Kernel(kind, axes == Axes.XYZ, new double[] {number, 0, 0}, new float[0], false);
  }

  /** A Gaussian of these standard deviations in voxels, cut at 4 sigma, sum 1; 0 along no axis. */
  public static Kernel gaussian(double sigmaX, double sigmaY, double sigmaZ) {
    double[] sigmas = {sigmaX, sigmaY, sigmaZ};
    return new Kernel(GAUSSIAN, sigmaZ > 0, sigmas, new float[0], false);
  }

  /** The mean of 2 * radius + 1 voxels along each axis. */
  public static Kernel mean(int radius, Axes axes) {
    return named(MEAN, axes, radius);
  }

  /** The sum of the second differences along the axes. */
  public static Kernel laplacian(Axes axes) {
    return named(LAPLACIAN, axes, 0);
  }

  /** The magnitude of Sobel's gradient: -1 0 1 along an axis, 1 2 1 across. */
  public static Kernel sobel(Axes axes) {
    return named(SOBEL, axes, 0);
  }

  /**
   * Any kernel of odd sides of at most 31; where its coefficients are products of rows it is
   * applied as such.
   *
   * @param coefficients x fastest, then y, then z
   */
  public static Kernel full(int width, int height, int depth, float[] coefficients) {
    double[] sides = {width, height, depth};
    return new Kernel(FULL, depth > 1, sides, coefficients.clone(), false);
  }

  /** One row an axis, of odd lengths of at most 255; a row {1} leaves its axis as it is. */
  public static Kernel separable(float[] x, float[] y, float[] z) {
    float[] all = new float[x.length + y.length + z.length];
    System.arraycopy(x, 0, all, 0, x.length);
    System.arraycopy(y, 0, all, x.length, y.length);
    System.arraycopy(z, 0, all, x.length + y.length, z.length);
    double[] lengths = {x.length, y.length, z.length};
    return new Kernel(SEPARABLE, z.length > 1, lengths, all, false);
  }

  /** Divides a full kernel by the sum of its coefficients, where that is not 0. */
  public Kernel normalised() {
    if (kind != FULL) {
      throw new IllegalStateException("only full kernels can be normalised");
    }
    return new Kernel(kind, volumetric, numbers, coefficients, true);
  }
}
