// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bitvox.Permeability.Direction;
import org.bitvox.Permeability.Ends;
import org.bitvox.Permeability.Sides;
import org.bitvox.Permeability.VelocityImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PermeabilityTest implements BackendContract, FieldsContract<Permeability> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** Blobs are solid; what is between them is connected. */
  private static Permeability ofPores() {
    return new Permeability().phase(Phase.BACKGROUND);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return ofPores()
        .backend(backend)
        .threads(threads)
        .maxSteps(40)
        .measure(TestVolume.blobs(40, 25, 20, 1).pixels(), null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Permeability().measure(null, null, NONE));
  }

  @Override
  public Permeability options() {
    return ofPores().ends(Ends.MIRRORED).refine(true).velocity(VelocityImage.VECTOR);
  }

  @Override
  public Fields outcome(Permeability options) {
    float[] sums = new float[3];
    Permeability.Result result =
        options.measure(
            TestVolume.blobs(20, 15, 10, 2).pixels(),
            (slice, pixels) -> sums[slice % 3] += sum((float[]) pixels),
            NONE);
    PermeabilityFlow flow = result.flows().get(0);
    assertTrue(flow.seconds() > 0); // the one thing that is not the same every time
    return Fields.of(
        result.run(),
        new double[] {result.voxels(), result.pores()},
        flow.kozenyCarman(),
        flow.halfAlong(),
        flow.halfPorosity(),
        flow.halfSteady(),
        flow.axis(),
        flow.mirroredEnds(),
        flow.connected(),
        flow.permeability(),
        flow.meanVelocity(),
        flow.maxVelocity(),
        flow.steps(),
        flow.tau(),
        flow.spread(),
        flow.change(),
        flow.changeSteps(),
        flow.steady(),
        sums);
  }

  private static float sum(float[] values) {
    float sum = 0;
    for (float value : values) {
      sum += value;
    }
    return sum;
  }

  /** A channel of 6 voxels between a wall at y = 6 and itself: h^2 / 12 + 1 / 24. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void measuresAChannel(String backend) {
    TestVolume volume = new TestVolume(4, 7, 5);
    for (byte[] slice : volume.slices) {
      Arrays.fill(slice, 0, 4 * 6, (byte) 255);
    }
    Permeability permeability =
        new Permeability()
            .direction(Direction.ALL)
            .sides(Sides.PERIODIC)
            .spread(1e-5)
            .change(1e-5)
            .backend(backend);
    Permeability.Result result = permeability.measure(volume.pixels(), null, NONE);
    double expected = (36.0 / 12 + 1.0 / 24) * 6 / 7;
    assertEquals(expected, result.flows().get(0).along(), 1e-3);
    assertEquals(0, result.flows().get(1).along());
    assertEquals(expected, result.flows().get(2).along(), 1e-3);
    assertEquals(6.0 / 7, result.porosity(), 1e-12);
    assertEquals(6.0 / 7, result.connectedPorosity(result.flows().get(2)), 1e-12);
    assertEquals(0, result.flows().get(1).connected());
    // Two faces of a plane: 2 / 3 of them, as if it had any direction.
    double surface = 2.0 / 3 * 2 / 7;
    double kozenyCarman = Math.pow(6.0 / 7, 3) / (5 * surface * surface);
    assertEquals(kozenyCarman, result.flows().get(0).kozenyCarman(), 1e-9);
    assertEquals(kozenyCarman, result.flows().get(2).kozenyCarman(), 1e-9);

    try (BitVolume bits = volume.bits()) {
      float[] speeds = new float[4 * 7];
      permeability
          .direction(Direction.X)
          .velocity(VelocityImage.MAGNITUDE)
          .measure(bits, (z, pixels) -> System.arraycopy(pixels, 0, speeds, 0, 28), NONE);
      assertEquals(0, speeds[6 * 4]); // solid
      assertEquals((0.5 * 5.5) / 2, speeds[0], 1e-3); // the parabola at 0.5 of 6
      assertEquals((2.5 * 3.5) / 2, speeds[2 * 4], 1e-3);
    }
  }

  @Test
  void nothingConnects() {
    TestVolume volume = TestVolume.full(5, 5, 5);
    Arrays.fill(volume.slices[2], (byte) 0);
    PermeabilityFlow flow = new Permeability().measure(volume.pixels(), null, NONE).flows().get(0);
    assertEquals(0, flow.connected());
    assertArrayEquals(new double[3], flow.permeability());
    assertTrue(flow.steady());
    assertFalse(flow.mirroredEnds() && flow.steps() > 0);
  }

  @Test
  void refusesWhatIsImpossible() {
    BinaryVolume slice = TestVolume.full(5, 5, 1).pixels();
    Throwable e =
        assertThrows(
            IllegalArgumentException.class, () -> new Permeability().measure(slice, null, NONE));
    assertEquals(
        "permeability needs a volume of two voxels at least along each axis, not 5 x 5 x 1",
        e.getMessage());
    BinaryVolume full = TestVolume.full(5, 5, 5).pixels();
    e =
        assertThrows(
            UnsuitableImageException.class,
            () -> new Permeability().phase(Phase.BACKGROUND).measure(full, null, NONE));
    assertEquals("the image has no background voxels, which are the pores", e.getMessage());
    e =
        assertThrows(
            UnsuitableImageException.class,
            () -> new Permeability().sides(Sides.PERIODIC).measure(full, null, NONE));
    assertTrue(e.getMessage().contains("its permeability is infinite"), e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Permeability().tau(0.5).measure(full, null, NONE));
    assertEquals(
        "tau=0.5 is not allowed; use 0 (chosen from the pores), or 0.55 to 5", e.getMessage());
  }
}
