// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  @Test
  void onlyEscapeStops() {
    assertEquals("stopped", Failures.status(new CancellationException("stopped")));
    assertEquals("failed", Failures.status(new IOException("no such file")));
    assertEquals("failed", Failures.status(new UsageException("unknown key")));
    assertEquals("failed", Failures.status(new OutOfMemoryError("Java heap space")));
  }

  @Test
  void sentencesAreForUsers() {
    assertEquals(
        "a.tif: no", Failures.sentence(new UncheckedIOException(new IOException("a.tif: no"))));
    assertEquals(
        "Java cannot use this file name in the current locale; set LC_ALL=C.UTF-8",
        Failures.sentence(new InvalidPathException("ä", "unmappable")));
    assertEquals(
        "Out of memory: the Java heap is too small; raise it in Edit>Options>Memory & Threads, or"
            + " with -Xmx",
        Failures.sentence(new OutOfMemoryError("Java heap space")));
    assertEquals(
        "Out of memory: 3 GiB are needed",
        Failures.sentence(new OutOfMemoryError("3 GiB are needed")));
    assertEquals(
        "unexpected failure: java.lang.ArithmeticException: / by zero",
        Failures.sentence(new ArithmeticException("/ by zero")));
  }

  /** Whatever a file or an option quotes. */
  @Test
  void sentencesCanBeRead() {
    String word = new String(new char[2_000_000]).replace('\0', 'x');
    String sentence = Failures.sentence(new UsageException("sigma=" + word + " is not allowed"));
    assertTrue(sentence.length() < 5000, sentence.length() + " letters");
    assertTrue(sentence.matches("sigma=x+ \\.\\.\\. x+ is not allowed"), sentence);
  }

  @Test
  void theHeapIsComparedWithASlice() {
    OutOfMemoryError heap = new OutOfMemoryError("Java heap space");
    List<String> needs = new ArrayList<>();
    assertSame(heap, Failures.ofHeap(heap, needs));
    needs.add(Failures.needs("one slice of each image", 300 << 20));
    String sentence = Failures.sentence(Failures.ofHeap(heap, needs));
    assertEquals(
        "Out of memory: the Java heap has # MiB, and one slice of each image needs 301 MiB; raise it"
            + " in Edit>Options>Memory & Threads, or with -Xmx",
        sentence.replaceFirst("[0-9]+", "#"));
    OutOfMemoryError other = new OutOfMemoryError("native memory, outside the Java heap");
    assertSame(other, Failures.ofHeap(other, needs));
    needs.add(Failures.needs("the histogram", 4L << 30));
    sentence = Failures.sentence(Failures.ofHeap(heap, needs));
    assertTrue(
        sentence.contains(
            ", and one slice of each image needs 301 MiB and the histogram needs 4097 MiB; "),
        sentence);
  }

  @Test
  void namesOfFilesDoNotSteerTheTerminal() {
    assertEquals(
        "a\\nb\\u001B[31m\\u0085\\u2028ä€.tif: no such file",
        Failures.sentence(new IOException("a\nb\u001b[31m\u0085\u2028ä€.tif: no such file")));
    assertEquals(
        "unknown key 'a\\u000D'", Failures.sentence(new UsageException("unknown key 'a\r'")));
  }

  @Test
  void whatKeepsJavasClassesFromBeginningIsTold() {
    Exception cause = new IOException("Too many open files");
    assertEquals("Too many open files", Failures.sentence(new ExceptionInInitializerError(cause)));
  }

  @Test
  void aForeignLibraryIsTold() {
    assertEquals(
        "Bitvox's native library is of another program or version ('int org.bitvox.Backends.count()');"
            + " use the one in the jar, without -Dbitvox.library",
        Failures.sentence(new UnsatisfiedLinkError("'int org.bitvox.Backends.count()'")));
  }
}
