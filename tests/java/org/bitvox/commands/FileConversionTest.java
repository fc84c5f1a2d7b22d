// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.Cli;
import org.bitvox.TestCli;
import org.bitvox.files.StackFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileConversionTest {
  private static final Path VOLUMES = Path.of("tests/java/org/bitvox/files/volumes");

  @TempDir Path folder;

  private TestCli convert(String... options) throws IOException {
    List<String> args = new ArrayList<>(Arrays.asList("convert"));
    args.addAll(Arrays.asList(options));
    return new TestCli(new AtomicBoolean(), args);
  }

  /** By every format, and back: the voxels, which are the last bytes of a file. */
  @ParameterizedTest
  @CsvSource({
    "nifti1-int16-le.nii, 1092, 'tif nrrd mha nii.gz ome.tif mha nii'",
    "nrrd-uint8-raw-le.nrrd, 1080, 'tif nii ome.tif mha nii.gz nrrd'",
    "meta-int8-mhd.mhd, 960, 'nrrd nii nii.gz mha'",
    "nrrd-flip-ras.nrrd, 1080, 'nhdr mhd mha nhdr nrrd'",
    "nifti1-sform-rotation.nii.gz, 0, 'nrrd mha nii nii.gz'",
    "meta-4d.mha, 4320, 'nrrd nii tif mha'",
  })
  void voxelsSurviveEveryFormat(String sample, int bytes, String endings) throws IOException {
    Path last = VOLUMES.resolve(sample);
    int number = 0;
    for (String ending : endings.split(" ")) {
      Path next = folder.resolve(number++ + "." + ending);
      TestCli done = convert("input=" + last, "output=" + next);
      assertEquals(0, done.code, done.err);
      last = next;
    }
    Path source = VOLUMES.resolve(sample.replace(".mhd", ".raw"));
    assertArrayEquals(tail(source, bytes), tail(last, bytes));
    if (sample.contains("4d")) {
      return; // several volumes, of which StackFile opens one
    }
    StackFile first = StackFile.open(VOLUMES.resolve(sample).toString());
    StackFile back = StackFile.open(last.toString());
    double width = first.calibration().pixelWidth;
    assertEquals(width, back.calibration().pixelWidth, 1e-6 * width);
    assertEquals(first.calibration().getUnit(), back.calibration().getUnit());
    if (sample.contains("rotation")) {
      assertEquals("RAS", back.placement().space);
      assertArrayEquals(first.placement().direction, back.placement().direction, 1e-6);
      assertArrayEquals(first.placement().origin, back.placement().origin, 1e-5);
      for (int z = 0; z < first.depth(); z++) {
        assertArrayEquals((short[]) first.readValues(z), (short[]) back.readValues(z));
      }
    }
  }

  private static byte[] tail(Path file, int bytes) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return Arrays.copyOfRange(all, all.length - bytes, all.length);
  }

  @Test
  void imageJOpensWhatIsWritten() throws IOException {
    Path tif = folder.resolve("a.tif");
    convert("input=" + VOLUMES.resolve("nifti1-int16-le.nii"), "output=" + tif);
    ImagePlus image = IJ.openImage(tif.toString());
    StackFile file = StackFile.open(VOLUMES.resolve("nifti1-int16-le.nii").toString());
    assertEquals(2, image.getCalibration().pixelDepth);
    assertEquals("mm", image.getCalibration().getUnit());
    for (int z = 0; z < 7; z++) {
      image.setSlice(z + 1);
      short[] values = (short[]) file.readValues(z);
      for (int i = 0; i < values.length; i++) {
        double shown = image.getCalibration().getCValue(image.getProcessor().get(i % 6, i / 6));
        assertEquals(values[i], shown);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nifti1-int16-le.nii, a.nrrd, uint8, 1, which uint8 does not hold",
    "nifti1-int16-le.nii, a.nrrd, int32, 0, 'Type: int32'",
    "nifti1-int16-le.nii, a.mha, float64, 0, 'Type: float64'",
    "meta-int8-mhd.mhd, a.tif, same, 1, 'ImageJ has no int8 images'",
    "meta-int8-mhd.mhd, a.tif, int16, 0, 'Type: int16'",
    "nifti1-uint64-be.nii, a.nii, same, 0, 'Type: uint64'",
    "nifti1-int16-le.nii, a.png, same, 2, 'must end in'",
    "nifti1-int16-le.nii, a.nii, bits, 2, 'type=bits is not allowed'",
  })
  void typesAreKeptOrSaid(String sample, String output, String type, int code, String words)
      throws IOException {
    TestCli done =
        convert(
            "input=" + VOLUMES.resolve(sample), "output=" + folder.resolve(output), "type=" + type);
    assertEquals(code, done.code, done.err);
    assertTrue((done.out + done.err).contains(words), done.out + done.err);
    assertEquals(code == 0, Files.exists(folder.resolve(output)));
  }

  /** Both files appear, or none. */
  @Test
  void voxelsBesideTheHeader() throws IOException {
    Path sample = VOLUMES.resolve("nifti1-int16-le.nii");
    Path header = folder.resolve("a.mhd");
    Path voxels = folder.resolve("a.raw");
    Files.write(voxels, new byte[] {1});
    assertEquals(1, convert("input=" + sample, "output=" + header, "type=uint8").code);
    assertEquals(1, Files.size(voxels));
    assertEquals(false, Files.exists(header));
    assertEquals(0, convert("input=" + sample, "output=" + header).code);
    assertArrayEquals(tail(sample, 1092), Files.readAllBytes(voxels));
    assertTrue(Files.readString(header).endsWith("ElementDataFile = a.raw\n"));
    TestCli done = convert("input=" + header, "output=" + folder.resolve("a.nhdr"));
    assertTrue(done.err.contains("is an input file"), done.err);
  }

  /** A header is no place for names that mean something else in it. */
  @ParameterizedTest
  @CsvSource({
    "a%03d.nhdr, 2",
    "'a .nhdr', 0",
    "' a.mhd', 2",
    "LIST a.mhd, 2",
    "a%.mhd, 2",
    "a%03d.nrrd, 0",
    "' a.mha', 0",
    "local.mhd, 0",
    "list.nhdr, 0"
  })
  void namesThatAreReadAgain(String name, int code) throws IOException {
    Path sample = VOLUMES.resolve("nifti1-int16-le.nii");
    TestCli done = convert("input=" + sample, "output=" + folder.resolve(name));
    assertEquals(code, done.code, done.err);
    assertEquals(code == 0 ? "" : "choose another name", last(done.err, 19), done.err);
    if (code == 0) {
      Path again = folder.resolve("again.nii");
      done = convert("input=" + folder.resolve(name), "output=" + again);
      assertEquals(0, done.code, done.err);
      assertArrayEquals(tail(sample, 1092), tail(again, 1092));
    }
  }

  private static String last(String text, int count) {
    String line = text.trim();
    return line.substring(Math.max(0, line.length() - count));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nifti1-int16-le.nii", "nrrd-int16-gzip-le.nrrd", "meta-int16-mha.mha"})
  void filesOfOneImageHaveNoSecondOne(String sample) throws IOException {
    String input = "input=" + VOLUMES.resolve(sample);
    TestCli done = convert(input, "series=2", "output=" + folder.resolve("a.nii"));
    assertEquals(1, done.code);
    assertTrue(done.err.contains("series=2 is not there: it has 1 series"), done.err);
    assertEquals(0, convert(input, "series=1", "output=" + folder.resolve("a.nii")).code);
    Path raw = Files.write(folder.resolve("a.raw"), new byte[8]);
    for (String key : new String[] {"series", "channel", "frame"}) {
      String[] options = {
        "input=" + raw, "width=2", "height=2", "depth=2", key + "=2", "output=" + folder + "/b.nii"
      };
      assertTrue(convert(options).err.contains(key + "=2 is not there"), key);
    }
  }

  /** Floats of 32 bits do not hold them: they are 64 bits wide in NIfTI-2. */
  @ParameterizedTest
  @ValueSource(strings = {"1e200", "1e-200", "1e-40", "0.25"})
  void sizesOfEveryNumber(String size) throws IOException {
    Path nii = folder.resolve("a.nii");
    String[] options = {
      "input=" + VOLUMES.resolve("nifti1-int16-le.nii"),
      "output=" + nii,
      "voxel_size=" + size + "mm"
    };
    assertEquals(0, convert(options).code);
    assertEquals(Double.parseDouble(size), StackFile.open(nii.toString()).calibration().pixelDepth);
    int header = size.equals("0.25") ? 348 : 540;
    assertEquals((byte) header, Files.readAllBytes(nii)[0]);
  }

  @Test
  void severalFilesAndSlices() throws IOException {
    String pattern = "input=" + VOLUMES + "/meta-*t*8-mhd.mhd," + VOLUMES + "/meta-2?.mhd";
    assertEquals(0, convert(pattern, "output=" + folder + "/*.tif", "type=float32").code);
    assertTrue(Files.exists(folder.resolve("meta-int8-mhd.tif")));
    assertTrue(Files.exists(folder.resolve("meta-2d.tif")));
    Files.delete(folder.resolve("meta-2d.tif"));
    Path slices = Files.createDirectory(folder.resolve("slices"));
    for (int i = 1; i < 4; i++) {
      Path source = VOLUMES.resolve("nifti1-2d.nii");
      Files.copy(source, slices.resolve("z" + 5 * i + ".nii"));
    }
    TestCli done = convert("input=" + slices, "stack", "output=" + folder.resolve("v.nrrd"));
    assertEquals(0, done.code, done.err);
    assertTrue(done.out.contains("Image: slices\n"), done.out);
    assertEquals(3, StackFile.open(folder.resolve("v.nrrd").toString()).depth());
    done = convert("input=" + slices, "output=" + folder.resolve("w.nrrd"));
    assertTrue(done.err.contains("say stack"), done.err);
    done = convert("input=" + slices + "/*", "stack", "output=" + slices.resolve("z5.nii"));
    assertTrue(done.err.contains("is an input file"), done.err);
  }

  /** Thresholds are those of the values, also of types that ImageJ's pixels do not have. */
  @ParameterizedTest
  @ValueSource(strings = {"nifti1-int16-le.nii", "meta-int16-mha.mha", "nrrd-int16-gzip-le.nrrd"})
  void thresholdsAreOfSignedValues(String name) throws IOException {
    String path = VOLUMES.resolve(name).toString();
    StackFile file = StackFile.open(path);
    int expected = 0;
    for (int z = 0; z < file.depth(); z++) {
      for (short value : (short[]) file.readValues(z)) {
        expected += value >= 10 ? 1 : 0;
      }
    }
    assertTrue(expected > 0, path);
    String printed = Cli.run("minkowski", "input=[" + path + "] threshold=10");
    assertTrue(printed.contains("Voxels: " + expected + "\n"), printed);
    assertNotNull(Cli.run("granulometry", "input=[" + path + "] threshold=10"));
  }
}
