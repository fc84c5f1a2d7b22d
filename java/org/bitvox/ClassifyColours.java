// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What is seen in the frames of a movie: classes of colours, objects and tracks. */
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
  }

  /** What a native method reads and where its images go; it looks the fields up by name. */
  private static final class Images {
    private FrameSource frames;
    private ColourModel model;
    private FrameSource background; // or null, as the receivers
    private SliceReceiver classes;
    private SliceReceiver probabilities;
    private SliceReceiver labels;
  }

  private Mosaic mosaic = Mosaic.NONE; // all are read by native code
  private Demosaicing method = Demosaicing.BILINEAR;
  private int table = 8;
  private double reject;
  private Motion motion = Motion.NONE;
  private int threshold = 60;
  private int memory = 64;
  private int open = 1;
  private int close = 1;
  private long minArea = 10;
  private double gate;
  private int gaps;
  private double pixelWidth = 1;
  private double pixelHeight = 1;

  @Override
  ClassifyColours self() {
    return this;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void classify(Images images, ProgressListener listener, Result result);
}
