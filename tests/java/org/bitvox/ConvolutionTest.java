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
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvolutionTest {
  private static final int WIDTH = 67;
  private static final int HEIGHT = 45;
  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final float[] LOPSIDED = {1, 2, 3, 4, 5, -2, 0, 7, 1, 1, 9, -4, 2, 2, 8};

  static Stream<String> backends() {
    return Backends.list().stream().filter(Backends.Backend::available).map(b -> b.name());
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
  @MethodSource("backends")
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
  @MethodSource("backends")
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
      List<Object> same = apply(new Convolution(kernel).result(Convolution.Result.SAME), image);
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

  private static ConvolutionReport report(GreyImage image, Kernel kernel) {
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
  void stopsWhenToldSo() {
    GreyStack image = TestGrey.noise(100, 100, 10, 8, 256, 6);
    Convolution convolution = new Convolution(Kernel.gaussian(2, 2, 2));
    assertThrows(
        CancellationException.class,
        () -> convolution.apply(image, (z, pixels) -> {}, (done, total) -> false));
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
