// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a header or its voxels is said in words. */
class VolumeDamageTest {
  private static final String NRRD =
      "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n";
  private static final String META =
      "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\n";

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static StackFile open(Path path) throws IOException {
    return ImageFormats.open(path.toString(), ReadOptions.NONE);
  }

  private static void says(String words, Path path) {
    String sentence = assertThrows(IOException.class, () -> readAll(path)).getMessage();
    assertTrue(sentence.contains(words), sentence);
    assertTrue(sentence.startsWith(path.toString() + ": "), sentence);
  }

  private static void readAll(Path path) throws IOException {
    StackFile file = open(path);
    for (int z = 0; z < file.depth(); z++) {
      file.readSlice(z);
    }
  }

  /** Behind the first value, too, of which a slice is made with the one before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uint8|1 2 3 4 5 6 7 999|'999' is none",
        "uint8|1 2 3 4 5 6 7 1.5|'1.5' is none",
        "uint8|1 -1 3 4 5 6 7 8|'-1' is none",
        "float|1 2 3 4 5 6 7 1e400|'1e400' is none",
        "float|1 2 3 4 5 6 7 1e39|'1e39' is none",
        "double|1 2 3 4 5 6 7 1e400|'1e400' is none"
      })
  void aNumberOfTextThatItsTypeDoesNotHoldIsNamed(String type, String text, String words)
      throws IOException {
    String header = NRRD.replace("uint8", type).replace("raw", "text");
    Path path = write("text.nrrd", header + "endian: little\n\n" + text);
    says(words, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sizes: 2 2 2|sizes: 2 2 3|its voxels need 12 bytes, but there are 8",
        "sizes: 2 2 2|sizes: 99999 99999 99999|a slice may have at most",
        "sizes: 2 2 2|sizes: 9999 9999 999999999|need 99980000900019999 bytes",
        "sizes: 2 2 2|sizes: 2 2|'sizes' is '2 2'",
        "sizes: 2 2 2|sizes: 2 0 2|which it cannot have",
        "type: uint8|type: block|'type' is 'block', which is not read",
        "type: uint8|type: uint16|its header has no 'endian'",
        "encoding: raw|encoding: bzip2|its packed voxels are damaged",
        "encoding: raw|encoding: zstd|'encoding' is 'zstd', which is not read",
        "encoding: raw|encoding: gzip|its packed voxels are damaged",
        "encoding: raw|encoding: hex|need 8 bytes, which cannot be written as text in 8",
        "encoding: raw|encoding: text|need 8 bytes, which cannot be written as text in 8",
        "encoding: raw|encoding: raw~byte skip: 1|need 9 bytes, but there are 8",
        "encoding: raw|encoding: raw~data file: /etc/passwd|say follow to read it",
        "encoding: raw|encoding: raw~data file: a/../../b|say follow to read it",
        "encoding: raw|encoding: raw~data file: gone.raw|from 'gone.raw': no such file",
        "encoding: raw|encoding: raw~data file: %s 1 2 1|one %d",
        "encoding: raw|encoding: raw~data file: a%d 1 3 1|2 slices cannot lie in 3 files",
        "encoding: raw|encoding: raw~sizes: 2 2 4|gives 'sizes' twice",
      })
  void nrrd(String field, String other, String words) throws IOException {
    String header = NRRD.replace(field, other.replace('~', '\n'));
    says(words, write("a.nrrd", header + "\n12345678"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NDims = 3|NDims = 7|'NDims' is '7'",
        "DimSize = 2 2 2|DimSize = 2 2 x|'DimSize' is '2 2 x'",
        "DimSize = 2 2 2|DimSize = 200000 1 100000000|need 20000000000000 bytes",
        "MET_UCHAR|MET_STRING|which is not read",
        "MET_UCHAR|MET_UCHAR~CompressedData = True|its packed voxels are damaged",
        "LOCAL|../a.raw|say follow to read it",
        "LOCAL|LIST|no file in it",
      })
  void metaImage(String field, String other, String words) throws IOException {
    String header = META + "ElementDataFile = LOCAL\n";
    String changed = header.replace(field, other.replace('~', '\n'));
    says(words, write("a.mha", changed + (field.equals("LOCAL") ? "" : "12345678")));
  }

  @ParameterizedTest
  @CsvSource({
    "42, 30000, 'voxels need'",
    "42, 0, 'dim[1]'",
    "40, 9, 'dim[0]'",
    "70, 32, 'complex numbers'",
    "70, 1536, '128-bit floats'",
    "108, 17, 'vox_offset'",
  })
  void nifti(int at, int value, String words) throws IOException {
    byte[] bytes = Files.readAllBytes(VolumeSamples.FOLDER.resolve("nifti1-int16-le.nii"));
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.putShort(at, (short) value);
    says(words, Files.write(folder.resolve("a.nii"), bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "a%d.raw 8 10 2, a8.raw, a10.raw",
    "a%03d.raw 8 10 2, a008.raw, a010.raw",
    "a%3d.raw 8 10 2, 'a  8.raw', 'a 10.raw'",
    "a%00d 8 6 -2, a8, a6",
    "%02d%% 1 2 1, ,",
  })
  void patternsAreThoseOfC(String pattern, String first, String second) throws IOException {
    if (first == null) {
      says("one %d", write("a.nhdr", NRRD + "data file: " + pattern + "\n"));
      return;
    }
    write(first, "1234");
    write(second, "5678");
    StackFile file = open(write("a.nhdr", NRRD + "data file: " + pattern + "\n"));
    assertArrayEquals("1234".getBytes(StandardCharsets.US_ASCII), (byte[]) file.readSlice(0));
    assertArrayEquals("5678".getBytes(StandardCharsets.US_ASCII), (byte[]) file.readSlice(1));
  }

  /** Voxels are no lines, and are not looked at before they are read. */
  @Test
  void voxelsWithoutALineFeedAreNoHeader() throws IOException {
    String zeros = new String(new char[5 << 20]);
    String sizes = "2048 2560 1";
    String meta = META.replace("2 2 2", sizes) + "ElementDataFile = LOCAL\n" + zeros;
    assertEquals(2560, open(write("a.mha", meta)).height());
    String nrrd = NRRD.replace("2 2 2", sizes) + "\n" + zeros;
    assertEquals(2560, open(write("a.nrrd", nrrd)).height());
    String endless = NRRD + zeros;
    says("does not end within 4194304 bytes", write("b.nrrd", endless));
  }

