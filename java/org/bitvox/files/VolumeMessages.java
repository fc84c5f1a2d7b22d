// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.math.BigInteger;

/** What users read about volumes with a header: NIfTI, NRRD and MetaImage. */
final class VolumeMessages {
  static final String DAMAGED = "its packed voxels are damaged";

  private VolumeMessages() {}

  static final String NO_NAMES = "its header has a LIST of files, but no file in it";

  static String pattern(String words) {
    return "its header names files by "
        + quoted(words)
        + "; a pattern has one %d, as in a%03d.raw, and three numbers: first, last, step";
  }

  static String noNifti(boolean packed) {
    return packed
        ? "its packed data are damaged, or no NIfTI file"
        : "the file has no header of NIfTI-1 or NIfTI-2";
  }

  static String ends(long block, long blocks) {
    return "it ends within slice " + (block + 1) + " of " + blocks;
  }

  static String notHex(char letter) {
    return "its voxels are hexadecimal digits, but " + letter(letter) + " is none";
  }

  private static String letter(char letter) {
    return letter > ' ' && letter < 127 ? "'" + letter + "'" : "a byte of value " + (int) letter;
  }

  static String notANumber(String word, SampleType type) {
    return "its voxels are " + type.words() + " as text, but " + quoted(word) + " is none";
  }

  /** A word of a header, in one line. */
  static String quoted(String word) {
    return Messages.quoted(word.replaceAll("[^ -~]", "?"));
  }

  static String missing(String field) {
    return "its header has no '" + field + "'";
  }

  static String wrong(String field, String value) {
    return "its header says '" + field + "' is " + quoted(value) + ", which it cannot be";
  }

  static String notRead(String field, String value, String instead) {
    return "its header says '"
        + field
        + "' is "
        + quoted(value)
        + ", which is not read; "
        + instead;
  }

  static String twice(String field) {
    return "its header gives '" + field + "' twice";
  }

  static String longHeader(int most) {
    return "its header does not end within " + most + " bytes";
  }

  static String sizes(String what) {
    return "its header says the volume has " + what + " voxels, which it cannot have";
  }

  static String tooFew(BigInteger needed, long found) {
    return "its voxels need " + needed + " bytes, but there are " + found;
  }

  static String tooFewPacked(BigInteger needed, long found) {
    return "its voxels need " + needed + " bytes, which cannot be packed in " + found;
  }

  static String files(long slices, int files) {
    return "its " + slices + " slices cannot lie in " + files + " files of as many slices each";
  }

  static String outside(String file) {
    return "its header names "
        + quoted(file)
        + ", which is not beside it; say follow to read it from there";
  }

  static String noData(String file, String problem) {
    return "its voxels cannot be read from " + quoted(file) + ": " + problem;
  }
}
