// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

/** What failed on an executor, as its task said it. */
final class SparkFailure {
  /** Where it ran, and the class of the failure. */
  private static final String TASK = "\\([^()]*executor [^)]*\\): [A-Za-z0-9_.$]+: ";

  private SparkFailure() {}

  /** Spark wraps it in a sentence of its own, with its class and a stack trace. */
  static String sentence(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    for (String line : text.split("\n")) {
      if (line.matches(".*" + TASK + ".*")) {
        return line.replaceFirst(".*" + TASK, "");
      }
    }
    return text.split("\n")[0];
  }
}
