// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.math.BigInteger;

/** What users read about volumes with a header: NIfTI, NRRD and MetaImage. */
final class VolumeMessages {
  static final String DAMAGED = "its packed voxels are damaged";

  private VolumeMessages() {}

  static final String NO_NAMES = "its header has a LIST of files, but no file in it";

  static String notSoMany(String field, String value, int count) {
    return "its header says '"
        + field
        + "' is "
        + quoted(value)
        + ", which is not "
        + Messages.count(count, "value");
  }

  static String negative(int axis, double size) {
    return "its header says the size of a voxel along "
        + "xyz".charAt(axis)
        + " is "
        + size
        + "; "
        + (0 - size)
        + " is used.";
  }

  static String otherSize(int axis, double before, String field, double size, String other) {
    return "its voxels are "
        + (float) before
        + " along "
        + "xyz".charAt(axis)
        + " by "
        + field
        + ", but "
        + (float) size
        + " by "
        + other
        + ", which is used.";
  }

  static String bitpix(int bits, int needed, String type) {
    return "its header says 'bitpix' is "
        + bits
        + ", but voxels of 'datatype' "
        + type
        + " have "
        + needed
        + " bits, which are read.";
  }

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
    return block < blocks
        ? "it ends within slice " + (block + 1) + " of " + blocks
        : "it ends behind its slices, where their checksum should be";
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

  static String tooFewAsText(BigInteger needed, long found) {
    return "its voxels need " + needed + " bytes, which cannot be written as text in " + found;
  }

  static String tooMany(BigInteger needed, long found) {
    return "its voxels need "
        + needed
        + " bytes, but there are "
        + found
        + "; the sizes or the type in its header are wrong";
  }

  static String goesOn(long blocks) {
    return "its voxels go on after slice "
        + blocks
        + ", which is the last; the sizes or the type in its header are wrong";
  }

  static String leftOut(long bytes) {
    return Messages.count(bytes, "byte") + " behind its voxels " + are(bytes) + " left out.";
  }

  private static String are(long count) {
    return count == 1 ? "is" : "are";
  }

  /** Of a size that a header states. */
  static String otherBytes(String field, long said, long found) {
    return "its header says '" + field + "' is " + said + ", but there are " + found + " bytes";
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
