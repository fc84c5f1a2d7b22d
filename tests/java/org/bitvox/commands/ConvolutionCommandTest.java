// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.plugin.filter.Convolver;
import ij.process.FloatProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvolutionCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    return MacroCall.run(new ConvolutionCommand(), image, options);
  }

  private static ImagePlus shown() {
    return MacroCall.shown("balls_convolved");
  }

  @AfterEach
  void close() {
    shown();
  }

  private Path file(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void assertClose(ImagePlus found, int slice, FloatProcessor expected) {
    float[] pixels = (float[]) found.getStack().getPixels(slice);
    assertArrayEquals((float[]) expected.getPixels(), pixels, 1e-2f);
  }

  @Test
  void appliesAKernelOfAFileAsImageJDoes() throws IOException {
    Path kernel = file("k.txt", "# lopsided\n1 2 3\n0,-1,4\n5 5 1\n");
    ImagePlus image = TestImages.stack(8, 3, 200);
    image.getCalibration().pixelWidth = 0.5;
    assertEquals("", run(image, "kernel=file kernel_file=[" + kernel + "]"));
    ImagePlus found = shown();
    assertEquals(0.5, found.getCalibration().pixelWidth);
    FloatProcessor expected = image.getStack().getProcessor(8).convertToFloatProcessor();
    Convolver convolver = new Convolver();
    convolver.setNormalize(false);
    convolver.convolve(expected, new float[] {1, 2, 3, 0, -1, 4, 5, 5, 1}, 3, 3);
    assertClose(found, 8, expected);
  }

  @Test
  void saysThatAKernelIsSeparable() throws IOException {
    Path kernel = file("k.txt", "1 2 1\n2 4 2\n1 2 1\n");
    String log = run(TestImages.binary(), "kernel=file normalise kernel_file=[" + kernel + "]");
    assertTrue(log.contains("separable"), log);
  }

  @Test
  void sigmaIsInCalibratedUnits() {
    ImagePlus image = TestImages.stack(32, 0, 100);
    assertEquals("", run(image, "sigma=1.5 axes=xyz"));
    float[] voxels = (float[]) shown().getStack().getPixels(8);
    image.getCalibration().pixelWidth = 2;
    image.getCalibration().pixelHeight = 2;
    image.getCalibration().pixelDepth = 2;
    image.getCalibration().setUnit("mm");
    assertEquals("", run(image, "sigma=3 axes=xyz"));
    assertArrayEquals(voxels, (float[]) shown().getStack().getPixels(8));
  }

  @Test
  void floatsAreCalibratedValues() {
    ImagePlus signed = TestImages.stack(16, 32768 - 1000, 32768 + 500);
    signed.getCalibration().setSigned16BitCalibration();
    String path = TestImages.save(signed, folder, "signed.tif");
    assertEquals("", run(signed, "sigma=1"));
    float[] values = (float[]) shown().getStack().getPixels(8);
    ImagePlus plain = TestImages.stack(32, -1000, 500);
    assertEquals("", run(plain, "sigma=1"));
    assertArrayEquals((float[]) shown().getStack().getPixels(8), values);

    ImagePlus opened = IJ.openImage(path);
    opened.setTitle("balls");
    assertEquals("", run(opened, "sigma=1 result=same"));
    ImagePlus same = shown();
    assertEquals(16, same.getBitDepth());
    same.setSlice(8);
    for (int i = 0; i < values.length; i++) {
      int x = i % same.getWidth();
      int y = i / same.getWidth();
      assertEquals(values[i], same.getProcessor().getPixelValue(x, y), 0.5001);
    }
  }

  @Test
  void writesWhatItShows() {
    for (String result : new String[] {"float", "same"}) {
      for (int bits : new int[] {8, 16, 32}) {
        Path path = folder.resolve(result + bits + ".tif");
        String options = "kernel=mean radius=2 axes=xyz edges=mirror result=" + result;
        assertEquals("", run(TestImages.stack(bits, 3, 200), options + " output=[" + path + "]"));
        ImagePlus found = shown();
        ImagePlus written = IJ.openImage(path.toString());
        assertEquals(result.equals("same") ? bits : 32, written.getBitDepth());
        assertEquals(TestImages.DEPTH, written.getStackSize());
        for (int z = 1; z <= TestImages.DEPTH; z++) {
          assertArrayEquals(
              found.getStack().getProcessor(z).getFloatArray(),
              written.getStack().getProcessor(z).getFloatArray());
        }
      }
    }
  }

  @Test
  void threeDimensionalKernelsFromTextAndFromAStack() throws IOException {
    Path text = file("k.txt", "1 2 3\n\n4 5 6\n\n\n7 8 -9\n");
    ImagePlus stack =
        new ImagePlus(
            "k", stackOf(new float[] {1, 2, 3}, new float[] {4, 5, 6}, new float[] {7, 8, -9}));
    String tiff = TestImages.save(stack, folder, "k.tif");
    assertEquals("", run(TestImages.binary(), "kernel=file kernel_file=[" + text + "]"));
    float[] first = (float[]) shown().getStack().getPixels(8);
    assertEquals("", run(TestImages.binary(), "kernel=file kernel_file=[" + tiff + "]"));
    assertArrayEquals(first, (float[]) shown().getStack().getPixels(8));
  }

  private static ImageStack stackOf(float[]... planes) {
    ImageStack stack = new ImageStack(3, 1);
    for (float[] plane : planes) {
      stack.addSlice(new FloatProcessor(3, 1, plane));
    }
    return stack;
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertSays("kernel=file", "kernel=file and kernel_file= belong together");
    assertSays("kernel=file kernel_file=nowhere.txt", "nowhere.txt: no such file");
    Path ragged = file("r.txt", "1 2 3\n1 2\n");
    assertSays("kernel=file kernel_file=[" + ragged + "]", "rows of equal length");
    Path words = file("w.txt", "1 b 3\n");
    assertSays("kernel=file kernel_file=[" + words + "]", "'b' is not a number");
    Path even = file("e.txt", "1 2\n3 4\n");
    assertSays("kernel=file kernel_file=[" + even + "]", "odd sides");
    ImagePlus large = new ImagePlus("k", new FloatProcessor(33, 1));
    String tiff = TestImages.save(large, folder, "large.tif");
    assertSays(
        "kernel=file kernel_file=[" + tiff + "]",
        "large.tif: a kernel has odd sides of at most 31");
    assertSays("sigma=-1", "sigma=-1 is not allowed");
    assertSays("sigma=1000", "sigma is at most");
  }

  @Test
  void theKernelFileIsNotOverwritten() {
    ImagePlus stack = new ImagePlus("k", stackOf(new float[] {1, 2, 1}));
    String tiff = TestImages.save(stack, folder, "k.tif");
    assertSays(
        "kernel=file kernel_file=[" + tiff + "] output=[" + tiff + "]",
        "output= is the input file; choose another name");
  }

  private static void assertSays(String options, String words) {
    String log = run(TestImages.binary(), options);
    assertTrue(log.contains(words), log);
  }
}
