// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitObjectsTest implements BackendContract, FieldsContract<SplitObjects> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    BinaryVolume volume = TestVolume.blobs(90, 60, 40, 1).pixels();
    SplitObjects split = new SplitObjects().backend(backend).threads(threads);
    try (SplitObjects.Result result = split.split(volume, null, listener)) {
      return result.run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(() -> new SplitObjects().split(null, null, NONE));
  }

  /** With all that a result can have; objects go on beneath those that markers cut. */
  @Override
  public SplitObjects options() {
    float[][] markers = new float[10][30 * 20];
    for (int z = 0; z < 5; z++) { // objects below have none
      for (int i = 0; i < 600; i++) {
        markers[z][i] = i % 30 / 4 + 1;
      }
    }
    TestVolume volume = TestVolume.blobs(30, 20, 10, 2);
    for (int i = 0; i < 600; i++) {
      if (volume.slices[0][i] == 0) {
        markers[0][i] = 1000; // in the background
      }
    }
    return new SplitObjects()
        .image(TestGrey.noise(30, 20, 10, 8, 256, 1))
        .markers(new GreyStack(30, 20, 10, (Object[]) markers))
        .line(true)
        .binary(true)
        .second(TestGrey.noise(30, 20, 10, 8, 256, 2));
  }

  @Override
  public Fields outcome(SplitObjects options) {
    List<Object> all = new ArrayList<>();
    int[] integers = {1};
    try (SplitObjects.Result result =
        options.split(
            TestVolume.blobs(30, 20, 10, 2).pixels(),
            (z, pixels) -> {
              all.add(pixels);
              integers[0] += pixels instanceof int[] ? 1 : 0;
            },
            NONE)) {
      all.add(result);
      all.add(integers);
      return Fields.of(all.toArray());
    }
  }

  /** Two discs of radius 6 in a slice that overlap. */
  private static TestVolume discs() {
    TestVolume volume = new TestVolume(32, 16, 1);
    for (int i = 0; i < 32 * 16; i++) {
      int x = i % 32;
      int y = i / 32 - 8;
      if ((x - 9) * (x - 9) + y * y <= 36 || (x - 19) * (x - 19) + y * y <= 36) {
        volume.slices[0][i] = (byte) 255;
      }
    }
    return volume;
  }

  @Test
  void cutsDiscsInTheMiddle() {
    List<short[]> labels = new ArrayList<>();
    try (SplitObjects.Result result =
        new SplitObjects()
            .tolerance(0.5)
            .objects(true)
            .split(discs().pixels(), (z, pixels) -> labels.add((short[]) pixels), NONE)) {
      assertEquals(1, result.found());
      assertEquals(2, result.parts());
      assertEquals(0, result.lineVoxels());
      assertEquals(result.voxels(), result.objects().voxels(0) + result.objects().voxels(1));
      assertNotEquals(labels.get(0)[8 * 32 + 9], labels.get(0)[8 * 32 + 19]);
      assertArrayEquals(new long[0], result.markerOf());
      assertNull(result.binary());
    }
  }

  @Test
  void takesGivenMarkers() {
    byte[] marks = new byte[32 * 16];
    marks[8 * 32 + 8] = 40;
    marks[8 * 32 + 20] = 7;
    marks[0] = 9; // in the background
    GreyStack markers = new GreyStack(32, 16, 1, new Object[] {marks});
    try (SplitObjects.Result result =
        new SplitObjects().markers(markers).split(discs().pixels(), null, NONE)) {
      assertEquals(2, result.parts());
      assertEquals(1, result.lostMarkers());
      long[] of = result.markerOf();
      Arrays.sort(of);
      assertArrayEquals(new long[] {7, 40}, of);
      assertNull(result.objects());
    }
  }

  @Test
  void saysWhatIsWrong() {
    BinaryVolume volume = discs().pixels();
    String grey =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new SplitObjects().heights(SplitObjects.Heights.DARK).split(volume, null, NONE))
            .getMessage();
    assertEquals("heights of a grey image need one: give image=", grey);
    GreyStack small = new GreyStack(5, 4, 1, new Object[] {new byte[20]});
    String size =
        assertThrows(
                IllegalArgumentException.class,
                () -> new SplitObjects().markers(small).split(volume, null, NONE))
            .getMessage();
    assertEquals("the image of markers is 5 x 4 x 1 voxels, the image 32 x 16 x 1", size);
  }
}
