// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What OME-XML in ImageDescription says of sizes and of the order of slices; of all else nothing is
 * read. It takes time in proportion to the length of the text, whatever that is.
 */
final class OmeXml {
  private static final int MOST_BYTES = 1 << 24;

  private static final Pattern ELEMENT =
      Pattern.compile("(?:[\\w-]++:)?+(Pixels|TiffData)\\b(.*+)", Pattern.DOTALL);

  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\s([\\w:.-]++)\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)')");

  private final FileBytes in;

  /** Images that are described: those of the file, or of a set of files. */
  private final List<OmeImage> images = new ArrayList<>();

  /** Whether it says which slices are in which file. */
  private final boolean ofSeveralFiles;

  private OmeXml(FileBytes in, String xml) throws IOException {
    this.in = in;
    ofSeveralFiles = xml.contains("FileName");
    int end = 0;
    for (int at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
      end = xml.indexOf('>', at);
      if (end < 0) {
        break;
      }
      element(xml.substring(at + 1, end));
    }
  }

  static OmeXml of(TiffDirectory page) throws IOException {
    byte[] text = new byte[0];
    if (page.has(TiffTag.IMAGE_DESCRIPTION)) {
      TiffEntry entry = page.entry(TiffTag.IMAGE_DESCRIPTION);
      text = entry.text(1)[0] == '<' ? entry.text(MOST_BYTES) : text;
    }
    return new OmeXml(page.in, new String(text, StandardCharsets.UTF_8));
  }

  private void element(String text) throws IOException {
    Matcher element = ELEMENT.matcher(text);
    if (!element.matches()) {
      return;
    }
    boolean pixels = element.group(1).equals("Pixels");
    Map<String, String> attributes = new HashMap<>();
    for (Matcher attribute = ATTRIBUTE.matcher(element.group(2)); attribute.find(); ) {
      String value = attribute.group(2) == null ? attribute.group(3) : attribute.group(2);
      if (attributes.put(attribute.group(1), value) != null) {
        throw in.problem(TiffMessages.description(TiffMessages.twice(attribute.group(1))));
      }
    }
    if (pixels && attributes.keySet().stream().anyMatch(key -> key.matches("Size[CZT]"))) {
      images.add(new OmeImage(in, attributes));
    } else if (!pixels && !images.isEmpty()) {
      images.get(images.size() - 1).addPlanes(attributes);
    }
  }

  /** The most that an image has. */
  int channels() {
    return images.stream().mapToInt(image -> image.channels).max().orElse(1);
  }

  /** The most that an image has. */
  int frames() {
    return images.stream().mapToInt(image -> image.frames).max().orElse(1);
  }

  /** Slices of a volume that there must be, of those that are pages; 0 if nothing is said. */
  long announced() {
    return images.size() == 1 && !ofSeveralFiles ? images.get(0).slices : 0;
  }

  /** Whether the pages are those of several stacks, one behind the other. */
  boolean hasSeries(int pages) {
    double planes = images.stream().mapToDouble(OmeImage::planes).sum();
    long slices = images.stream().mapToLong(image -> image.slices).sum();
    return images.size() > 1 && (slices == pages || planes == pages);
  }

  /** Whether an image that has so many pages has its slices at other ones than ImageJ's order. */
  boolean isShuffled(int pages) {
    return images.stream().anyMatch(image -> image.planes() == pages && image.shuffled());
  }

  /**
   * Checks that the pages are all channels, slices and frames of an image, in ImageJ's order.
   *
   * @param name what the user calls the file
   */
  void checkSeries(String name, int pages) throws IOException {
    boolean set = ofSeveralFiles || images.size() > 1;
    boolean volumes = !Hyperstacks.is(channels(), frames());
    for (OmeImage image : images) {
      if (image.planes() != pages && !(set && volumes)) {
        throw new IOException(
            name
                + ": "
                + (set
                    ? Hyperstacks.partial(image.channels, image.slices, image.frames, pages)
                    : Hyperstacks.uneven(image.channels, image.slices, image.frames, pages)));
      }
      if (!image.inOrder()) {
        throw new IOException(name + ": " + Hyperstacks.OTHER_ORDER);
      }
    }
  }
}
