// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;

/** What users read about files. */
public final class Messages {
  private static final int LONGEST = 40; // of a quoted word

  static final String TOO_LARGE_FOR_OME =
      "a file .ome.tif has at most 4 GB; write .tif, .nrrd or .nii.gz";

  private Messages() {}

  /** "1 row", "2 rows". */
  public static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** A word of a file, of which there may be a lot. */
  public static String quoted(String word) {
    return "'" + shortened(word) + "'";
  }

  /** The same without quotes. */
  public static String shortened(String word) {
    return word.length() > LONGEST ? word.substring(0, LONGEST) + "..." : word;
  }

  static String noSuchFile(String path) {
    return path + ": no such file";
  }

  static String notAFile(String path) {
    return path + ": is not a file";
  }

  static String folderOfSlices(String path) {
    return path + ": is a folder; say stack to take its files for the slices of a volume";
  }

  static String notAFolder(String path) {
    return path + ": is not a folder";
  }

  static String rootFolder(String path) {
    return path + ": cannot be replaced; name a folder within it";
  }

  static String currentFolder(String path) {
    return path + ": is the current folder, which cannot be replaced; name a folder within it";
  }

  static String otherFiles(String path, String file) {
    return path + ": the folder has other files, such as " + file + "; choose another name";
  }

  static String inFolder(String key, String folderKey) {
    return key + "= lies in the folder of " + folderKey + "=; choose another place";
  }

  static String withInput(String folder, String input) {
    return folder + " has the input file " + input + "; choose another name";
  }

  static String notReadable(String path) {
    return path + ": the file cannot be read";
  }

  static String notReadable(String path, IOException problem) {
    return notReadable(path) + ": " + reason(problem);
  }

  static String unknownFormat(String path) {
    return path + ": its format is not known; use TIFF, NIfTI, NRRD or MetaImage, or a .raw file";
  }

  /** Of a header that an editor, or PowerShell, has written. */
  static String utf16(String path) {
    return path + ": its header is a text in UTF-16; save it as UTF-8";
  }

  /** Of a file among slices. */
  static String noSlice(String path) {
    return path
        + ": is no image; name the slices alone by a pattern, such as input='slices/*.tif' stack";
  }

  /** Of an image that is a folder. */
  static String onlyOfCommandLine(String path) {
    return path
        + ": OME-Zarr images are read and written by './bitvox run' in a checkout of Bitvox alone;"
        + " './bitvox zarr' there makes a TIFF of one, or one of a TIFF";
  }

  /** Of an output of another file system. */
  static String noImageThere(String path) {
    return path
        + ": only images in OME-Zarr, whose names end with .zarr, are written there; choose a file"
        + " of this computer";
  }

  static String thereAlready(String path) {
    return path + ": is there already; remove it, or choose another name";
  }

  /** Of an image that is a folder and of which many slices are read together. */
  static String heapOfFolder(String path, long bytes) {
    return path
        + ": reading it needs "
        + heapOf(bytes)
        + ", as its chunks are deep; raise it with -Xmx, or write it with smaller chunks";
  }

  static String notInFolder(String path) {
    return path + ": is a name for images; choose another one";
  }

  static String inInput(String key, String name, String input) {
    return key + "=" + name + " lies in the input " + input + "; choose another place";
  }

  static String notOpenedByImageJ(String path) {
    return path + ": ImageJ, which knows its format, cannot open it";
  }

  static String heapOfImageJ(String path) {
    return path
        + ": ImageJ, which knows its format, has not enough Java heap to open it; raise it with"
        + " -Xmx, unless the file is damaged";
  }

  /** Of a file of another format. */
  static String openedByImageJ(String path) {
    return path + ": it was read by ImageJ.";
  }

  static String heap(String path, long bytes) {
    return path
        + ": one slice needs "
        + heapOf(bytes)
        + " in each thread; raise it with -Xmx, or use fewer threads";
  }

  private static String heapOf(long bytes) {
    return ((bytes >> 20) + 1) + " MiB of Java heap";
  }

  /** Of colour images. */
  static final String COLOURS =
      "its pixels have the colours red, green and blue; choose one with channel=1, 2 or 3, or"
          + " convert it to grey first";

