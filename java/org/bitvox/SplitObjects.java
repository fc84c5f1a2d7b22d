// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;
import java.util.function.Function;

/**
 * Splits objects of a binary volume that touch: a watershed of the distance map, or of a grey
 * image, from its own peaks or from given markers.
 *
 * <p>Labels 1, 2, ... are in raster order of the parts' first voxels (x fastest, then y, then z).
 * An instance holds the options:
 *
 * <pre>{@code
 * try (SplitObjects.Result result =
 *     new SplitObjects().tolerance(0.5).split(volume, labels, ProgressListener.NONE)) {
 *   System.out.println(result.parts() + " of " + result.found());
 * }
 * }</pre>
 *
 * <p>Literature: L. Vincent, P. Soille, "Watersheds in digital spaces: an efficient algorithm based
 * on immersion simulations", IEEE Transactions on Pattern Analysis and Machine Intelligence 13
 * (1991) 583-598; A. X. Falcao, J. Stolfi, R. de Alencar Lotufo, "The image foresting transform",
 * the same 26 (2004) 19-29.
 */
public final class SplitObjects extends RunOptions<SplitObjects> {
  /** What the heights are whose peaks are the middles of objects. */
  public enum Heights {
    /** How far voxels are from the background. */
    DISTANCE,
    /** The values of the grey image. */
    BRIGHT,
    /** The negative of its values. */
    DARK,
    /** The negative of its slope: objects end where values change most. */
    GRADIENT
  }

  /** The parts of a volume. Close it when done: it owns the binary result, if there is one. */
  public static final class Result implements AutoCloseable {
    private final BitVolume binary;
    private LabelObjects objects; // all that follows is written by native code
    private long found;
    private long parts;
    private long peaks;
    private long markers;
    private long lostMarkers;
    private long unmarked;
    private long lineVoxels;
    private long voxels;
    private long[] markerOf;
    private RunReport run;

    Result(BitVolume binary) {
      this.binary = binary;
    }

    /** The voxels that have a label, of the image's size; null unless it was asked for. */
    public BitVolume binary() {
      return binary;
    }

    /** Connected objects, before they are split. */
    public long found() {
      return found;
    }

    /** How many there are after it. */
    public long parts() {
      return parts;
    }

    /** Peaks of the heights, those below the tolerance too. */
    public long peaks() {
      return peaks;
    }

    /** Markers in the foreground. */
    public long markers() {
      return markers;
    }

    /** Given markers that have no voxel in the foreground. */
    public long lostMarkers() {
      return lostMarkers;
    }

    /** Objects that stay whole as no given marker is in them. */
    public long unmarked() {
      return unmarked;
    }

    /** Voxels of the lines between parts, which became background. */
    public long lineVoxels() {
      return lineVoxels;
    }

    /** The voxels of the parts; 0 unless they were measured. */
    public long voxels() {
      return voxels;
    }

    /** The given marker of a part, label i at i - 1; 0 for none. Empty unless they were given. */
    public long[] markerOf() {
      return markerOf.clone();
    }

    /** The parts; null unless they were measured. */
    public LabelObjects objects() {
      return objects;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }

    /** Frees the binary result. */
    @Override
    public void close() {
      if (binary != null) {
        binary.close();
      }
    }
  }

  private Heights heights = Heights.DISTANCE;
  private double tolerance;
  private Label.Connectivity connectivity = Label.Connectivity.ALL;
  private Extent extent = Extent.VOLUME;
  private Edges edges = Edges.CLIPPED;
  private boolean line;
  private Label.Pixels pixels = Label.Pixels.IMAGE;
  private Spacing spacing = new Spacing();
  private boolean binary;
  private boolean objects;
  private GreyImage image;
  private GreyImage markers;
  private GreyImage second;

  @Override
  SplitObjects self() {
    return this;
  }

