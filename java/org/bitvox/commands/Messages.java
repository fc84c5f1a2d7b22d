// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

/** Every sentence that users of a menu, a macro or the command line can see. */
public final class Messages {
  /** Titles of dialogs and of the lines in the log. */
  static final String GRANULOMETRY = "Bitvox Granulometry";

  static final String BACKENDS = "Bitvox Backends";
  static final String SAMPLE_FOAM = "Bitvox Sample Foam";
  static final String SKELETON_2D = "Bitvox Skeleton 2D";
  static final String SKELETON_3D = "Bitvox Skeleton 3D";
  static final String SKELETON_GRAPH = "Bitvox Skeleton Graph";

  static final String JOINT_HISTOGRAM = "Bitvox Joint Histogram";
  static final String CONVOLVE = "Bitvox Convolve";
  static final String REGISTER_MI = "Bitvox Register by MI";

  static final String NO_IMAGE = "No image is open.";
  static final String RGB = "RGB images are not supported; convert to 8-bit first.";
  static final String HYPERSTACK =
      "Hyperstacks are not supported; extract one channel and one frame first.";
  static final String THRESHOLD_NOT_A_RANGE =
      "threshold cannot be used: the image's calibration neither only rises nor only falls";
  static final String ROI_IGNORED = "The selection is ignored: the whole image is measured.";
  static final String SLICE_TOO_LARGE = "a slice may have at most 2147483647 voxels";
  static final String FILE_NAME =
      "Java cannot use this file name in the current locale; set LC_ALL=C.UTF-8";
  static final String NO_FONTS = "Java cannot draw text; install fontconfig and a font";
  static final String KERNEL_FILE = "kernel=file and kernel_file= belong together";
  static final String SEPARABLE = "the kernel is separable and was applied as rows along the axes";
  static final String STOPPED = "stopped";
  static final String JAVA_MEMORY =
      "out of memory in the Java heap; raise it in Edit>Options>Memory & Threads, or with -Xmx";

  private Messages() {}

  static String notAllowed(String key, String value, String allowed) {
    return key + "=" + value + " is not allowed; use " + allowed;
  }

  static String unknownKey(String key, String nearest, String command) {
    return "unknown key '" + key + "' for " + command + "; did you mean '" + nearest + "'?";
  }

  static String noKeys(String key, String command) {
    return "unknown key '" + key + "'; " + command + " takes no keys";
  }

  static String givenTwice(String key) {
    return key + " is given twice";
  }

  static String valueMissing(String key, String allowed) {
    return key + " needs a value: " + key + "=..., " + allowed;
  }

  static String bareWord(String key) {
    return key + " takes no value: write just " + key;
  }

  static String required(String command, String key, String noun) {
    return command + " needs " + key + "=" + noun;
  }

  static String notHere(String key, String where) {
    return "key '" + key + "' cannot be used here; it is for: " + where;
  }

  static String bracketMissing(String word) {
    return "a closing bracket is missing after '" + word + "'";
  }

  static String noSuchImage(String title) {
    return "no open image has the title '" + title + "'";
  }

  static String imageLocked(String title) {
    return "the image '" + title + "' is in use by another command";
  }

  static String noSuchFile(String path) {
    return path + ": no such file";
  }

  static String notReadable(String path) {
    return path + ": the file cannot be read";
  }

  static String notTiff(String path) {
    return path + ": not a TIFF file that ImageJ can read";
  }

  static String truncated(String path, long found, long announced) {
    return path + ": the file is truncated: " + found + " of " + announced + " slices are there";
  }

  static String cutOff(String path) {
    return path + ": the file is truncated";
  }

  static String unequalPages(String path, int page) {
    return path + ": page " + page + " differs from the first in size or type";
  }

  static String pixelType(String path) {
    return path + ": only 8-bit, 16-bit and 32-bit float images are supported";
  }

  static String rawSize(String path, long found, String needed) {
    return path + ": the file has " + found + " bytes, but its sizes and type make " + needed;
  }

  static String rawNeeds(String path) {
    return path + ": a raw file needs width= and height=";
  }

  static String rawOnly(String key) {
    return key + "= describes a raw file, but no .raw file is given";
  }

  static String unknownFormat(String path) {
    return path + ": use a .tif, .tiff or .raw file";
  }

  static String noFolder(String path) {
    return path + ": the folder does not exist";
  }

  static String notWritable(String path) {
    return path + ": the folder is not writable";
  }

  static String notAFile(String path) {
    return path + ": is not a file";
  }

  static String extension(String key, String value, String extension) {
    return key + "=" + value + " must end in " + extension;
  }

  static String overInput(String key) {
    return key + "= is the input file; choose another name";
  }

  static String sameOutput(String key, String other) {
    return key + "= and " + other + "= are the same file";
  }

  static String notWritten(String path, String reason) {
    return path + ": cannot be written: " + reason;
  }

  static String anisotropic(Scale scale) {
    return "Voxels are not cubes ("
        + scale.words()
        + "): the element acts in voxels, so its width differs along the axes.";
  }

  static String endedByMaxRadius(int maxRadius) {
    return "Ended by max_radius=" + maxRadius + ": what is left counts at n=" + maxRadius + ".";
  }

  static String objectsVanished(long count) {
    return count + (count == 1 ? " object has" : " objects have") + " vanished.";
  }

  static String notLinear(String key) {
    return key + " cannot be used: the image's calibration is not a rising straight line";
  }

  static String scales(Scale input, Scale second) {
    return "the voxels differ in size: "
        + input.words()
        + " of input, "
        + second.words()
        + " of the second image; scale one of them first (Image>Scale), or correct its properties";
  }

  static String depths(String name, int found, int expected) {
    return name + " has " + found + " slices, the input " + expected;
  }

  static String kernelShape(String path) {
    return path + ": a kernel needs rows of equal length, and planes of equal height";
  }

  static String kernelNumber(String path, String word) {
    return path + ": '" + word + "' is not a number";
  }

  static String ran(String backend) {
    return "done (" + backend + ")";
  }

  static String unexpected(Throwable failure) {
    return "unexpected failure: " + failure;
  }

  static String unknownCommand(String name, String known) {
    return "unknown command '" + name + "'; use " + known;
  }
}
