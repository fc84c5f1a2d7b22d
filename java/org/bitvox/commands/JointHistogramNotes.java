// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.List;
import org.bitvox.JointHistogramResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.RawValues;
import org.bitvox.calls.Table;

/**
 * Says why coefficients are not defined, and where the values of an image lie in few of its bins,
 * as those of 12 bits do in 16-bit files: what is measured of bins is coarse then. Histograms of
 * slices have the same bins, and one note.
 */
final class JointHistogramNotes {
  /** Few is less than one of so many. */
  private static final int PART = 4;

  private JointHistogramNotes() {}

  /** Of all that is in the rows. */
  static String of(Call call, List<JointHistogramResult> results) {
    boolean first = false;
    boolean second = false;
    for (JointHistogramResult result : results) {
      first |= result.firstBelowZero();
      second |= result.secondBelowZero();
    }
    return Notes.of(
        first ? ofManders("M1", call.input()) : "",
        second ? ofManders("M2", call.image("second")) : "",
        ofBins(call, results));
  }

  /** Parts of a sum that is no amount are no parts. */
  private static String ofManders(String name, InputImage image) {
    return "Manders' "
        + name
        + " is not defined, as "
        + image.name()
        + " has values below 0: subtract its background, or leave such values"
        + " out by a range or a mask.";
  }

  /** A sentence for each image with a full range, or empty. */
  private static String ofBins(Call call, List<JointHistogramResult> results) {
    if (results.stream().allMatch(result -> Double.isNaN(result.pearson()))) {
      return ""; // an image is constant, so finer bins would change nothing
    }
    return Notes.of(of(call, results, true), of(call, results, false));
  }

  private static String of(Call call, List<JointHistogramResult> results, boolean first) {
    String key = first ? "range" : "second_range";
    InputImage image = first ? call.input() : call.image("second");
    if (image.bitDepth() == 8 || !call.values().text(key).equals("full")) {
      return "";
    }
    JointHistogramResult any = results.get(0);
    int bins = first ? any.firstBins() : any.secondBins();
    int low = 0;
    while (low < bins && !isUsed(results, first, low)) {
      low++;
    }
    int end = bins;
    while (end > low && !isUsed(results, first, end - 1)) {
      end--;
    }
    int used = end - low;
    if (used == 0 || PART * used >= bins) {
      return "";
    }
    double[] range = first ? any.firstRange() : any.secondRange();
    double width = (range[1] - range[0]) / bins;
    return ("The values of " + image.name() + " lie in " + used + " of " + bins + " bins, so that")
        + " MI, NMI and Kendall's tau-b are coarse"
        + better(key, image, range[0] + low * width, range[0] + end * width)
        + ".";
  }

  private static boolean isUsed(List<JointHistogramResult> results, boolean first, int bin) {
    for (JointHistogramResult result : results) {
      int others = first ? result.secondBins() : result.firstBins();
      for (int other = 0; other < others; other++) {
        if ((first ? result.count(bin, other) : result.count(other, bin)) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The bins that are used hold all values; of 16 bits these are whole numbers. */
  private static String better(String key, InputImage image, double low, double high) {
    RawValues values = new RawValues(key, image.calibration(), image.bitDepth());
    if (!values.isLine()) {
      return "";
    }
    boolean whole = image.bitDepth() == 16;
    double from = values.shown(whole ? Math.floor(low) : low);
    double to = values.shown(whole ? Math.ceil(high) : high);
    return "; " + key + "=" + Table.text(from) + "," + Table.text(to) + " makes the bins finer";
  }
}
