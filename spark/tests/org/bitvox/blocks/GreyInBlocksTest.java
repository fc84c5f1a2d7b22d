// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

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
      words.add("chunk=" + output.chunk());
      words.add("codec=" + output.codec());
      Runner runner = type == VoxelType.INT16 ? new Travelling() : new LocalRunner();
      new TwoRuns(folder, name).by(runner).assertSame(words, output.chunk(), type + " " + command);
    }
  }
}
