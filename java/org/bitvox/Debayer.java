// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * The colours of images that a camera with a Bayer mosaic has taken.
 *
 * <p>Each slice is a frame of its own, of 8 or 16 bits. A pixel keeps the value that it has
 * measured; the two other colours come from its neighbours, beyond the border from the image
 * reflected without its edge. All is computed in whole numbers, so the result is the same for every
 * backend and number of threads. An instance holds the options:
 *
 * <pre>{@code
 * new Debayer()
 *     .pattern(BayerPattern.GRBG)
 *     .apply(mosaic, (z, pixels) -> stack.addSlice("", pixels), ProgressListener.NONE);
 * }</pre>
 */
public final class Debayer extends RunOptions<Debayer> {
  /** What the result is made of. */
  public enum ResultType {
    /** One int[] per frame, 0xffRRGGBB as in ImageJ's RGB images; of 8-bit mosaics alone. */
    RGB,
    /** Three slices per frame, of the mosaic's type: red, green, blue. */
    CHANNELS
  }

  /** How colours were computed. */
  public static final class Result {
    private RunReport run; // written by native code

    Result() {}

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private BayerPattern pattern = BayerPattern.RGGB;
  private Demosaicing method = Demosaicing.BILINEAR;
  private ResultType result = ResultType.RGB;

  @Override
  Debayer self() {
    return this;
  }

  /** RGGB by default. */
  public Debayer pattern(BayerPattern value) {
    pattern = Objects.requireNonNull(value);
    return this;
  }

  /** Means by default. */
  public Debayer method(Demosaicing value) {
    method = Objects.requireNonNull(value);
    return this;
  }

  /** RGB by default. */
  public Debayer result(ResultType value) {
    result = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Computes the colours of all frames.
   *
   * @param mosaic of 8 or 16 bits and at least 2 x 2 pixels
   * @param receiver gets the result slice by slice: int[], or byte[] or short[] of red, green and
   *     blue in turn
   * @throws IllegalArgumentException if the image is another one, an option is out of range, or the
   *     backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result apply(GreyImage mosaic, SliceReceiver receiver, ProgressListener listener) {
    NativeLibrary.load();
    Result debayered = new Result();
    mosaic.use(
        input -> {
          debayer(input, receiver, listener, debayered);
          return null;
        });
    return debayered;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void debayer(
      GreyInput input, SliceReceiver receiver, ProgressListener listener, Result debayered);
}
