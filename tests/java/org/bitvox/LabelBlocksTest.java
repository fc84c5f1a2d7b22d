// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels over blocks of their own, which have to be joined before they can be handed out. */
class LabelBlocksTest {
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static Label label(int kind, String backend) {
    return new Label()
        .connectivity(Label.Connectivity.values()[kind % Label.Connectivity.values().length])
        .extent(kind % 4 == 0 ? Extent.PER_SLICE : Extent.VOLUME)
        .minSize(kind % 5 == 0 ? 3 : 1)
        .largest(kind % 7 == 0)
        .noBorder(kind % 6 == 1)
        .objects(true)
        .spacing(0.7, 1.1, 1.9)
        .pixels(Label.Pixels.INTEGER)
        .backend(backend);
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void blocksGetTheLabelsOfTheWhole(String backend) {
    for (int round = 0; round < 6 * BlockPictures.KINDS; round++) {
      Random random = new Random(round);
      TestVolume volume = BlockPictures.of(round % BlockPictures.KINDS, random);
      Box whole = Box.whole(volume.width, volume.height, volume.depth);
      Label label = label(random.nextInt(100), backend);
      CoreVoxels expected = new CoreVoxels(whole);
      Label.Result result = label.label(volume.pixels(), expected.of(whole), NONE);

      long[] sum = null;
      List<Block> blocks = new ArrayList<>();
      for (Box core : BlockPictures.grid(volume, random)) {
        Block block = label.block(whole, core);
        TestVolume read = BlockPictures.cut(volume, block.read());
        long[] numbers = label.findInBlock(block, read.pixels(), NONE).numbers();
        sum = sum == null ? numbers : label.add(sum, numbers);
        blocks.add(block);
      }
      LabelledBlocks labelled = label.finish(whole, sum, NONE);
      String where = "round " + round + ", " + whole + " in " + blocks.size();
      assertEquals(result.found(), labelled.found(), where);
      assertEquals(result.kept(), labelled.kept(), where);
      CoreVoxels voxels = new CoreVoxels(whole);
      List<long[]> objects = new ArrayList<>();
      for (int i = 0; i < blocks.size(); i++) {
        Block block = blocks.get(i);
        TestVolume read = BlockPictures.cut(volume, block.read());
        int[] labels = labelled.labels(i);
        SliceReceiver slices = voxels.of(block.core());
        objects.add(label.labelBlock(block, read.pixels(), labels, slices, NONE).numbers());
      }
      Collections.shuffle(objects, random); // they may come in any order
      long[] table = objects.stream().reduce(Label::addObjects).get();
      assertEquals(
          Fields.of(result.objects()).numbers(),
          Fields.of(label.finishObjects(whole, labelled, table).objects()).numbers(),
          where);
      assertArrayEquals(expected.values(), voxels.values(), where);
      long[] sizes = new long[(int) labelled.kept()];
      for (double value : voxels.values()) {
        if (value > 0) {
          sizes[(int) value - 1]++;
        }
      }
      assertArrayEquals(sizes, labelled.voxels(), where);
    }
  }

  @Test
  void refusesWhatDoesNotBelongTogether() {
    Label label = new Label();
    Box whole = Box.whole(20, 20, 20);
    Block block = label.block(whole, new Box(0, 0, 0, 10, 20, 20));
    TestVolume read = BlockPictures.cut(TestVolume.full(20, 20, 20), block.read());
    long[] numbers = label.findInBlock(block, read.pixels(), NONE).numbers();
    assertThrows(IllegalArgumentException.class, () -> label.finish(whole, numbers, NONE));
    for (int i = 0; i < numbers.length; i++) {
      long[] wrong = numbers.clone();
      wrong[i] = 1 << 20;
      try {
        label.add(wrong, numbers);
      } catch (IllegalArgumentException ours) {
        continue; // others are numbers of another volume
      }
    }
    long[] longer = Arrays.copyOf(numbers, numbers.length + 1);
    assertThrows(IllegalArgumentException.class, () -> label.add(longer, numbers));
    assertThrows(
        IllegalArgumentException.class,
        () -> label.labelBlock(block, read.pixels(), new int[7], (z, pixels) -> {}, NONE));
  }
}
