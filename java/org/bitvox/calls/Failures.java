// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.macro.Interpreter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.bitvox.DeviceException;
import org.bitvox.parameters.Words;

/** What went wrong, as a sentence for the user. */
public final class Failures {
  /** Of a box with a sentence, which must not be wider than the screen. */
  private static final int COLUMNS = 90;

  /** A value or a word of a file that is quoted may have millions of letters. */
  private static final int LONGEST = 4000;

  private static final String RAISE_HEAP =
      "; raise it in Edit>Options>Memory & Threads, or with -Xmx";
  private static final String FILE_NAME =
      "Java cannot use this file name in the current locale; set LC_ALL=C.UTF-8";

  private Failures() {}

  /** The sentence for a failure, in one line: the middle of what is much too long is left out. */
  public static String sentence(Throwable failure) {
    String line = OneLine.of(words(failure));
    int end = line.length() - LONGEST / 2;
    return line.length() <= LONGEST
        ? line
        : line.substring(0, LONGEST / 2) + " ... " + line.substring(end);
  }

  private static String words(Throwable failure) {
    if (failure instanceof CancellationException) {
      return "stopped";
    }
    if (failure instanceof InvalidPathException) {
      return noName((InvalidPathException) failure);
    }
    if (failure instanceof OutOfMemoryError) {
      boolean heap = isOfHeap(failure);
      return "Out of memory: "
          + (heap ? "the Java heap is too small" + RAISE_HEAP : failure.getMessage());
    }
    if (failure instanceof UnsatisfiedLinkError) {
      return "Bitvox's native library is of another program or version"
          + (" (" + failure.getMessage() + "); use the one in the jar, without -Dbitvox.library");
    }
    boolean wraps =
        failure instanceof UncheckedIOException || failure instanceof ExceptionInInitializerError;
    if (wraps && failure.getCause() != null) {
      return words(failure.getCause());
    }
    boolean expected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof DeviceException
            || failure instanceof IOException;
    return expected && failure.getMessage() != null
        ? failure.getMessage()
        : "unexpected failure: " + failure;
  }

  /** Of a name that Java does not take for a file's. */
  private static String noName(InvalidPathException failure) {
    String reason = failure.getReason();
    return reason.contains("unmappable")
        ? FILE_NAME
        : failure.getInput() + ": no file can have this name: " + reason;
  }

  /** Whether the Java heap was too small, as the JVM says it. */
  private static boolean isOfHeap(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return message.matches("(Java heap|GC overhead|Requested array).*");
  }

  /** The same failure with numbers, if it was the Java heap that was too small. */
  static OutOfMemoryError ofHeap(OutOfMemoryError failure, List<String> needs) {
    if (!isOfHeap(failure) || needs.isEmpty()) {
      return failure;
    }
    OutOfMemoryError explained = heapTooSmall(needs);
    explained.initCause(failure);
    return explained;
  }

  /** The Java heap is too small for all of these, which {@link #needs} has told. */
  static OutOfMemoryError heapTooSmall(List<String> needs) {
    long heap = Runtime.getRuntime().maxMemory();
    return new OutOfMemoryError(
        String.format(
            "the Java heap has %d MiB, and %s%s",
            heap >> 20, String.join(" and ", needs), RAISE_HEAP));
  }

  /** How much Java heap something needs. */
  static String needs(String what, long bytes) {
    return what + " needs " + ((bytes >> 20) + 1) + " MiB";
  }

  /** How a run ended, in one word. */
  static String status(Throwable failure) {
    return failure instanceof CancellationException ? "stopped" : "failed";
  }

  /** Tells the user of ImageJ, and stops the macro that called. */
  public static void show(String title, Throwable failure) {
    show(title, failure, sentence -> sentence);
  }

  /**
   * The same.
   *
   * @param words the sentence as it is said to this user
   */
  static void show(String title, Throwable failure, UnaryOperator<String> words) {
    IJ.showProgress(1.0);
    IJ.showStatus(title + ": " + status(failure));
    boolean stopped = failure instanceof CancellationException;
    if (!stopped && IJ.getInstance() != null) {
      IJ.error(
          title, Words.wrap(words.apply(sentence(failure)), COLUMNS)); // stops the macro as well
      return;
    }
    if (!stopped) { // without ImageJ's window, IJ.error would wait for a click
      IJ.log(title + ": " + sentence(failure));
    }
    if (Interpreter.getInstance() != null) {
      Interpreter.abort();
    }
  }
}
