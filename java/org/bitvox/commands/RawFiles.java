// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.io.FileInfo;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Raw volumes: x fastest, no header, little-endian; their shape is given by parameters. */
final class RawFiles {
  private static final String[] SIZES = {"width", "height", "depth"};

  private RawFiles() {}

  /** The parameters that describe the raw files of a call. */
  static Parameter[] parameters() {
    Parameter[] all = new Parameter[4];
    for (int i = 0; i < 3; i++) {
      all[i] =
          Parameter.integer(SIZES[i], "voxels", 1, Integer.MAX_VALUE, SIZES[i] + " of a raw file")
              .in(Parameter.Scope.COMMAND_LINE);
    }
    all[2].or("1");
    all[3] =
        Parameter.choice(
                "type",
                "voxels of a raw file, little-endian",
                "uint8",
                "uint16",
                "int16",
                "float32")
            .in(Parameter.Scope.COMMAND_LINE);
    return all;
  }

  /** No file of the call is raw. */
  static void refuseKeys(Values values) {
    for (String key : new String[] {"width", "height", "depth", "type"}) {
      if (values.given(key)) {
        throw new UsageException(Messages.rawOnly(key));
      }
    }
  }

  static StackFile open(String name, Values values) throws IOException {
    if (!values.has("width") || !values.has("height")) {
      throw new UsageException(Messages.rawNeeds(name));
    }
    Path path = InputFiles.existing(name);
    FileInfo info = new FileInfo();
    info.fileFormat = FileInfo.RAW;
    info.fileType = fileType(values.text("type"));
    info.directory = path.getParent() + "/";
    info.fileName = path.getFileName().toString();
    info.width = values.integer("width");
    info.height = values.integer("height");
    info.intelByteOrder = true;
    if ((long) info.width * info.height > Integer.MAX_VALUE) {
      throw new UsageException(Messages.SLICE_TOO_LARGE);
    }
    int depth = values.integer("depth");
    long slice = (long) info.width * info.height * info.getBytesPerPixel();
    long found = Files.size(path);
    if (found % slice != 0 || found / slice != depth) {
      throw new IOException(Messages.rawSize(name, found, slice + " x " + depth));
    }
    Calibration calibration = new Calibration();
    if (info.fileType == FileInfo.GRAY16_SIGNED) {
      calibration = StackFile.calibration(info); // ImageJ holds them as unsigned with an offset
    }
    return new StackFile(path, new FileInfo[] {info}, depth, calibration);
  }

  private static int fileType(String type) {
    switch (type) {
      case "uint16":
        return FileInfo.GRAY16_UNSIGNED;
      case "int16":
        return FileInfo.GRAY16_SIGNED;
      case "float32":
        return FileInfo.GRAY32_FLOAT;
      default:
        return FileInfo.GRAY8;
    }
  }
}
