// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.bitvox.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers that say two things, or sizes that cannot be: an error, or a note if voxels are sure. */
class HeaderContradictionTest {
  private static final String NRRD =
      "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n";
  private static final String META =
      "NDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n";
  private static final Path NIFTI = VolumeSamples.FOLDER.resolve("nifti1-int16-le.nii");

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** What is said of the file, that it cannot be read or else; without its name. */
  private static String said(Path path) {
    try {
      StackFile file = ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
      for (int z = 0; z < file.depth(); z++) {
        file.readSlice(z);
      }
      return "read " + file.axesWithoutSize() + " " + String.join(" ", file.notes());
    } catch (IOException e) {
      assertTrue(e.getMessage().startsWith(path + ": "), e.getMessage());
      return e.getMessage();
    }
  }

  private static void says(String words, Path path) {
    String said = said(path);
    boolean read = said.startsWith("read");
    assertTrue(said.contains(words) && read == words.startsWith("read"), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sizes: 2 2 2|sizes: 2 2 2 2|'sizes' is '2 2 2 2', which is not 3 values",
        "dimension: 3|dimension: 3 3|'dimension' is '3 3', which is not 1 value",
        "sizes: 2 2 2|sizes: 2 1 2|need 4 bytes, but there are 8; the sizes or the type",
        "type: uint8|type: uint8~spacings: 1 2|'spacings' is '1 2', which is not 3 values",
        "type: uint8|type: uint8~kinds: domain domain|'kinds' is 'domain domain', which is not 3",
        "type: uint8|type: uint8~space directions: (1,0) (0,1) (1,1)~space dimension: 3|'space dimension' is '3', which it cannot be",
        "type: uint8|type: uint8~space directions: (1,0) (0,1,0) (0,1)|'space directions' is",
        "type: uint8|type: uint8~spacings: nan 0 inf|read xyz",
        "type: uint8|type: uint8~spacings: 1 -2 3|read  a.nrrd: its header says the size of a voxel"
            + " along y is -2.0; 2.0 is used.",
      })
  void nrrd(String field, String other, String words) throws IOException {
    String header = NRRD.replace(field, other.replace('~', '\n'));
    Path file = write("a.nrrd", header + "\n12345678");
    says(words.replace("a.nrrd", file.toString()), file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NDims = 3|NDims = 2|'DimSize' is '2 2 2', which is not 2 values",
        "NDims = 3|NDims = 3~HeaderSize = 5|'HeaderSize' is '5', which it cannot be",
        "NDims = 3|NDims = 3~HeaderSize = -1|read ",
        "NDims = 3|NDims = 3~ElementSpacing = 0 nan -1|read xy",
        "NDims = 3|NDims = 3~ElementSpacing = 1 1|'ElementSpacing' is '1 1', which is not 3",
        "NDims = 3|NDims = 3~ElementToIntensityFunctionSlope = 0|Slope' is '0', which it cannot",
        "NDims = 3|NDims = 3~ElementToIntensityFunctionSlope = inf|Slope' is 'inf', which it",
        "NDims = 3|NDims = 3~TransformMatrix = 2 0 0 0 1 0 0 0 1|read xyz a.mha: its axes have no dir",
        "MET_UCHAR|MET_USHORT|need 16 bytes, but there are 8",
        "DimSize = 2 2 2|DimSize = 2 2 1|need 4 bytes, but there are 8; the sizes or the type",
      })
  void metaImage(String field, String other, String words) throws IOException {
    Path file = write("a.mha", META.replace(field, other.replace('~', '\n')) + "12345678");
    says(words.replace("a.mha", file.toString()), file);
  }

