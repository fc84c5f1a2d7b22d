// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Levels against the obvious loop. */
class PyramidTest {
  private interface Rule {
    int of(int[] values);
  }

  private static int[] level(Store store, int number) throws IOException {
    ZarrSettings settings = new ZarrSettings();
    settings.level = number;
    ZarrSource source = ZarrSource.open(store, settings);
    int[] values = new int[source.slices() * source.height() * source.width()];
    int at = 0;
    for (int z = 0; z < source.slices(); z++) {
      for (byte one : source.read(0, 0, z, () -> false).array()) {
        values[at++] = one & 0xff;
      }
    }
    return values;
  }

  private static int[] reduced(int[] values, int[] size, Rule rule) {
    int[] half = Pyramid.half(size);
    int[] reduced = new int[half[0] * half[1] * half[2]];
    for (int i = 0; i < reduced.length; i++) {
      int[] place = Grid.place(i, half);
      int[] group = new int[8];
      int count = 0;
      for (int corner = 0; corner < 8; corner++) {
        int z = 2 * place[0] + (corner & 1);
        int y = 2 * place[1] + (corner >> 1 & 1);
        int x = 2 * place[2] + (corner >> 2);
        if (z < size[0] && y < size[1] && x < size[2]) {
          group[count++] = values[(z * size[1] + y) * size[2] + x];
        }
      }
      reduced[i] = rule.of(Arrays.copyOf(group, count));
    }
    return reduced;
  }

  private static int mode(int[] group) {
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int value : group) {
      counts.merge(value, 1, Integer::sum);
    }
    int most = counts.values().stream().mapToInt(i -> i).max().getAsInt();
    return counts.keySet().stream().filter(key -> counts.get(key) == most).findFirst().get();
  }

  private static String check(boolean labels, int kinds, int factor, String downsample, Rule rule)
      throws IOException {
    int[] size = {13, 22, 35};
    OmeForm form = Images.form(VoxelType.UINT8, 1, 1, labels, size);
    MemoryStore store = new MemoryStore();
    WriteOptions options = new WriteOptions(8, 16, "zstd", "auto", "0.5", downsample);
    OmeWriter writer = new OmeWriter(store, form, options, () -> false);
    Random random = new Random(1);
    for (int z = 0; z < size[0]; z++) {
      byte[] slice = new byte[size[1] * size[2]];
      for (int i = 0; i < slice.length; i++) {
        slice[i] = (byte) (random.nextInt(kinds) * factor);
      }
      writer.slice(0, 0, z, slice);
    }
    writer.finish(false);
    int[] values = level(store, 0);
    for (int number = 1; number <= 3; number++) {
      values = reduced(values, size, rule);
      size = Pyramid.half(size);
      assertArrayEquals(values, level(store, number), "level " + number);
    }
    String sentence = "";
    try {
      level(store, 4);
    } catch (IOException e) {
      sentence = e.getMessage();
    }
    assertEquals("x.zarr: level=4 is not there: it has levels 0 to 3", sentence);
    return OmeTexts.multiscales(store).path("type").asText();
  }

  @Test
  void masks() throws IOException {
    Rule rule =
        group -> 2 * Arrays.stream(group).filter(v -> v > 0).count() >= group.length ? 255 : 0;
    assertEquals("majority", check(false, 2, 255, "auto", rule));
    Rule ones = group -> 2 * Arrays.stream(group).sum() >= group.length ? 1 : 0;
    assertEquals("majority", check(false, 2, 1, "auto", ones));
  }

  @Test
  void labels() throws IOException {
    assertEquals("mode", check(true, 5, 1, "auto", PyramidTest::mode));
  }

  @Test
  void grey() throws IOException {
    Rule mean = group -> (int) Math.floor(Arrays.stream(group).average().getAsDouble() + 0.5);
    assertEquals("mean", check(false, 256, 1, "auto", mean));
  }

  @Test
  void max() throws IOException {
    assertEquals("max", check(false, 256, 1, "max", g -> Arrays.stream(g).max().getAsInt()));
  }

  @Test
  void centresMove() throws IOException {
    MemoryStore store = new MemoryStore();
    OmeForm form = Images.form(VoxelType.UINT8, 2, 1, false, 1, 40, 40);
    Images.write(store, form, Images.options(16, 0, "none", "0.4"));
    String second =
        OmeTexts.multiscales(store).path("datasets").path(2).toString().replace("\"", "");
    assertEquals(
        "{path:2,coordinateTransformations:[{type:scale,scale:[1.0,4.0,8.0,2.0]},"
            + "{type:translation,translation:[0.0,0.0,3.0,10.75]}]}",
        second);
  }
}
