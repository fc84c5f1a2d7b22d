// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * A synthetic football match from above, with the truth about every pixel, to try the segmentation
 * and tracking of colours on: striped grass, white lines, two teams and a referee in kits of two
 * colours, under light that changes and with noise.
 *
 * <p>The same options give the same pixels on every machine. An instance holds them:
 *
 * <pre>{@code
 * SampleMatch.Result truth =
 *     new SampleMatch()
 *         .frames(100)
 *         .seed(7)
 *         .make((z, pixels) -> movie.addSlice("", pixels), null, null, null, listener);
 * }</pre>
 */
public final class SampleMatch {
  /** What a movie is made of. */
  public enum ResultType {
    /** One int[] per frame, 0xffRRGGBB as in ImageJ's RGB images. */
    RGB,
    /** One byte[] per frame: what a camera with a Bayer mosaic measures at each pixel. */
    BAYER
  }

  /** Kits, as they are in the truth and in the image of classes. */
  public static final int TEAM_1 = 1;

  /** The second team. */
  public static final int TEAM_2 = 2;

  /** In a kit of their own. */
  public static final int REFEREE = 3;

  /** Of the image of classes alone: grass and lines. */
  public static final int FIELD = 4;

  /** Of the image of classes alone: hair or skin. */
  public static final int HEAD = 5;

  /**
   * The truth: one row for each player of each frame, in this order, but for those of whose kit
   * nothing is to be seen. A kit is shirt and shorts without the head, as far as no other player is
   * in front of it.
   */
  public static final class Result {
    private int[] frame; // all are written by native code
    private int[] kit;
    private int[] player;
    private long[] area;
    private long[][] sums; // of x, of y
    private int[][] box; // smallest x and y, largest x and y

    Result() {}

    /** How many there are. */
    public int rows() {
      return frame.length;
    }

    /** From 1. */
    public int frame(int row) {
      return frame[row];
    }

    /** {@link #TEAM_1}, {@link #TEAM_2} or {@link #REFEREE}. */
    public int kit(int row) {
      return kit[row];
    }

    /** From 1: those of team 1, then those of team 2, then the referee. */
    public int player(int row) {
      return player[row];
    }

    /** Pixels of the kit. */
    public long area(int row) {
      return area[row];
    }

    /** The mean of the pixels' x (axis 0) or y (axis 1), from 0. */
    public double centroid(int row, int axis) {
      return (double) sums[axis][row] / area[row];
    }

    /** The smallest x (axis 0) or y (axis 1). */
    public int low(int row, int axis) {
      return box[axis][row];
    }

    /** The largest x (axis 0) or y (axis 1). */
    public int high(int row, int axis) {
      return box[2 + axis][row];
    }
  }

  private int frames = 25; // all are read by native code
  private int width = 1388;
  private int height = 1036;
  private int players = 11;
  private ResultType result = ResultType.RGB;
  private BayerPattern pattern = BayerPattern.RGGB;
  private double noise = 4;
  private double light = 6;
  private long seed = 1;
  private int threads;

  /** How many: 1 to 1,000,000; 25 by default. */
  public SampleMatch frames(int value) {
    frames = value;
    return this;
  }

  /** Of a frame in pixels, each 64 to 8192; 1388 and 1036 by default. */
  public SampleMatch size(int pixelsAcross, int pixelsDown) {
    width = pixelsAcross;
    height = pixelsDown;
    return this;
  }

  /** Of each team: 1 to 100; 11 by default. */
  public SampleMatch players(int value) {
    players = value;
    return this;
  }

  /** RGB by default. */
  public SampleMatch result(ResultType value) {
    result = Objects.requireNonNull(value);
    return this;
  }

  /** Of a mosaic; RGGB by default. */
  public SampleMatch pattern(BayerPattern value) {
    pattern = Objects.requireNonNull(value);
    return this;
  }

  /** Its standard deviation in grey levels: 0 to 50; 4 by default. */
  public SampleMatch noise(double value) {
    noise = value;
    return this;
  }

  /** Per cent by which light rises and falls within 256 frames: 0 to 50; 6 by default. */
  public SampleMatch light(double value) {
    light = value;
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public SampleMatch seed(long value) {
    seed = value;
    return this;
  }

  /** Threads of the CPU: 1 to 1024, or 0, the default, for all cores. */
  public SampleMatch threads(int value) {
    threads = value;
    return this;
  }

  /**
   * Makes a movie. Receivers may be null for what is not wanted.
   *
   * @param movie gets its frames: int[], or byte[] of a mosaic
   * @param classes gets a byte[] per frame: the class of each pixel
   * @param players gets a byte[] per frame: the player whose kit it is, from 1, or 0
   * @param background gets one slice as those of the movie, without players, noise and changes of
   *     light
   * @throws IllegalArgumentException if an option is out of range
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   */
  public Result make(
      SliceReceiver movie,
      SliceReceiver classes,
      SliceReceiver players,
      SliceReceiver background,
      ProgressListener listener) {
    NativeLibrary.load();
    Result truth = new Result();
    make(movie, classes, players, background, listener, truth);
    return truth;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void make(
      SliceReceiver movie,
      SliceReceiver classes,
      SliceReceiver players,
      SliceReceiver background,
      ProgressListener listener,
      Result truth);
}
