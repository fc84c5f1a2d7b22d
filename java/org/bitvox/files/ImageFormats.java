// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.parameters.Keys;

/** The formats of images: which one a file has, its first bytes say, not its name. */
final class ImageFormats {
  /** Enough for every mark that a format begins with. */
  private static final int START_BYTES = 1024;

  /** In this order: the first whose mark is there opens the file. */
  private static final List<ImageFormats> ALL =
      Arrays.asList(
          new ImageFormats(TiffForm::isTiff, TiffFiles::open),
          new ImageFormats(NiftiFiles::isIn, NiftiFiles::open),
          new ImageFormats(NrrdFiles::isIn, NrrdFiles::open),
          new ImageFormats(MetaFiles::isIn, MetaFiles::open),
          new ImageFormats(ImageJFiles::isIn, ImageJFiles::open)); // which takes what is left

  /** Looks for the mark of a format. */
  private interface Mark {
    /** Start has the first bytes of the file, all of them if there are few. */
    boolean isIn(byte[] start, Path path) throws IOException;
  }

  /** Opens a file of a format. */
  private interface Opener {
    /** Name is what the user calls the file. */
    StackFile open(Path path, String name, ReadOptions options) throws IOException;
  }

  private final Mark mark;
  private final Opener opener;

  private ImageFormats(Mark mark, Opener opener) {
    this.mark = mark;
    this.opener = opener;
  }

  /**
   * Opens a file.
   *
   * @param name what the user calls it
   */
  static StackFile open(String name, ReadOptions options) throws IOException {
    if (Keys.isImageFolder(name) && (Names.isRemote(name) || Names.isFolder(name))) {
      return options.partOfOnly(FolderStack.ofFolder(name), name);
    }
    Path path = InputFiles.existing(name);
    byte[] start = start(path, name);
    start = Arrays.copyOfRange(start, MarkedText.markIn(start), start.length);
    for (ImageFormats format : ALL) {
      if (format.mark.isIn(start, path)) {
        StackFile file = format.opener.open(path, name, options);
        return file instanceof TiffStack || file instanceof TiffSet
            ? options.part(file, name)
            : options.partOfOnly(file, name);
      }
    }
    throw new IOException(unknown(name, start));
  }

  private static String unknown(String name, byte[] start) {
    if (name.matches("(?is).*\\.tiff?")) {
      return name + ": " + TiffMessages.NOT_TIFF;
    }
    return MarkedText.isUtf16(start) && name.matches("(?is).*\\.(mha|mhd|nrrd|nhdr)")
        ? Messages.utf16(name)
        : Messages.unknownFormat(name);
  }

  private static byte[] start(Path path, String name) throws IOException {
    try (FileBytes in = FileBytes.open(path, name)) {
      ByteBuffer start = ByteBuffer.allocate((int) Math.min(START_BYTES, in.size()));
      in.read(0, start);
      return start.array();
    }
  }
}
