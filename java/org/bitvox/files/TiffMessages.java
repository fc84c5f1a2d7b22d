// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Arrays;
import java.util.List;

/** What is said of TIFF files; the name of the file goes before. */
final class TiffMessages {
  static final String NOT_TIFF = "it does not begin as a TIFF file does";
  static final String TRUNCATED = "the file is truncated";
  static final String CHANGED = "the file was changed while it was read";
  static final String LOOP = "the directories of its pages form a loop";
  static final String OVERLAP = "its pages overlap in the file";
  static final String OLD_PROGRAM =
      "files of NIH Image and IPLab are not supported; save it with ImageJ first";

  private static final int MOST_NAMED = 4;
  private static final long MANY = 1_000_000_000;

  private TiffMessages() {}

  static String tag(TiffTag tag, int page) {
    return tag.words + " of page " + page;
  }

  static String missing(String tag) {
    return tag + " is missing";
  }

  static String twice(String tag) {
    return tag + " is given twice";
  }

  static String empty(String tag) {
    return tag + " has no value";
  }

  static String type(String tag, int type) {
    return tag + " is of type " + type + ", which it cannot be";
  }

  static String value(String tag, long value) {
    return tag + " is " + value + ", which is not supported";
  }

  static String values(String tag, long found, long expected) {
    return tag + " has " + Long.toUnsignedString(found) + " values, not " + expected;
  }

  static String tooLarge(String tag) {
    return tag + " is too large";
  }

  static String tooMany(String tag, long count) {
    return tag + " has " + count + " values, which are too many";
  }

  static String beyondEnd(String tag) {
    return TRUNCATED + ": " + tag + " lies beyond its end";
  }

  static String entries(int page, long count) {
    return "the directory of page "
        + page
        + " cannot have "
        + Long.toUnsignedString(count)
        + " tags";
  }

  static String directoryMissing(int page) {
    return TRUNCATED + ": the directory of page " + page + " is not there";
  }

  static String slicesMissing(long found, long announced) {
    return TRUNCATED + ": " + found + " of " + number(announced) + " slices are there";
  }

  static String unequalSamples(String tag, long first, long other) {
    return tag
        + " is "
        + first
        + " and "
        + other
        + "; all values of a pixel must be of one type, so convert it first";
  }

  /** Of several values of a pixel that do not begin at bytes. */
  static String samples(int samples, SampleType type) {
    return "each pixel has "
        + samples
        + " values of "
        + type.bits
        + " bits; several values need 8, 16, 32 or 64 bits each, so convert it first";
  }

  static String seriesChosen(List<TiffSeries> series, TiffSeries chosen) {
    StringBuilder words = new StringBuilder("it has ");
    for (int i = 0; i < series.size() && i < MOST_NAMED; i++) {
      words.append(i == 0 ? "" : i + 1 == series.size() ? " and " : ", ");
      words.append(series.get(i).words()).append(" (series=").append(i + 1).append(')');
    }
    words.append(series.size() > MOST_NAMED ? " and more" : "");
    return words + "; series=" + (series.indexOf(chosen) + 1) + " is read, which is the largest.";
  }

  /** Of a movie: the first pages that are alike, and the first of those that are others. */
  static String unequalFrames(TiffSeries first, TiffSeries others) {
    int odd = others.pages()[0];
    long before = Arrays.stream(first.pages()).filter(page -> page < odd).count();
    return "frame "
        + (before + 1)
        + " has "
        + others.size()
        + ", frame 1 "
        + first.size()
        + "; all frames of a movie must be alike";
  }

  static String reduced(int pages) {
    boolean one = pages == 1;
    return (one ? "1 page is" : pages + " pages are")
        + " left out: NewSubfileType says that "
        + (one ? "it is a smaller copy or a mask." : "they are smaller copies or masks.");
  }

  static String endsElsewhere(int pages) {
    return "behind page "
        + pages
        + " it announces another one at a place where there is none; "
        + (pages == 1 ? "1 page was read." : pages + " pages were read.");
  }

  static String sharing(long times) {
    return "its pages share strips, or have tiles that are not in the file, of more than "
        + times
        + " times its size";
  }

  static String alphaLeftOut() {
    return "the last value of each pixel (alpha) is left out.";
  }

  static String unequalPages(int page, int first) {
    return "page " + page + " differs from page " + first + " in size or type";
  }

  static String noRoom(long announced) {
    return "ImageDescription announces "
        + number(announced)
        + " images, but where their pixels should be there is something else";
  }

  /** What is more than a file can have is not kept exactly. */
  static String number(long announced) {
    return announced <= MANY ? Long.toString(announced) : "a billion or more";
  }

  static String pages(long announced, int found) {
    return "ImageDescription announces "
        + number(announced)
        + " slices, but the file has "
        + found
        + (found == 1 ? " page" : " pages");
  }

  static String notGrey(String tag, long value, String words) {
    return tag + " is " + value + words + "; grey and RGB images can be read, so convert it first";
  }

  /** Of values of a type that is not read. */
  static String values(long bits, long format) {
    return "its values are "
        + bits
        + "-bit "
        + format(format)
        + "; whole numbers of 1 to 16, 32 and 64 bits and floats of 16, 32 and 64 bits can be read,"
        + " signed ones of 8, 16, 32 and 64 bits, so convert it first";
  }

  private static String format(long format) {
    switch ((int) Math.min(format, 7)) {
      case 1:
        return "unsigned whole numbers";
      case 2:
        return "signed whole numbers";
      case 3:
        return "floats";
      case 5:
        return "complex whole numbers";
      case 6:
        return "complex floats";
      default:
        return "values of an unknown kind (SampleFormat " + format + ")";
    }
  }

  static String orientation(String name, long value) {
    return name
        + ": its tag Orientation ("
        + value
        + ") is not followed; rows and columns are those of the file, as in ImageJ.";
  }

  static String description(String reason) {
    return "ImageDescription is damaged: " + reason;
  }

  static String notANumber(String key, String value) {
    return description(pair(key, value) + " is not a number");
  }

  static String notACount(String key, String value, int first) {
    return description(pair(key, value) + " is not a whole number from " + first);
  }

  /** In one line, however long it is in the file. */
  private static String pair(String key, String value) {
    return Messages.shortened((key + "=" + value).replaceAll("\\p{Cntrl}", "?"));
  }

  static String size(String key, double value) {
    return description(key + "=" + value + " is not a size");
  }

  static String coefficients(int found, int needed) {
    return description("the calibration has " + found + " of " + needed + " coefficients");
  }
}
