// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.io.FileInfo;
import ij.io.FileOpener;
import ij.io.ImageReader;
import ij.measure.Calibration;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An image in a file, read slice by slice, from several threads if need be. */
final class StackFile {
  private final Path path;
  private final FileInfo[] pages;
  private final int depth;
  private final Calibration calibration;

  /**
   * Describes a file.
   *
   * @param pages one a slice, or one for all slices, which then follow one another
   */
  StackFile(Path path, FileInfo[] pages, int depth, Calibration calibration) {
    this.path = path;
    this.pages = pages;
    this.depth = depth;
    this.calibration = calibration;
  }

  /** Opens a .tif, .tiff or .raw file; values may describe the raw file. */
  static StackFile open(String name, Values values) throws IOException {
    if (isRaw(name)) {
      return RawFiles.open(name, values);
    }
    RawFiles.refuseKeys(values);
    return TiffFiles.open(name);
  }

  /** Opens the files that the keys name; width, height, depth and type hold for all raw ones. */
  static List<StackFile> open(Values values, String... keys) throws IOException {
    List<StackFile> files = new ArrayList<>();
    boolean raw = false;
    for (String key : keys) {
      raw |= isRaw(values.text(key));
    }
    if (!raw) {
      RawFiles.refuseKeys(values);
    }
    for (String key : keys) {
      if (values.has(key)) {
        String name = values.text(key);
        files.add(isRaw(name) ? RawFiles.open(name, values) : TiffFiles.open(name));
      }
    }
    return files;
  }

  private static boolean isRaw(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".raw");
  }

  /** The calibration of a page as ImageJ sets it: opens the image of that page. */
  static Calibration calibration(FileInfo page) {
    FileInfo tiny = (FileInfo) page.clone();
    tiny.nImages = 1;
    return new FileOpener(tiny).openImage().getCalibration();
  }

  Path path() {
    return path;
  }

  String name() {
    return path.getFileName().toString();
  }

  int width() {
    return pages[0].width;
  }

  int height() {
    return pages[0].height;
  }

  int depth() {
    return depth;
  }

  /** Of the pixels that readSlice returns: 8, 16 or 32; ImageJ widens 1 bit and narrows 64. */
  int bitDepth() {
    int bytes = pages[0].getBytesPerPixel();
    return bytes <= 1 ? 8 : bytes == 2 ? 16 : 32;
  }

  Calibration calibration() {
    return calibration;
  }

  /** Reads slice z, from 0: byte[], short[] or float[]. */
  Object readSlice(int z) throws IOException {
    FileInfo info = (FileInfo) pages[pages.length == 1 ? 0 : z].clone();
    if (pages.length == 1) {
      long sliceBytes = (long) info.width * info.height * info.getBytesPerPixel();
      info.longOffset = info.getOffset() + z * (sliceBytes + info.getGap());
    }
    try (InputStream in = new FileInputStream(path.toFile())) {
      Object pixels = new ImageReader(info).readPixels(in);
      if (pixels == null) {
        throw new IOException(Messages.notReadable(path.toString()));
      }
      return pixels;
    }
  }
}
