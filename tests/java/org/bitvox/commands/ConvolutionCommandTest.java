// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileInfo;
import ij.plugin.filter.Convolver;
import ij.process.FloatProcessor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
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
  void aHugeFileIsNoKernel() throws IOException {
    Path kernel = folder.resolve("huge.txt");
    try (RandomAccessFile file = new RandomAccessFile(kernel.toFile(), "rw")) {
      file.setLength(20L << 30); // takes no room where it is all zeros
    }
    String said = run(TestImages.binary(), "kernel=file kernel_file=[" + kernel + "]");
    assertTrue(said.contains("huge.txt: a kernel has at most 4000000 bytes of text"), said);
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

  /** As editors on Windows and PowerShell write it. */
  @Test
  void aKernelMayBeginWithTheMarkOfItsEncoding() throws IOException {
    ImagePlus image = TestImages.stack(8, 3, 200);
    String text = "1 2 3\r\n0 -1 4\r\n5 5 1\r\n";
    assertEquals("", run(image, "kernel=file kernel_file=[" + file("k.txt", text) + "]"));
    float[] expected = (float[]) shown().getStack().getPixels(8);
    for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.UTF_16LE}) {
      Path kernel = Files.write(folder.resolve("m.txt"), ("\ufeff" + text).getBytes(charset));
      assertEquals("", run(image, "kernel=file kernel_file=[" + kernel + "]"));
      assertArrayEquals(expected, (float[]) shown().getStack().getPixels(8));
    }
  }

  /** As ImageJ leaves them: images from the net, or of a name that this system does not have. */
  @Test
  void anImageNeedNotComeFromAFile() {
    for (String place : new String[] {"https://example.org/a?b/", "", "C:\\data\\", "/no/such/"}) {
      FileInfo info = new FileInfo();
      info.directory = place;
      info.fileName = "a:b?.tif";
      ImagePlus image = TestImages.stack(8, 3, 200);
      image.setFileInfo(info);
      assertEquals("", run(image, "sigma=1"));
      shown();
    }
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
    assertSays("kernel=file", "kernel=file needs kernel_file=FILE");
    assertSays("kernel=file kernel_file=nowhere.txt", "nowhere.txt: no such file");
    Path ragged = file("r.txt", "1 2 3\n1 2\n");
    assertSays("kernel=file kernel_file=[" + ragged + "]", "rows of equal length");
    Path words = file("w.txt", "1 b 3\n");
    assertSays("kernel=file kernel_file=[" + words + "]", "'b' is not a number");
    String long40 = new String(new char[40]).replace('\0', 'x');
    Path word = file("l.txt", "1 " + long40.replace("x", "xxxxx") + " 3\n");
    assertSays("kernel=file kernel_file=[" + word + "]", "'" + long40 + "...' is not a number");
    Path even = file("e.txt", "1 2\n3 4\n");
    assertSays("kernel=file kernel_file=[" + even + "]", "odd sides");
    ImagePlus large = new ImagePlus("k", new FloatProcessor(33, 1));
    String tiff = TestImages.save(large, folder, "large.tif");
    assertSays(
        "kernel=file kernel_file=[" + tiff + "]",
        "large.tif: a kernel has odd sides of at most 31");
    assertSays("sigma=-1", "sigma=-1 is not allowed");
    assertSays("sigma=1000", "sigma is at most 31.75 voxels, not 1000\n");
  }

  /** Recorded macros have all keys: they go on, and the log says what had no effect. */
  @Test
  void saysWhatHasNoEffect() throws IOException {
    String unused = "sigma=3 has no effect with kernel=mean; it is for kernel=gaussian";
    ImagePlus image = TestImages.binary();
    assertEquals("Bitvox Convolve: " + unused + "\n", run(image, "kernel=mean sigma=3"));
    assertEquals("", run(image, "kernel=mean sigma=2.00 radius=2 kernel_file=[] axes=xyz"));
    assertEquals(
        "Bitvox Convolve: kernel_file=gone.txt has no effect with kernel=gaussian; it is for"
            + " kernel=file\n",
        run(image, "sigma=2 kernel_file=gone.txt"));
    shown();

    String file = "input=" + TestImages.save(image, folder, "b.tif");
    String output = "output=" + folder + "/out.tif";
    TestCli wrong = cli(file, output, "kernel=mean", "sigma=3");
    assertEquals(2, wrong.code);
    assertEquals("bitvox: " + unused + "\n", wrong.err);
    Path kernel = file("k.txt", "1 2 1\n");
    String[] more = {"axes=xyz has no effect with kernel=file", "normalise has no effect with"};
    TestCli axes = cli(file, output, "kernel=file", "kernel_file=" + kernel, "axes=xyz");
    assertTrue(axes.err.contains(more[0]), axes.err);
    assertTrue(cli(file, output, "normalise").err.contains(more[1]));
    TestCli fine = cli(file, output, "kernel=mean", "sigma=2", "axes=xyz");
    assertEquals(0, fine.code);
    assertTrue(
        fine.out.startsWith(
            "Image: b.tif\nApplied: as rows along the axes\nKernel: mean\nRadius: 1\nAxes: xyz\n"
                + "Padding: nearest\nResult: float\nBackend: "),
        fine.out);
  }

  private static TestCli cli(String... options) {
    List<String> args = new ArrayList<>(Arrays.asList(options));
    args.add(0, "convolution");
    return new TestCli(new AtomicBoolean(), args);
  }

  @Test
  void saysThatAKernelOfSumZeroIsNotNormalised() throws IOException {
    Path kernel = file("k.txt", "-1 0 1\n");
    String options = "kernel=file normalise kernel_file=[" + kernel + "]";
    String log = run(TestImages.binary(), options);
    assertTrue(log.endsWith(": The kernel's sum is 0: it was not normalised.\n"), log);
  }

  @Test
  void saysThatASliceHasNoZ() {
    ImagePlus slice = new ImagePlus("balls", TestImages.binary().getStack().getProcessor(8));
    assertEquals(
        "Bitvox Convolve: The image is one slice: axes=xyz is axes=xy.\n", run(slice, "axes=xyz"));
    assertEquals("", run(slice, "axes=xy"));
  }

  @Test
  void theKernelFileIsNotOverwritten() {
    ImagePlus stack = new ImagePlus("k", stackOf(new float[] {1, 2, 1}));
    String tiff = TestImages.save(stack, folder, "k.tif");
    assertSays(
        "kernel=file kernel_file=[" + tiff + "] output=[" + tiff + "]",
        "output=" + tiff + " is an input file; choose another name");
  }

  private static void assertSays(String options, String words) {
    String log = run(TestImages.binary(), options);
    assertTrue(log.contains(words), log);
  }
}