  @Test
  void cutOffAndDamagedGzip() throws IOException {
    byte[] bytes = Files.readAllBytes(VolumeSamples.FOLDER.resolve("nifti1-uint16-be.nii.gz"));
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 100);
    says("it ends within slice", Files.write(folder.resolve("a.nii.gz"), cut));
    byte[] sum = bytes.clone();
    sum[sum.length - 6] ^= 1; // of the CRC-32, which is the last but four bytes
    says("its packed voxels are damaged", Files.write(folder.resolve("b.nii.gz"), sum));
    says("damaged, or no NIfTI", Files.write(folder.resolve("c.nii.gz"), Arrays.copyOf(bytes, 30)));
  }

  /** Of two streams with blocks: each has a checksum, and each stream one more. */
  @ParameterizedTest
  @CsvSource({"14, 1", "120, 8", "-2, 1", "-40, 4", "0, 1"})
  void damagedBzip2(int at, int flipped) throws IOException {
    byte[] bytes = Files.readAllBytes(VolumeSamples.FOLDER.resolve("nrrd-hand-bzip2.nrrd"));
    int header = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\n\n") + 2;
    byte[] sum = bytes.clone();
    sum[at < 0 ? bytes.length + at : header + at] ^= (byte) flipped;
    says("its packed voxels are damaged", Files.write(folder.resolve("a.nrrd"), sum));
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 30);
    says("it ends within slice", Files.write(folder.resolve("b.nrrd"), cut));
  }

  @Test
  void filesElsewhereAreReadIfThatIsWanted() throws IOException {
    Files.createDirectory(folder.resolve("headers"));
    write("voxels.raw", "12345678");
    Path header = write("headers/a.nhdr", NRRD + "data file: ../voxels.raw\n");
    says("say follow to read it", header);
    StackFile file = NrrdFiles.open(header, "a.nhdr", ReadOptions.following());
    assertArrayEquals("5678".getBytes(StandardCharsets.US_ASCII), (byte[]) file.readSlice(1));
    assertEquals(2, file.paths().size());
  }
}
