// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Radiographs of a binary or label volume, or of meshes: how far the ray of each pixel of a
 * detector goes through each material, and what of a beam of photons arrives there.
 *
 * <p>Lengths are exact, in the unit of the spacing. Source and detector turn around an axis through
 * the middle of the volume. An instance holds the options:
 *
 * <pre>{@code
 * new Radiograph()
 *     .cone(100, 200)
 *     .detector(512, 512, 0.2, 0.2)
 *     .angles(0, 360, 720)
 *     .project(volume, null, lengths, null, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: R. Siddon, "Fast calculation of the exact radiological path for a
 * three-dimensional CT array", Medical Physics 12 (1985) 252-255; J. Amanatides, A. Woo, "A fast
 * voxel traversal algorithm for ray tracing", Eurographics (1987) 3-10.
 */
public final class Radiograph extends RunOptions<Radiograph> {
  /** What the images come to. */
  public static final class Result {
    private long[] voxels; // all are written by native code
    private double[] longest;
    private double[] projected;
    private long rays;
    private long through;
    private long dark;
    private double least;
    private double most;
    private long oddRays;
    private long touched;
    private RunReport run;

    Result() {}

    /** Of each material; empty for meshes. */
    public long[] voxels() {
      return voxels.clone();
    }

    /** The longest way through each material. */
    public double[] longest() {
      return longest.clone();
    }

    /**
     * The sum of all ways through each material times the area of a pixel, on average over the
     * angles: of a parallel beam the volume in view.
     */
    public double[] projected() {
      return projected.clone();
    }

    /** Rays of all angles. */
    public long rays() {
      return rays;
    }

    /** Rays that go through a material. */
    public long through() {
      return through;
    }

    /** Pixels that no photon reached. */
    public long dark() {
      return dark;
    }

    /** The least transmission; 0 without photons. */
    public double least() {
      return least;
    }

    /** The largest attenuation; 0 without photons. */
    public double most() {
      return most;
    }

    /**
     * Of meshes: rays of all angles that enter one more or less often than they leave it. Of closed
     * meshes there are none.
     */
    public long oddRays() {
      return oddRays;
    }

    /** Of meshes: angles at which the source lies on a triangle, neither inside nor outside. */
    public long touched() {
      return touched;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Detector detector = new Detector();
  private double range = 360;
  private int angles = 1;
  private Spacing spacing = new Spacing();
  private int row;
  private double noise;
  private long seed = 1;

  @Override
  Radiograph self() {
    return this;
  }

  /** A point source, the default: so far from the axis, and from the detector. */
  public Radiograph cone(double toObject, double toDetector) {
    detector.cone(toObject, toDetector);
    return this;
  }

  /** A parallel beam. */
  public Radiograph parallel() {
    detector.parallel();
    return this;
  }

  /** Through the slices by default. */
  public Radiograph axis(Detector.Axis value) {
    detector.axis(value);
    return this;
  }

  /** Pixels of the detector and their size; 256 x 256 of 1 x 1 by default. */
  public Radiograph detector(int columnsAcross, int rowsAlong, double width, double height) {
    detector.pixels(columnsAcross, rowsAlong, width, height);
    return this;
  }

  /** Of the detector's middle from that of the beam, along columns and rows; 0 by default. */
  public Radiograph offset(double alongColumns, double alongRows) {
    detector.offset(alongColumns, alongRows);
    return this;
  }

  /** Angle i of n is first + i / n of the range, in degrees; one of 0 by default. */
  public Radiograph angles(double first, double wholeRange, int count) {
    detector.angle(first);
    range = wholeRange;
    angles = count;
    return this;
  }

  /** The size of a voxel, in any unit; 1 by default. */
  public Radiograph spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** One row of the detector alone, from 1; 0, the default, for all. */
  public Radiograph row(int value) {
    row = value;
    return this;
  }

  /** Counts photons, of which so many reach a pixel with nothing in the way; 0 for no noise. */
  public Radiograph noise(double photons, long ofSeed) {
    noise = photons;
    seed = ofSeed;
    return this;
  }

  /**
   * Projects the foreground of a volume. The result is the same for every backend and number of
   * threads.
   *
   * @param photons with coefficients of one material; or null for lengths alone
   * @param lengths receives lengths as float[], an image for each angle; or null
   * @param transmission receives what arrives as part of what does with nothing in the way; or null
   * @param attenuation receives its negative logarithm; or null
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary, or
   *     photons are missing or do not go with the materials, or the backend is not available
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result project(
      BinaryVolume volume,
      PhotonBeam photons,
      SliceReceiver lengths,
      SliceReceiver transmission,
      SliceReceiver attenuation,
      ProgressListener listener) {
    NativeLibrary.load();
    return volume.use(
        foreground ->
            project(
                RadiographInputs.ofForeground(foreground, photons),
                lengths,
                transmission,
                attenuation,
                listener));
  }

  /**
   * The same of materials that are labels of an image.
   *
   * @param values whole numbers: voxels of the first are the first material, and so on; others are
   *     of none
   * @param lengths an image for each material of the first angle, then of the next; or null
   */
  public Result project(
      GreyImage image,
      double[] values,
      PhotonBeam photons,
      SliceReceiver lengths,
      SliceReceiver transmission,
      SliceReceiver attenuation,
      ProgressListener listener) {
    NativeLibrary.load();
    double[] labels = values.clone();
    return image.use(
        input ->
            project(
                RadiographInputs.ofLabels(input, labels, photons),
                lengths,
                transmission,
                attenuation,
                listener));
  }

  /**
   * The same of meshes that are materials, in the unit of the meshes; the spacing has no effect.
   * Source and detector turn around the middle of the box of all meshes. What lies inside two
   * meshes counts in both.
   *
   * @param chosen the meshes, from 0, of the first material, the second one, and so on
   * @throws IllegalArgumentException also if a mesh is not there, or chosen twice
   */
  public Result project(
      Meshes meshes,
      int[] chosen,
      PhotonBeam photons,
      SliceReceiver lengths,
      SliceReceiver transmission,
      SliceReceiver attenuation,
      ProgressListener listener) {
    int[] numbers = chosen.clone();
    return meshes.use(
        handle ->
            project(
                RadiographInputs.ofMeshes(handle, numbers, photons),
                lengths,
                transmission,
                attenuation,
                listener));
  }

  /**
   * The values of an image but 0, in ascending order.
   *
   * @throws IllegalArgumentException if one is no whole number, or there are none, or more than 255
   */
  public static double[] labelsOf(GreyImage image, int threads, ProgressListener listener) {
    NativeLibrary.load();
    return image.use(input -> labelsOf(input, threads, listener));
  }

  private Result project(
      RadiographInputs inputs,
      SliceReceiver lengths,
      SliceReceiver transmission,
      SliceReceiver attenuation,
      ProgressListener listener) {
    Result result = new Result();
    project(inputs, lengths, transmission, attenuation, listener, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void project(
      RadiographInputs inputs,
      SliceReceiver lengths,
      SliceReceiver transmission,
      SliceReceiver attenuation,
      ProgressListener listener,
      Result result);

  private static native double[] labelsOf(GreyInput input, int threads, ProgressListener listener);
}
