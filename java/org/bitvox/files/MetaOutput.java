// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.charset.StandardCharsets;

/** The header of a new MetaImage file. */
final class MetaOutput {
  private MetaOutput() {}

  /** Voxels is where they are: LOCAL, or the name of a file. */
  static byte[] header(StackFormat format, String voxels) {
    OutputPlace place = OutputPlace.of(format).inOneOf("mm"); // by convention
    boolean time = format.frames() > 1;
    Placement placement =
        place.placement == null ? null : PlacementWords.in(place.placement, "LPS");
    StringBuilder text = new StringBuilder("ObjectType = Image\n");
    text.append("NDims = ").append(time ? 4 : 3).append('\n');
    text.append("BinaryData = True\nBinaryDataByteOrderMSB = False\nCompressedData = False\n");
    if (placement != null) {
      text.append("TransformMatrix =");
      for (int axis = 0; axis < 3; axis++) {
        for (int row = 0; row < 3; row++) {
          text.append(' ').append(placement.direction[3 * row + axis]);
        }
        text.append(time ? " 0" : "");
      }
      text.append(time ? " 0 0 0 1\n" : "\n");
      double[] o = placement.origin;
      text.append("Offset = " + o[0] + " " + o[1] + " " + o[2] + (time ? " 0\n" : "\n"));
    }
    double[] s = place.spacing;
    text.append("ElementSpacing = " + s[0] + " " + s[1] + " " + s[2] + (time ? " 1\n" : "\n"));
    text.append("DimSize = " + format.width + " " + format.height + " " + format.depth);
    text.append(time ? " " + format.frames() + "\n" : "\n");
    if (format.channels() > 1) {
      text.append("ElementNumberOfChannels = ").append(format.channels()).append('\n');
    }
    text.append("ElementType = MET_").append(type(format.type)).append('\n');
    text.append("ElementDataFile = " + voxels + "\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String type(PixelType type) {
    switch (type) {
      case UINT8:
        return "UCHAR";
      case INT8:
        return "CHAR";
      case UINT16:
        return "USHORT";
      case INT16:
        return "SHORT";
      case UINT32:
        return "UINT";
      case INT32:
        return "INT";
      case UINT64:
        return "ULONG_LONG";
      case INT64:
        return "LONG_LONG";
      case FLOAT32:
        return "FLOAT";
      default:
        return "DOUBLE";
    }
  }
}
