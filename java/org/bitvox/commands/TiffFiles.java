// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.io.FileInfo;
import ij.io.FileOpener;
import ij.io.TiffDecoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** TIFF stacks as ImageJ reads them, after checks that ImageJ does not make. */
final class TiffFiles {
  private TiffFiles() {}

  static StackFile open(String name) throws IOException {
    if (!name.matches("(?i).*\\.tiff?")) {
      throw new IOException(Messages.unknownFormat(name));
    }
    Path path = InputFiles.existing(name);
    TiffChain chain = TiffChain.read(path);
    if (chain == null) {
      throw new IOException(Messages.notTiff(name));
    }
    FileInfo[] pages = decode(path, name, chain);
    checkType(pages[0], name);
    int depth = pages.length > 1 ? pages.length : pages[0].nImages;
    checkDimensions(pages[0], depth);
    for (int page = 1; page < pages.length; page++) {
      if (!alike(pages[page], pages[0])) {
        throw new IOException(Messages.unequalPages(name, page + 1));
      }
    }
    checkComplete(pages, depth, name, Files.size(path));
    return new StackFile(path, pages, depth, StackFile.calibration(pages[0]));
  }

  private static FileInfo[] decode(Path path, String name, TiffChain chain) throws IOException {
    FileInfo[] pages = null;
    try {
      String folder = path.getParent() + "/";
      pages = new TiffDecoder(folder, path.getFileName().toString()).getTiffInfo();
    } catch (IOException | RuntimeException e) {
      // told below
    }
    boolean none = pages == null || pages.length == 0;
    boolean described = !none && pages[0].nImages > 1; // by ImageJ: the first page is enough
    if (!described && (chain.cutOff || !none && pages.length < chain.pages)) {
      throw new IOException(Messages.cutOff(name));
    }
    if (none || pages[0].width < 1 || pages[0].height < 1) {
      throw new IOException(Messages.notTiff(name));
    }
    return pages;
  }

  private static void checkType(FileInfo page, String name) throws IOException {
    switch (page.fileType) {
      case FileInfo.RGB:
      case FileInfo.RGB_PLANAR:
      case FileInfo.RGB48:
      case FileInfo.RGB48_PLANAR:
      case FileInfo.ARGB:
      case FileInfo.ABGR:
      case FileInfo.BARG:
      case FileInfo.BGR:
      case FileInfo.CMYK:
        throw new IOException(Messages.RGB);
      case FileInfo.BITMAP:
      case FileInfo.GRAY8:
      case FileInfo.COLOR8:
      case FileInfo.GRAY16_SIGNED:
      case FileInfo.GRAY16_UNSIGNED:
      case FileInfo.GRAY32_INT:
      case FileInfo.GRAY32_UNSIGNED:
      case FileInfo.GRAY32_FLOAT:
      case FileInfo.GRAY64_FLOAT:
        return;
      default:
        throw new IOException(Messages.pixelType(name));
    }
  }

  private static void checkDimensions(FileInfo page, int depth) throws IOException {
    Properties description = new FileOpener(page).decodeDescriptionString(page);
    int channels = number(description, "channels");
    int frames = number(description, "frames");
    boolean planes = page.samplesPerPixel > 1;
    if (planes || channels > 1 || frames > 1 && frames < depth) {
      throw new IOException(Messages.HYPERSTACK);
    }
  }

  private static int number(Properties description, String key) {
    String value = description == null ? null : description.getProperty(key);
    return value == null ? 1 : (int) Double.parseDouble(value);
  }

  private static boolean alike(FileInfo a, FileInfo b) {
    return a.width == b.width && a.height == b.height && a.fileType == b.fileType;
  }

  /** ImageJ silently drops what a truncated file lacks, or fills it with zeros. */
  private static void checkComplete(FileInfo[] pages, int depth, String name, long size)
      throws IOException {
    if (pages[0].nImages > 1) {
      long gap = pages[0].getGap();
      long pitch = (long) pages[0].width * pages[0].height * pages[0].getBytesPerPixel() + gap;
      long found = Math.max(0, size - pages[0].getOffset() + gap) / pitch;
      if (found < depth) {
        throw new IOException(Messages.truncated(name, found, depth));
      }
      return;
    }
    for (int z = 0; z < pages.length; z++) {
      if (end(pages[z]) > size) {
        throw new IOException(Messages.truncated(name, z, depth));
      }
    }
  }

  /** Where the pixels of a page end in the file. */
  private static long end(FileInfo page) {
    if (page.stripOffsets == null || page.stripLengths == null) {
      int rowBytes =
          page.fileType == FileInfo.BITMAP
              ? (page.width + 7) / 8
              : page.width * page.getBytesPerPixel();
      return page.getOffset() + (long) rowBytes * page.height;
    }
    long end = 0;
    for (int strip = 0; strip < page.stripLengths.length; strip++) {
      long start = page.stripOffsets[strip] & 0xffffffffL;
      end = Math.max(end, start + page.stripLengths[strip]);
    }
    return end;
  }
}
