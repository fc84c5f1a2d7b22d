// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written comes back: voxels, size, unit and place. */
class VolumeWriterTest {
  private static final String[] ENDINGS = {"nii", "nii.gz", "nrrd", "mha"};

  @TempDir Path folder;

  static Stream<Arguments> all() {
    List<Arguments> all = new ArrayList<>();
    for (String ending : ENDINGS) {
      for (PixelType type : EnumSet.complementOf(EnumSet.of(PixelType.RGB))) {
        all.add(Arguments.of(ending, type));
      }
    }
    return all.stream();
  }

  /** Slices come in another order than that of the file. */
  private StackFile written(String name, StackFormat format) throws IOException {
    Path path = Files.createFile(folder.resolve(name));
    List<Integer> order = new ArrayList<>();
    for (int slice = 0; slice < format.slices(); slice++) {
      order.add(slice);
    }
    Collections.shuffle(order, new Random(7));
    try (SliceWriter writer = SliceWriter.create(path, name, format, ProgressListener.NONE)) {
      for (int slice : order) {
        writer.write(slice, slice(format, slice));
      }
      writer.complete();
    }
    return ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
  }

  private static Object slice(StackFormat format, int slice) {
    return SliceWriterTest.slice(format.type, format.width * format.height, slice);
  }

