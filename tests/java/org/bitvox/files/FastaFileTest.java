// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.DnaSequence;
import org.bitvox.ProgressListener;
import org.bitvox.Stops;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FastaFileTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.write(folder.resolve("x.fasta"), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Names with the number of letters. */
  private String read(String text) throws IOException {
    StringBuilder all = new StringBuilder();
    for (DnaSequence sequence : FastaFile.read(file(text), ProgressListener.NONE)) {
      all.append(sequence.name()).append(' ').append(sequence.length()).append(' ');
    }
    return all.toString();
  }

  private String refusal(String text) {
    return assertThrows(IOException.class, () -> read(text)).getMessage();
  }

  @Test
  void readsWhatProgramsWrite() throws IOException {
    assertEquals("a 8 b 3 ", read(">a first\nACGT\nACGT\n>b\nAC\nG\n"));
    assertEquals("a 8 b 3 ", read(">a first\r\nACGT\r\nACGT\r\n\r\n>b\r\nACG"));
    assertEquals("a 8 b 3 ", read(">a first\rACGT\rACGT\r>b\rACG\r"));
    assertEquals("a 8 ", read("\n;a comment > here\n>a\nAC GT\tAC\n;another\nGT"));
    assertEquals("a 4 ", read("\u00ef\u00bb\u00bf>a\nACGT\n"));
    assertEquals("sequence 1 2 sequence 2 3 ", read(">\nAC\n> \nACG\n"));
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < 300_000; i++) {
      line.append("ACGT");
    }
    assertEquals("a 1200000 ", read(">a\n" + line));
    assertEquals("a 1 ", read(">a " + line + "\nC"));
  }

  /** UTF-8, or else a character a byte, so that different names stay different. */
  @Test
  void namesAreFirstWords() throws IOException {
    assertEquals("\u00e4 1 \u00e4\u00ff 1 ", read(">\u00c3\u00a4 x\nA\n>\u00e4\u00ff\nC\n"));
    assertEquals("\u00e8 1 \u00e9 1 ", read(">\u00e8\nA\n>\u00e9\nC\n"));
    assertEquals("a 1 b 1 ", read(">\ta\tx\nA\n>b\u0001c d\nC\n"));
    assertEquals(
        "x.fasta: line 3 names a sequence with the control character 0x7f",
        refusal(">a\nAC\n>b\u007f\nAC\n"));
    assertEquals(
        "x.fasta: line 1 names a sequence with the control character 0x9c; save the file as UTF-8",
        refusal(">s\u009cur\nAC\n"));
    String longest = String.join("", Collections.nCopies(1000, "n"));
    assertEquals(longest + " 2 ", read(">" + longest + " and more\nAC\n"));
    assertEquals(
        "x.fasta: line 1: a name may have 1000 bytes at most",
        refusal(">" + longest + "n and more\nAC\n"));
  }

  @Test
  void lettersAreThoseOfTheFile() throws IOException {
    List<DnaSequence> sequences = FastaFile.read(file(">a\nACgt\nN-\n"), ProgressListener.NONE);
    assertEquals(6, sequences.get(0).length());
  }

  @Test
  void readingCanBeStopped() throws IOException {
    Path large = file(">a\n" + String.join("", Collections.nCopies(300_000, "ACGT")));
    assertThrows(CancellationException.class, () -> FastaFile.read(large, Stops.AT_ONCE));
  }

  @Test
  void refusesWhatIsNoFasta() {
    assertEquals("x.fasta: the file is empty; a FASTA file is needed", refusal(""));
    assertEquals("x.fasta: has no sequence; each begins with a line >name", refusal("\n\n"));
    assertEquals(
        "x.fasta: line 2 has 'A' before the first name; a FASTA file begins with a line >name",
        refusal("\nACGT\n>a\nAC"));
    String blank = " has a blank before >name; nothing may stand before the >";
    assertEquals("x.fasta: line 1" + blank, refusal(" >a\nAC"));
    assertEquals("x.fasta: line 3" + blank, refusal(">a\nAC\n \t>b\nAC"));
    assertEquals("x.fasta: the sequence 'a' of line 1 has no letters", refusal(">a\n>b\nACGT\n"));
    assertEquals("x.fasta: the sequence 'b' of line 3 has no letters", refusal(">a\nAC\n>b"));
    assertEquals(
        "x.fasta: lines 1 and 3 name two sequences 'a'; names must differ",
        refusal(">a x\nAC\n>a y\nAC\n"));
    assertEquals(
        "x.fasta: line 2 has the byte 0x00; this is not FASTA text", refusal(">a\nAC\0GT"));
    assertEquals(
        "x.fasta: line 2 has the byte 0xe4; this is not FASTA text", refusal(">a\nAC\u00e4"));
    assertEquals(
        "x.fasta: is compressed (gzip); unpack it first, by gunzip", refusal("\u001f\u008b..."));
    assertEquals("x.fasta: is UTF-16 or UTF-32; save it as UTF-8", refusal("\u00ff\u00fe>\0a\0"));
  }
}
