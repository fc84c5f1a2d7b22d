// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bitvox.Stiffness.Border;
import org.bitvox.Stiffness.Direction;
import org.bitvox.Stiffness.Elasticity;
import org.bitvox.Stiffness.Load;
import org.bitvox.Stiffness.Maps;
import org.bitvox.Stiffness.Plates;
import org.bitvox.Stiffness.Sides;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StiffnessTest implements BackendContract, FieldsContract<Stiffness> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** Struts along all axes, which are thicker at one end; nothing about them is symmetric. */
  private static TestVolume struts(int width, int height, int depth) {
    TestVolume volume = new TestVolume(width, height, depth);
    for (int z = 0; z < depth; z++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          int thick = 2 + (x + y + z) / 12;
          int inside = (x % 9 < thick ? 1 : 0) + (y % 8 < thick ? 1 : 0) + (z % 7 < thick ? 1 : 0);
          volume.slices[z][y * width + x] = (byte) (inside >= 2 ? 255 : 0);
        }
      }
    }
    return volume;
  }

  private static GreyImage labels(byte[]... slices) {
    return new GreyStack(4, 4, slices.length, slices);
  }

  private static byte[] filled(int label) {
    byte[] slice = new byte[16];
    Arrays.fill(slice, (byte) label);
    return slice;
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Stiffness()
        .backend(backend)
        .threads(threads)
        .accuracy(0.1)
        .measure(struts(20, 17, 16).pixels(), new Maps(), listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    BinaryVolume volume = TestVolume.full(4, 4, 4).pixels();
    return Arrays.asList(
        () -> new Stiffness().measure(null, new Maps(), NONE),
        () -> new Stiffness().measure(null, Map.of(), new Maps(), NONE),
        () -> new Stiffness().measureDensities(null, new Maps(), NONE),
        () -> new Stiffness().measure(volume, null, NONE));
  }

  @Override
  public Stiffness options() {
    return new Stiffness().accuracy(0.05).spacing(0.5, 0.6, 0.7);
  }

  @Override
  public Fields outcome(Stiffness options) {
    double[] sums = new double[6];
    Maps maps =
        new Maps()
            .energy((z, pixels) -> sums[0] += sum(pixels))
            .strain((z, pixels) -> sums[1] += sum(pixels))
            .stress((z, pixels) -> sums[2] += sum(pixels))
            .displacement((z, pixels) -> sums[3 + z % 3] += sum(pixels));
    TestVolume volume = struts(20, 17, 16);
    Stiffness.Result plates = options.measure(volume.pixels(), maps, NONE);
    Stiffness.Result tensor =
        options.direction(Direction.TENSOR).measure(volume.pixels(), new Maps(), NONE);
    StiffnessCase one = plates.cases().get(0);
    assertTrue(one.seconds() > 0); // the one thing that is not the same every time
    return Fields.of(
        plates.run(),
        new double[] {plates.voxels(), plates.solid(), one.elements(), one.axis()},
        one.modulus(),
        one.stiffness(),
        one.force(),
        one.failureForce(),
        one.hashinShtrikmanUpper(),
        one.iterations(),
        one.error(),
        one.residual(),
        one.converged(),
        tensor.tensor(),
        tensor.orthotropic(),
        tensor.unorthotropic(),
        tensor.cases().get(5).axis(),
        tensor.cases().get(5).modulus(),
        sums);
  }

  private static double sum(Object pixels) {
    double sum = 0;
    for (float value : (float[]) pixels) {
      sum += value;
    }
    return sum;
  }

  /** Columns one beside the other, of which one ends: E times the part of the area. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void measuresAColumn(String backend) {
    TestVolume volume = new TestVolume(6, 5, 8);
    for (int z = 0; z < 8; z++) {
      for (int y = 0; y < 5; y++) {
        Arrays.fill(volume.slices[z], 6 * y, 6 * y + 3, (byte) 255);
        volume.slices[z][6 * y + 5] = (byte) (z < 5 ? 255 : 0);
      }
    }
    List<Float> strains = new ArrayList<>();
    List<Float> ends = new ArrayList<>();
    Maps maps =
        new Maps()
            .strain((z, pixels) -> strains.add(((float[]) pixels)[7]))
            .displacement((z, pixels) -> ends.add(((float[]) pixels)[7]));
    Stiffness options =
        new Stiffness()
            .backend(backend)
            .spacing(2, 2, 0.5)
            .modulus(7000)
            .plates(Plates.SLIPPING)
            .tolerance(1e-6)
            .strain(0.02);
    Stiffness.Result result = options.measure(volume.pixels(), maps, NONE);
    StiffnessCase one = result.cases().get(0);
    double area = 3 * 5 * 4;
    assertEquals(3500, one.modulus(), 0.01);
    assertEquals(7000 * area / 4, one.stiffness(), 0.5);
    assertEquals(-0.02 * 7000 * area, one.force()[2], 0.05);
    assertEquals(0.007 * 7000 * area, one.failureForce(), 0.05);
    assertEquals(3 * 5 * 8, one.elements());
    assertEquals(25 / 145.0, result.removed(one), 1e-12);
    assertEquals((120 + 25) / 240.0, result.volumeFraction(), 1e-12);
    assertEquals(8, strains.size());
    assertEquals(24, ends.size());
    for (int z = 0; z < 8; z++) {
      assertEquals(0.02, strains.get(z), 1e-6);
      assertEquals(-0.02 * 0.5 * (z + 0.5), ends.get(3 * z + 2), 1e-6);
    }
    StiffnessCase background =
        options.phase(Phase.BACKGROUND).measure(volume.pixels(), new Maps(), NONE).cases().get(0);
    assertTrue(background.modulus() > 2 * 7000 / 6.0 && background.modulus() < 3500);
  }

  /** Two layers one behind the other, E 1 and 3: 2 / (1 + 1 / 3). */
  @Test
  void labelsHaveMaterials() {
    GreyImage layers = labels(filled(2), filled(2), filled(9), filled(9));
    Map<Integer, Elasticity> materials =
        Map.of(2, new Elasticity(1, 0), 9, new Elasticity(3, 0), 4, new Elasticity(5, 0.3));
    Stiffness options = new Stiffness().tolerance(1e-6);
    StiffnessCase one = options.measure(layers, materials, new Maps(), NONE).cases().get(0);
    assertEquals(1.5, one.modulus(), 1e-5);
    Throwable e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Stiffness().measure(layers, Map.of(2, new Elasticity(1, 0)), new Maps(), NONE));
    assertEquals("label 9 has no material", e.getMessage());
  }

  /** The same of densities: 0.5^2 and 1. */
  @Test
  void densitiesHaveALaw() {
    float[] light = new float[16];
    float[] dense = new float[16];
    Arrays.fill(light, 0.5f);
    Arrays.fill(dense, 1);
    GreyImage layers = new GreyStack(4, 4, 4, new float[][] {light, light, dense, dense});
    Stiffness options = new Stiffness().modulus(6800).poisson(0).tolerance(1e-6);
    StiffnessCase one = options.measureDensities(layers, new Maps(), NONE).cases().get(0);
    assertEquals(6800 * 2 / (4 + 1.0), one.modulus(), 0.05);
    light[5] = -1;
    Throwable e =
        assertThrows(
            IllegalArgumentException.class,
            () -> options.measureDensities(layers, new Maps(), NONE));
    assertEquals("the density at 1, 1, 0 is -1; use numbers from 0", e.getMessage());
  }

  @Test
  void findsTheTensorOfACube() {
    BinaryVolume cube = TestVolume.full(6, 5, 4).pixels();
    for (Border border : Border.values()) {
      Stiffness.Result result =
          new Stiffness()
              .direction(Direction.TENSOR)
              .border(border)
              .poisson(0.25)
              .measure(cube, new Maps(), NONE);
      assertEquals(6, result.cases().size());
      assertEquals(1.2, result.tensor()[0], 1e-5);
      assertEquals(0.4, result.tensor()[1], 1e-5);
      assertEquals(0.4, result.tensor()[35], 1e-5);
      assertArrayEquals(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, result.axes());
      double[] expected = {1, 1, 1, 0.25, 0.25, 0.25, 0.4, 0.4, 0.4};
      assertArrayEquals(expected, result.orthotropic(), 1e-5);
    }
  }

  /** Confined, or sheared with periodic sides, a cube has the moduli of theory. */
  @Test
  void loadsAreTheirOwn() {
    BinaryVolume cube = TestVolume.full(6, 6, 6).pixels();
    Stiffness confined =
        new Stiffness().plates(Plates.SLIPPING).sides(Sides.CONFINED).poisson(0.25);
    assertEquals(1.2, confined.measure(cube, new Maps(), NONE).cases().get(0).modulus(), 1e-5);
    Stiffness shear =
        new Stiffness()
            .load(Load.SHEAR)
            .sides(Sides.PERIODIC)
            .poisson(0.25)
            .direction(Direction.ALL);
    for (StiffnessCase one : shear.measure(cube, new Maps(), NONE).cases()) {
      assertEquals(0.4, one.modulus(), 1e-5);
      assertTrue(one.force()[(one.axis() + 1) % 3] > 0);
    }
    StiffnessCase tension =
        new Stiffness().load(Load.TENSION).measure(cube, new Maps(), NONE).cases().get(0);
    assertTrue(tension.force()[2] > 0);
  }

  @Test
  void saysWhatIsImpossible() {
    BinaryVolume slice = TestVolume.full(5, 5, 1).pixels();
    Throwable e =
        assertThrows(
            IllegalArgumentException.class, () -> new Stiffness().measure(slice, new Maps(), NONE));
    assertEquals(
        "there is one layer of voxels between the plates along z; two are needed at least",
        e.getMessage());
    TestVolume cut = TestVolume.full(5, 5, 5);
    Arrays.fill(cut.slices[2], (byte) 0);
    e =
        assertThrows(
            UnsuitableImageException.class,
            () -> new Stiffness().measure(cut.pixels(), new Maps(), NONE));
    assertEquals("nothing in the image joins the plates by faces of voxels", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Stiffness().poisson(0.5).measure(cut.pixels(), new Maps(), NONE));
    assertEquals("poisson=0.5 is not allowed; use -0.99 to 0.499", e.getMessage());
  }
}
