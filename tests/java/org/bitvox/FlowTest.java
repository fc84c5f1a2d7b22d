// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.bitvox.Flow.Face;
import org.junit.jupiter.api.Test;

class FlowTest implements BackendContract, FieldsContract<Flow> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** All faces differ from one another as far as they can. */
  private static Flow busy() {
    return new Flow()
        .phase(Phase.BACKGROUND)
        .leftAndRight(Face.MOVING, Face.FREE)
        .topAndBottom(Face.CLOSED, Face.MOVING)
        .frontAndBack(Face.FREE, Face.CLOSED)
        .wall(0.02, 0.01, 0.03)
        .force(1e-4, 2e-4, 3e-4)
        .viscosity(0.1)
        .steps(20)
        .frames(2)
        .particles(5);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return busy()
        .backend(backend)
        .threads(threads)
        .simulate(TestVolume.blobs(40, 25, 20, 1).pixels(), null, null, null, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new Flow().simulate((BinaryVolume) null, null, null, null, null, NONE),
        () -> new Flow().simulate((GreyImage) null, null, null, null, null, NONE),
        () -> new Flow().expect((BinaryVolume) null, NONE),
        () -> new Flow().expect((GreyImage) null, NONE));
  }

  @Override
  public Flow options() {
    return busy()
        .bodies("sphere centre=10,7,5 radius=2 velocity=0.01,0,0 spin=0,0.01,0 density=1.1");
  }

  /** Blobs, with room for a body. */
  private static TestVolume volume() {
    TestVolume volume = TestVolume.blobs(20, 15, 10, 2);
    for (byte[] slice : volume.slices) {
      for (int y = 4; y < 11; y++) {
        Arrays.fill(slice, y * 20 + 6, y * 20 + 15, (byte) 0);
      }
    }
    return volume;
  }

  @Override
  public Fields outcome(Flow options) {
    float[] sums = new float[17];
    BinaryVolume volume = volume().pixels();
    FlowResult result =
        options.simulate(
            volume,
            (slice, pixels) -> sums[slice % 3] += sum((float[]) pixels),
            (slice, pixels) -> sums[3 + slice % 3] += sum((float[]) pixels),
            (slice, pixels) -> sums[6 + slice % 3] += sum((float[]) pixels),
            (frame, bodies) -> add(bodies, sums),
            NONE);
    FlowExpectation expected = options.expect(volume, NONE);
    assertEquals(expected.fluid(), result.fluid());
    assertEquals(expected.length(), result.length());
    assertTrue(result.seconds() > 0); // the one thing that is not the same every time
    return Fields.of(
        result.run(),
        new double[] {expected.speed(), expected.mach(), expected.cellReynolds()},
        result.fluid(),
        result.length(),
        result.steps(),
        result.tau(),
        result.meanVelocity(),
        result.maxSpeed(),
        result.massChange(),
        result.reynolds(),
        result.mach(),
        sums);
  }

  /** To the numbers from 9 on. */
  private static void add(FlowBodyStates bodies, float[] sums) {
    sums[9] += sum(bodies.centre(0));
    sums[10] += sum(bodies.velocity(0));
    sums[11] += sum(bodies.spin(0));
    sums[12] += sum(bodies.force(0));
    sums[13] += sum(bodies.torque(0));
    sums[14] += bodies.radius(0);
    sums[15] += sum(bodies.half(0, 2));
    sums[16] += bodies.count();
  }

  private static float sum(float[] values) {
    float sum = 0;
    for (float value : values) {
      sum += value;
    }
    return sum;
  }

  /** Between a wall at rest and one that moves: a straight line, half a voxel beyond centres. */
  @Test
  void shearsBetweenWalls() {
    float[] first = new float[8];
    Flow flow =
        new Flow()
            .leftAndRight(Face.PERIODIC, Face.PERIODIC)
            .topAndBottom(Face.CLOSED, Face.MOVING)
            .wall(0.08, 0, 0)
            .force(0, 0, 0)
            .steps(2000);
    flow.simulate(
        TestVolume.full(1, 8, 1).pixels(),
        (slice, pixels) -> {
          if (slice == 0) {
            System.arraycopy(pixels, 0, first, 0, 8);
          }
        },
        null,
        null,
        null,
        NONE);
    for (int y = 0; y < 8; y++) {
      assertEquals(0.01 * (y + 0.5), first[y], 1e-5);
    }
  }

  /** Fractions that are all or nothing are a mask. */
  @Test
  void fractionsOfAllOrNothingAreAMask() {
    TestVolume volume = TestVolume.blobs(20, 15, 10, 2);
    GreyImage fractions = new GreyStack(20, 15, 10, volume.slices);
    FlowResult one = busy().simulate(volume.pixels(), null, null, null, null, NONE);
    FlowResult other = busy().simulate(fractions, null, null, null, null, NONE);
    assertArrayEquals(one.meanVelocity(), other.meanVelocity());
    assertEquals(one.fluid(), other.fluid());
    assertEquals(
        busy().expect(volume.pixels(), NONE).speed(), busy().expect(fractions, NONE).speed());
  }

  @Test
  void refusesWhatIsImpossible() {
    BinaryVolume full = TestVolume.full(5, 5, 5).pixels();
    Throwable e =
        assertThrows(
            UnsuitableImageException.class,
            () -> new Flow().phase(Phase.BACKGROUND).simulate(full, null, null, null, null, NONE));
    assertEquals("the image has no background voxels, which are the fluid", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Flow()
                    .frontAndBack(Face.PERIODIC, Face.FREE)
                    .simulate(full, null, null, null, null, NONE));
    assertEquals(
        "only one of the faces front and back is periodic; both are, or none", e.getMessage());
    GreyImage wide = TestGrey.noise(5, 5, 5, 16, 255, 1);
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Flow().simulate(wide, null, null, null, null, NONE));
    assertEquals("fractions are 8-bit values, 0 to 255; the image has others", e.getMessage());
  }

  @Test
  void endsWhereItIsSteady() {
    Flow flow = busy().steps(5000).steady(0.01);
    FlowResult result =
        flow.simulate(TestVolume.blobs(20, 15, 10, 2).pixels(), null, null, null, null, NONE);
    assertTrue(result.steadyStep() >= 200 && result.steadyStep() < 5000, "" + result.steadyStep());
    assertTrue(result.steadyChange() > 0 && result.steadyChange() <= 0.01);
    assertEquals(5000, result.steps());
  }
}
