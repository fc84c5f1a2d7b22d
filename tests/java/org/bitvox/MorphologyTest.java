// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.bitvox.Morphology.Operation;
import org.junit.jupiter.api.Test;

class MorphologyTest implements BackendContract, FieldsContract<Morphology> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    Morphology morphology = new Morphology().backend(backend).threads(threads).radius(2);
    try (Morphology.Result result =
        morphology.apply(TestVolume.full(200, 150, 40).pixels(), listener)) {
      return result.run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    PixelStack volume = TestVolume.full(5, 5, 5).pixels();
    return Arrays.asList(
        () -> new Morphology().apply(null, NONE),
        () -> new Morphology().operation(Operation.AND).apply(null, volume, NONE));
  }

  @Override
  public Morphology options() {
    return new Morphology().operation(Operation.ERODE).radius(2);
  }

  @Override
  public Fields outcome(Morphology options) {
    TestVolume volume = TestVolume.full(30, 20, 9);
    volume.slices[4][10 * 30 + 15] = 0; // a hole
    try (Morphology.Result result = options.apply(volume.pixels(), NONE)) {
      return Fields.of(result);
    }
  }

  /** Of one voxel in the middle of 21 x 21 x 21, by the definitions. */
  @Test
  void dilatesAVoxelToTheElement() {
    TestVolume voxel = new TestVolume(21, 21, 21);
    voxel.slices[10][10 * 21 + 10] = (byte) 255;
    for (Element element : Element.values()) {
      Morphology morphology =
          new Morphology().operation(Operation.DILATE).element(element).radius(7);
      try (Morphology.Result result = morphology.apply(voxel.bits(), NONE)) {
        byte[][] slices = result.volume().toSlices();
        long voxels = 0;
        for (int i = 0; i < 21 * 21 * 21; i++) {
          int x = Math.abs(i % 21 - 10);
          int y = Math.abs(i / 21 % 21 - 10);
          int z = Math.abs(i / 441 - 10);
          boolean expected =
              element == Element.CROSS
                  ? x + y + z <= 7
                  : element == Element.CUBE
                      ? Math.max(x, Math.max(y, z)) <= 7
                      : x * x + y * y + z * z <= 49;
          assertEquals(expected ? -1 : 0, slices[i / 441][i % 441], element + " at " + i);
          voxels += expected ? 1 : 0;
        }
        assertEquals(1, result.voxelsBefore());
        assertEquals(voxels, result.voxelsAfter());
      }
    }
  }

  @Test
  void combinesTwoVolumes() {
    TestVolume first = TestVolume.blobs(40, 30, 10, 1);
    TestVolume second = TestVolume.blobs(40, 30, 10, 2);
    for (Operation operation :
        new Operation[] {Operation.AND, Operation.OR, Operation.XOR, Operation.MINUS}) {
      try (Morphology.Result result =
          new Morphology().operation(operation).apply(first.pixels(), second.bits(), NONE)) {
        byte[][] slices = result.volume().toSlices();
        for (int z = 0; z < 10; z++) {
          for (int i = 0; i < 1200; i++) {
            int a = first.slices[z][i];
            int b = second.slices[z][i];
            int expected =
                operation == Operation.AND
                    ? a & b
                    : operation == Operation.OR
                        ? a | b
                        : operation == Operation.XOR ? a ^ b : a & ~b;
            assertEquals(expected, slices[z][i], operation.toString());
          }
        }
      }
    }
  }

  @Test
  void keepsAndFillsComponents() {
    TestVolume box = new TestVolume(12, 12, 12);
    for (int z = 2; z < 7; z++) {
      for (int i = 0; i < 144; i++) {
        boolean inside = i % 12 >= 2 && i % 12 < 7 && i / 12 >= 2 && i / 12 < 7;
        box.slices[z][i] = (byte) (inside ? 255 : 0);
      }
    }
    box.slices[4][4 * 12 + 4] = 0; // a hole
    box.slices[7][7 * 12 + 7] = (byte) 255; // joined by a corner
    box.slices[0][0] = (byte) 255;
    Morphology morphology = new Morphology();
    assertEquals(127, voxels(morphology.operation(Operation.FILL_HOLES), box, null));
    assertEquals(125, voxels(morphology.operation(Operation.REMOVE_BORDER), box, null));
    assertEquals(125, voxels(morphology.operation(Operation.KEEP_LARGEST), box, null));
    assertEquals(
        124, voxels(morphology.connectivity(Label.Connectivity.FACES), box, null), "by faces");
    assertEquals(124, voxels(morphology.operation(Operation.AREA_OPEN).minSize(2), box, null));
    TestVolume marker = new TestVolume(12, 12, 12);
    marker.slices[0][0] = (byte) 255;
    assertEquals(1, voxels(morphology.operation(Operation.RECONSTRUCT), box, marker.pixels()));
  }

  private static long voxels(Morphology morphology, TestVolume volume, BinaryVolume second) {
    try (Morphology.Result result = morphology.apply(volume.pixels(), second, NONE)) {
      return result.voxelsAfter();
    }
  }

  private static String refusal(Morphology morphology, BinaryVolume second) {
    PixelStack volume = TestVolume.full(5, 5, 5).pixels();
    return assertThrows(
            IllegalArgumentException.class, () -> morphology.apply(volume, second, NONE))
        .getMessage();
  }

  @Test
  void refusesWhatIsImpossible() {
    PixelStack other = TestVolume.full(5, 6, 5).pixels();
    assertEquals(
        "radius=-1 is not allowed; use 0 to 32767", refusal(new Morphology().radius(-1), null));
    assertEquals("the operation has no second volume", refusal(new Morphology(), other));
    Morphology and = new Morphology().operation(Operation.AND);
    assertEquals("the operation needs a second volume", refusal(and, null));
    assertEquals(
        "the second volume is 5 x 6 x 5, the first 5 x 5 x 5; they must be of one size",
        refusal(and, other));
  }
}
