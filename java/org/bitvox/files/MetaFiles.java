// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Opens MetaImage files: .mha, and .mhd with voxels in other files. */
final class MetaFiles {
  private static final Pattern MARK =
      Pattern.compile("(?s)\\s*[A-Za-z_]+[ \\t]*=.*\\bNDims[ \\t]*=.*|\\s*NDims[ \\t]*=.*");

  private final FileBytes in;
  private final Path path;
  private final HeaderFields fields;
  private final VolumeHeader header;
  private DataNames names;
  private long behind;

  private MetaFiles(FileBytes in, Path path, String name) {
    this.in = in;
    this.path = path;
    fields = new HeaderFields(in);
    header = new VolumeHeader(name);
  }

  /** Whether a file that begins so is one. */
  static boolean isIn(byte[] start, Path path) {
    return MARK.matcher(new String(start, StandardCharsets.ISO_8859_1)).matches();
  }

  /** Opens one. */
  static StackFile open(Path path, String name, ReadOptions options) throws IOException {
    try (FileBytes in = FileBytes.open(path, name)) {
      MetaFiles meta = new MetaFiles(in, path, name);
      meta.read(options);
      return VolumeStack.open(path, meta.header);
    }
  }

  private void read(ReadOptions options) throws IOException {
    lines(options);
    int axes = (int) Math.max(0, Math.min(5, fields.whole("NDims", 0)));
    if (axes < 1 || axes > 4) {
      throw fields.wrong("NDims");
    }
    long[] sizes = fields.wholes("DimSize", axes);
    for (int i = 0; i < Math.min(3, axes); i++) {
      header.sizes[i] = sizes[i];
    }
    header.frames = axes == 4 ? sizes[3] : 1;
    header.channels = fields.whole("ElementNumberOfChannels", 1);
    header.interleaved = header.channels > 1;
    type();
    place(axes);
    data();
  }

  /** ElementDataFile is the last line; the voxels, or names of files, come behind it. */
  private void lines(ReadOptions options) throws IOException {
    HeaderLines lines = new HeaderLines(in);
    while (names == null) {
      String line = lines.next();
      if (line == null) {
        throw in.problem(VolumeMessages.missing("ElementDataFile"));
      }
      int equals = line.indexOf('=');
      String key = equals < 0 ? "" : line.substring(0, equals).trim();
      if (key.equalsIgnoreCase("ElementDataFile")) {
        behind = lines.position();
        names = names(line.substring(equals + 1).trim(), lines).within(in, options.follow);
      } else if (!key.isEmpty() && !key.equalsIgnoreCase("Comment")) {
        fields.put(key, line.substring(equals + 1));
      }
    }
  }

  private DataNames names(String value, HeaderLines lines) throws IOException {
    String[] words = value.split("\\s+");
    if (value.equalsIgnoreCase("LOCAL")) {
      return DataNames.one(path.getFileName().toString());
    }
    if (words[0].equals("LIST")) {
      return DataNames.list(lines, in);
    }
    return DataNames.isPattern(words) ? DataNames.pattern(words, in) : DataNames.one(value);
  }

  private void type() throws IOException {
    String type = fields.needed("ElementType").toUpperCase(Locale.ROOT);
    header.type = of(type.replaceFirst("_ARRAY$", ""));
    if (header.type == null) {
      throw in.problem(VolumeMessages.notRead("ElementType", type, "save whole numbers or floats"));
    }
    boolean big = isTrue("BinaryDataByteOrderMSB") || isTrue("ElementByteOrderMSB");
    header.bytes = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    String slope = fields.text("ElementToIntensityFunctionSlope");
    String offset = fields.text("ElementToIntensityFunctionOffset");
    header.slope = slope == null ? 1 : slope("ElementToIntensityFunctionSlope");
    header.intercept = offset == null ? 0 : finite("ElementToIntensityFunctionOffset");
  }