  private static void assertSlices(StackFormat format, StackFile file) throws IOException {
    for (int slice = 0; slice < format.slices(); slice++) {
      Object expected = slice(format, slice);
      Object found = file.readValues(slice);
      assertEquals(expected.getClass(), found.getClass());
      assertTrue(Objects.deepEquals(expected, found), "slice " + slice);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTypeComesBack(String ending, PixelType type) throws IOException {
    StackFormat format = new StackFormat(7, 5, 3, type);
    StackFile file = written("a." + ending, format);
    assertEquals(7, file.width());
    assertEquals(5, file.height());
    assertEquals(3, file.depth());
    assertSlices(format, file);
    assertTrue(file.notes().isEmpty(), file.notes().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nii", "nii.gz", "nrrd", "mha"})
  void channelsAndFramesComeBack(String ending) throws IOException {
    StackFormat format = new StackFormat(4, 3, 2, PixelType.INT16).channels(3).frames(5);
    StackFile file = written("a." + ending, format);
    assertEquals(3, file.channels());
    assertEquals(5, file.frames());
    assertEquals(2, file.slices());
    assertSlices(format, file);
  }

  @ParameterizedTest
  @CsvSource({
    "nii, um, µm, 1",
    "nii, mm, mm, 1",
    "nii, nm, µm, 0.001",
    "nii.gz, cm, µm, 10000",
    "nii, furlong, pixel, 1",
    "nrrd, µm, µm, 1",
    "nrrd, nm, nm, 1",
    "nrrd, furlong, furlong, 1",
    "mha, µm, mm, 0.001",
    "mha, inch, mm, 25.4"
  })
  void sizesComeBackInAUnitOfTheFormat(String ending, String unit, String found, double factor)
      throws IOException {
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 0.25;
    calibration.pixelHeight = 0.5;
    calibration.pixelDepth = 2.5;
    calibration.setUnit(unit);
    StackFormat format = new StackFormat(3, 2, 2, PixelType.UINT8).calibration(calibration);
    Calibration back = written("a." + ending, format).calibration();
    assertEquals(found, back.getUnit());
    assertEquals(0.25 * factor, back.pixelWidth, 1e-12 * factor);
    assertEquals(0.5 * factor, back.pixelHeight, 1e-12 * factor);
    assertEquals(2.5 * factor, back.pixelDepth, 1e-12 * factor);
  }

  @Test
  void placesComeBack() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      double[] direction = VolumeWriterTest.rotation(random);
      if (i % 2 == 1) {
        for (int row = 0; row < 3; row++) {
          direction[3 * row + 2] *= -1;
        }
      }
      Placement place =
          new Placement(new double[] {1.5, -20, 300}, direction, i % 3 == 0 ? "RAS" : "LPS");
      Calibration calibration = new Calibration();
      calibration.pixelWidth = 0.5;
      calibration.pixelDepth = 2;
      calibration.setUnit("mm");
      StackFormat format =
          new StackFormat(3, 2, 2, PixelType.UINT8).calibration(calibration).placement(place);
      for (String ending : ENDINGS) {
        Placement back = written(i + "." + ending, format).placement();
        back = PlacementWords.in(back, place.space);
        assertArrayEquals(place.origin, back.origin, 1e-4);
        assertArrayEquals(place.direction, back.direction, 1e-6, ending + " " + i);
      }
      double[] q = Quaternions.of(direction);
      VolumeHeader header = new VolumeHeader("q");
      double[] numbers = {q[1], q[2], q[3], 0, 0, 0};
      NiftiPlace.ofQuaternion(header, numbers, (int) q[4]);
      assertArrayEquals(direction, header.placement.direction, 1e-9);
    }
  }

  private static double[] rotation(Random random) {
    double a = random.nextGaussian();
    double b = random.nextGaussian();
    double c = random.nextGaussian();
    double d = random.nextGaussian();
    double n = a * a + b * b + c * c + d * d;
    double[] m = {
      a * a + b * b - c * c - d * d,
      2 * (b * c - a * d),
      2 * (b * d + a * c),
      2 * (b * c + a * d),
      a * a + c * c - b * b - d * d,
      2 * (c * d - a * b),
      2 * (b * d - a * c),
      2 * (c * d + a * b),
      a * a + d * d - b * b - c * c
    };
    for (int i = 0; i < 9; i++) {
      m[i] /= n;
    }
    return m;
  }

  @Test
  void longAxesNeedTheSecondVersionOfNifti() throws IOException {
    StackFormat format = new StackFormat(40000, 1, 2, PixelType.UINT8);
    StackFile file = written("a.nii", format);
    assertEquals(540, Files.readAllBytes(folder.resolve("a.nii"))[0] & 0xff | 2 << 8);
    assertEquals(40000, file.width());
    assertSlices(format, file);
  }

  @Test
  void originsOfImageJAreKept() throws IOException {
    Calibration calibration = new Calibration();
    calibration.xOrigin = 10;
    calibration.pixelWidth = 0.5;
    calibration.setUnit("mm");
    StackFormat format = new StackFormat(3, 2, 2, PixelType.UINT8).calibration(calibration);
    Placement place = written("a.nrrd", format).placement();
    assertArrayEquals(new double[] {-5, 0, 0}, place.origin);
    StackFormat back = new StackFormat(3, 2, 2, PixelType.UINT8).placement(place);
    calibration.xOrigin = 0;
    assertEquals(10, written("a.tif", back.calibration(calibration)).calibration().xOrigin, 1e-12);
    assertNull(written("b.mha", new StackFormat(3, 2, 1, PixelType.UINT8)).placement());
  }

  /** Pixels of ImageJ have no sign, and a calibration that says so. */
  @ParameterizedTest
  @ValueSource(strings = {"nii", "nrrd", "mha", "ome.tif"})
  void calibratedPixelsBecomeTheirValues(String ending) throws IOException {
    Calibration signed = new Calibration();
    signed.setSigned16BitCalibration();
    StackFile file =
        written("a." + ending, new StackFormat(5, 4, 2, PixelType.UINT16).calibration(signed));
    assertEquals(SampleType.SIGNED_SHORT, file.sampleType());
    short[] raw = (short[]) SliceWriterTest.slice(PixelType.UINT16, 20, 1);
    short[] values = (short[]) file.readValues(1);
    for (int i = 0; i < 20; i++) {
      assertEquals((raw[i] & 0xffff) - 32768, values[i]);
    }
    Calibration line = new Calibration();
    line.setFunction(Calibration.STRAIGHT_LINE, new double[] {-3, 0.5}, "HU");
    file = written("b." + ending, new StackFormat(5, 4, 2, PixelType.UINT8).calibration(line));
    byte[] bytes = (byte[]) SliceWriterTest.slice(PixelType.UINT8, 20, 1);
    float[] floats = (float[]) file.readValues(1);
    for (int i = 0; i < 20; i++) {
      assertEquals((bytes[i] & 0xff) * 0.5 - 3, floats[i], 1e-6);
    }
  }

  @Test
  void omeTiffSaysSizesAndUnits() throws IOException {
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 0.25;
    calibration.pixelDepth = 2.5;
    calibration.setUnit("um");
    StackFormat format =
        new StackFormat(4, 3, 2, PixelType.UINT16).channels(2).frames(3).calibration(calibration);
    assertSlices(format, written("a.ome.tif", format));
    byte[] bytes = Files.readAllBytes(folder.resolve("a.ome.tif"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("PhysicalSizeZ=\"2.5\" PhysicalSizeZUnit=\"&#181;m\""));
    assertTrue(text.contains("SizeZ=\"2\" SizeC=\"2\" SizeT=\"3\""));
    assertTrue(text.contains("<TiffData IFD=\"0\" PlaneCount=\"12\"/>"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new OmeText(new StackFormat(40000, 30000, 2, PixelType.UINT16)));
    assertThrows(
        IllegalArgumentException.class,
        () -> written("b.ome.tif", new StackFormat(3, 2, 1, PixelType.INT64)));
  }
}
