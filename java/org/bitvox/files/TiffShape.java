// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Channels, slices and frames as descriptions of ImageJ and of tifffile, or MetaMorph's tags,
 * announce them.
 */
final class TiffShape {
  /** As tifffile writes it: sizes, the last fastest, and what they are the sizes of. */
  private static final Pattern SIZES =
      Pattern.compile("^\\{\"shape\": ?\\[([0-9, ]{1,200})\\](?:, ?\"axes\": ?\"([A-Z]{1,20})\")?");

  final int channels;
  final int frames;
  private final int images;

  /** Sizes of the axes before those of a page, and their letters; empty for ImageJ's order. */
  private final long[] sizes;

  private final String axes;

  private TiffShape(int images, int channels, int frames, long[] sizes, String axes) {
    this.images = images;
    this.channels = channels;
    this.frames = frames;
    this.sizes = sizes;
    this.axes = axes;
  }

  static TiffShape of(TiffDirectory page, TiffDescription description) throws IOException {
    if (page.has(TiffTag.META_MORPH_PLANES)) {
      long planes = Math.min(Integer.MAX_VALUE, page.entry(TiffTag.META_MORPH_PLANES).count());
      return new TiffShape((int) Math.max(1, planes), 1, 1, new long[0], "");
    }
    Matcher told = SIZES.matcher(description.start());
    if (description.text.isEmpty() && told.find()) {
      return ofTifffile(page, told.group(1).trim().split("[, ]+"), told.group(2));
    }
    int channels = Math.max(1, description.count("channels"));
    int frames = Math.max(1, description.count("frames"));
    double product = (double) channels * frames * Math.max(1, description.count("slices"));
    boolean told3 = description.images() <= 1 && description.has("slices") && product > 1;
    int images = told3 ? (int) Math.min(product, Integer.MAX_VALUE) : description.images();
    return new TiffShape(images, channels, frames, new long[0], "");
  }

  private static TiffShape ofTifffile(TiffDirectory page, String[] words, String letters)
      throws IOException {
    long samples = page.number(TiffTag.SAMPLES_PER_PIXEL, 1);
    boolean planar = page.number(TiffTag.PLANAR_CONFIGURATION, 1) == 2;
    boolean values = samples > 1 ? !planar : isOfOneValue(page, words);
    int last = words.length - (values ? 3 : 2); // rows, columns and their values
    int count = Math.max(0, samples > 1 && planar ? last - 1 : last);
    long[] sizes = new long[count];
    double images = 1;
    for (int i = 0; i < count; i++) {
      sizes[i] = words[i].length() > 9 ? Integer.MAX_VALUE : Long.parseLong(words[i]);
      images *= sizes[i];
    }
    boolean named = letters != null && letters.length() == words.length;
    String axes = named ? letters.substring(0, count) : "";
    int channels = (int) size(axes, sizes, 'C');
    int frames = (int) size(axes, sizes, 'T');
    return new TiffShape(
        (int) Math.min(images, Integer.MAX_VALUE), channels, frames, sizes, named ? axes : "");
  }

  /** Whether rows and columns are followed by the number of values of a pixel, which is 1. */
  private static boolean isOfOneValue(TiffDirectory page, String[] words) throws IOException {
    int last = words.length - 1;
    return last > 1
        && words[last].equals("1")
        && words[last - 1].equals(String.valueOf(page.number(TiffTag.IMAGE_WIDTH, 0)))
        && words[last - 2].equals(String.valueOf(page.number(TiffTag.IMAGE_LENGTH, 0)));
  }

  private static long size(String axes, long[] sizes, char axis) {
    int at = axes.indexOf(axis);
    return at < 0 ? 1 : Math.max(1, sizes[at]);
  }

  /** Slices of all channels and frames; 1 if nothing is announced. */
  int images() {
    return images;
  }

  /** Pages as they are in the file, put into ImageJ's order; as many as images. */
  int[] inOrder(int[] pages) {
    if (axes.isEmpty() || channels * (long) frames == 1 || pages.length != images) {
      return pages;
    }
    int slices = images / channels / frames;
    int[] ordered = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      int rest = i;
      int channel = 0;
      int frame = 0;
      int slice = 0;
      int step = 1;
      for (int axis = axes.length() - 1; axis >= 0; axis--) {
        int at = (int) (rest % sizes[axis]);
        rest /= (int) sizes[axis];
        if (axes.charAt(axis) == 'C') {
          channel = at;
        } else if (axes.charAt(axis) == 'T') {
          frame = at;
        } else {
          slice += step * at;
          step *= (int) sizes[axis];
        }
      }
      ordered[channel + channels * (slice + slices * frame)] = pages[i];
    }
    return ordered;
  }
}
