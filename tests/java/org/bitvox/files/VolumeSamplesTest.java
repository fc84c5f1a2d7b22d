// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeSamplesTest {
  static Stream<List<String>> samples() throws IOException {
    return VolumeSamples.all().stream().map(Arrays::asList);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void readsWhatOthersWrite(List<String> sample) throws IOException {
    String axes = sample.get(1);
    StackFile file = VolumeSamples.open(sample.get(0));
    String[] shape = sample.get(2).split(" ");
    for (int axis = 0; axis < axes.length(); axis++) {
      char letter = axes.charAt(axis);
      int size =
          letter == 'x'
              ? file.width()
              : letter == 'y'
                  ? file.height()
                  : letter == 'z' ? file.slices() : letter == 't' ? file.frames() : file.channels();
      assertEquals(shape[axis], Integer.toString(size), "axis " + letter);
    }
    assertEquals(sample.get(3), VolumeSamples.crc(file, axes));
    Calibration found = file.calibration();
    double[] spacing = {found.pixelWidth, found.pixelHeight, found.pixelDepth};
    List<String> expected = new ArrayList<>(Arrays.asList(sample.get(4).split(" ")));
    Collections.reverse(expected);
    for (int axis = 0; axis < expected.size(); axis++) {
      double size = Double.parseDouble(expected.get(axis));
      assertEquals(size, spacing[axis], 1e-6 * size, "spacing " + axis);
    }
  }

  /** Editors on Windows begin a text with a mark; what is behind a header is found all the same. */
  @ParameterizedTest
  @MethodSource("headers")
  void marksOfUtf8AreLeftOut(List<String> sample, @TempDir Path folder) throws IOException {
    Path marked = folder.resolve(sample.get(0));
    for (File other : VolumeSamples.FOLDER.toFile().listFiles()) {
      Files.copy(other.toPath(), folder.resolve(other.getName()));
    }
    byte[] header = Files.readAllBytes(marked);
    Files.write(marked, new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf});
    Files.write(marked, header, StandardOpenOption.APPEND);
    StackFile file = ImageFormats.open(marked.toString(), ReadOptions.hyperstacks());
    assertEquals(sample.get(3), VolumeSamples.crc(file, sample.get(1)));
  }

  static Stream<List<String>> headers() throws IOException {
    return samples().filter(sample -> sample.get(0).matches("(meta|nrrd)-(hand|int8).*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void utf16IsSaid(String charset, @TempDir Path folder) throws IOException {
    String header = "\ufeff" + Files.readString(VolumeSamples.FOLDER.resolve("meta-2d.mhd"));
    Path file = Files.write(folder.resolve("scan.mhd"), header.getBytes(charset));
    IOException problem =
        assertThrows(
            IOException.class, () -> ImageFormats.open(file.toString(), ReadOptions.hyperstacks()));
    assertEquals(file + ": its header is a text in UTF-16; save it as UTF-8", problem.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "nifti1-unit-micron.nii, µm",
    "nifti1-unit-meter.nii, m",
    "nifti1-unit-unknown.nii, pixel",
    "nrrd-scanner-xyz.nrrd, µm",
    "nrrd-spacings.nrrd, mm",
    "meta-flip.mha, mm"
  })
  void unitsAreThoseOfTheHeader(String name, String unit) throws IOException {
    assertEquals(unit, VolumeSamples.open(name).calibration().getUnit());
  }

  @ParameterizedTest
  @CsvSource({
    "nifti1-uint8-be.nii, none",
    "nifti1-unit-micron.nii, straight",
    "nifti1-permuted.nii, +y +z and +x",
    "nifti1-qform-flip.nii, -x +y and +z",
    "nrrd-flip-ras.nrrd, -x +y and -z",
    "meta-flip.mha, -x -y and +z",
    "nifti1-sform-rotation.nii.gz, rotated",
    "nifti1-qform-rotation.nii, rotated",
    "nrrd-rotation.nrrd, rotated",
    "nifti1-shear.nii, right angles"
  })
  void directionsOfAxesAreSaid(String name, String words) throws IOException {
    StackFile file = VolumeSamples.open(name);
    assertEquals(words.equals("none"), file.placement() == null);
    String notes = String.join(" ", file.notes()).replace(",", "");
    boolean silent = words.equals("none") || words.equals("straight");
    assertTrue(silent ? notes.isEmpty() : notes.contains(words), notes);
  }

  @Test
  void placesAreThoseOfTheHeader() throws IOException {
    Placement meta = VolumeSamples.open("meta-rotation.mhd").placement();
    assertArrayEquals(new double[] {-4, 5.5, 6}, meta.origin);
    assertEquals(0.34458778932450235, meta.direction[1]);
    assertEquals("LPS", meta.space);
    Placement matrix = VolumeSamples.open("nifti1-sform-rotation.nii.gz").placement();
    Placement quaternion = VolumeSamples.open("nifti1-qform-rotation.nii").placement();
    assertEquals("RAS", matrix.space);
    assertArrayEquals(matrix.direction, quaternion.direction, 1e-6);
    assertArrayEquals(new double[] {-10, 20, 5.5}, quaternion.origin);
    Placement turned = PlacementWords.in(matrix, "LPS");
    assertArrayEquals(new double[] {10, -20, 5.5}, turned.origin);
    assertEquals(-matrix.direction[4], turned.direction[4]);
    assertEquals(matrix.direction[8], turned.direction[8]);
  }

  @ParameterizedTest
  @CsvSource({
    "nifti1-slope.nii",
    "nifti1-sform-rotation.nii.gz",
    "nrrd-hand-text.nrrd",
    "nrrd-hand-list.nhdr",
    "meta-3channels.mha",
    "meta-int8-mha-z.mha"
  })
  void threadsReadInAnyOrder(String name) throws IOException {
    StackFile file = VolumeSamples.open(name);
    Object[] inOrder = new Object[file.depth()];
    for (int z = 0; z < inOrder.length; z++) {
      inOrder[z] = file.readSlice(z);
    }
    StackFile again = VolumeSamples.open(name);
    ConcurrentHashMap<Integer, Object> slices = new ConcurrentHashMap<>();
    IntStream.range(0, 3 * inOrder.length)
        .parallel()
        .forEach(
            i -> {
              int z = i * 7 % inOrder.length;
              try {
                slices.put(z, again.readSlice(z));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    slices.forEach((z, pixels) -> assertTrue(TiffStackTest.same(inOrder[z], pixels)));
  }
}