  @ParameterizedTest
  @CsvSource({"0, read", "1, read", "-1, is", "9, is"})
  void packedBytesOfMetaImage(int more, String words) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(packed)) {
      out.write(new byte[8]);
    }
    String size = "CompressedData = True\nCompressedDataSize = " + (packed.size() - more) + "\n";
    Path file = write("a.mha", size + META + packed.toString("ISO-8859-1"));
    String said = said(file);
    assertEquals(more >= 0, said.startsWith("read"), said);
    String words2 = "'CompressedDataSize' is " + (packed.size() - more) + ", but there are ";
    assertEquals(more != 0, said.contains(words2 + packed.size() + " bytes"), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "72|8|read  NAME: its header says 'bitpix' is 8, but voxels of 'datatype' 4 have 16 bits",
        "44|6|bytes, but there are 1092; the sizes or the type in its header are wrong",
        "40|2|bytes, but there are 1092; the sizes or the type in its header are wrong",
      })
  void nifti(int at, int value, String words) throws IOException {
    byte[] bytes = Files.readAllBytes(NIFTI);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(at, (short) value);
    Path file = Files.write(folder.resolve("a.nii"), bytes);
    says(words.replace("NAME", file.toString()), file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "80|0|read x ",
        "84|NaN|read y ",
        "88|Infinity|read z ",
        "88|-2|read  NAME: its header says the size of a voxel along z is -2.0; 2.0 is used.",
        "92|0|read  ",
        "112|Infinity|'scl_slope' is 'Infinity', which it cannot be",
        "112|NaN|read  ",
      })
  void numbersOfNifti(int at, float value, String words) throws IOException {
    byte[] bytes = Files.readAllBytes(NIFTI);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(at, value);
    header.putShort(252, (short) 0).putShort(254, (short) 0); // no qform, no sform
    Path file = Files.write(folder.resolve("a.nii"), bytes);
    says(words.replace("NAME", file.toString()), file);
  }

  /** One row less along x is a volume in which every row is moved. */
  @Test
  void packedVoxelsThatGoOn() throws IOException {
    byte[] bytes = Files.readAllBytes(NIFTI);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(42, (short) 5);
    Path file = folder.resolve("a.nii.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(bytes);
    }
    says("its voxels go on after slice 7, which is the last", file);
    says("its voxels go on after slice 2", text("1 2 3 4 5 6 7 8 9"));
    says("read", text("1 2 3 4 5 6 7 8\n"));
  }

  private Path text(String voxels) throws IOException {
    return write("t.nrrd", NRRD.replace("raw", "text") + "\n" + voxels);
  }

  /** A few bytes are no row; where the header says itself what is left out, it may be more. */
  @Test
  void bytesBehindTheVoxels() throws IOException {
    Path file = write("a.nrrd", NRRD + "\n12345678\n");
    says("read xyz " + file + ": 1 byte behind its voxels is left out.", file);
    file = write("a.nrrd", NRRD + "byte skip: 1\n\n12345678123456789");
    says("read xyz " + file + ": 8 bytes behind its voxels are left out.", file);
  }

  @Test
  void gzipThatEndsBeforeItsChecksum() throws IOException {
    byte[] bytes = Files.readAllBytes(VolumeSamples.FOLDER.resolve("nifti1-uint16-be.nii.gz"));
    Path cut = Files.write(folder.resolve("a.nii.gz"), Arrays.copyOf(bytes, bytes.length - 4));
    says("it ends behind its slices, where their checksum should be", cut);
  }

  /** The numbers that need them name the size that was taken, unless one is given. */
  @Test
  void unknownSizesAreSaidBesideNumbers() throws IOException {
    String units = "units: \"mm\" \"mm\" \"mm\"\nspacings: 0.5 nan nan\n\n\0\0\1\1\1\1\0\0";
    String input = "input=[" + write("a.nrrd", NRRD + units) + "] threshold=1";
    String note = "Note: a.nrrd does not say the size of its voxels along y and z: 1 mm is taken.";
    assertTrue(Cli.run("minkowski", input).contains(note), Cli.run("minkowski", input));
    String said = Cli.run("minkowski", input + " voxel_size=1,1,2mm");
    assertTrue(!said.contains("does not say"), said);
  }

  /** As others write what was typed as 0.75: as a float, in a turned matrix, as a fraction. */
  @Test
  void sizesAreThoseThatWereTyped() throws IOException {
    assertEquals(0.75, ShortestDecimal.ofComputed(0.74999999994));
    assertEquals(0.75, ShortestDecimal.ofComputed(Math.hypot(0.75f * 0.6f, 0.75f * 0.8f)));
    assertEquals(0.74999, ShortestDecimal.ofComputed(0.74999));
    assertEquals(0.1, ShortestDecimal.of(0.1f));
    assertEquals(0.10000000149, ShortestDecimal.of(0.10000000149));
    assertEquals(1 / 3.0, ShortestDecimal.of(1 / 3.0));
    assertEquals(750, ShortestDecimal.ofProduct(0.75 * (1e-3 / 1e-6)));
    String spacings = "spacings: 0.10000000149011612 0.75 0.30000001192092896\n\n12345678";
    StackFile nrrd = StackFile.open(write("a.nrrd", NRRD + spacings).toString());
    assertSizes(nrrd, 0.1, 0.75, 0.3);
    String turned =
        "space directions: (0.449999999,0.6,0) (-0.6,0.449999999,0) (0,0,1.2)\n\n12345678";
    assertSizes(StackFile.open(write("a.nrrd", NRRD + turned).toString()), 0.75, 0.75, 1.2);
    byte[] bytes = Files.readAllBytes(NIFTI);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    float[] rows = {0.45f, -0.6f, 0, 0, 0.6f, 0.45f, 0, 0, 0, 0, 0.1f, 0};
    header.putShort(254, (short) 1);
    for (int i = 0; i < 12; i++) {
      header.putFloat(280 + 4 * i, rows[i]);
    }
    Path nifti = Files.write(folder.resolve("a.nii"), bytes);
    assertSizes(StackFile.open(nifti.toString()), 0.75, 0.75, 0.1);
    TiffBuilder tiff = new TiffBuilder();
    tiff.tags.put(282, new long[] {11, Float.floatToIntBits(1 / 0.75f)});
    tiff.tags.put(283, new long[] {11, Float.floatToIntBits(1 / 0.3f)});
    tiff.tags.put(296, new long[] {3, 3});
    Path tif = Files.write(folder.resolve("a.tif"), tiff.build());
    assertSizes(StackFile.open(tif.toString()), 0.75, 0.3, 1);
  }

  private static void assertSizes(StackFile file, double... sizes) {
    Calibration found = file.calibration();
    double[] all = {found.pixelWidth, found.pixelHeight, found.pixelDepth};
    assertArrayEquals(sizes, all, 0, Arrays.toString(all));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SizeX='37'|SizeX='36'|OME-XML says that slices have 36 x 23 pixels, but its pages have 37",
        "Type='uint8'|Type='uint16'|read z NAME: OME-XML says that its values are 'uint16'; they are"
            + " 8-bit whole numbers, as its pages have them.",
        "SizeX='37'|SizeX='37' PhysicalSizeX='0' PhysicalSizeZ='-1'|read z NAME: OME-XML says"
            + " 'PhysicalSizeX' is '0', which is no size and is left out. NAME: OME-XML says"
            + " 'PhysicalSizeZ' is '-1'",
        "IFD='0'|IFD='-1'|IFD=-1 is not a whole number from 0",
        "SizeC='1'|SizeC='0'|SizeC=0 is not a whole number from 1",
        "SizeT='1'|SizeT='99999999999'|ImageDescription announces a billion or more slices",
      })
  void omeXml(String field, String other, String words) throws IOException {
    String xml =
        "<OME><Pixels Type='uint8' SizeX='37' SizeY='23' SizeC='1' SizeZ='3' SizeT='1'"
            + "><TiffData IFD='0' PlaneCount='3'/></Pixels></OME>";
    TiffBuilder builder = new TiffBuilder();
    builder.description = xml.replace(field, other);
    Path file = Files.write(folder.resolve("a.tif"), builder.build());
    says(words.replace("NAME", file.toString()), file);
  }

  @Test
  void aResolutionOfNothing() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.tags.put(282, TiffBuilder.values(5, 0, 1));
    builder.tags.put(283, TiffBuilder.values(5, 5, 1));
    builder.tags.put(296, new long[] {3, 3});
    says("read xz", Files.write(folder.resolve("a.tif"), builder.build()));
  }
}
