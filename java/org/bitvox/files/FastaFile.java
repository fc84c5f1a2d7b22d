// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.bitvox.DnaSequence;
import org.bitvox.ProgressListener;

/**
 * Reads sequences in FASTA: a line {@code >name description} before the letters of each, on any
 * number of lines of any length, ended by LF, CR LF or CR. Spaces among letters, empty lines and
 * lines that begin with ; are left out. Which letters are allowed is the operation's business.
 */
public final class FastaFile {
  /** More than that is no set of sequences to find a motif in. */
  private static final long MOST_BYTES = 1L << 28;

  private static final int LONGEST_NAME = 1000;

  /** Bytes that are read before it is asked whether to stop: some milliseconds. */
  private static final long ASKED = 1L << 20;

  private final String file;
  private final List<DnaSequence> sequences = new ArrayList<>();
  private final Map<String, Long> lines = new HashMap<>();
  private final ByteArrayOutputStream letters = new ByteArrayOutputStream();
  private String name;
  private long nameLine;
  private long line = 1;

  private FastaFile(String file) {
    this.file = file;
  }

  /**
   * The sequences of a file, with the first words of their headers as names.
   *
   * @param listener may stop the reading, by a CancellationException
   * @throws IOException with a sentence about the file and the line that is wrong
   */
  public static List<DnaSequence> read(Path path, ProgressListener listener) throws IOException {
    String name = path.getFileName().toString();
    if (Files.size(path) > MOST_BYTES) {
      throw tooLarge(name);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
      return new FastaFile(name).read(in, listener);
    }
  }

  private static IOException tooLarge(String name) {
    return new IOException(name + ": a FASTA file of at most 256 MiB can be read");
  }

  private List<DnaSequence> read(InputStream in, ProgressListener listener) throws IOException {
    refuseOtherFormats(in);
    long bytes = 0;
    int before = '\n';
    boolean skipped = false; // the rest of this line
    boolean blank = true; // this line so far
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (++bytes > MOST_BYTES) { // a file that grows, or has no size
        throw tooLarge(file);
      }
      if (bytes % ASKED == 0) {
        listener.throwIfStopped();
      }
      if (next == '\n' && before == '\r') {
        before = '\n';
        continue; // of CR LF
      }
      boolean begins = before == '\n' || before == '\r';
      before = next;
      if (next == '\n' || next == '\r') {
        line++;
        skipped = false;
        blank = true;
      } else if (begins && next == '>') {
        end();
        int end = readName(in);
        before = end < 0 ? '\n' : end;
        line++;
      } else if (begins && next == ';') {
        skipped = true;
      } else if (!skipped && blank && next == '>') {
        throw new IOException(
            file + ": line " + line + " has a blank before >name; nothing may stand before the >");
      } else if (!skipped) {
        addLetter(next);
        blank &= next == ' ' || next == '\t';
      }
    }
    end();
    if (sequences.isEmpty()) {
      throw new IOException(file + ": has no sequence; each begins with a line >name");
    }
    return sequences;
  }

  private void refuseOtherFormats(InputStream in) throws IOException {
    in.mark(4);
    int first = in.read();
    int second = in.read();
    int third = in.read();
    if (first < 0) {
      throw new IOException(file + ": the file is empty; a FASTA file is needed");
    }
    if (first == 0x1f && second == 0x8b) {
      throw new IOException(file + ": is compressed (gzip); unpack it first, by gunzip");
    }
    boolean wide = first == 0xff && second == 0xfe || first == 0xfe && second == 0xff;
    if (wide || first == 0 && second == 0 && third == 0xfe) {
      throw new IOException(
          file + ": is UTF-" + (first == 0 ? "32" : "16 or UTF-32") + "; save it as UTF-8");
    }
    boolean mark = first == 0xef && second == 0xbb && third == 0xbf; // of UTF-8
    if (!mark) {
      in.reset();
    }
  }

  /** Reads to the end of the line, which it returns. */
  private int readName(InputStream in) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    int next = in.read();
    for (; next >= 0 && next != '\n' && next != '\r'; next = in.read()) {
      if (next == 0) {
        throw binary(next);
      }
      if (header.size() <= LONGEST_NAME) { // descriptions may be long
        header.write(next);
      }
    }
    String word = firstWord(header.toByteArray());
    name = word.isEmpty() ? "sequence " + (sequences.size() + 1) : word;
    nameLine = line;
    Long other = lines.put(name, line);
    if (other != null) {
      throw new IOException(
          file
              + ": lines "
              + other
              + " and "
              + line
              + " name two sequences "
              + Messages.quoted(name)
              + "; names must differ");
    }
    return next;
  }

  /** What stands before the first space or control character, behind those that it begins with. */
  private String firstWord(byte[] header) throws IOException {
    int begin = 0;
    while (begin < header.length && isBlank(header[begin])) {
      begin++;
    }
    int end = begin;
    while (end < header.length && !isBlank(header[end])) {
      end++;
    }
    if (end > LONGEST_NAME) {
      throw new IOException(
          file + ": line " + line + ": a name may have " + LONGEST_NAME + " bytes at most");
    }
    String word = decode(Arrays.copyOfRange(header, begin, end));
    OptionalInt control = word.chars().filter(Character::isISOControl).findFirst();
    if (control.isPresent()) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: line %d names a sequence with the control character 0x%02x%s",
              file,
              line,
              control.getAsInt(),
              control.getAsInt() < 0x80 ? "" : "; save the file as UTF-8"));
    }
    return word;
  }

  private static boolean isBlank(byte letter) {
    return letter >= 0 && letter <= ' ';
  }

  /** UTF-8, or else Latin-1: names of different bytes stay different. */
  private static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private void addLetter(int letter) throws IOException {
    if (letter == ' ' || letter == '\t') {
      return;
    }
    if (letter < ' ' || letter > '~') {
      throw binary(letter);
    }
    if (name == null) {
      throw new IOException(
          file
              + ": line "
              + line
              + " has '"
              + (char) letter
              + "' before the first name; a FASTA file begins with a line >name");
    }
    letters.write(letter);
  }

  private IOException binary(int found) {
    return new IOException(
        String.format(
            Locale.ROOT,
            "%s: line %d has the byte 0x%02x; this is not FASTA text",
            file,
            line,
            found));
  }

  /** The sequence that was read is complete. */
  private void end() throws IOException {
    if (name == null) {
      return;
    }
    if (letters.size() == 0) {
      throw new IOException(
          file
              + ": the sequence "
              + Messages.quoted(name)
              + " of line "
              + nameLine
              + " has no letters");
    }
    sequences.add(new DnaSequence(name, letters.toByteArray()));
    letters.reset();
    name = null;
  }
}
