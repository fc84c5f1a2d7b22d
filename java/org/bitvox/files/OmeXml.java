// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sizes that OME-XML in ImageDescription gives; of all else nothing is read. */
final class OmeXml {
  private static final int MOST_BYTES = 1 << 24;

  /** Stands for longer numbers, which no file has slices for. */
  private static final int TOO_LARGE = Integer.MAX_VALUE;

  private static final Pattern SIZE = Pattern.compile("\\bSize([CTZ])\\s*=\\s*[\"']0*(\\d+)[\"']");

  /** Images that are described: those of the file, or of a set of files. */
  private int images;

  private int channels = 1;
  private int frames = 1;
  private long slices;

  /** Whether it says which slices are in which file. */
  private final boolean ofSeveralFiles;

  private OmeXml(String xml) {
    ofSeveralFiles = xml.contains("FileName");
    for (int at = xml.indexOf("Pixels"); at > 0; at = xml.indexOf("Pixels", at + 1)) {
      char before = xml.charAt(at - 1);
      int end = xml.indexOf('>', at);
      if ((before == '<' || before == ':') && end > 0) {
        sizes(xml.substring(at, end));
      }
    }
  }

  static OmeXml of(TiffDirectory page) throws IOException {
    byte[] text = new byte[0];
    if (page.has(TiffTag.IMAGE_DESCRIPTION)) {
      TiffEntry entry = page.entry(TiffTag.IMAGE_DESCRIPTION);
      text = entry.text(1)[0] == '<' ? entry.text(MOST_BYTES) : text;
    }
    return new OmeXml(new String(text, StandardCharsets.UTF_8));
  }

  private void sizes(String element) {
    Matcher size = SIZE.matcher(element);
    boolean any = false;
    while (size.find()) {
      String digits = size.group(2);
      int value = digits.length() > 9 ? TOO_LARGE : Integer.parseInt(digits);
      switch (size.group(1)) {
        case "C":
          channels = Math.max(channels, value);
          break;
        case "T":
          frames = Math.max(frames, value);
          break;
        default:
          slices += value;
          any = true;
          break;
      }
    }
    images += any ? 1 : 0;
  }

  int channels() {
    return channels;
  }

  int frames() {
    return frames;
  }

  /** Slices that there must be, of those that are pages; 0 if nothing is said. */
  long announced() {
    return images == 1 && !ofSeveralFiles ? slices : 0;
  }

  /** Whether the pages are those of several stacks, one behind the other. */
  boolean hasSeries(int pages) {
    return images > 1 && slices == pages;
  }
}
