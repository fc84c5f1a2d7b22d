// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestBlobs;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterMiCommandTest {
  private static final int WIDTH = 48;
  private static final int HEIGHT = 40;
  private static final int DEPTH = 20;

  @TempDir Path folder;

  private final ImagePlus second = blobs("fixed", 8, 0, 0, 0);

  private static ImagePlus blobs(String title, int bits, double dx, double dy, double dz) {
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (Object slice : TestBlobs.slices(WIDTH, HEIGHT, DEPTH, bits, dx, dy, dz)) {
      stack.addSlice("", slice);
    }
    ImagePlus image = new ImagePlus(title, stack);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = 0.5;
    calibration.pixelHeight = 0.5;
    calibration.pixelDepth = 2;
    calibration.setUnit("mm");
    return image;
  }

  private String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new RegisterMiCommand(), image, options);
  }

  @BeforeEach
  void open() {
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(second);
  }

  @AfterEach
  void close() {
    Interpreter.removeBatchModeImage(second);
    MacroCall.shown("moved_registered");
  }

  @Test
  void fillsTheTableAndShowsTheMovedImage() {
    ImagePlus moved = blobs("moved.tif", 16, 4, -3, 1);
    moved.getCalibration().xOrigin = 5;
    assertEquals("", run(moved, "second=fixed max_shift=3"));
    assertEquals(1, results().size());
    assertEquals(2, results().getValue("dx (mm)", 0), 0.1);
    assertEquals(-1.5, results().getValue("dy (mm)", 0), 0.1);
    assertEquals(2, results().getValue("dz (mm)", 0), 0.4);
    assertEquals(4, results().getValue("dx (voxels)", 0), 0.2);
    assertEquals(-3, results().getValue("dy (voxels)", 0), 0.2);
    assertEquals(1, results().getValue("dz (voxels)", 0), 0.2);
    assertEquals(0, results().getValue("angle (degrees)", 0));
    assertTrue(
        results().getValue("MI after (bits)", 0) > results().getValue("MI before (bits)", 0));
    assertTrue(results().getValue("Overlap (voxels)", 0) > 44 * 36 * 18);

    ImagePlus image = MacroCall.shown("moved_registered");
    assertEquals(16, image.getBitDepth());
    assertEquals(DEPTH, image.getStackSize());
    assertEquals(0.5, image.getCalibration().pixelWidth);
    assertEquals(0, image.getCalibration().xOrigin); // it lies where the second image lies
    float[] expected = new float[WIDTH * HEIGHT];
    short[] pixels = (short[]) image.getStack().getPixels(10);
    for (int i = 0; i < expected.length; i++) {
      if (i % WIDTH > 5 && i / WIDTH < HEIGHT - 5) {
        double value = 3000 - 10 * TestBlobs.value(i % WIDTH, i / WIDTH, 9, WIDTH);
        assertEquals(value, pixels[i], 150, "pixel " + i);
      }
    }
  }

  @Test
  void writesWhatItShowsAndTheCommandLineWritesTheSame() throws IOException {
    ImagePlus moved = blobs("moved.tif", 8, -2.5, 1.5, 0);
    String moving = TestImages.save(moved, folder, "moved.tif");
    String fixed = TestImages.save(second, folder, "second.tif");
    Path csv = folder.resolve("t.csv");
    Path tif = folder.resolve("r.tif");
    String keys = "max_shift=2 bins=32 interpolation=nearest fill=9 backend=scalar";
    assertEquals(
        "", run(moved, "second=fixed " + keys + " save=[" + csv + "] output=[" + tif + "]"));
    List<String> lines = Files.readAllLines(csv);
    assertEquals(2, lines.size());
    assertTrue(
        lines
            .get(0)
            .startsWith("Image,Second,Max shift,Max angle,Interpolation,Fill,dx (mm),dy (mm),"),
        lines.get(0));
    ImagePlus shown = MacroCall.shown("moved_registered");
    ImagePlus written = IJ.openImage(tif.toString());
    assertEquals(0.5, written.getCalibration().pixelHeight, 1e-9);
    Path other = folder.resolve("o.tif");
    String printed =
        Commands.named("register_mi")
            .run(
                Arrays.asList(
                    ("input=" + moving + " second=" + fixed + " output=" + other + " " + keys)
                        .split(" ")),
                ProgressListener.NONE);
    assertTrue(printed.contains("dx (voxels): -2.5"), printed);
    assertTrue(printed.contains("Bins: 32"), printed);
    for (int z = 1; z <= DEPTH; z++) {
      byte[] pixels = (byte[]) shown.getStack().getPixels(z);
      assertEquals(9, pixels[WIDTH - 1]);
      assertArrayEquals(pixels, (byte[]) written.getStack().getPixels(z));
      assertArrayEquals(pixels, (byte[]) IJ.openImage(other.toString()).getStack().getPixels(z));
    }
  }

  @Test
  void aRawFileAndATiffAreRegistered() throws IOException {
    ByteArrayOutputStream voxels = new ByteArrayOutputStream();
    for (Object slice : TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 8, 3, 0, 0)) {
      voxels.write((byte[]) slice);
    }
    Path raw = Files.write(folder.resolve("v.raw"), voxels.toByteArray());
    second.setCalibration(null);
    String fixed = TestImages.save(second, folder, "second.tif");
    String sizes = " width=" + WIDTH + " height=" + HEIGHT + " depth=" + DEPTH + " max_shift=4";
    String printed =
        Commands.named("register_mi")
            .run(
                Arrays.asList(("input=" + raw + " second=" + fixed + sizes).split(" ")),
                ProgressListener.NONE);
    assertTrue(printed.contains("dx (pixels): 3\n"), printed);
  }

  @Test
  void fillIsAValueThatImageJShows() {
    ImagePlus signed = blobs("moved.tif", 16, 6, 0, 0);
    signed.getCalibration().setSigned16BitCalibration();
    assertEquals("", run(signed, "second=fixed max_shift=4"));
    ImagePlus image = MacroCall.shown("moved_registered");
    assertEquals(0, image.getCalibration().getCValue(image.getProcessor().get(0, 20)), 1e-9);
    assertEquals("", run(signed, "second=fixed max_shift=4 fill=-1024"));
    image = MacroCall.shown("moved_registered");
    assertEquals(-1024, image.getCalibration().getCValue(image.getProcessor().get(0, 20)), 1e-9);
  }

  @Test
  void saysWhatIsWrong() {
    ImagePlus image = blobs("moved.tif", 8, 1, 0, 0);
    assertSays("", "needs second=TITLE", image);
    assertSays("second=none", "no open image has the title 'none'", image);
    assertSays("second=fixed bins=1", "bins=1 is not allowed; use 2 to 128", image);
    assertSays("second=fixed max_angle=200", "max_angle=200 is not allowed; use 0 to 180", image);
    assertSays("second=fixed max_shift=-1", "max_shift=-1 is not allowed", image);
    assertSays("second=fixed interpolation=cubic", "use linear or nearest", image);
    assertSays("second=fixed max_shfit=3", "did you mean 'max_shift'?", image);
    image.getCalibration().pixelDepth = 1.5;
    assertSays(
        "second=fixed",
        "the voxels differ in size: 0.5 x 0.5 x 1.5 mm of input, 0.5 x 0.5 x 2.0 mm of the second"
            + " image; scale one of them first (Image>Scale), or correct its properties",
        image);
    image.getCalibration().pixelDepth = 2;
    image.getCalibration().setUnit("cm");
    assertSays("second=fixed", "the voxels differ in size", image);
    assertEquals(0, results().size());
  }

  private void assertSays(String options, String words, ImagePlus image) {
    String log = run(image, options);
    assertTrue(log.contains(words), log);
  }
}
