// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Raw volumes: x fastest, no header, little-endian; their shape is given by parameters. */
final class RawFiles {
  private RawFiles() {}

  /** No file of the call is raw. */
  static void refuseKeys(Values values) {
    for (String key : new String[] {"width", "height", "depth", typeKey(values)}) {
      if (values.given(key)) {
        throw new UsageException(Messages.rawOnly(key));
      }
    }
  }

  private static String typeKey(Values values) {
    return values.declares(Keys.RAW_TYPE) ? Keys.RAW_TYPE : "type";
  }

  static StackFile open(String name, Values values) throws IOException {
    if (!values.has("width") || !values.has("height")) {
      throw new UsageException(Messages.rawNeeds(name));
    }
    Path path = InputFiles.existing(name);
    SampleType type = type(values.text(typeKey(values)));
    int width = values.integer("width");
    int height = values.integer("height");
    if ((long) width * height > StackFile.MOST_VOXELS) {
      throw new UsageException(StackFile.SLICE_TOO_LARGE);
    }
    int depth = values.integer("depth");
    long slice = type.bytes((long) width * height);
    long found = Files.size(path);
    if (found % slice != 0 || found / slice != depth) {
      String voxels =
          width + " x " + height + " x " + depth + " voxels of " + values.text(typeKey(values));
      BigInteger expected = BigInteger.valueOf(slice).multiply(BigInteger.valueOf(depth));
      throw new IOException(Messages.rawSize(name, found, voxels, expected));
    }
    return new RawStack(path, name, width, height, depth, type);
  }

  private static SampleType type(String name) {
    switch (name) {
      case "uint16":
        return SampleType.UNSIGNED_SHORT;
      case "int16":
        return SampleType.SIGNED_SHORT;
      case "float32":
        return SampleType.FLOAT;
      default:
        return SampleType.BYTE;
    }
  }
}
