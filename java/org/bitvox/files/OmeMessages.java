// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** What is said of OME-XML, and of the files that it names; the name of the file goes before. */
final class OmeMessages {
  private OmeMessages() {}

  static String severalImages(int count) {
    return "the file has " + count + " images (OME series); choose one with series=1 to " + count;
  }

  static String imageChosen(int number, int count) {
    return "the largest of its "
        + count
        + " images (OME series) is read, which is series="
        + number;
  }

  static String unmentioned(long pages) {
    return (pages == 1 ? "1 page is" : pages + " pages are")
        + " left out, of which OME-XML says nothing.";
  }

  static String planesWithoutPlace(long missing, int count) {
    return "OME-XML does not say where " + missing + " of its " + count + " slices are";
  }

  static String notBeside(String file) {
    return "it is one file of a set, of which "
        + Messages.quoted(file)
        + " is not beside it; put all files into one folder";
  }

  static String moreNotBeside(String file, int count) {
    return "it is one file of a set, of which "
        + count
        + " files are not beside it, such as "
        + Messages.quoted(file)
        + "; put all files into one folder";
  }

  static String outside(String file) {
    return "OME-XML names the file "
        + Messages.quoted(file)
        + "; files of a set must lie beside this one";
  }

  static String pageOfSet(String file, int page, int pages) {
    return "OME-XML names page "
        + page
        + " of "
        + Messages.quoted(file)
        + ", which has "
        + Messages.count(pages, "page");
  }

  static String unlikeSet(String file) {
    return Messages.quoted(file) + " of its set has slices of another size or type";
  }

  static String size(String said, String found) {
    return "OME-XML says that slices have " + said + " pixels, but its pages have " + found;
  }

  static String type(String said, SampleType found) {
    return "OME-XML says that its values are "
        + Messages.quoted(said)
        + "; they are "
        + found.words()
        + ", as its pages have them.";
  }

  /** Of an attribute of OME-XML. */
  static String noSize(String key, String value) {
    return "OME-XML says '"
        + key
        + "' is "
        + Messages.quoted(value)
        + ", which is no size and is left out.";
  }
}
