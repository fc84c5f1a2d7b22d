// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.Function;

/**
 * Geodesic distance: the least cost of a path from a seed to each voxel of an image, and the label
 * of the nearest seed.
 *
 * <p>A step costs what the voxel that it enters costs, times the length of the step. The distances
 * are those of Dijkstra's method, exactly: costs and lengths are whole numbers of two units, which
 * the result has. An instance holds the options:
 *
 * <pre>{@code
 * Geodesic.Result result =
 *     new Geodesic()
 *         .cost(Geodesic.Cost.RECIPROCAL)
 *         .measure(image, seeds, null, distances, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: E. Dijkstra, "A note on two problems in connexion with graphs", Numerische
 * Mathematik 1 (1959) 269-271. The cost of a step is that of SNT: C. Arshadi and others, Nature
 * Methods 18 (2021) 374-377.
 */
public final class Geodesic extends PathOptions<Geodesic> {
  /** What a voxel of value v costs. Voxels that are not finite are walls. */
  public enum Cost {
    /** v, which must not be negative. */
    INTENSITY,
    /** The largest value over v, 1000 at most. */
    RECIPROCAL,
    /** The difference to the mean value of the seeds. */
    DIFFERENCE,
    /** The length of the gradient. */
    GRADIENT,
    /** 1; where v is 0 there is a wall. */
    UNIFORM
  }

  /** How far it is, and what was reached. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private int[] labels;
    private long[] voxels;
    private long seeds;
    private long seedsInWalls;
    private long reached;
    private long unreached;
    private long walls;
    private long clipped;
    private long vanished;
    private double farthest;
    private long farthestX;
    private long farthestY;
    private long farthestZ;
    private double costUnit;
    private double lengthUnit;
    private double reference;
    private GeodesicObjects objects;

    Result() {}

    /** The labels of the seeds, in ascending order. */
    public int[] labels() {
      return labels.clone();
    }

    /** How many voxels each label is nearest to; empty if no image of labels was asked for. */
    public long[] voxels() {
      return voxels.clone();
    }

    /** Voxels that are seeds, without those in walls. */
    public long seeds() {
      return seeds;
    }

    /** Seeds that lie in walls, where no path begins. */
    public long seedsInWalls() {
      return seedsInWalls;
    }

    /** Voxels that a path reaches, seeds too. */
    public long reached() {
      return reached;
    }

    /** Voxels that no path reaches, although they are no walls. */
    public long unreached() {
      return unreached;
    }

    /** Voxels that nothing enters. */
    public long walls() {
      return walls;
    }

    /** Voxels of the cost 65535, which counts as 65534. */
    public long clipped() {
      return clipped;
    }

    /** Voxels of a cost above 0 that is rounded to 0, as the largest cost is so much larger. */
    public long vanished() {
      return vanished;
    }

    /** The largest distance. */
    public double farthest() {
      return farthest;
    }

    /** The first voxel that has it: x, y and z, from 0. */
    public long[] farthestVoxel() {
      return new long[] {farthestX, farthestY, farthestZ};
    }

    /** What costs are whole multiples of. */
    public double costUnit() {
      return costUnit;
    }

    /** What lengths of steps are whole multiples of, in the unit of the spacing. */
    public double lengthUnit() {
      return lengthUnit;
    }

    /** The largest value of a reciprocal cost, the seeds' mean value of a difference, else 0. */
    public double reference() {
      return reference;
    }

    /** How long each object is; none unless they are measured. */
    public GeodesicObjects objects() {
      return objects;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private boolean objects;

  @Override
  Geodesic self() {
    return this;
  }

  /**
   * Measures connected objects, that is, voxels that are no walls: of each the two ends of a long
   * path. The seeds are then the first ends, with the labels of the objects, as {@link Label}
   * numbers them; others are not given, and the cost is {@link Cost#UNIFORM}.
   */
  public Geodesic objects(boolean value) {
    objects = value;
    return this;
  }

  /**
   * Measures the distances. The result is the same for every backend and number of threads.
   *
   * @param seeds an image of the same size, whose values are whole numbers: 0 where nothing is
   *     seeded, labels from 1 to 16777216; or null: all voxels at the faces of the volume, or the
   *     ends of objects
   * @param mask of the same size, outside of which are walls; or null
   * @param distances receives the distances as float[] slices, NaN where no path goes; or null
   * @param labels receives the label of the nearest seed, of equally near ones the smallest, 0
   *     where no path goes, as short[] slices, or float[] ones where a label is above 65535; or
   *     null
   * @throws IllegalArgumentException if the sizes differ, a seed is no label, all seeds lie in
   *     walls, a cost is negative, distances become too large, an option is out of range or the
   *     backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if an image is closed or the library cannot be loaded
   */
  public Result measure(
      GreyImage image,
      GreyImage seeds,
      BinaryVolume mask,
      SliceReceiver distances,
      SliceReceiver labels,
      ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    Function<VolumeInput, Result> masked =
        within ->
            image.use(
                values -> {
                  Function<GreyInput, Result> run =
                      seeded -> {
                        measure(
                            values, seeded, within, objects, distances, labels, listener, result);
                        return result;
                      };
                  return seeds == null ? run.apply(null) : seeds.use(run);
                });
    return mask == null ? masked.apply(null) : mask.use(masked);
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(
      GreyInput image,
      GreyInput seeds,
      VolumeInput mask,
      boolean objects,
      SliceReceiver distances,
      SliceReceiver labels,
      ProgressListener listener,
      Result result);
}
