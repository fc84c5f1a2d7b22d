// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.plugin.filter.Convolver;
import ij.process.ByteProcessor;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvolutionTest implements BackendContract, FieldsContract<Convolution> {
  private static final int WIDTH = 67;
  private static final int HEIGHT = 45;
  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final float[] LOPSIDED = {1, 2, 3, 4, 5, -2, 0, 7, 1, 1, 9, -4, 2, 2, 8};

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Convolution(Kernel.gaussian(2, 2, 2))
        .backend(backend)
        .threads(threads)
        .apply(TestGrey.noise(100, 90, 10, 8, 256, 6), (z, pixels) -> {}, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> options().apply(null, (z, pixels) -> {}, NONE), () -> new Convolution(null));
  }

  @Override
  public Convolution options() {
    return new Convolution(Kernel.full(3, 1, 1, new float[] {1, 2, -1}));
  }

  @Override
  public Fields outcome(Convolution options) {
    List<Object> slices = new ArrayList<>();
    GreyStack image = TestGrey.noise(20, 10, 3, 8, 256, 6);
    return Fields.of(
        options.apply(image, (z, pixels) -> slices.add(pixels), NONE), slices.toArray());
  }

  /** What a kernel makes of a single bright voxel: three values from the middle along an axis. */
  private static float[] spread(Kernel kernel, int axis) {
    Object[] slices = new Object[9];
    for (int z = 0; z < 9; z++) {
      slices[z] = new float[81];
    }
    ((float[]) slices[4])[40] = 1;
    List<Object> result = apply(new Convolution(kernel), new GreyStack(9, 9, 9, slices));
    float[] values = new float[3];
    for (int i = 0; i < 3; i++) {
      float[] slice = (float[]) result.get(axis == 2 ? 4 + i : 4);
      values[i] = slice[40 + (axis == 0 ? i : axis == 1 ? 9 * i : 0)];
    }
    return values;
  }

  private static void assertSpread(Kernel kernel, int axis, double... expected) {
    float[] values = spread(kernel, axis);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], values[i], 1e-6, "axis " + axis + ", " + i);
    }
  }

  @Test
  void everyPartOfAKernelArrives() {
    double[] none = {0.3991, 0, 0};
    double[] wide = {0.3991, 0.2420, 0.0540};
    for (int axis = 0; axis < 3; axis++) {
      Kernel kernel = Kernel.gaussian(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
      for (int other = 0; other < 3; other++) {
        double[] expected = other == axis ? wide : none;
        for (int i = 0; i < 3; i++) {
          assertEquals(expected[i], spread(kernel, other)[i], 2e-4, axis + ", " + other);
        }
      }
      float[] row = {3, 2, 1}; // unflipped: the voxel is seen by the one after through the first
      float[] one = {1};
      Kernel rows =
          Kernel.separable(axis == 0 ? row : one, axis == 1 ? row : one, axis == 2 ? row : one);
      assertSpread(rows, axis, 2, 3, 0);
      assertSpread(rows, (axis + 1) % 3, 2, 0, 0);
      Kernel full = Kernel.full(axis == 0 ? 3 : 1, axis == 1 ? 3 : 1, axis == 2 ? 3 : 1, row);
      assertSpread(full, axis, 2, 3, 0);
      assertSpread(full.normalised(), axis, 2 / 6.0, 3 / 6.0, 0);
    }
    assertSpread(Kernel.mean(1, Kernel.Axes.XY), 0, 1 / 9.0, 1 / 9.0, 0);
    assertSpread(Kernel.mean(2, Kernel.Axes.XY), 1, 1 / 25.0, 1 / 25.0, 1 / 25.0);
    assertSpread(Kernel.mean(1, Kernel.Axes.XYZ), 2, 1 / 27.0, 1 / 27.0, 0);
    assertSpread(Kernel.laplacian(Kernel.Axes.XY), 0, -4, 1, 0);
    assertSpread(Kernel.laplacian(Kernel.Axes.XYZ), 2, -6, 1, 0);
    assertSpread(Kernel.sobel(Kernel.Axes.XY), 1, 0, 2, 0);
    assertSpread(Kernel.sobel(Kernel.Axes.XYZ), 1, 0, 4, 0);
  }

  private static List<Object> apply(Convolution convolution, GreyImage image) {
    List<Object> slices = new ArrayList<>();
    convolution.apply(
        image,
        (z, pixels) -> {
          assertEquals(slices.size(), z);
          slices.add(pixels);
        },
        NONE);
    return slices;
  }

  /** ImageJ's convolution of a slice. */
  private static float[] imagej(Object slice, float[] kernel, int width, boolean normalise) {
    ImageProcessor processor =
        slice instanceof byte[]
            ? new ByteProcessor(WIDTH, HEIGHT, (byte[]) slice).convertToFloat()
            : new FloatProcessor(WIDTH, HEIGHT, ((float[]) slice).clone());
    Convolver convolver = new Convolver();
    convolver.setNormalize(normalise);
    assertTrue(convolver.convolve(processor, kernel, width, kernel.length / width));
    return (float[]) processor.getPixels();
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void agreesWithImageJsConvolver(String backend) {
    float[] smooth = {1, 2, 1, 2, 4, 2, 1, 2, 1};
    for (int bits : new int[] {8, 32}) {
      Object[] slices = TestGrey.slices(WIDTH * HEIGHT, 3, bits, 256, 1);
      GreyStack image = new GreyStack(WIDTH, HEIGHT, 3, slices);
      Convolution plain = new Convolution(Kernel.full(5, 3, 1, LOPSIDED)).backend(backend);
      Convolution mean = new Convolution(Kernel.full(3, 3, 1, smooth).normalised());
      List<Object> lopsided = apply(plain, image);
      List<Object> smoothed = apply(mean.backend(backend), image);
      for (int z = 0; z < 3; z++) {
        assertClose(imagej(slices[z], LOPSIDED, 5, false), (float[]) lopsided.get(z));
        assertClose(imagej(slices[z], smooth, 3, true), (float[]) smoothed.get(z));
      }
    }
  }

  private static void assertClose(float[] expected, float[] found) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found[i], 1e-5 * Math.abs(expected[i]) + 1e-3);
    }
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void everyBackendGivesTheSameBits(String backend) {
    GreyStack image = TestGrey.noise(WIDTH, HEIGHT, 9, 32, 1000, 2);
    Kernel[] kernels = {
      Kernel.gaussian(1.5, 0.8, 2),
      Kernel.mean(2, Kernel.Axes.XYZ),
      Kernel.laplacian(Kernel.Axes.XYZ),
      Kernel.sobel(Kernel.Axes.XYZ),
      Kernel.full(5, 3, 1, LOPSIDED),
      Kernel.separable(new float[] {1, 2, 3}, new float[] {1}, new float[] {1, 0, -1})
    };
    for (Kernel kernel : kernels) {
      for (Convolution.Edges edges : Convolution.Edges.values()) {
        List<Object> expected =
            apply(new Convolution(kernel).edges(edges).backend("scalar").threads(1), image);
        List<Object> found =
            apply(new Convolution(kernel).edges(edges).backend(backend).threads(3), image);
        for (int z = 0; z < expected.size(); z++) {
          assertArrayEquals((float[]) expected.get(z), (float[]) found.get(z));
        }
      }
    }
  }

  @Test
  void resultsOfTheInputsType() {
    for (int bits : new int[] {8, 16, 32}) {
      GreyStack image = TestGrey.noise(WIDTH, HEIGHT, 2, bits, 256, 3);
      Kernel kernel = Kernel.mean(1, Kernel.Axes.XY);
      List<Object> floats = apply(new Convolution(kernel), image);
      List<Object> same = apply(new Convolution(kernel).result(Convolution.ResultType.SAME), image);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        float value = ((float[]) floats.get(1))[i];
        double rounded = bits == 32 ? value : Math.floor(value + 0.5f);
        assertEquals(rounded, TestGrey.value(same.get(1), i));
      }
    }
  }

  @Test
  void saysWhetherTheKernelIsSeparable() {
    GreyStack image = TestGrey.noise(9, 9, 1, 8, 256, 4);
    float[] product = {1, 2, 1, 2, 4, 2, 1, 2, 1};
    assertTrue(report(image, Kernel.full(3, 3, 1, product)).separable());
    assertFalse(report(image, Kernel.full(5, 3, 1, LOPSIDED)).separable());
  }

  private static Convolution.Result report(GreyImage image, Kernel kernel) {
    return new Convolution(kernel).apply(image, (z, pixels) -> {}, NONE);
  }

  @Test
  void refusesWhatItCannotDo() {
    GreyStack image = TestGrey.noise(9, 9, 1, 8, 256, 5);
    assertThrows(
        IllegalArgumentException.class,
        () -> report(image, Kernel.full(2, 1, 1, new float[] {1, 1})));
    assertThrows(IllegalArgumentException.class, () -> report(image, Kernel.gaussian(100, 0, 0)));
    assertThrows(
        IllegalArgumentException.class, () -> report(image, Kernel.mean(0, Kernel.Axes.XY)));
    assertThrows(IllegalStateException.class, () -> Kernel.mean(1, Kernel.Axes.XY).normalised());
  }

  @Test
  void passesOnWhatTheReceiverThrows() {
    GreyStack image = TestGrey.noise(100, 100, 10, 8, 256, 6);
    Convolution convolution = new Convolution(Kernel.gaussian(2, 2, 2));
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            convolution.apply(
                image,
                (z, pixels) -> {
                  throw new UnsupportedOperationException();
                },
                NONE));
  }
}
