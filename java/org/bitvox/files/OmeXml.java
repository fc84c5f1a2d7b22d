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
 * What OME-XML in ImageDescription says of sizes and of the place of slices; of all else nothing is
 * read. It takes time in proportion to the length of the text, whatever that is.
 */
final class OmeXml {
  private static final int MOST_BYTES = 1 << 24;

  private static final Pattern ELEMENT =
      Pattern.compile("(?:[\\w-]++:)?+(OME|Pixels|Channel|TiffData|UUID)\\b(.*+)", Pattern.DOTALL);

  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\s([\\w:.-]++)\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)')");

  private final FileBytes in;

  /** Images that are described: those of the file, or of a set of files. */
  private final List<OmeImage> images = new ArrayList<>();

  /** Of the file that has the text; empty if it has no name of its own. */
  private String ownId = "";

  private OmeXml(FileBytes in, String xml) throws IOException {
    this.in = in;
    int end = 0;
    for (int at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
      end = xml.indexOf('>', at);
      if (end < 0) {
        break;
      }
      element(xml.substring(at + 1, end), xml, end + 1);
    }
  }

  /** Of a page; one that has none has no images. */
  static OmeXml of(TiffDirectory page) throws IOException {
    for (TiffEntry entry : page.descriptions()) {
      byte[] start = entry.text(1);
      if (start.length > 0 && start[0] == '<') {
        return new OmeXml(page.in, new String(entry.text(MOST_BYTES), StandardCharsets.UTF_8));
      }
    }
    return new OmeXml(page.in, "");
  }

  private void element(String text, String xml, int behind) throws IOException {
    Matcher element = ELEMENT.matcher(text);
    if (!element.matches()) {
      return;
    }
    Map<String, String> attributes = new HashMap<>();
    for (Matcher attribute = ATTRIBUTE.matcher(element.group(2)); attribute.find(); ) {
      String value = attribute.group(2) == null ? attribute.group(3) : attribute.group(2);
      if (attributes.put(attribute.group(1), plain(value)) != null) {
        throw in.problem(TiffMessages.description(TiffMessages.twice(attribute.group(1))));
      }
    }
    OmeImage last = images.isEmpty() ? null : images.get(images.size() - 1);
    switch (element.group(1)) {
      case "OME":
        ownId = attributes.getOrDefault("UUID", ownId);
        break;
      case "Pixels":
        if (attributes.keySet().stream().anyMatch(key -> key.matches("Size[CZT]"))) {
          images.add(new OmeImage(in, attributes));
        }
        break;
      case "Channel":
        if (last != null) {
          last.addChannel(attributes);
        }
        break;
      case "TiffData":
        if (last != null) {
          last.addPlanes(attributes);
        }
        break;
      default:
        if (last != null) {
          int next = xml.indexOf('<', behind);
          String id = xml.substring(behind, next < 0 ? xml.length() : next).trim();
          last.nameFile(attributes.getOrDefault("FileName", ""), id);
        }
        break;
    }
  }

  /**
   * Numbers of letters and the names of those that XML needs itself, as letters; line feeds and the
   * like are blanks, as XML has it.
   */
  private static String plain(String given) {
    String value = given.replaceAll("\\p{Cntrl}", " ");
    return value.indexOf('&') < 0
        ? value
        : value
            .replaceAll("&#(?:181|[xX][bB]5);", "\u00b5")
            .replaceAll("&#(?:956|[xX]3[bB][cC]);", "\u03bc")
            .replaceAll("&#(?:197|[xX][cC]5);", "\u00c5")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
  }

  /** Images that are described, of this file and of others of a set. */
  List<OmeImage> images() {
    return images;
  }

  /** What files of a set call the one that has the text; empty if nothing is said. */
  String ownId() {
    return ownId;
  }
}
