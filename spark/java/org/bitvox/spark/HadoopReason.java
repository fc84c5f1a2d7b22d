// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

/** Why a file system failed, in words. What it says itself has names of classes and of requests. */
final class HadoopReason {
  private static final int LONGEST = 200;

  /** What Amazon's library says of a request. */
  private static final String AMAZON =
      " ?\\(Service: [^;]*; Status Code: ([0-9]+); Error Code: ([^;]*);.*";

  private static final String CLASSES = "(\\w+\\.){2,}[A-Z][A-Za-z0-9.$]*: ?";

  private HadoopReason() {}

  /** The reason. */
  static String of(Throwable failure) {
    String text = String.valueOf(failure.getMessage()).split("\n")[0];
    text =
        text.replaceAll(AMAZON, " ($1 $2)")
            .replaceAll(CLASSES, "")
            .replaceFirst("^`[^']*': ", "")
            .replaceFirst("; For more details see:.*", "")
            .replaceFirst("^\\S+ on \\S+://\\S+: ", "")
            .trim();
    String name = failure.getClass().getSimpleName();
    text = text.isEmpty() || text.equals("null") ? name : text;
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " ...";
  }

  /** Why one cannot be used at all. */
  static String ofOpening(Throwable failure, String scheme) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean unknown = String.valueOf(cause.getMessage()).contains("No FileSystem for scheme");
      if (unknown || cause instanceof ClassNotFoundException) {
        return "Spark has no file system for "
            + scheme
            + "; give spark-submit one"
            + (scheme.equals("s3a")
                ? ", with --packages org.apache.hadoop:hadoop-aws:VERSION"
                : "");
      }
    }
    return of(failure);
  }
}
