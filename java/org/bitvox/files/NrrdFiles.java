// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Opens NRRD files: .nrrd, and .nhdr with voxels in other files. */
final class NrrdFiles {
  private final FileBytes in;
  private final Path path;
  private final HeaderFields fields;
  private final VolumeHeader header;
  private DataNames names;
  private long behind;

  private NrrdFiles(FileBytes in, Path path, String name) {
    this.in = in;
    this.path = path;
    fields = new HeaderFields(in);
    header = new VolumeHeader(name);
  }

  /** Whether a file that begins so is one. */
  static boolean isIn(byte[] start, Path path) {
    return new String(start, StandardCharsets.ISO_8859_1).matches("(?s)NRRD000\\d.*");
  }

  /** Opens one. */
  static StackFile open(Path path, String name, ReadOptions options) throws IOException {
    try (FileBytes in = FileBytes.open(path, name)) {
      NrrdFiles nrrd = new NrrdFiles(in, path, name);
      nrrd.lines(options);
      nrrd.type();
      new NrrdAxes(nrrd.fields, nrrd.header).read();
      nrrd.data();
      return VolumeStack.open(path, nrrd.header);
    }
  }

  /** Fields, comments, and keys of the user, up to an empty line or the end of the file. */
  private void lines(ReadOptions options) throws IOException {
    HeaderLines lines = new HeaderLines(in);
    lines.next();
    for (String line = lines.next(); line != null && !line.isEmpty(); line = lines.next()) {
      int colon = line.indexOf(':');
      if (line.startsWith("#") || colon < 0 || line.startsWith(":=", colon)) {
        continue;
      }
      String key = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).trim();
      if (key.equals("data file") || key.equals("datafile")) {
        names = names(value, lines).within(in, options.follow);
      } else {
        fields.put(alias(key), value);
      }
    }
    behind = lines.position();
  }

  private static String alias(String key) {
    switch (key) {
      case "lineskip":
        return "line skip";
      case "byteskip":
        return "byte skip";
      default:
        return key;
    }
  }

  private DataNames names(String value, HeaderLines lines) throws IOException {
    String[] words = value.split("\\s+");
    if (words[0].equals("LIST")) {
      return DataNames.list(lines, in);
    }
    return DataNames.isPattern(words) ? DataNames.pattern(words, in) : DataNames.one(value);
  }

  private void type() throws IOException {
    String type = fields.needed("type").toLowerCase(Locale.ROOT);
    header.type = of(type);
    if (header.type == null) {
      throw in.problem(VolumeMessages.notRead("type", type, "save whole numbers or floats"));
    }
    String endian = fields.text("endian");
    String encoding = fields.needed("encoding").toLowerCase(Locale.ROOT);
    boolean text = encoding.matches("text|txt|ascii");
    if (endian == null && header.type.bits > 8 && !text) {
      throw in.problem(VolumeMessages.missing("endian"));
    }
    if (endian != null && !endian.matches("(?i)big|little")) {
      throw fields.wrong("endian");
    }
    boolean big = "big".equalsIgnoreCase(endian);
    header.bytes = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  private static SampleType of(String type) {
    switch (type.replaceAll("_t$", "").replaceAll("\\s+", " ")) {
      case "signed char":
      case "int8":
        return SampleType.SIGNED_BYTE;
      case "uchar":
      case "unsigned char":
      case "uint8":
        return SampleType.BYTE;
      case "short":
      case "short int":
      case "signed short":
      case "signed short int":
      case "int16":
        return SampleType.SIGNED_SHORT;
      case "ushort":
      case "unsigned short":
      case "unsigned short int":
      case "uint16":
        return SampleType.UNSIGNED_SHORT;
      case "int":
      case "signed int":
      case "int32":
        return SampleType.INT;
      case "uint":
      case "unsigned int":
      case "uint32":
        return SampleType.UNSIGNED_INT;
      case "longlong":
      case "long long":
      case "long long int":
      case "signed long long":
      case "signed long long int":
      case "int64":
        return SampleType.LONG;
      case "ulonglong":
      case "unsigned long long":
      case "unsigned long long int":
      case "uint64":
        return SampleType.UNSIGNED_LONG;
      case "float":
        return SampleType.FLOAT;
      case "double":
        return SampleType.DOUBLE;
      default:
        return null;
    }
  }

  private void data() throws IOException {
    VolumeData.Encoding encoding = encoding();
    long lines = fields.whole("line skip", 0);
    long skip = fields.whole("byte skip", 0);
    if (lines < 0) {
      throw fields.wrong("line skip");
    }
    if (skip < -1 || skip < 0 && encoding != VolumeData.Encoding.RAW) {
      throw fields.wrong("byte skip");
    }
    VolumeData data =
        names == null
            ? VolumeData.within(path, encoding, behind)
            : VolumeData.beside(path.getParent(), names.names, names.count, encoding);
    header.data = data.behind(lines, skip);
  }

  private VolumeData.Encoding encoding() throws IOException {
    String encoding = fields.needed("encoding").toLowerCase(Locale.ROOT);
    switch (encoding) {
      case "raw":
        return VolumeData.Encoding.RAW;
      case "gzip":
      case "gz":
        return VolumeData.Encoding.GZIP;
      case "bzip2":
      case "bz2":
        return VolumeData.Encoding.BZIP2;
      case "text":
      case "txt":
      case "ascii":
        return VolumeData.Encoding.TEXT;
      case "hex":
        return VolumeData.Encoding.HEX;
      default:
        throw in.problem(VolumeMessages.notRead("encoding", encoding, "save it as raw or gzip"));
    }
  }
}
