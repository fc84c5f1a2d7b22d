// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens NIfTI files: .nii, .nii.gz, and pairs of .hdr and .img. */
final class NiftiFiles {
  private static final int MOST = 1024;

  private NiftiFiles() {}

  /** Whether a file that begins so is one; a gzip file whose name says so is one too. */
  static boolean isIn(byte[] start, Path path) throws IOException {
    if (!isGzip(start)) {
      return NiftiHeader.isIn(start) || start.length == 0 && named(path, ".nii");
    }
    try (FileBytes in = FileBytes.open(path, path.toString())) {
      return named(path, ".nii.gz") || NiftiHeader.isIn(start(in, true));
    }
  }

  private static boolean named(Path path, String ending) {
    return path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  private static boolean isGzip(byte[] start) {
    return start.length >= 2 && start[0] == 0x1f && start[1] == (byte) 0x8b;
  }

  /** Opens one. */
  static StackFile open(Path path, String name, ReadOptions options) throws IOException {
    VolumeHeader header;
    try (FileBytes in = FileBytes.open(path, name)) {
      boolean packed = isGzip(start(in, false));
      byte[] start = start(in, packed);
      if (!NiftiHeader.isIn(start)) {
        throw in.problem(VolumeMessages.noNifti(packed));
      }
      header = NiftiHeader.read(start, in, path, name, packed);
    }
    return VolumeStack.open(path, header);
  }

  /** The first bytes; fewer where packed ones are damaged. */
  private static byte[] start(FileBytes in, boolean packed) throws IOException {
    byte[] start = new byte[MOST];
    int length = 0;
    if (!packed) {
      length = (int) Math.min(MOST, in.size());
      in.read(0, ByteBuffer.wrap(start, 0, length));
      return Arrays.copyOf(start, length);
    }
    try {
      GZIPInputStream stream = new GZIPInputStream(new PackedStream(in, 0));
      for (int some = 0; some >= 0 && length < MOST; ) {
        length += some;
        some = stream.read(start, length, MOST - length);
      }
    } catch (ZipException | EOFException e) {
      return Arrays.copyOf(start, length);
    }
    return Arrays.copyOf(start, length);
  }

  /** The file with the voxels beside a header. */
  static VolumeData pair(Path path, String name, boolean packed, FileBytes in) throws IOException {
    String own = path.getFileName().toString();
    String stem = own.replaceFirst("(?i)\\.hdr(\\.gz)?$", "");
    for (String ending : new String[] {".img", ".img.gz", ".IMG"}) {
      String image = stem + ending;
      if (!image.equals(own) && Files.isRegularFile(path.resolveSibling(image))) {
        boolean gzip = ending.endsWith(".gz");
        return VolumeData.beside(
            path.getParent(),
            i -> image,
            1,
            gzip ? VolumeData.Encoding.GZIP : VolumeData.Encoding.RAW);
      }
    }
    throw in.problem(VolumeMessages.noData(stem + ".img", "no such file"));
  }
}
