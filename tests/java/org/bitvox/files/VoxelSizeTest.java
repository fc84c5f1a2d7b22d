// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.MinkowskiCommand;
import org.bitvox.commands.TortuosityCommand;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of files that do not say the size of their voxels, and saying it. */
class VoxelSizeTest {
  private static final String UNKNOWN =
      "a.tif does not say the distance of its slices: 1 cm is taken. Say the size of a voxel"
          + " (voxel_size=X,Y,Zcm).";

  @TempDir Path folder;

  private String measured(TiffBuilder builder, String... more) throws IOException {
    Path file = Files.write(folder.resolve("a.tif"), builder.build());
    List<String> options = new ArrayList<>(Arrays.asList(more));
    options.add("input=" + file);
    options.add("threshold=60");
    return new MinkowskiCommand().run(options, ProgressListener.NONE);
  }

  private static TiffBuilder withResolution() {
    TiffBuilder builder = new TiffBuilder();
    builder.tags.put(282, TiffBuilder.values(5, 5, 1));
    builder.tags.put(283, TiffBuilder.values(5, 5, 1));
    builder.tags.put(296, new long[] {3, 3});
    return builder;
  }

  private static double number(String text, String heading) {
    for (String line : text.split("\n")) {
      if (line.startsWith(heading + ": ")) {
        return Double.parseDouble(line.substring(heading.length() + 2));
      }
    }
    throw new AssertionError(text);
  }

  @Test
  void theDistanceOfSlicesThatResolutionsDoNotSay() throws IOException {
    String text = measured(withResolution());
    assertEquals(37 * 23 * 3 * 0.04, number(text, "TV (cm^3)"), 1e-9);
    assertEquals(text.indexOf(UNKNOWN), text.lastIndexOf(UNKNOWN));
    assertTrue(text.contains("Note: " + UNKNOWN), text);
    assertTrue(Files.notExists(folder.resolve("m.csv")));
    measured(withResolution(), "save=" + folder.resolve("m.csv"));
    assertTrue(Files.readString(folder.resolve("m.csv")).contains(UNKNOWN));
    TiffBuilder one = withResolution();
    one.pages = 1;
    assertFalse(measured(one).contains("distance"));
    assertFalse(measured(new TiffBuilder()).contains("distance")); // and no size at all
  }

  @Test
  void theSizeThatTheCallerSays() throws IOException {
    String text = measured(withResolution(), "voxel_size=0.25,0.5,2.5um");
    assertEquals(37 * 23 * 3 * 0.3125, number(text, "TV (um^3)".replace("um", "µm")), 1e-9);
    assertFalse(text.contains("distance"));
  }

  @Test
  void oneSizeIsThatOfCubes() throws IOException {
    String text = measured(withResolution(), "voxel_size=0.5mm");
    assertEquals(37 * 23 * 3 * 0.125, number(text, "TV (mm^3)"), 1e-9);
  }

  /** Of a variable of the shell that is not set, say. */
  @ParameterizedTest
  @ValueSource(strings = {"voxel_size", "channel", "frame", "series"})
  void keysWithoutAValue(String key) {
    UsageException wrong =
        assertThrows(UsageException.class, () -> measured(withResolution(), key + "="));
    assertTrue(wrong.getMessage().startsWith(key + " needs a value"), wrong.getMessage());
  }

  @Test
  void theSizeOfRawVoxels() throws IOException {
    Path file = Files.write(folder.resolve("a.raw"), new byte[] {0, 100, 100, 0, 0, 0, 0, 0});
    String[] options = {
      "input=" + file, "width=2", "height=2", "depth=2", "threshold=60", "voxel_size=1,2,3 mm"
    };
    String text = new MinkowskiCommand().run(Arrays.asList(options), ProgressListener.NONE);
    assertEquals(48, number(text, "TV (mm^3)"), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1,2um", "1,2,3", "1,2,0um", "1,2,-3um", "1,2,3,4um", "a", "1,2,3s"})
  void sizesThatAreNone(String size) {
    UsageException wrong =
        assertThrows(UsageException.class, () -> measured(withResolution(), "voxel_size=" + size));
    assertTrue(
        wrong
            .getMessage()
            .startsWith("voxel_size=" + size + " is not allowed; use one or three sizes"),
        wrong.getMessage());
  }

  @Test
  void labelsMustBeExact() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.INT;
    Path file = Files.write(folder.resolve("a.tif"), builder.build());
    Path csv = folder.resolve("d.csv");
    Files.write(csv, "Label,Diffusivity\n0,1\n".getBytes());
    List<String> options = Arrays.asList("input=" + file, "diffusivities=" + csv);
    Exception wrong =
        assertThrows(
            IllegalArgumentException.class,
            () -> new TortuosityCommand().run(options, ProgressListener.NONE));
    assertTrue(
        wrong
            .getMessage()
            .matches(".*a.tif: \\d+ values were rounded .*; labels must be exact, so number.*"),
        wrong.getMessage());
  }

  @Test
  void valuesThatWereRounded() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.UNSIGNED_INT;
    String text = measured(builder);
    long rounded = 0;
    for (int z = 0; z < 3; z++) {
      for (int i = 0; i < 37 * 23; i++) {
        long value = TiffSample.value(i % 37, i / 37, z) * 16843009;
        rounded += (long) (float) value == value ? 0 : 1;
      }
    }
    assertTrue(rounded > 100);
    assertTrue(text.contains("a.tif: " + rounded + " values were rounded"), text);
    builder.type = SampleType.DOUBLE;
    Path file = Files.write(folder.resolve("a.tif"), builder.build());
    List<String> options = Arrays.asList("input=" + file, "threshold=3");
    String other = new GranulometryCommand().run(options, ProgressListener.NONE);
    assertTrue(other.contains("values were rounded to a 32-bit float: 64-bit floats"), other);
  }
}
