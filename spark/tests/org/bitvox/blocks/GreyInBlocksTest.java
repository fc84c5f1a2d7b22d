// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bitvox.zarr.VoxelType;
import org.bitvox.zarr.WriteOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that read values, of whatever type they are, give in blocks what they give at once. */
class GreyInBlocksTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(VoxelType.class)
  void everyTypeIsConvolvedAndThresholded(VoxelType type) throws IOException {
    isTheSame(
        type,
        "convolution sigma=3 axes=xyz output=*.zarr",
        "convolution kernel=sobel axes=xyz padding=wrap output=*.zarr",
        "morphology operation=dilate radius=0 threshold=20 output=*.zarr",
        "convolution kernel=laplacian padding=zero output=*.zarr");
    if (!type.name().startsWith("INT")) {
      isTheSame(type, "convolution kernel=mean radius=2 padding=mirror result=same output=*.zarr");
    }
  }

  /** Sums of floats depend on their order; a range of all values has to be found first. */
  @ParameterizedTest
  @EnumSource(VoxelType.class)
  void pairsOfEveryTypeAreCounted(VoxelType type) throws IOException {
    isTheSame(
        type,
        "joint_histogram second=@ save=*.csv counts=*_counts.csv",
        "joint_histogram second=@ mask=% bins=7,19 threshold=-3 second_threshold=60 save=*.csv",
        "joint_histogram second=@ range=-20,90 second_range=0,64 bins=64 save=*.csv");
  }

  /** Sums of whole numbers are exact, those of others are refused. */
  @ParameterizedTest
  @EnumSource(VoxelType.class)
  void valuesOfObjectsAreMeasured(VoxelType type) throws IOException {
    int[] size = {24, 31, 27};
    Random random = new Random(3);
    Path image = folder.resolve("objects.zarr");
    Path values = folder.resolve("values.zarr");
    WriteOptions options = Volumes.options(random);
    byte[][] foam = Volumes.slices(Volumes.Kind.FOAM, size, 9, random);
    Volumes.write(image, size, foam, options);
    Volumes.write(values, size, Volumes.grey(size, type, random), type, Volumes.options(random));
    List<String> words = new ArrayList<>();
    words.addAll(List.of("label", "connectivity=6", "min_size=3", "result=none", "save=*.csv"));
    words.addAll(List.of("input=" + image, "second=" + values));
    if (type == VoxelType.UINT8 || type == VoxelType.UINT16) {
      new TwoRuns(folder, "label")
          .by(new Travelling())
          .assertSame(words, options.chunk(), "" + type);
      return;
    }
    words.remove("save=*.csv");
    words.add("block=" + options.chunk());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> InProcess.run(words.toArray(new String[0])));
    assertTrue(refused.getMessage().contains("8 or 16 bits"), refused.getMessage());
  }

  /** Blocks of these are cut within what is summed at a time, if whole slices are not kept. */
  @ParameterizedTest
  @ValueSource(strings = {"UINT16", "FLOAT32"})
  void largeSlicesAreSummedInOrder(VoxelType type) throws IOException {
    int[] size = {40, 230, 290};
    Random random = new Random(7);
    WriteOptions options = new WriteOptions(30, 0, "none", "auto", "0.4", "auto");
    byte[][] slices = Volumes.grey(size, type, random);
    Volumes.write(folder.resolve("large.zarr"), size, slices, type, options);
    byte[][] others = Volumes.noise(size, random);
    Volumes.write(folder.resolve("noise.zarr"), size, others, VoxelType.FLOAT32, options);
    List<String> words = new ArrayList<>();
    words.add("joint_histogram");
    words.add("input=" + folder.resolve("large.zarr"));
    words.add("second=" + folder.resolve("noise.zarr"));
    words.addAll(List.of("save=*.csv", "range=0,90", "bins=8"));
    new TwoRuns(folder, "large").by(new Travelling()).assertSame(words, 30, type + " large");
  }

  private void isTheSame(VoxelType type, String... commands) throws IOException {
    for (String command : commands) {
      Random random = new Random(command.hashCode() + type.ordinal());
      int[] size = {11 + random.nextInt(16), 11 + random.nextInt(16), 11 + random.nextInt(30)};
      WriteOptions input = Volumes.options(random);
      WriteOptions output = Volumes.options(random);
      String name = type + "_" + random.nextInt(1000);
      Path image = folder.resolve(name + "_in.zarr");
      Volumes.write(image, size, Volumes.grey(size, type, random), type, input);
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add(1, "input=" + image);
      if (command.contains("output=")) {
        words.add("chunk=" + output.chunk());
        words.add("codec=" + output.codec());
      }
      VoxelType other = VoxelType.values()[random.nextInt(VoxelType.values().length)];
      Path second = folder.resolve(name + "_second.zarr");
      Path mask = folder.resolve(name + "_mask.zarr");
      Volumes.write(
          second, size, Volumes.grey(size, other, random), other, Volumes.options(random));
      byte[][] foam = Volumes.slices(Volumes.Kind.FOAM, size, 9, random);
      Volumes.write(mask, size, foam, Volumes.options(random));
      words.replaceAll(w -> w.replace("@", second.toString()).replace("%", mask.toString()));
      int side = command.contains("output=") ? output.chunk() : input.chunk();
      Runner runner = type == VoxelType.INT16 ? new Travelling() : new LocalRunner();
      new TwoRuns(folder, name).by(runner).assertSame(words, side, type + " " + command);
    }
  }
}
