// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Segments a grey image from seeds: every voxel gets the label of the seed that a random walker
 * from there most probably meets first.
 *
 * <p>Walkers go through faces, and rather to a voxel of a similar value: a step between values a
 * and b has the weight exp(-beta ((a - b) / h)^2 / (10 s)) + 1e-10, with a and b divided by 255
 * where they are of 8 bits, by 65535 where of 16, as they are where of 32; s their standard
 * deviation; h the size of a voxel along the step over the smallest of its sizes. These are the
 * weights of scikit-image's random_walker. An instance holds the options:
 *
 * <pre>{@code
 * RandomWalker.Result result =
 *     new RandomWalker().beta(90).segment(image, seeds, labels, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: L. Grady, "Random walks for image segmentation", IEEE Transactions on Pattern
 * Analysis and Machine Intelligence 28 (2006) 1768-1783.
 */
public final class RandomWalker extends RunOptions<RandomWalker> {
  /** The labels that voxels were given, and how exactly their probabilities are known. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private int[] labels;
    private long[] seeds;
    private long[] voxels;
    private long[] iterations;
    private long islands;
    private long[] islandVoxels;
    private double error;
    private double range;
    private boolean converged;

    Result() {}

    /** The labels of the seeds, in ascending order. */
    public int[] labels() {
      return labels.clone();
    }

    /** How many voxels are seeds of each label. */
    public long[] seeds() {
      return seeds.clone();
    }

    /** How many voxels got each label, seeds too. */
    public long[] voxels() {
      return voxels.clone();
    }

    /** Of the conjugate gradients for each label; 0 for the last one, which needs none. */
    public long[] iterations() {
      return iterations.clone();
    }

    /**
     * How many regions without seeds there are that voxels whose values are not finite close off.
     */
    public long islands() {
      return islands;
    }

    /** How many voxels of these regions got each label. */
    public long[] islandVoxels() {
      return islandVoxels.clone();
    }

    /** The largest error of a probability, as estimated; below 0.5, or there is no result. */
    public double error() {
      return error;
    }

    /** The image's largest finite value less its least, as they are stored. */
    public double range() {
      return range;
    }

    /** Whether that is at most the accuracy that was asked for. */
    public boolean converged() {
      return converged;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private double beta = 130;
  private Spacing spacing = new Spacing();
  private double accuracy = 1e-3;

  @Override
  RandomWalker self() {
    return this;
  }

  /** How much walkers shun differences: 0 to 1,000,000, 130 by default. */
  public RandomWalker beta(double value) {
    beta = value;
    return this;
  }

  /** The size of a voxel: 1, 1 and 1 by default; only the ratios matter. */
  public RandomWalker spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Of the probabilities: 0.00001 to 0.1, 0.001 by default. */
  public RandomWalker accuracy(double value) {
    accuracy = value;
    return this;
  }

  /**
   * Segments the image. The result is the same for every backend and number of threads.
   *
   * @param seeds an image of the same size, whose values are whole numbers: 0 where nothing is
   *     seeded, labels from 1 to 16777216
   * @param labels receives the label of every voxel, 0 where its value is not finite and it is no
   *     seed, as short[] slices, or float[] ones where a label is above 65535; or null
   * @param probabilities receives the probabilities of the labels as float[] slices, those of a
   *     slice of the image one after the other, in ascending order of labels; or null
   * @throws IllegalArgumentException if the sizes differ, a seed is no label, there are fewer than
   *     two labels or more than 4000, an option is out of range, the backend is not available, or
   *     nothing is known of the probabilities after 3000 iterations
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if an image is closed or the library cannot be loaded
   */
  public Result segment(
      GreyImage image,
      GreyImage seeds,
      SliceReceiver labels,
      SliceReceiver probabilities,
      ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    return image.use(
        values ->
            seeds.use(
                seeded -> {
                  segment(new Images(values, seeded), labels, probabilities, listener, result);
                  return result;
                }));
  }

  /**
   * The labels of seeds, in ascending order: of whom the probabilities are.
   *
   * @param threads of the CPU; 0 for all cores
   * @throws IllegalArgumentException if a seed is no label, or there are fewer than two labels or
   *     more than 4000
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws IllegalStateException if the image is closed or the library cannot be loaded
   */
  public static int[] labels(GreyImage seeds, int threads, ProgressListener listener) {
    NativeLibrary.load();
    return seeds.use(input -> labelsOf(input, threads, listener));
  }

  /** The two images; native code reads the fields by name. */
  private static final class Images {
    final GreyInput image;
    final GreyInput seeds;

    Images(GreyInput image, GreyInput seeds) {
      this.image = image;
      this.seeds = seeds;
    }
  }

  private static native int[] labelsOf(GreyInput seeds, int threads, ProgressListener listener);

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void segment(
      Images images,
      SliceReceiver labels,
      SliceReceiver probabilities,
      ProgressListener listener,
      Result result);
}
