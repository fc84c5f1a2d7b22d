// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.calls.ConsoleListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planted motifs on the command line. */
class MotifCliTest {
  @TempDir Path folder;

  private final AtomicBoolean stop = new AtomicBoolean();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) throws IOException {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), false, "UTF-8");
    PrintStream problems =
        new PrintStream(err, true, "UTF-8") {
          @Override
          public void flush() { // after each sentence
            super.flush();
            stop.set(true);
          }
        };
    return new Cli(out, problems, new ConsoleListener(null, stop)).run(args);
  }

  private String file(String text) throws IOException {
    return Files.write(folder.resolve("s.fasta"), text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Test
  void aLongSearchIsAnnouncedBeforeItBegins() throws IOException {
    SampleMotif.Result sample = new SampleMotif().motif(25, 10).make(ProgressListener.NONE);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sample.positions().length; i++) {
      text.append(">s").append(i).append('\n').append(sample.letters(i)).append('\n');
    }
    String input = file(text.toString()); // takes minutes on any machine
    assertEquals(130, run("motif", "input=" + input, "length=25", "distance=10", "threads=1"));
    String[] lines = err.toString("UTF-8").split("\\R");
    assertTrue(
        lines[0].matches(
            "bitvox: \\S+ motifs are expected by chance; the search alone takes about [\\d.]+ \\w+"),
        lines[0]);
    assertEquals("bitvox: stopped", lines[1]);
  }

  @Test
  void manyRowsAreAnnouncedBeforeTheyAreWritten() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      text.append(">s").append(i).append("\nACGTTGCATG\n");
    }
    String sites = "sites=" + folder.resolve("sites.csv");
    String input = file(text.toString());
    assertEquals(130, run("motif", "input=" + input, "length=6", "distance=5", sites));
    assertEquals(
        "bitvox: 4096 motifs; to write them, in 2457600 rows, takes a while",
        err.toString("UTF-8").split("\\R")[0]);
  }

  @Test
  void aSequenceWithoutAnyWordIsNamed() throws IOException {
    String input = file(">a\nNNNNNNNNNN\n>b\nNNNNNNNNNNNN\n");
    assertEquals(1, run("motif", "input=" + input, "length=6", "distance=1"));
    assertEquals(
        "bitvox: s.fasta: sequence 'a' has no 6 letters A, C, G or T in a row, of 10 in all; leave it out,"
            + " or use a smaller length=",
        err.toString("UTF-8").trim());
  }
}
