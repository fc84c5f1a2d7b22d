// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What point sources do to points in and around a volume or meshes: each along the straight line,
 * attenuated by the materials on its way. Coordinates are in the unit of the spacing, from the
 * volume's first corner, or those of the meshes.
 *
 * <pre>{@code
 * new RadiographDose().spacing(0.1, 0.1, 0.1).measure(volume, photons, sources, points, NONE);
 * }</pre>
 */
public final class RadiographDose {
  /** Where photons come from, and how many a second. */
  public static final class Sources {
    private final double[] x; // all are read by native code
    private final double[] y;
    private final double[] z;
    private final double[] strength;

    /** A place and a strength each. */
    public Sources(double[] x, double[] y, double[] z, double[] strength) {
      this.x = x.clone();
      this.y = y.clone();
      this.z = z.clone();
      this.strength = strength.clone();
    }
  }

  /** Where doses are wanted. */
  public static final class Points {
    private final double[] x; // all are read by native code
    private final double[] y;
    private final double[] z;

    /** A place each. */
    public Points(double[] x, double[] y, double[] z) {
      this.x = x.clone();
      this.y = y.clone();
      this.z = z.clone();
    }
  }

  /** Doses, and what is odd about them. */
  public static final class Result {
    private double[] rates; // all are written by native code
    private long oddWays;
    private long touched;

    Result() {}

    /** At each point: the sum of strengths times responses, by squared unit of length. */
    public double[] rates() {
      return rates.clone();
    }

    /** Ways through open meshes that enter them more or less often than they leave them. */
    public long oddWays() {
      return oddWays;
    }

    /** Points that lie on a triangle, neither inside nor outside of a mesh. */
    public long touched() {
      return touched;
    }
  }

  private Spacing spacing = new Spacing();
  private int threads;

  /** The size of a voxel, in any unit; 1 by default. */
  public RadiographDose spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Threads of the CPU: 1 to 1024; 0, the default, for all cores. */
  public RadiographDose threads(int value) {
    threads = value;
    return this;
  }

  /**
   * The sum of strengths times responses, by squared unit of length, at each point: with {@link
   * PhotonBeam#dose} and centimetres gray per second. The same for any number of threads.
   *
   * @param photons with coefficients of the foreground alone
   * @throws IllegalArgumentException if a source is at a point, an option or a number is out of
   *     range, the volume is not binary, or photons do not go with the materials
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(
      BinaryVolume volume,
      PhotonBeam photons,
      Sources sources,
      Points points,
      ProgressListener listener) {
    NativeLibrary.load();
    return volume.use(
        foreground ->
            measure(RadiographInputs.ofForeground(foreground, photons), sources, points, listener));
  }

  /**
   * The same of materials that are labels of an image.
   *
   * @param values voxels of the first are of the first material, and so on; others are of none
   */
  public Result measure(
      GreyImage image,
      double[] values,
      PhotonBeam photons,
      Sources sources,
      Points points,
      ProgressListener listener) {
    NativeLibrary.load();
    double[] labels = values.clone();
    return image.use(
        input ->
            measure(RadiographInputs.ofLabels(input, labels, photons), sources, points, listener));
  }

  /**
   * The same of meshes that are materials; the spacing has no effect. What lies inside two meshes
   * counts in both.
   *
   * @param chosen the meshes, from 0, of the first material, the second one, and so on
   * @throws IllegalArgumentException also if a mesh is not there, or chosen twice
   */
  public Result measure(
      Meshes meshes,
      int[] chosen,
      PhotonBeam photons,
      Sources sources,
      Points points,
      ProgressListener listener) {
    int[] numbers = chosen.clone();
    return meshes.use(
        handle ->
            measure(
                RadiographInputs.ofMeshes(handle, numbers, photons), sources, points, listener));
  }

  private Result measure(
      RadiographInputs inputs, Sources sources, Points points, ProgressListener listener) {
    Result result = new Result();
    measure(inputs, sources, points, listener, result);
    return result;
  }

  private native void measure(
      RadiographInputs inputs,
      Sources sources,
      Points points,
      ProgressListener listener,
      Result result);
}
