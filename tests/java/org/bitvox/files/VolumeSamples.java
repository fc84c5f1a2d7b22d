// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** Volumes that nibabel, SimpleITK and pynrrd have written, or a hand, and what is in them. */
final class VolumeSamples {
  static final Path FOLDER = Path.of("tests/java/org/bitvox/files/volumes");

  private VolumeSamples() {}

  /** The lines of the index: file, axes, shape, CRC-32 and spacing, the slowest axis first. */
  static List<String[]> all() throws IOException {
    return Files.readAllLines(FOLDER.resolve("index.csv")).stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .collect(Collectors.toList());
  }

  static StackFile open(String name) throws IOException {
    return ImageFormats.open(FOLDER.resolve(name).toString(), ReadOptions.hyperstacks());
  }

  /** Of the values in the order of the file, little-endian. */
  static String crc(StackFile file, String axes) throws IOException {
    int slice = file.width() * file.height();
    int voxels = slice * file.depth();
    ByteBuffer bytes = ByteBuffer.allocate(8 * voxels).order(ByteOrder.LITTLE_ENDIAN);
    int size = 0;
    for (int z = 0; z < file.depth(); z++) {
      Object values = file.readValues(z);
      int channel = z % file.channels();
      int depth = z / file.channels() % file.slices();
      int frame = z / file.channels() / file.slices();
      for (int i = 0; i < slice; i++) {
        int at = 0;
        for (char axis : axes.toCharArray()) {
          at =
              axis == 'x'
                  ? at * file.width() + i % file.width()
                  : axis == 'y'
                      ? at * file.height() + i / file.width()
                      : axis == 'z'
                          ? at * file.slices() + depth
                          : axis == 't'
                              ? at * file.frames() + frame
                              : at * file.channels() + channel;
        }
        size = put(bytes, values, i, at);
      }
    }
    CRC32 crc = new CRC32();
    crc.update(bytes.array(), 0, voxels * size);
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }

  private static int put(ByteBuffer to, Object values, int i, int at) {
    if (values instanceof byte[]) {
      to.put(at, ((byte[]) values)[i]);
      return 1;
    } else if (values instanceof short[]) {
      to.putShort(2 * at, ((short[]) values)[i]);
      return 2;
    } else if (values instanceof int[]) {
      to.putInt(4 * at, ((int[]) values)[i]);
      return 4;
    } else if (values instanceof float[]) {
      to.putFloat(4 * at, ((float[]) values)[i]);
      return 4;
    } else if (values instanceof long[]) {
      to.putLong(8 * at, ((long[]) values)[i]);
      return 8;
    }
    to.putDouble(8 * at, ((double[]) values)[i]);
    return 8;
  }
}