  /** The distance map by default; others need {@link #image}. */
  public SplitObjects heights(Heights value) {
    heights = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Peaks are joined to a higher one if the way there descends no more than this, in the numbers of
   * the heights: 0, the default, to 1,000,000,000. Has no effect on given markers.
   */
  public SplitObjects tolerance(double value) {
    tolerance = value;
    return this;
  }

  /** All 26 neighbours by default. */
  public SplitObjects connectivity(Label.Connectivity value) {
    connectivity = Objects.requireNonNull(value);
    return this;
  }

  /** Objects go through slices by default; per slice they end there, and labels go on. */
  public SplitObjects extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** Whether the distance map counts what is outside the volume as background; not by default. */
  public SplitObjects edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Whether a line between parts becomes background; not by default. */
  public SplitObjects line(boolean value) {
    line = value;
    return this;
  }

  /** What ImageJ can show by default. */
  public SplitObjects pixels(Label.Pixels value) {
    pixels = Objects.requireNonNull(value);
    return this;
  }

  /** The size of a voxel, in any unit; 1 by default. */
  public SplitObjects spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Whether the parts are wanted as a volume too; not by default. */
  public SplitObjects binary(boolean value) {
    binary = value;
    return this;
  }

  /** Whether the parts are measured; not by default, unless there is a second image. */
  public SplitObjects objects(boolean value) {
    objects = value;
    return this;
  }

  /** A grey image of the same size that heights are made of; null for none. */
  public SplitObjects image(GreyImage value) {
    image = value;
    return this;
  }

  /**
   * An image of the same size whose voxels other than 0 are markers, those of one number one
   * marker; in an image of 8 bits that holds 0 and 255 only, each connected part is one. Null, the
   * default, for the peaks of the heights.
   */
  public SplitObjects markers(GreyImage value) {
    markers = value;
    return this;
  }

  /** An image of the same size whose values are measured in the parts; null for none. */
  public SplitObjects second(GreyImage value) {
    second = value;
    return this;
  }

  /**
   * Splits the objects of a volume. The result is the same for every backend and number of threads.
   *
   * @param labels receives the labels, 0 for background; or null
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary, an
   *     image has another size or is missing, a marker is no whole number, the labels do not fit
   *     the pixels, or the backend is not available
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public Result split(BinaryVolume volume, SliceReceiver labels, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result(binary ? BitVolume.unset(volume) : null);
    try {
      Inputs inputs = new Inputs(objects || second != null);
      volume.use(
          foreground -> {
            inputs.volume = foreground;
            return open(inputs, labels, listener, result);
          });
      if (!inputs.objects) {
        result.objects = null;
      }
      return result;
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  /** Opens the images, which stay open while native code reads them. */
  private Result open(
      Inputs inputs, SliceReceiver labels, ProgressListener listener, Result result) {
    return opened(
        image,
        grey -> {
          inputs.grey = grey;
          return opened(
              markers,
              marked -> {
                inputs.markers = marked;
                return opened(
                    second,
                    values -> {
                      inputs.second = values;
                      return fill(inputs, labels, listener, result);
                    });
              });
        });
  }

  private static Result opened(GreyImage image, Function<GreyInput, Result> body) {
    return image == null ? body.apply(null) : image.use(body);
  }

  private Result fill(
      Inputs inputs, SliceReceiver labels, ProgressListener listener, Result result) {
    if (result.binary() == null) {
      split(inputs, labels, listener, result);
      return result;
    }
    return result
        .binary()
        .useHandle(
            handle -> {
              inputs.binary = handle;
              split(inputs, labels, listener, result);
              return result;
            });
  }

  /**
   * What is read, the volume for the binary result or 0, and whether parts are measured; native
   * code reads the fields.
   */
  private static final class Inputs {
    VolumeInput volume;
    GreyInput grey;
    GreyInput markers;
    GreyInput second;
    long binary;
    final boolean objects;

    Inputs(boolean objects) {
      this.objects = objects;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void split(
      Inputs inputs, SliceReceiver labels, ProgressListener listener, Result result);
}
