// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.util.Objects;

/**
 * What is seen in the frames of a movie: the class of each pixel's colour, the objects of each
 * class, and their tracks.
 *
 * <p>Frames are RGB, or the 8-bit Bayer mosaics of a camera, and are read one after the other, so a
 * movie need not fit the memory. The result is the same for every backend and number of threads. An
 * instance holds the options:
 *
 * <pre>{@code
 * ClassifyColours.Result result =
 *     new ClassifyColours()
 *         .motion(ClassifyColours.Motion.MEDIAN)
 *         .gate(25)
 *         .classes((frame, pixels) -> stack.addSlice("", pixels))
 *         .classify(frames, model, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: R. Montañés, C. Martínez, A. Torres, F. Herrero, "Scalability of color-based
 * segmentation of football players over GPUs", GPUScA 2010.
 */
public final class ClassifyColours extends RunOptions<ClassifyColours> {
  /** What frames are. */
  public enum Mosaic {
    /** RGB. */
    NONE,
    /** Red, green; green, blue. */
    RGGB,
    /** Blue, green; green, red. */
    BGGR,
    /** Green, red; blue, green. */
    GRBG,
    /** Green, blue; red, green. */
    GBRG
  }

  /** What frames are compared with. */
  public enum Motion {
    /** Nothing: all pixels count. */
    NONE,
    /** A given image. */
    BACKGROUND,
    /** The median of frames. */
    MEDIAN,
    /** A background that follows the frames. */
    RUNNING
  }

  /** Objects, and how they were found. */
  public static final class Result {
    private ColourObjects objects = new ColourObjects(); // all are written by native code
    private long tracks;
    private double tableDiffers;
    private RunReport run;

    Result() {}

    /** Frame after frame, and class after class. */
    public ColourObjects objects() {
      return objects;
    }

    /** How many there are; 0 unless they were asked for. */
    public long tracks() {
      return tracks;
    }

    /**
     * The part of the first frame's pixels, 0 to 1, whose class by a table of 5 to 7 bits is not
     * that of the model.
     */
    public double tableDiffers() {
      return tableDiffers;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  /** What native code reads and where its images go; it looks the fields up by name. */
  private static final class Images {
    final FrameSource frames;
    final ColourModel model;
    final FrameSource background; // or null, as the receivers
    final SliceReceiver classes;
    final SliceReceiver probabilities;
    final SliceReceiver labels;

    Images(FrameSource frames, ColourModel model, ClassifyColours options) {
      this.frames = Objects.requireNonNull(frames);
      this.model = Objects.requireNonNull(model);
      background = options.background;
      classes = options.classes;
      probabilities = options.probabilities;
      labels = options.labels;
    }
  }

  private Mosaic mosaic = Mosaic.NONE; // all numbers and words are read by native code
  private Demosaicing method = Demosaicing.BILINEAR;
  private int table = 8;
  private double reject;
  private Motion motion = Motion.NONE;
  private int threshold = 60;
  private int memory = 64;
  private int open = 1;
  private int close = 1;
  private long minArea = 10;
  private int ignored;
  private double gate;
  private int gaps;
  private double pixelWidth = 1;
  private double pixelHeight = 1;
  private FrameSource background;
  private SliceReceiver classes;
  private SliceReceiver probabilities;
  private SliceReceiver labels;

  @Override
  ClassifyColours self() {
    return this;
  }

  /** What 8-bit frames are; none, the default, for RGB. */
  public ClassifyColours mosaic(Mosaic value) {
    mosaic = Objects.requireNonNull(value);
    return this;
  }

  /** Where the colours of mosaics come from; means by default. */
  public ClassifyColours method(Demosaicing value) {
    method = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Bits of a channel in the table of all colours' classes: 8, the default, which is exact, to 5;
   * or 0 to compute the class of each pixel.
   */
  public ClassifyColours table(int value) {
    table = value;
    return this;
  }

  /** Pixels whose class is less probable, 0 to 1, have none; 0 by default. */
  public ClassifyColours reject(double value) {
    reject = value;
    return this;
  }

  /** Restricts classes to what moves; not by default. */
  public ClassifyColours motion(Motion value) {
    motion = Objects.requireNonNull(value);
    return this;
  }

  /**
   * A pixel moves if its differences from the background in red, green and blue together are
   * larger: 0 to 765, 60 by default.
   */
  public ClassifyColours threshold(int value) {
    threshold = value;
    return this;
  }

  /** Frames that a running background remembers: a power of 2 to 256, 64 by default. */
  public ClassifyColours memory(int value) {
    memory = value;
    return this;
  }

  /** Opens each class by squares of 2 * radius + 1 pixels, 0 to 50; 1 by default. */
  public ClassifyColours open(int value) {
    open = value;
    return this;
  }

  /** Closes it then by such squares; 1 by default. */
  public ClassifyColours close(int value) {
    close = value;
    return this;
  }

  /** Drops objects of fewer pixels; 10 by default. */
  public ClassifyColours minArea(long value) {
    minArea = value;
    return this;
  }

  /** This class, from 1, is no object, such as the background: it is in the class map alone. */
  public ClassifyColours ignore(int ofClass) {
    ignored |= 1 << (ofClass - 1);
    return this;
  }

  /**
   * How far an object may be from where its track was last seen, in the unit of {@link #pixelSize};
   * 0, the default, for no tracks.
   */
  public ClassifyColours gate(double value) {
    gate = value;
    return this;
  }

  /** From how many frames in turn an object may be missing; 0 by default. */
  public ClassifyColours gaps(int value) {
    gaps = value;
    return this;
  }

  /** The sides of a pixel, in any unit; 1 by default. */
  public ClassifyColours pixelSize(double width, double height) {
    pixelWidth = width;
    pixelHeight = height;
    return this;
  }

  /**
   * For {@link Motion#BACKGROUND}: one frame of the movie's size, RGB, or a mosaic as the movie.
   */
  public ClassifyColours background(FrameSource value) {
    background = value;
    return this;
  }

  /** Gets the class map of each frame: byte[], 0 for none, classes from 1; null for nobody. */
  public ClassifyColours classes(SliceReceiver value) {
    classes = value;
    return this;
  }

  /** Gets the probability of each class for each frame: float[]; they sum to 1. */
  public ClassifyColours probabilities(SliceReceiver value) {
    probabilities = value;
    return this;
  }

  /**
   * Gets the objects of each frame: float[], the number of the track, or without tracks of the
   * object, both from 1; 0 elsewhere.
   */
  public ClassifyColours labels(SliceReceiver value) {
    labels = value;
    return this;
  }

  /**
   * Classifies the frames of a movie.
   *
   * @param frames RGB, or of 8 bits with a mosaic
   * @throws IOException if a frame cannot be read
   * @throws IllegalArgumentException if an option is out of range, frames or background are not as
   *     they must be, the model is not sound, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the library cannot be loaded
   */
  public Result classify(FrameSource frames, ColourModel model, ProgressListener listener)
      throws IOException {
    NativeLibrary.load();
    Result result = new Result();
    classify(new Images(frames, model, this), listener, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void classify(Images images, ProgressListener listener, Result result)
      throws IOException;
}
