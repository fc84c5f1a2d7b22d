// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

/** What failed on an executor, as its task said it. */
final class SparkFailure {
  private SparkFailure() {}

  /** Spark wraps it in a sentence of its own, with its class and a stack trace. */
  static String sentence(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    for (String line : text.split("\n")) {
      if (line.matches(".*\\(executor [^)]*\\): [A-Za-z0-9_.$]+: .*")) {
        return line.replaceFirst(".*\\(executor [^)]*\\): [A-Za-z0-9_.$]+: ", "");
      }
    }
    return text.split("\n")[0];
  }
}
