// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import java.io.IOException;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Where foreground begins in an image, or in one of its channels, as far as that can be told. */
final class ImageThreshold {
  static final String KEY = "threshold";

  /** All values are 0 or 255: it needs none. */
  final boolean binary;

  /** The one that the image shows in red; empty for none. */
  final String live;

  private final ImagePlus image;
  private final Values values;

  /** Null until it is asked for. */
  private String otsu;

  /**
   * Of the channel that values choose.
   *
   * @param wanted whether the command makes grey images binary
   */
  ImageThreshold(ImagePlus image, Values values, boolean wanted) {
    this.image = image;
    this.values = values;
    boolean several = Keys.choosesChannel(values) && values.has(Keys.CHANNEL);
    int channel = several ? values.integer(Keys.CHANNEL) : image.getC();
    boolean shown = ChosenChannel.isShown(image, values);
    binary = wanted && LiveThreshold.isBinary(image, channel);
    live = wanted && shown && !binary ? LiveThreshold.of(image) : "";
  }

  /** That of Otsu's method; empty if it cannot be known. */
  String otsu() {
    if (otsu == null) {
      otsu = computed();
    }
    return otsu;
  }

  private String computed() {
    if (image.getStack().isVirtual()) {
      return ""; // each slice may have to be read
    }
    try {
      double threshold = Otsu.of(new OpenImage(image, values, ProgressListener.NONE));
      return Double.isNaN(threshold) ? "" : FoundValues.number(threshold);
    } catch (IOException e) {
      return "";
    }
  }

  /** The least value that is red, else that of Otsu's method; empty if there is none. */
  String level() {
    if (binary) { // halfway between its two values
      double middle = new RawValues("level", image.getCalibration(), Byte.SIZE).shown(127.5);
      return FoundValues.number(middle);
    }
    return live.isEmpty() ? otsu() : live.split("\\.\\.")[0];
  }

  /** The live one, else that of Otsu's method for a grey image that needs one; or empty. */
  String suggestion(Parameters parameters) {
    boolean needed = !binary && !parameters.isOtsuElse(KEY) && parameters.elseWords(KEY).isEmpty();
    return live.isEmpty() && needed ? otsu() : live;
  }

  /** Lines of a dialog in which this threshold is entered, or none, for an image that is grey. */
  String words(Parameters parameters, String entered) {
    if (!live.isEmpty() && entered.equals(live)) {
      return "Foreground is what is red now.";
    }
    String number = otsu();
    if (!entered.isEmpty()) {
      return "It is not binary: foreground is "
          + FoundValues.thresholded(entered)
          + (entered.equals(number)
              ? ", by Otsu's method."
              : number.isEmpty() ? "." : "; Otsu's method suggests " + number + ".");
    }
    if (parameters.isOtsuElse(KEY)) {
      return "It is not binary: Threshold says from which value on it is foreground;\n"
          + ("if that is empty, Otsu's method does"
              + (number.isEmpty() ? "." : ": " + number + "."));
    }
    String values = parameters.elseWords(KEY);
    if (!values.isEmpty()) {
      return "Its values are "
          + values
          + ".\nOf a grey image set Threshold"
          + (number.isEmpty() ? "." : "; Otsu's method suggests " + number + ".");
    }
    return "It is not binary: set Threshold, and foreground is that value and more"
        + (number.isEmpty() ? "." : ";\nthe one of Otsu's method is " + number + ".");
  }
}
