// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.text.TextWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.bitvox.SampleMotif;
import org.bitvox.SampleMotifResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Random DNA sequences with a planted motif. */
public final class SampleMotifCommand extends Command {
  private static final int LINE = 60; // letters
  private static final int MOST_LETTERS = 10_000_000;

  private static final Parameters PARAMETERS =
      new Parameters(
          "sample_motif",
          "random DNA sequences with a planted motif to try the search on",
          Parameter.integer("sequences", "", 1, 65535, "how many").or("20"),
          Parameter.integer("letters", "", 2, MOST_LETTERS, "of each sequence").or("600"),
          Parameter.integer("length", "letters", 2, 31, "of the motif").or("15"),
          Parameter.integer("distance", "mismatches", 0, 31, "of each planted copy").or("4"),
          Parameter.decimal("gc", "", 0, 1, "of the letters that are C or G").or("0.5"),
          Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1"),
          Parameter.output("output", "the sequences", "fasta", "fa").required(),
          Parameter.output("save", "writes where the motif was planted", "csv"));

  /** Called by ImageJ. */
  public SampleMotifCommand() {
    super("Bitvox Sample Motif", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    SampleMotifResult sample =
        new SampleMotif()
            .sequences(values.integer("sequences"), values.integer("letters"))
            .motif(values.integer("length"), values.integer("distance"))
            .gc(values.decimal("gc"))
            .seed(values.longInteger("seed"))
            .make(call.progress());
    String fasta = fasta(sample);
    call.write("output", path -> Files.write(path, fasta.getBytes(StandardCharsets.US_ASCII)));
    Table places = new Table();
    for (int i = 0; i < sample.positions().length; i++) {
      places.addRow().put("Sequence", "s" + (i + 1)).put("Position", sample.positions()[i] + 1);
    }
    call.longTable("save", places);
    Table table = new Table();
    call.addSettings(table.addRow().put("Motif", sample.motif()));
    call.print(table);
    if (!values.has("output")) {
      call.showElsewhere(() -> showText(fasta));
    }
    call.done("planted " + sample.motif());
  }

  private static void showText(String fasta) {
    if (IJ.getInstance() != null) {
      new TextWindow("sample_motif.fasta", fasta, 600, 500);
    }
  }

  private static String fasta(SampleMotifResult sample) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sample.positions().length; i++) {
      text.append(">s").append(i + 1).append('\n');
      String letters = sample.letters(i);
      for (int from = 0; from < letters.length(); from += LINE) {
        int end = Math.min(letters.length(), from + LINE);
        text.append(letters, from, end).append('\n');
      }
    }
    return text.toString();
  }
}
