// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.ImageStack;
import ij.process.ImageProcessor;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/**
 * The threshold that ImageJ shows in red on a grey image (Image&gt;Adjust&gt;Threshold), as a value
 * of threshold=: the same voxels are foreground without it.
 */
final class LiveThreshold {
  private LiveThreshold() {}

  /**
   * T or LO..HI in calibrated values; empty where nothing is red, where the image is binary
   * already, or where the calibration makes no range of it.
   */
  static String of(ImagePlus image) {
    ImageProcessor slice = image.getProcessor();
    if (image.getBitDepth() == 24
        || slice.getMinThreshold() == ImageProcessor.NO_THRESHOLD
        || isBinary(image)) {
      return "";
    }
    double low = slice.getMinThreshold();
    double high = slice.getMaxThreshold();
    return image.getBitDepth() == 32
        ? ofFloats(low, high)
        : ofRaw(
            (int) Math.ceil(Math.max(0, low)),
            (int) Math.floor(Math.min(high, (1 << image.getBitDepth()) - 1)),
            image.getCalibration().getCTable(),
            (1 << image.getBitDepth()) - 1);
  }

  /** What becomes of it where an operation takes the values as they are: a sentence, or empty. */
  static String fate(ImagePlus image, Parameters parameters, Values values) {
    boolean unused = values.declares("threshold") && !parameters.takes("threshold", values);
    return unused && !of(image).isEmpty()
        ? "the threshold of " + image.getTitle() + " is ignored, all its values are used"
        : "";
  }

  /** Whether the channel that is shown is binary. */
  static boolean isBinary(ImagePlus image) {
    return isBinary(image, image.getC());
  }

  /**
   * Whether all of an 8-bit image is 0 or 255; of a virtual stack, the slice that is shown.
   *
   * @param channel from 1, if there are several
   */
  static boolean isBinary(ImagePlus image, int channel) {
    if (image.getBitDepth() != 8) {
      return false;
    }
    ImageStack stack = image.getStack();
    int channels = image.getNChannels();
    if (stack.isVirtual()) {
      int shown = image.getCurrentSlice() + (channels == 1 ? 0 : channel - image.getC());
      return isBinary((byte[]) stack.getPixels(shown));
    }
    for (int z = channels == 1 ? 1 : channel; z <= stack.size(); z += channels) {
      if (!isBinary((byte[]) stack.getPixels(z))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBinary(byte[] pixels) {
    for (byte pixel : pixels) {
      if (pixel != 0 && pixel != -1) {
        return false;
      }
    }
    return true;
  }

  /** The floats within. */
  private static String ofFloats(double low, double high) {
    float first = Math.max((float) low, -Float.MAX_VALUE);
    float last = (float) high;
    first = first < low ? Math.nextUp(first) : first;
    last = last > high ? Math.nextDown(last) : last;
    return text(first, last, Float.POSITIVE_INFINITY);
  }

  private static String ofRaw(int low, int high, float[] calibrated, int most) {
    if (low > high) {
      return "";
    }
    if (calibrated == null) {
      return text(low, high, most);
    }
    float first = Math.min(calibrated[low], calibrated[high]);
    float last = Math.max(calibrated[low], calibrated[high]);
    float largest = Float.NEGATIVE_INFINITY;
    for (int raw = 0; raw < calibrated.length; raw++) {
      boolean red = raw >= low && raw <= high;
      if (red != (calibrated[raw] >= first && calibrated[raw] <= last)) {
        return "";
      }
      largest = Math.max(largest, calibrated[raw]);
    }
    return text(first, last, largest);
  }

  private static String text(float low, float high, float largest) {
    String from = FoundValues.number(low);
    return high >= largest ? from : from + ".." + FoundValues.number(high);
  }
}