  /** Of a channel, a frame or a series, from 1. */
  static String noSuch(String what, int chosen, int count) {
    return what + "=" + chosen + " is not there: it has " + count(count, what).replace("ss", "s");
  }

  /** Of values of a slice that cannot be read. */
  static String notHeld(String name, SampleType type, long count, int slice) {
    return name
        + ": its values are "
        + type.words()
        + ", of which a 32-bit float does not hold "
        + count
        + " in slice "
        + (slice + 1)
        + " (more than 24 digits of 0 and 1); convert it first";
  }

  /** Of values that a 32-bit float does not hold. */
  static String rounded(String name, long count, SampleType type) {
    return name
        + ": "
        + count
        + (count == 1 ? " value was" : " values were")
        + " rounded to a 32-bit float: "
        + type.words()
        + " may have more digits.";
  }

  static String notOfImageJ(PixelType type) {
    String name = type.name().toLowerCase(Locale.ROOT);
    return "ImageJ has no "
        + name
        + " images, so .tif cannot have them; use .nrrd, .mha or .nii, or another type";
  }

  static String notInTiff(String what) {
    return "TIFF files of ImageJ cannot have "
        + what
        + ": a pixel is 5e-10 to 2e9 of its unit there; use voxel_size= with another unit, or"
        + " .ome.tif, .nrrd, .mha or .nii";
  }

  static String rawSize(String path, long found, String voxels, BigInteger expected) {
    return path + ": the file has " + found + " bytes, but " + voxels + " are " + expected;
  }

  static String rawNeeds(String path) {
    return path + ": a raw file needs width= and height=";
  }

  static String rawOnly(String key) {
    return key + "= describes a raw file, but no .raw file is given";
  }

  static String noFolder(String path) {
    return path + ": the folder does not exist";
  }

  static String noParent(String path, String parent) {
    return path + ": its folder " + parent + " does not exist";
  }

  static String closedFolder(String path) {
    return path + ": the folder may not be entered";
  }

  static String mounted(String path) {
    return path + ": is mounted by itself and cannot be replaced; mount its folder instead";
  }

  static String notBegun(String path, IOException problem) {
    boolean forbidden =
        problem instanceof AccessDeniedException || problem instanceof NoSuchFileException;
    return forbidden ? path + ": the folder is not writable" : notWritten(path, problem);
  }

  /** Why a file could not be written. */
  public static String notWritten(String path, IOException problem) {
    return path + ": cannot be written: " + reason(problem);
  }

  static String nothingToWrite(String key, String path) {
    return path + ": there is nothing to write; leave out " + key + "=";
  }

  static String readOnly(String path) {
    return path + ": the file is read-only";
  }

  static String inUse(String path) {
    return path + ": the file is in use by another program; close it there";
  }

  /** What hinders the outputs from getting their names, and where they are now. */
  static String keptBeside(String problem, List<String> names) {
    return problem + "; what was computed is in " + String.join(", ", names);
  }

  static String anotherUsers(String path) {
    return path + ": the file is another user's, which cannot be replaced in this folder";
  }

  static String tooManyLinks(String path) {
    return path + ": too many symbolic links";
  }

  /** Java opens files of its own for its first channel, of which there may be too many. */
  static IOException ofFirstChannel(ExceptionInInitializerError failure) {
    if (failure.getCause() instanceof IOException) {
      return (IOException) failure.getCause();
    }
    throw failure;
  }

  /** What the system says, without the paths that Java puts before it. */
  public static String reason(IOException problem) {
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof NoSuchFileException) {
      return "it is gone";
    }
    boolean named = problem instanceof FileSystemException;
    String reason = named ? ((FileSystemException) problem).getReason() : problem.getMessage();
    return reason == null ? problem.toString() : reason;
  }

  static String notForHeader(String path) {
    return path
        + ": its header names the file of voxels beside it, which may have no %, no blank at an end"
        + " and no line feed in its name; choose another name";
  }

  static String overInput(String key, String name) {
    return key + "=" + name + " is an input file; choose another name";
  }

  static String sameOutput(String key, String other) {
    return key + "= and " + other + "= are the same file";
  }

  static String sameButForCase(String key, String other) {
    return key + "= and " + other + "= differ in upper and lower case only; choose other names";
  }
}
