// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.bitvox.Motif;
import org.bitvox.ProgressListener;
import org.bitvox.files.StoppableStream;

/** Motifs in the minimal format of the MEME Suite: frequencies of the letters at each place. */
final class MotifMeme {
  private final Motif.Result result;
  private final boolean bothStrands;

  MotifMeme(Motif.Result result, boolean bothStrands) {
    this.result = result;
    this.bothStrands = bothStrands;
  }

  /** The listener may stop it. */
  void write(Path path, ProgressListener listener) throws IOException {
    try (Writer out = StoppableStream.text(path, StandardCharsets.US_ASCII, listener)) {
      double[] background = result.background();
      out.write("MEME version 4\n\nALPHABET= ACGT\n\n");
      out.write("strands: +" + (bothStrands ? " -" : "") + "\n\n");
      out.write("Background letter frequencies\n");
      for (int letter = 0; letter < background.length; letter++) {
        out.write(text("%c %.6f ", "ACGT".charAt(letter), background[letter]));
      }
      out.write("\n");
      for (int motif = 0; motif < result.size(); motif++) {
        writeMotif(motif, out);
      }
    }
  }

  private void writeMotif(int motif, Writer out) throws IOException {
    int sites = result.sequences(motif);
    out.write(
        text(
            "\nMOTIF %s\nletter-probability matrix: alength= 4 w= %d nsites= %d E= %.3e\n",
            result.word(motif), result.length(), sites, result.expectation(motif)));
    for (int place = 0; place < result.length(); place++) {
      String separator = "";
      for (int count : result.counts(motif, place)) {
        out.write(separator + text("%.6f", (double) count / sites));
        separator = " ";
      }
      out.write("\n");
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
