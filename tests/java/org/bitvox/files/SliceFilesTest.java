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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceFilesTest {
  @TempDir Path folder;

  /** All values are the number. */
  private void slice(String name, int number, int width, int depth, PixelType type)
      throws IOException {
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 0.5;
    calibration.setUnit("mm");
    StackFormat format = new StackFormat(width, 2, depth, type).calibration(calibration);
    Path path = Files.createFile(folder.resolve(name));
    try (SliceWriter writer = SliceWriter.create(path, name, format, ProgressListener.NONE)) {
      for (int z = 0; z < depth; z++) {
        Object pixels = type.pixels(2 * width);
        if (pixels instanceof byte[]) {
          Arrays.fill((byte[]) pixels, (byte) number);
        }
        writer.write(z, pixels);
      }
      writer.complete();
    }
  }

  private StackFile open(String value) throws IOException {
    return SliceFiles.open(folder + "/" + value, ReadOptions.NONE);
  }

  private static void assertOrder(StackFile file, int... numbers) throws IOException {
    assertEquals(numbers.length, file.depth());
    for (int z = 0; z < numbers.length; z++) {
      assertEquals(numbers[z], ((byte[]) file.readSlice(z))[3], "slice " + z);
    }
  }

  @Test
  void slicesAreInTheOrderOfTheirNumbers() throws IOException {
    for (int number : new int[] {10, 9, 11, 100}) {
      slice("s" + number + ".tif", number, 3, 1, PixelType.UINT8);
    }
    slice(".hidden.tif", 1, 9, 1, PixelType.UINT8);
    StackFile file = open("");
    assertOrder(file, 9, 10, 11, 100);
    assertEquals(0.5, file.calibration().pixelWidth);
    assertEquals(4, file.paths().size());
    String notes = String.join(" ", file.notes());
    assertTrue(notes.contains("1 gap, the first between s11.tif and s100.tif"), notes);
    assertOrder(open("s1*.tif"), 10, 11, 100);
    assertOrder(open("s?.tif"), 9);
  }

  @Test
  void otherFormatsAreSlicesToo() throws IOException {
    slice("a.nrrd", 1, 3, 1, PixelType.UINT8);
    slice("b.mha", 2, 3, 1, PixelType.UINT8);
    slice("c.nii.gz", 3, 3, 1, PixelType.UINT8);
    assertOrder(open("*"), 1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1, UINT8, 'has 4 x 2 8-bit', 'one size and type'",
    "3, 1, UINT16, 'has 3 x 2 16-bit', 'one size and type'",
    "3, 2, UINT8, 'has 2 slices', 'each file is one slice'",
  })
  void othersAreSaidByName(int width, int depth, PixelType type, String has, String but)
      throws IOException {
    slice("a1.tif", 1, 3, 1, PixelType.UINT8);
    slice("a2.tif", 2, width, depth, type);
    String sentence = assertThrows(IOException.class, () -> open("a*.tif")).getMessage();
    assertTrue(sentence.startsWith(folder + "/a2.tif: " + has), sentence);
    assertTrue(sentence.contains(but), sentence);
  }

  @Test
  void emptyFoldersAndWhatIsNoImage() throws IOException {
    assertTrue(
        assertThrows(IOException.class, () -> open("")).getMessage().contains("has no files"));
    slice("a1.tif", 1, 3, 1, PixelType.UINT8);
    Files.write(folder.resolve("log.txt"), new byte[] {65});
    String sentence = assertThrows(IOException.class, () -> open("")).getMessage();
    String words = File.separator + "log.txt: is no image; name the slices alone by a pattern";
    assertTrue(sentence.startsWith(folder + words), sentence);
    assertOrder(open("*.tif"), 1);
  }

  @Test
  void whatSystemsPutIntoFoldersIsNoSlice() throws IOException {
    slice("a1.tif", 1, 3, 1, PixelType.UINT8);
    for (String name : new String[] {"Thumbs.db", "desktop.ini", ".DS_Store"}) {
      Files.write(folder.resolve(name), new byte[] {65});
    }
    assertOrder(open(""), 1);
    assertOrder(open("*"), 1);
    String sentence = assertThrows(IOException.class, () -> open("Thumbs.db")).getMessage();
    assertTrue(sentence.contains("is no image"), sentence);
  }

  @Test
  void naturalOrder() {
    List<String> expected =
        Arrays.asList("a", "a1", "a1b", "a01c", "a2", "a10", "a99999999999999999999", "b1", "b1.5");
    List<String> names = new ArrayList<>(expected);
    Collections.reverse(names);
    names.sort(new NaturalOrder());
    assertArrayEquals(expected.toArray(), names.toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "'a1 a2 a3', ''",
    "'a10 a20 a30', ''",
    "'a1 a2 a4 a7', '2 gaps, the first between a2 and a4'",
    "'t1z8 t1z9 t1z11', '1 gap'",
    "'x y', 'The names of slices, x to y, are not alike but for one number'",
    "'a1b1 a2b3', 'a1b1 to a2b3, are not alike'",
    "'a1 b2 c3', 'a1 to c3, are not alike'",
    "'a1 a01 a2 a3', 'The slices a1 and a01 have one number.'",
    "'x', ''",
  })
  void gapsAreCounted(String names, String words) {
    String found = SliceNumbers.gaps(Arrays.asList(names.split(" ")));
    assertTrue(words.isEmpty() ? found.isEmpty() : found.contains(words), found);
  }
}
