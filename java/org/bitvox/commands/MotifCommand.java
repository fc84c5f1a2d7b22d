// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bitvox.DnaSequence;
import org.bitvox.Motif;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.files.FastaFile;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** All words that occur with few mismatches in every sequence of a file. */
public final class MotifCommand extends Command {
  private static final int MOST_MOTIFS = 1_000_000;
  private static final double LONG_RUN = 2; // seconds, of which the user is told
  private static final long MANY_ROWS = 2_000_000; // take some seconds
  private static final int PARTS = 100; // of the progress: the first one is the estimate,
  private static final int SEARCHED = 97; // the last ones are the tables

  private static final Parameters PARAMETERS =
      new Parameters(
          "motif",
          "all words that occur with few mismatches in every DNA sequence of a file",
          Parameter.inputFile(
                  "input",
                  "FASTA file; on the command line several, too: a.fasta,b.fasta or *.fasta")
              .hint("FASTA")
              .withoutColumn()
              .required(),
          Parameter.integer("length", "letters", 2, Motif.LONGEST, "of the motif").or("15"),
          Parameter.integer(
                  "distance", "mismatches", 0, Motif.LONGEST - 1, "allowed, fewer than length")
              .or("4"),
          Parameter.integer("quorum", "", 0, 65535, "sequences that must have it, 0 for all")
              .or("0")
              .hint("0 for all"),
          Parameter.choice(
              "strands", "both searches the reverse complements, too", "forward", "both"),
          Parameter.choice(
              "lower_case",
              "small letters are the same as capital ones, or masked: no match has one",
              "same",
              "masked"),
          Parameter.integer("max_motifs", "", 1, MOST_MOTIFS, "more are an error")
              .or("10000")
              .withoutColumn(),
          Keys.backend(),
          Keys.threads(),
          Parameter.output("save", "writes the motifs", "csv"),
          Parameter.output("summary", "writes how many there are, and the first one", "csv"),
          Parameter.output("sites", "writes their nearest match in each sequence", "csv"),
          Parameter.output("matrix", "writes their position weight matrices", "csv"),
          Parameter.output("meme", "writes those for programs of the MEME Suite", "meme", "txt"),
          Parameter.output("plot", "draws the sequence logo of the first motif", "png"));

  /** Called by ImageJ. */
  public MotifCommand() {
    super("Bitvox Planted Motif", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Path file = call.file("input");
    List<DnaSequence> sequences = FastaFile.read(file, call.progress());
    try {
      run(call, file.getFileName().toString(), sequences);
    } catch (IllegalArgumentException wrong) {
      throw named(wrong, file.getFileName().toString());
    }
  }

  /** What is wrong with sequences and motifs is so in one file, perhaps of several. */
  private static IllegalArgumentException named(IllegalArgumentException wrong, String file) {
    String message = String.valueOf(wrong.getMessage());
    boolean ofFile = message.startsWith("sequence '") || message.startsWith("there are ");
    return ofFile ? new IllegalArgumentException(file + ": " + message, wrong) : wrong;
  }

  private void run(Call call, String file, List<DnaSequence> sequences) throws IOException {
    Motif search = search(call.values());
    Motif.Estimate estimate = search.estimate(sequences, part(call, 0));
    if (estimate.seconds() > LONG_RUN) {
      call.messages()
          .announce(
              String.format(
                  Locale.ROOT,
                  "%.3g motifs are expected by chance; the search alone takes about %s",
                  estimate.expected(),
                  duration(estimate.seconds())));
    }
    Motif.Result result =
        search.find(sequences, new PartListener(call.progress(), 1, SEARCHED, PARTS));
    announceRows(call, result, sequences.size());
    boolean both = call.values().text("strands").equals("both");
    MotifTables tables = new MotifTables(result, sequences, both);
    String note = result.size() == 0 ? "There is no such motif." : "";
    call.results().longTable("save", tables.motifs(part(call, SEARCHED)));
    call.results().longTableBeside("sites", " Sites", () -> tables.sites(part(call, SEARCHED + 1)));
    call.results()
        .longTableBeside("matrix", " Matrices", () -> tables.matrices(part(call, SEARCHED + 2)));
    call.results().write("meme", path -> new MotifMeme(result, both).write(path, call.progress()));
    if (result.size() > 0) {
      MotifLogo logo = new MotifLogo(result, 0);
      call.results().write("plot", logo::write);
      call.results().show(logo::image);
    } else {
      call.messages().note(Notes.of(note, call.results().drop("plot", "")));
    }
    call.results().summary("summary", tables.summary(call, file, estimate, note));
    call.messages().ran(result.run());
  }

  /** To write many takes longer than a search, maybe. */
  private static void announceRows(Call call, Motif.Result result, int sequences) {
    long ofMotif = call.values().has("save") ? 1 : 0;
    ofMotif += call.values().has("sites") ? sequences : 0;
    ofMotif += call.values().has("matrix") ? result.length() : 0;
    ofMotif += call.values().has("meme") ? result.length() : 0;
    long rows = ofMotif * result.size();
    if (rows > MANY_ROWS) {
      call.messages()
          .announce(result.size() + " motifs; to write them, in " + rows + " rows, takes a while");
    }
  }

  private static ProgressListener part(Call call, int index) {
    return new PartListener(call.progress(), index, PARTS);
  }

  private static Motif search(Values values) {
    return new Motif()
        .length(values.integer("length"))
        .distance(values.integer("distance"))
        .quorum(values.integer("quorum"))
        .strands(values.constant("strands", Motif.Strands.class))
        .lowerCase(values.constant("lower_case", Motif.LowerCase.class))
        .maxMotifs(values.integer("max_motifs"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** In words: "12 s", "3.5 min", "2.1 h", "400 days". */
  static String duration(double seconds) {
    String[] units = {"s", "min", "h", "days", "years"};
    double[] sizes = {60, 60, 24, 365.25, Double.POSITIVE_INFINITY};
    double value = seconds;
    int unit = 0;
    while (value >= 2 * sizes[unit]) {
      value /= sizes[unit++];
    }
    String digits =
        new BigDecimal(value).round(new MathContext(2, RoundingMode.HALF_UP)).toPlainString();
    return digits + " " + units[unit];
  }
}
