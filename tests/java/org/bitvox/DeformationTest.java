// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Deformation.Load;
import org.bitvox.Deformation.Method;
import org.bitvox.Deformation.Outputs;
import org.junit.jupiter.api.Test;

class DeformationTest implements BackendContract, FieldsContract<Deformation> {
  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final int SIDE = 12;

  private static BinaryVolume cube() {
    return TestVolume.full(SIDE, SIDE, SIDE).pixels();
  }

  private static Deformation few() {
    return new Deformation().nodes(300).frames(2).steps(50);
  }

  private static double sum(Object pixels) {
    double sum = 0;
    for (float value : (float[]) pixels) {
      sum += value;
    }
    return sum;
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return few().backend(backend).threads(threads).deform(cube(), new Outputs(), listener).run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new Deformation().deform(null, new Outputs(), NONE),
        () -> new Deformation().deform(cube(), null, NONE));
  }

  @Override
  public Deformation options() {
    return few().spacing(0.5, 0.6, 0.7).nodes(60);
  }

  /** Between plates, with a speck beside it, whose one node has no neighbour. */
  @Override
  public Fields outcome(Deformation options) {
    TestVolume volume = new TestVolume(30, SIDE, SIDE);
    for (int z = 0; z < SIDE; z++) {
      for (int y = 0; y < SIDE; y++) {
        Arrays.fill(volume.slices[z], 30 * y, 30 * y + SIDE, (byte) 255);
        if (Math.abs(y - 6) < 2 && Math.abs(z - 6) < 2) {
          Arrays.fill(volume.slices[z], 30 * y + 27, 30 * y + 30, (byte) 255);
        }
      }
    }
    List<DeformationFrame> frames = new ArrayList<>();
    double[] sums = new double[3];
    Deformation.Result result =
        options.deform(
            volume.pixels(),
            new Outputs()
                .frames(frames::add)
                .displacement((slice, pixels) -> sums[slice % 3] += sum(pixels)),
            NONE);
    return Fields.of(result, frames.get(2), sums);
  }

  /** Every node and voxel goes with the plates, as a bar between plates does that is pulled. */
  @Test
  void framesAndImagesAreOfOneMotion() {
    List<DeformationFrame> frames = new ArrayList<>();
    List<float[]> moved = new ArrayList<>();
    Deformation.Result result =
        new Deformation()
            .method(Method.SHAPE_MATCHING) // does not become narrower
            .load(Load.TENSION)
            .nodes(400)
            .strain(0.25)
            .frames(3)
            .deform(
                cube(),
                new Outputs()
                    .frames(frames::add)
                    .displacement((slice, pixels) -> moved.add((float[]) pixels)),
                NONE);
    assertEquals(-1, result.divergedAt());
    assertEquals("", result.run().note());
    DeformationTable table = result.table();
    assertEquals(4, table.frames());
    assertEquals(4, frames.size());
    for (int i = 0; i < 4; i++) {
      DeformationFrame frame = frames.get(i);
      assertEquals(i, frame.number());
      assertEquals(i * result.steps(), frame.step());
      assertEquals(table.step(i), frame.step());
      assertEquals(0.25 * i / 3, frame.strain(), 1e-12);
      assertEquals(table.strain(i), frame.strain(), 1e-12);
      assertEquals(SIDE * frame.strain(), table.displacement(i), 1e-9);
      assertEquals(result.nodes(), frame.nodes());
      assertEquals(result.nodeSpacing(), frame.nodeSpacing());
      for (int node = 0; node < frame.nodes(); node++) {
        for (int axis = 0; axis < 3; axis++) {
          double rest = frames.get(0).place(node, axis);
          assertEquals(rest + frame.displacement(node, axis), frame.place(node, axis), 1e-5);
          double expected = axis == 2 ? rest * frame.strain() : 0;
          assertEquals(expected, frame.displacement(node, axis), 0.15);
        }
      }
    }
    assertTrue(table.farForce(3) > 0 && table.nearForce(3) > 0, "it resists tension");
    assertTrue(table.farForce(3) > table.farForce(1));
    assertEquals(3 * SIDE, moved.size());
    for (int z = 0; z < SIDE; z++) {
      double mean = sum(moved.get(3 * z + 2)) / (SIDE * SIDE);
      assertEquals(0.25 * (z + 0.5), mean, 0.12);
    }
  }

  /** The grey image is z: what is seen at a place that has moved is where it came from. */
  @Test
  void theImageGoesWithTheBody() {
    float[][] slices = new float[SIDE][SIDE * SIDE];
    for (int z = 0; z < SIDE; z++) {
      Arrays.fill(slices[z], 100 + z);
    }
    GreyImage image = new GreyStack(SIDE, SIDE, SIDE, slices);
    float[][] warped = new float[SIDE][];
    new Deformation()
        .method(Method.SHAPE_MATCHING)
        .strain(0.25)
        .nodes(400)
        .deform(
            cube(), new Outputs().warp(image, (z, pixels) -> warped[z] = (float[]) pixels), NONE);
    int middle = SIDE / 2 * SIDE + SIDE / 2;
    for (int z = 1; z < 8; z++) {
      assertEquals(100 + (z + 0.5) / 0.75 - 0.5, warped[z][middle], 0.5);
    }
    assertEquals(0, warped[SIDE - 1][middle]);
  }

  @Test
  void divergingIsSaid() {
    Deformation.Result result = few().timeStep(10).steps(1000).deform(cube(), new Outputs(), NONE);
    assertTrue(result.divergedAt() > 0);
    assertTrue(result.run().note().startsWith("The steps diverged before step "));
    assertTrue(result.table().frames() < 3);
  }

  @Test
  void theBallPushesWhereItIs() {
    List<DeformationFrame> frames = new ArrayList<>();
    few()
        .load(Load.BALL)
        .nodes(1500)
        .strain(0.2)
        .ballRadius(3)
        .ballFirst(0.25)
        .ballSecond(0.75)
        .deform(cube(), new Outputs().frames(frames::add), NONE);
    DeformationFrame last = frames.get(2);
    int deepest = 0;
    for (int node = 0; node < last.nodes(); node++) {
      if (last.displacement(node, 2) < last.displacement(deepest, 2)) {
        deepest = node;
      }
    }
    assertTrue(last.displacement(deepest, 2) < -0.1 * SIDE);
    assertEquals(0.25 * SIDE, last.place(deepest, 0), 2);
    assertEquals(0.75 * SIDE, last.place(deepest, 1), 2);
  }

  /** What a receiver throws ends the run. */
  @Test
  void receiversMayFail() {
    RuntimeException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                few()
                    .deform(
                        cube(),
                        new Outputs()
                            .frames(
                                frame -> {
                                  throw new IllegalStateException("full");
                                }),
                        NONE));
    assertEquals("full", e.getMessage());
  }

  @Test
  void saysWhatIsImpossible() {
    Throwable e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Deformation().strain(0).deform(cube(), new Outputs(), NONE));
    assertTrue(e.getMessage().startsWith("strain=0 is not allowed; use "), e.getMessage());
    GreyImage small = new GreyStack(4, 4, 1, new byte[][] {new byte[16]});
    e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Deformation()
                    .deform(cube(), new Outputs().warp(small, (z, pixels) -> {}), NONE));
    assertEquals("the grey image has 4 x 4 x 1 voxels, the mask 12 x 12 x 12", e.getMessage());
    assertThrows(
        UnsuitableImageException.class,
        () -> new Deformation().deform(new TestVolume(5, 5, 5).pixels(), new Outputs(), NONE));
  }
}
