// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bitvox.Gpus;
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

  @TempDir Path folder;

  /**
   * Options of a command that can be computed in blocks; * is a name of a file, @ another image.
   */
  static List<String> commands() {
    return List.of(
        "granulometry max_radius=3 output=*.zarr save=*.csv summary=*_summary.csv",
        "granulometry max_radius=5 element=cube edges=clipped output=*.zarr save=*.csv",
        "granulometry max_radius=2 phase=background summary=*_summary.csv",
        "granulometry max_radius=3 per_slice output=*.zarr save=*.csv",
        "granulometry element=ball max_radius=5 output=*.zarr save=*.csv summary=*_summary.csv",
        "granulometry element=ball phase=background max_radius=3 save=*.csv",
        "granulometry element=ball edges=clipped per_slice step=3 max_radius=4 output=*.zarr",
        "granulometry element=ball edges=clipped mask=@ max_radius=9 output=*.zarr save=*.csv",
        "distance_map output=*.zarr save=*.csv",
        "distance_map region=signed metric=chessboard edges=clipped output=*.zarr",
        "distance_map result=integers output=*.zarr save=*.csv",
        "label output=*.zarr summary=*_summary.csv",
        "label connectivity=6 min_size=4 output=*.zarr",
        "label connectivity=18 largest result=binary output=*.zarr",
        "label per_slice max_size=40 output=*.zarr",
        "label result=none summary=*.csv",
        "label save=*.csv summary=*_summary.csv",
        "label connectivity=18 no_border min_size=2 result=binary output=*.zarr save=*.csv",
        "label connectivity=6 per_slice no_border output=*.zarr save=*.csv",
        "local_thickness output=*.zarr save=*.csv histogram=*_histogram.csv",
        "local_thickness phase=background edges=background save=*.csv",
        "local_thickness per_slice output=*.zarr",
        "granulometry max_radius=3 mask=@ output=*.zarr save=*.csv",
        "distance_map region=outside mask=@ save=*.csv",
        "local_thickness mask=@ output=*.zarr save=*.csv",
        "minkowski mask=@ save=*.csv",
        "morphology operation=minus second=@ output=*.zarr",
        "skeleton3d anchors=@ output=*.zarr save=*.csv",
        "minkowski save=*.csv",
        "minkowski edges=clipped directions=3 save=*.csv",
        "minkowski per_slice save=*.csv",
        "morphology operation=open radius=3 output=*.zarr save=*.csv",
        "morphology operation=dilate radius=2 element=cube per_slice output=*.zarr save=*.csv",
        "morphology operation=white_top_hat radius=2 edges=clipped output=*.zarr",
        "morphology operation=fill_holes output=*.zarr save=*.csv",
        "morphology operation=fill_holes connectivity=6 output=*.zarr",
        "morphology operation=remove_border connectivity=18 output=*.zarr",
        "morphology operation=area_open min_size=20 output=*.zarr",
        "morphology operation=keep_largest output=*.zarr",
        "morphology operation=keep_largest per_slice output=*.zarr",
        "morphology operation=reconstruct second=@ per_slice output=*.zarr",
        "skeleton3d per_round output=*.zarr save=*.csv",
        "skeleton2d output=*.zarr save=*.csv",
        "skeleton2d rule=imagej output=*.zarr",
        "skeleton_graph save=*.csv skeletons=*_skeletons.csv summary=*_summary.csv",
        "skeleton_graph per_slice shortest=6 save=*.csv summary=*_summary.csv",
        "skeleton_graph shortest=7 loops=shortest output=*.zarr save=*.csv",
        "skeleton_graph per_slice output=*.zarr",
        "skeleton_graph shortest=9 loops=shortest longest_path skeletons=*.csv summary=*_s.csv");
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
        if (command.contains("=@")) {
          Path other = folder.resolve(name + "_other.zarr");
          byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, size, block, random);
          Volumes.write(other, size, slices, Volumes.options(random));
          words.replaceAll(word -> word.replace("@", other.toString()));
        }
        if (command.contains("output=")) {
          words.add("chunk=" + output.chunk());
          words.add("codec=" + output.codec());
          if (output.shard() > 0) {
            words.add("shard=" + output.shard());
          }
        }
        String what = command + " of " + name + " in blocks of " + block;
        int side = command.contains("output=") ? block : input.chunk();
        Runner runner = kind == Volumes.Kind.THIN ? new Travelling() : new LocalRunner();
        new TwoRuns(folder, name).by(runner).assertSame(words, side, what);
      }
    }
  }

  /** In a long volume there is more than a block reads, however much that is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "skeleton3d per_round",
        "distance_map",
        "granulometry max_radius=9",
        "local_thickness",
        "granulometry element=ball max_radius=4"
      })
  void aLongVolumeIsTheSame(String command) throws IOException {
    assertSameOfFoam(command, new int[] {24, 20, 180}, new Random(3), new LocalRunner());
  }

  /** Each of two GPUs, one of which may be none, gives the same. */
  @ParameterizedTest
  @ValueSource(strings = {"granulometry max_radius=4", "label", "distance_map"})
  void severalGpusGiveTheSame(String command) throws IOException {
    Runner runner = new LocalRunner(new GpuLeases(List.of(0, 7), Gpus::isLost));
    assertSameOfFoam(command, new int[] {45, 40, 50}, new Random(7), runner);
  }

  private void assertSameOfFoam(String command, int[] size, Random random, Runner runner)
      throws IOException {
    Path image = folder.resolve("foam.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, size, 20, random);
    Volumes.write(image, size, slices, new WriteOptions(20, 0, "none", "auto", "0.4", "auto"));
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("input=" + image, "output=*.zarr", "chunk=20"));
    new TwoRuns(folder, "foam").by(runner).assertSame(words, 20, command);
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
}
