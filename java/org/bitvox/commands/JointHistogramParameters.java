// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.JointHistogram;

/** The keys of the joint histogram. */
public final class JointHistogramParameters {
  private static final String BINS_ALLOWED = "2 to 4096, or two such numbers: 64,128";
  private static final String RANGE_ALLOWED = "full, or two numbers, the smaller first: -1000,2000";

  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "joint_histogram",
          "how often each pair of values occurs in two images, with their mutual information",
          CommonKeys.withInput(
              Parameter.image("second", "the other image, of the same size; as input=")
                  .hint("image")
                  .required(),
              Parameter.image("mask", "counts only where this 8-bit image is 255; as input=")
                  .hint("image"),
              Parameter.text("bins", "B", "of both images, or B1,B2; 2 to 4096")
                  .or("256")
                  .hint("B or B1,B2"),
              Parameter.text(
                      "range", "LO,HI", "values of input that are counted, or full for all values")
                  .or("full")
                  .hint("LO,HI or full"),
              Parameter.text("second_range", "LO,HI", "the same of the second image")
                  .or("full")
                  .hint("LO,HI or full"),
              threshold(
                  "threshold", "of input, for M2", "M2 is taken where input is above this value"),
              threshold(
                  "second_threshold", "for M1", "M1 is taken where the second image is above this"),
              CommonKeys.backend(),
              Parameter.flag("per_slice", "one histogram and one row a slice")
                  .hint("a histogram each"),
              CommonKeys.threads(),
              CommonKeys.file("output", "FILE.tif", "writes the histogram as a 32-bit image"),
              CommonKeys.file("save", "FILE.csv", "writes the statistics"),
              CommonKeys.file("counts", "FILE.csv", "writes the exact counts that are not 0")));

  private JointHistogramParameters() {}

  private static Parameter threshold(String key, String hint, String help) {
    return Parameter.decimal(key, "", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, help)
        .or("0")
        .hint(hint);
  }

  /** Numbers of bins of the first and the second image. */
  static int[] bins(Values values) {
    double[] pair = values.pair("bins", BINS_ALLOWED);
    boolean fine =
        Arrays.stream(pair)
            .allMatch(
                b ->
                    b == Math.rint(b)
                        && b >= JointHistogram.FEWEST_BINS
                        && b <= JointHistogram.MOST_BINS);
    if (!fine) {
      throw new UsageException(Messages.notAllowed("bins", values.text("bins"), BINS_ALLOWED));
    }
    return new int[] {(int) pair[0], (int) pair[1]};
  }

  /** The range that a key gives, in shown values; null for the full one. */
  static double[] range(String key, Values values) {
    if (values.text(key).equals("full")) {
      return null;
    }
    double[] range = values.pair(key, RANGE_ALLOWED);
    if (!(range[0] < range[1]) || Double.isInfinite(range[1] - range[0])) {
      throw new UsageException(Messages.notAllowed(key, values.text(key), RANGE_ALLOWED));
    }
    return range;
  }
}
