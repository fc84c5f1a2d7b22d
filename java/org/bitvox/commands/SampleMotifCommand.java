// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.text.TextWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.bitvox.Motif;
import org.bitvox.ProgressListener;
import org.bitvox.SampleMotif;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Table;
import org.bitvox.files.StoppableStream;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Random DNA sequences with a planted motif. */
public final class SampleMotifCommand extends Command {
  private static final String TITLE = "Bitvox Sample Motif";
  private static final int LINE = 60; // letters
  private static final int MOST_LETTERS = 10_000_000;

  private static final Parameters PARAMETERS =
      new Parameters(
          "sample_motif",
          "random DNA sequences with a planted motif to try the search on",
          Parameter.integer("sequences", "", 1, 65535, "how many").or("20"),
          Parameter.integer("letters", "", 2, MOST_LETTERS, "of each sequence").or("600"),
          Parameter.integer("length", "letters", 2, Motif.LONGEST, "of the motif").or("15"),
          Parameter.integer("distance", "mismatches", 0, Motif.LONGEST, "of each planted copy")
              .or("4"),
          Parameter.decimal("gc", "", 0, 1, "of the letters that are C or G")
              .or("0.5")
              .hint("fraction of C and G"),
          Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1"),
          Parameter.output("output", "the sequences", "fasta", "fa", "fna").required(),
          Parameter.output("save", "writes where the motif was planted", "csv"));

  /** Called by ImageJ. */
  public SampleMotifCommand() {
    super(TITLE, PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    SampleMotif.Result sample =
        new SampleMotif()
            .sequences(values.integer("sequences"), values.integer("letters"))
            .motif(values.integer("length"), values.integer("distance"))
            .gc(values.decimal("gc"))
            .seed(values.longInteger("seed"))
            .make(call.progress());
    call.results().write("output", path -> write(sample, path, call.progress()));
    Table places = new Table();
    long[] positions = sample.positions();
    for (int i = 0; i < positions.length; i++) {
      int from = (int) positions[i];
      places
          .addRow()
          .put("Sequence", "s" + (i + 1))
          .put("Position", positions[i] + 1)
          .put("Strand", "+")
          .put("Distance", values.integer("distance"))
          .put("Letters", sample.letters(i).substring(from, from + sample.motif().length()));
    }
    call.results().longTable("save", places);
    Table table = new Table();
    call.results().addSettings(table.addRow().put("Motif", sample.motif()));
    call.results().print(table);
    if (!values.has("output")) {
      call.results().showElsewhere(() -> showText(sample));
    }
    call.results().showElsewhere(() -> IJ.log(TITLE + ": planted " + sample.motif()));
    call.messages().done("planted " + sample.motif());
  }

  private static void showText(SampleMotif.Result sample) {
    if (IJ.getInstance() != null) {
      StringBuilder text = new StringBuilder();
      try {
        append(sample, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // not of a text in memory
      }
      new TextWindow("sample_motif.fasta", text.toString(), 600, 500);
    }
  }

  private static void write(SampleMotif.Result sample, Path path, ProgressListener listener)
      throws IOException {
    try (Writer out = StoppableStream.text(path, StandardCharsets.US_ASCII, listener)) {
      append(sample, out);
    }
  }

  /** In FASTA. */
  private static void append(SampleMotif.Result sample, Appendable text) throws IOException {
    int count = sample.positions().length;
    for (int i = 0; i < count; i++) {
      text.append(">s").append(Integer.toString(i + 1)).append('\n');
      String letters = sample.letters(i);
      for (int from = 0; from < letters.length(); from += LINE) {
        int end = Math.min(letters.length(), from + LINE);
        text.append(letters, from, end).append('\n');
      }
    }
  }
}