  private double finite(String name) throws IOException {
    double number = fields.decimals(name, 1)[0];
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw fields.wrong(name);
    }
    return number;
  }

  /** What all values would be lost by. */
  private double slope(String name) throws IOException {
    double slope = finite(name);
    if (slope == 0) {
      throw fields.wrong(name);
    }
    return slope;
  }

  private static SampleType of(String type) {
    switch (type) {
      case "MET_UCHAR":
        return SampleType.BYTE;
      case "MET_CHAR":
        return SampleType.SIGNED_BYTE;
      case "MET_USHORT":
        return SampleType.UNSIGNED_SHORT;
      case "MET_SHORT":
        return SampleType.SIGNED_SHORT;
      case "MET_UINT":
      case "MET_ULONG":
        return SampleType.UNSIGNED_INT;
      case "MET_INT":
      case "MET_LONG":
        return SampleType.INT;
      case "MET_ULONG_LONG":
        return SampleType.UNSIGNED_LONG;
      case "MET_LONG_LONG":
        return SampleType.LONG;
      case "MET_FLOAT":
        return SampleType.FLOAT;
      case "MET_DOUBLE":
        return SampleType.DOUBLE;
      default:
        return null;
    }
  }

  private boolean isTrue(String name) {
    String value = fields.text(name);
    return value != null && value.toLowerCase(Locale.ROOT).matches("(true|t|1|yes|y).*");
  }

  /** In millimetres by convention, where there are sizes; the rows are the directions of axes. */
  private void place(int axes) throws IOException {
    String sizes = fields.has("ElementSpacing") ? "ElementSpacing" : "ElementSize";
    if (fields.has(sizes)) {
      double[] spacing = fields.decimals(sizes, axes);
      for (int i = 0; i < Math.min(3, axes); i++) {
        header.spacing(i, spacing[i]);
      }
      header.calibration.setUnit("mm");
    }
    String at = named("Offset", "Position", "Origin");
    String along = named("TransformMatrix", "Rotation", "Orientation");
    if (at == null && along == null) {
      return;
    }
    double[] offset = at == null ? new double[axes] : fields.decimals(at, axes);
    double[] matrix = along == null ? null : fields.decimals(along, axes * axes);
    double[] origin = new double[3];
    double[] direction = PlacementWords.straight();
    for (int axis = 0; axis < Math.min(3, axes); axis++) {
      origin[axis] = offset[axis];
      for (int row = 0; row < Math.min(3, axes) && matrix != null; row++) {
        direction[3 * row + axis] = matrix[axes * axis + row];
      }
    }
    header.place(origin, direction, "LPS");
  }

  private String named(String... names) {
    for (String name : names) {
      if (fields.has(name)) {
        return name;
      }
    }
    return null;
  }

  private void data() throws IOException {
    boolean text = fields.has("BinaryData") && !isTrue("BinaryData");
    VolumeData.Encoding encoding =
        text
            ? VolumeData.Encoding.TEXT
            : isTrue("CompressedData") ? VolumeData.Encoding.ZLIB : VolumeData.Encoding.RAW;
    long skip = fields.whole("HeaderSize", 0);
    if (skip < -1 || skip < 0 && encoding != VolumeData.Encoding.RAW) {
      throw fields.wrong("HeaderSize");
    }
    boolean zlib = encoding == VolumeData.Encoding.ZLIB;
    long packed = zlib ? fields.whole("CompressedDataSize", -1) : -1;
    if (packed < -1) {
      throw fields.wrong("CompressedDataSize");
    }
    if (names.count == 1 && names.names.apply(0).equals(path.getFileName().toString())) {
      boolean known = skip <= 0 || skip == behind; // MetaIO counts it from the file's beginning
      if (!known) {
        throw fields.wrong("HeaderSize");
      }
      VolumeData within = VolumeData.within(path, encoding, behind);
      header.data = (skip < 0 ? within.behind(0, skip) : within).packedIn(packed);
      return;
    }
    header.data =
        VolumeData.beside(path.getParent(), names.names, names.count, encoding)
            .behind(0, skip)
            .packedIn(names.count == 1 && skip == 0 ? packed : -1);
  }
}
