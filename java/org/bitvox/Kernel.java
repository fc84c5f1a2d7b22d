// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * A kernel of a convolution. Kernels are applied unflipped, as ImageJ's Convolver does: the
 * coefficients lie over the neighbours as they are written.
 */
public final class Kernel {
  /** Which of the fields below count. */
  private enum Kind {
    GAUSSIAN,
    MEAN,
    LAPLACIAN,
    SOBEL,
    FULL,
    SEPARABLE
  }

  /** The axes that a kernel extends along. */
  public enum Axes {
    /** Within slices. */
    XY,
    /** In the volume. */
    XYZ
  }

  /** The largest {@link #reach} of those that can be applied. */
  public static final int LARGEST_REACH = 127;

  private final Kind kind; // all are read by native code
  private Axes axes = Axes.XY; // of mean, Laplacian and Sobel's
  private double sigmaX;
  private double sigmaY;
  private double sigmaZ;
  private int radius;
  private int width; // of a full kernel
  private int height;
  private int depth;
  private float[] coefficients = {};
  private boolean normalise;
  private float[] rowX = {}; // of a separable kernel
  private float[] rowY = {};
  private float[] rowZ = {};

  private Kernel(Kind kind) {
    this.kind = kind;
  }

  private static Kernel along(Kind kind, Axes axes) {
    Kernel kernel = new Kernel(kind);
    kernel.axes = Objects.requireNonNull(axes);
    return kernel;
  }

  /** A Gaussian of these standard deviations in voxels, cut at 4 sigma, sum 1; 0 along no axis. */
  public static Kernel gaussian(double sigmaX, double sigmaY, double sigmaZ) {
    Kernel kernel = new Kernel(Kind.GAUSSIAN);
    kernel.sigmaX = sigmaX;
    kernel.sigmaY = sigmaY;
    kernel.sigmaZ = sigmaZ;
    return kernel;
  }

  /** The mean of 2 * radius + 1 voxels along each axis. */
  public static Kernel mean(int radius, Axes axes) {
    Kernel kernel = along(Kind.MEAN, axes);
    kernel.radius = radius;
    return kernel;
  }

  /** The sum of the second differences along the axes. */
  public static Kernel laplacian(Axes axes) {
    return along(Kind.LAPLACIAN, axes);
  }

  /** The magnitude of Sobel's gradient: -1 0 1 along an axis, 1 2 1 across. */
  public static Kernel sobel(Axes axes) {
    return along(Kind.SOBEL, axes);
  }

  /**
   * Any kernel of odd sides of at most 31; where its coefficients are products of rows it is
   * applied as such.
   *
   * @param coefficients x fastest, then y, then z
   */
  public static Kernel full(int width, int height, int depth, float[] coefficients) {
    Kernel kernel = new Kernel(Kind.FULL);
    kernel.width = width;
    kernel.height = height;
    kernel.depth = depth;
    kernel.coefficients = coefficients.clone();
    return kernel;
  }

  /** One row an axis, of odd lengths of at most 255; a row {1} leaves its axis as it is. */
  public static Kernel separable(float[] x, float[] y, float[] z) {
    Kernel kernel = new Kernel(Kind.SEPARABLE);
    kernel.rowX = x.clone();
    kernel.rowY = y.clone();
    kernel.rowZ = z.clone();
    return kernel;
  }

  /** Divides a full kernel by the sum of its coefficients, where that is not 0. */
  public Kernel normalised() {
    checkFull();
    Kernel kernel = full(width, height, depth, coefficients);
    kernel.normalise = true;
    return kernel;
  }

  /** The sum of the coefficients of a full kernel, before it is normalised. */
  public double sum() {
    checkFull();
    double sum = 0;
    for (float coefficient : coefficients) {
      sum += coefficient;
    }
    return sum;
  }

  /** How many slices on each side of its own a voxel of the result depends on. */
  public long reach() {
    switch (kind) {
      case GAUSSIAN:
        return (long) Math.ceil(4 * sigmaZ);
      case MEAN:
        return axes == Axes.XYZ ? radius : 0;
      case FULL:
        return depth / 2;
      case SEPARABLE:
        return rowZ.length / 2;
      default:
        return axes == Axes.XYZ ? 1 : 0;
    }
  }

  private void checkFull() {
    if (kind != Kind.FULL) {
      throw new IllegalStateException("only full kernels are normalised");
    }
  }
}
