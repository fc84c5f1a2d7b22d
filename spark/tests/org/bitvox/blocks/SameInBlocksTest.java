// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bitvox.UnsuitableImageException;
import org.bitvox.zarr.VoxelType;
import org.bitvox.zarr.WriteOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the volume and the blocks, a command in blocks prints what the plain one prints, and
 * writes the same files, byte for byte.
 */
class SameInBlocksTest {
  private static final int ROUNDS = 2;
  private static final String ERROR = "error: ";

  @TempDir Path folder;

  /** Options of a command that can be computed in blocks; * is a name of a file. */
  static List<String> commands() {
    return List.of(
        "granulometry max_radius=3 output=*.zarr save=*.csv summary=*_summary.csv",
        "granulometry max_radius=5 element=cube edges=clipped output=*.zarr save=*.csv",
        "granulometry max_radius=2 phase=background summary=*_summary.csv",
        "granulometry max_radius=3 per_slice output=*.zarr save=*.csv",
        "distance_map output=*.zarr save=*.csv",
        "distance_map region=signed metric=chessboard edges=clipped output=*.zarr",
        "distance_map result=integers output=*.zarr save=*.csv",
        "minkowski save=*.csv",
        "minkowski edges=clipped directions=3 save=*.csv",
        "minkowski per_slice save=*.csv",
        "morphology operation=open radius=3 output=*.zarr save=*.csv",
        "morphology operation=dilate radius=2 element=cube per_slice output=*.zarr save=*.csv",
        "morphology operation=white_top_hat radius=2 edges=clipped output=*.zarr",
        "skeleton3d per_round output=*.zarr save=*.csv",
        "skeleton2d output=*.zarr save=*.csv",
        "skeleton2d rule=imagej output=*.zarr");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isTheSame(String command) throws IOException {
    for (Volumes.Kind kind : Volumes.Kind.values()) {
      for (int round = 0; round < (kind == Volumes.Kind.FOAM ? ROUNDS : 1); round++) {
        Random random = new Random(31L * kind.ordinal() + round + command.hashCode());
        int[] size = {11 + random.nextInt(16), 11 + random.nextInt(16), 11 + random.nextInt(30)};
        WriteOptions input = Volumes.options(random);
        WriteOptions output = Volumes.options(random);
        int unit = Math.max(output.chunk(), output.shard());
        int block = unit * (1 + random.nextInt(2));
        String name = kind + "_" + round;
        Path image = folder.resolve(name + "_in.zarr");
        Volumes.write(image, size, Volumes.slices(kind, size, block, random), input);
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(1, "input=" + image);
        if (command.contains("output=")) {
          words.add("chunk=" + output.chunk());
          words.add("codec=" + output.codec());
          if (output.shard() > 0) {
            words.add("shard=" + output.shard());
          }
        }
        String what = command + " of " + name + " in blocks of " + block;
        String plain = run(words, name + "_plain");
        words.add("block=" + (command.contains("output=") ? block : input.chunk()));
        String blocks = run(words, name + "_blocks");
        if (blocks.startsWith(ERROR)) {
          assertTrue(plain.startsWith(ERROR), what + ": " + blocks);
          assertTrue(plain.contains(blocks.substring(ERROR.length())), what + ": " + plain);
          continue;
        }
        assertEquals(plain.replace("_plain", ""), blocks.replace("_blocks", ""), what);
        assertSameFiles(files(name + "_plain"), files(name + "_blocks"), what);
      }
    }
  }

  /** In a long volume there is more than a block reads, however much that is. */
  @ParameterizedTest
  @ValueSource(strings = {"skeleton3d per_round", "distance_map", "granulometry max_radius=9"})
  void aLongVolumeIsTheSame(String command) throws IOException {
    int[] size = {24, 20, 180};
    Random random = new Random(3);
    Path image = folder.resolve("long.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, size, 20, random);
    Volumes.write(image, size, slices, new WriteOptions(20, 0, "none", "auto", "0.4", "auto"));
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("input=" + image, "output=*.zarr", "chunk=20"));
    String plain = run(words, "plain");
    words.add("block=20");
    assertEquals(plain, run(words, "blocks"));
    Map<String, byte[]> files = files("plain");
    files.keySet().removeIf(name -> !name.startsWith(".zarr/0/"));
    assertSameFiles(files, files("blocks.zarr/0/", "blocks"), command);
  }

  /** A threshold is for the values that ImageJ shows, whatever the type. */
  @ParameterizedTest
  @EnumSource(VoxelType.class)
  void everyTypeIsThresholded(VoxelType type) throws IOException {
    int[] size = {21, 30, 26};
    Random random = new Random(type.ordinal());
    Path image = folder.resolve("grey.zarr");
    WriteOptions options = Volumes.options(random);
    Volumes.write(image, size, Volumes.grey(size, type, random), type, options);
    for (String threshold : List.of("20", "-30..57", "0..0")) {
      String[] words = {"minkowski", "input=" + image, "threshold=" + threshold};
      String plain = InProcess.run(words);
      String[] blocks = {words[0], words[1], words[2], "block=" + options.chunk()};
      assertEquals(plain, InProcess.run(blocks), type + " " + threshold);
    }
  }

  private String run(List<String> words, String name) throws IOException {
    List<String> own = new ArrayList<>();
    words.forEach(word -> own.add(word.replace("*", folder.resolve(name).toString())));
    try {
      return InProcess.run(own.toArray(new String[0]));
    } catch (UnsuitableImageException e) { // of volumes without a voxel of the phase
      return ERROR + e.getMessage();
    }
  }

  /** All files of a name, but its first letters. */
  private Map<String, byte[]> files(String name) throws IOException {
    return files(name, name);
  }

  private Map<String, byte[]> files(String begin, String name) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (var all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        String path = folder.relativize(file).toString();
        if (path.startsWith(begin)) {
          files.put(path.substring(name.length()), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static void assertSameFiles(
      Map<String, byte[]> plain, Map<String, byte[]> blocks, String what) {
    assertFalse(plain.isEmpty(), what);
    assertEquals(plain.keySet(), blocks.keySet(), what);
    plain.forEach(
        (path, bytes) -> {
          if (path.endsWith(".zattrs") || path.endsWith(".json") || path.endsWith(".csv")) {
            assertEquals(text(bytes), text(blocks.get(path)), what + ": " + path);
          } else {
            assertArrayEquals(bytes, blocks.get(path), what + ": " + path);
          }
        });
  }

  private static String text(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
        .replace("_plain", "")
        .replace("_blocks", "");
  }
}
