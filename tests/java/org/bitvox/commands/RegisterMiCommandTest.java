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
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestBlobs;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    String angles = "angle x (degrees),angle y (degrees),angle (degrees),Middle x (mm),";
    assertTrue(lines.get(0).startsWith("Image,dx (mm),dy (mm),dz (mm)," + angles), lines.get(0));
    assertTrue(
        lines
            .get(0)
            .contains(",Second,Mask,Max shift,Max angle,Axes,Start,Motion,Interpolation,Fill"));
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

  /** Programs write many names where there is no unit, and ImageJ changes some of them. */
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "unit", "pixel", "pixels", "voxel", "Voxels"})
  void anImageWithoutUnitGoesBesideItsResult(String unit) throws IOException {
    assertGoesBesideItsResult(unit, 1, "pixels");
    assertGoesBesideItsResult(unit, 1.5, "unit");
  }

  private void assertGoesBesideItsResult(String unit, double depth, String heading)
      throws IOException {
    ImagePlus moved = blobs("moved", 8, 3, 0, 0);
    second.setCalibration(null);
    second.getCalibration().pixelDepth = depth;
    moved.setCalibration(second.getCalibration().copy());
    moved.getCalibration().setUnit(unit);
    String input = TestImages.save(moved, folder, "moved.tif");
    String fixed = TestImages.save(second, folder, "second.tif");
    String result = folder.resolve("result.tif").toString();
    String table = folder.resolve("motion.csv").toString();
    call("input=" + input, "second=" + fixed, "max_shift=4", "save=" + table, "output=" + result);
    List<String> lines = Files.readAllLines(Paths.get(table));
    assertTrue(lines.get(0).contains("dx (" + heading + ")"), lines.get(0));
    call("input=" + input, "second=" + result, "max_shift=4");
    call("input=" + result, "motion=" + table);
  }

  private static void call(String... keys) throws IOException {
    Commands.named("register_mi").run(Arrays.asList(keys), ProgressListener.NONE);
  }

  /** Angles that came with a later row stood behind the settings, and looked like one only. */
  @Test
  void turnsAboutAnyAxisAreRowsOfTheSameTable() {
    ImagePlus moved = blobs("moved.tif", 8, 1, 0, 0);
    assertEquals("", run(moved, "second=fixed max_shift=1"));
    String[] headings = results().getHeadings();
    MacroCall.run(new RegisterMiCommand(), moved, "second=fixed max_shift=1 max_angle=1 axes=xyz");
    assertEquals(2, results().size());
    assertArrayEquals(headings, results().getHeadings());
    assertEquals(0, results().getValue("angle x (degrees)", 0));
    assertTrue(Math.abs(results().getValue("angle x (degrees)", 1)) <= 1);
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

  /** Units are one whatever program wrote them. */
  @Test
  void theUnitsOfBothImagesMayBeWrittenInTwoWays() {
    ImagePlus moved = blobs("moved.tif", 8, 2, 0, 0);
    moved.getCalibration().setUnit("microns");
    second.getCalibration().setUnit("um");
    assertEquals("", run(moved, "second=fixed max_shift=2"));
    assertEquals(2, results().getValue("dx (voxels)", 0), 0.2);
  }

  /** 500 nm are 0.5 um. */
  @Test
  void sizesAreComparedInOneUnit() {
    ImagePlus moved = blobs("moved.tif", 8, 2, 0, 0);
    second.getCalibration().setUnit("um");
    Calibration calibration = moved.getCalibration();
    calibration.setUnit("nm");
    calibration.pixelWidth = calibration.pixelHeight = 500;
    calibration.pixelDepth = 2000;
    assertEquals("", run(moved, "second=fixed max_shift=2000"));
    assertEquals(2, results().getValue("dx (voxels)", 0), 0.2);
    assertEquals(1000, results().getValue("dx (nm)", 0), 100);
    assertEquals(0.5, MacroCall.shown("moved_registered").getCalibration().pixelWidth);
  }

  /** The result lies on the voxels of the second image, which are half as large. */
  @Test
  void voxelsMayDifferInSize() throws IOException {
    ImageStack fine = new ImageStack(2 * WIDTH, 2 * HEIGHT);
    for (Object slice : TestBlobs.slices(2 * WIDTH, 2 * HEIGHT, DEPTH, 8, 0, 0, 0)) {
      fine.addSlice("", slice);
    }
    ImageStack coarse = new ImageStack(WIDTH, HEIGHT);
    for (Object slice : TestBlobs.slices(2 * WIDTH, 2 * HEIGHT, DEPTH, 8, 6, -4, 1)) {
      byte[] every = new byte[WIDTH * HEIGHT];
      for (int i = 0; i < every.length; i++) {
        every[i] = ((byte[]) slice)[i / WIDTH * 4 * WIDTH + i % WIDTH * 2];
      }
      coarse.addSlice("", every);
    }
    ImagePlus moved = new ImagePlus("moved.tif", coarse);
    moved.setCalibration(second.getCalibration().copy());
    ImagePlus half = new ImagePlus("half", fine);
    half.setCalibration(second.getCalibration().copy());
    half.getCalibration().pixelWidth = 250;
    half.getCalibration().pixelHeight = 250;
    half.getCalibration().pixelDepth = 2000;
    half.getCalibration().setUnit("um");
    Interpreter.addBatchModeImage(half);
    Path table = folder.resolve("motion.csv");
    Path overlay = folder.resolve("overlay.tif");
    String files = " save=[" + table + "] overlay=[" + overlay + "]";
    assertEquals("", run(moved, "second=half max_shift=4" + files));
    assertEquals(1.5, results().getValue("dx (mm)", 0), 0.1);
    assertEquals(3, results().getValue("dx (voxels)", 0), 0.2);
    assertEquals(-2, results().getValue("dy (voxels)", 0), 0.2);
    assertEquals(1, results().getValue("dz (voxels)", 0), 0.2);
    ImagePlus result = MacroCall.shown("moved_registered");
    assertEquals(2 * WIDTH, result.getWidth());
    assertEquals(250, result.getCalibration().pixelWidth);
    byte[] pixels = (byte[]) result.getStack().getPixels(10);
    double difference = 0;
    for (int y = 20; y < 60; y++) {
      for (int x = 20; x < 76; x++) {
        int i = y * 2 * WIDTH + x;
        difference += Math.abs((pixels[i] & 0xff) - (((byte[]) fine.getPixels(10))[i] & 0xff));
      }
    }
    assertTrue(difference / (40 * 56) < 6, difference / (40 * 56) + "");
    // Before the motion the overlay shows the nearest voxels.
    byte[] green = (byte[]) IJ.openImage(overlay.toString()).getStack().getPixels(2 * 9 + 2);
    Map<Byte, Byte> shades = new HashMap<>(); // of values
    for (int y = 0; y < 2 * HEIGHT - 1; y++) {
      for (int x = 0; x < 2 * WIDTH - 1; x++) {
        byte value = ((byte[]) coarse.getPixels(10))[(y + 1) / 2 * WIDTH + (x + 1) / 2];
        byte shade = green[y * 4 * WIDTH + x];
        Byte before = shades.put(value, shade);
        assertEquals(before == null ? shade : before, shade);
      }
    }
    assertTrue(shades.size() > 20);
    // The motion in the table is applied alike.
    assertEquals("", run(moved, "second=half motion=[" + table + "]"));
    assertArrayEquals(
        pixels, (byte[]) MacroCall.shown("moved_registered").getStack().getPixels(10));
    Interpreter.removeBatchModeImage(half);
  }

  @Test
  void limitsMayDifferByAxis() {
    ImagePlus moved = blobs("moved.tif", 8, 4, -3, 1);
    assertEquals("", run(moved, "second=fixed max_shift=3,2,4"));
    assertEquals(4, results().getValue("dx (voxels)", 0), 0.2);
    assertEquals(1, results().getValue("dz (voxels)", 0), 0.2);
    String log = run(moved, "second=fixed max_shift=3,1,0");
    assertTrue(log.contains("dy at the limit of max_shift"), log);
    assertEquals(0, results().getValue("dz (voxels)", 0));
    assertSays("second=fixed max_shift=3,2", "max_shift=3,2 is not allowed; use one", moved);
    assertSays("second=fixed max_shift=3,2,-1", "max_shift=3,2,-1 is not allowed", moved);
    assertSays("second=fixed max_shift=a", "max_shift=a is not allowed", moved);
  }

  /** A table of motions says where the search begins, which finds the best place near it. */
  @Test
  void beginsWhereATableSays() throws IOException {
    Path table = folder.resolve("start.csv");
    ImagePlus moved = blobs("moved.tif", 8, 4, -3, 1);
    Files.write(table, Arrays.asList("dx (mm),dy (mm),dz (mm),angle (degrees)", "1.8,-1.2,1,0"));
    assertEquals("", run(moved, "second=fixed max_shift=4 start=[" + table + "]"));
    assertEquals(4, results().getValue("dx (voxels)", 0), 0.2);
    assertEquals(-3, results().getValue("dy (voxels)", 0), 0.2);
    String elsewhere =
        "dx (mm),dy (mm),dz (mm),angle (degrees),Middle x (mm),Middle y (mm),Middle z (mm)";
    Files.write(table, Arrays.asList(elsewhere, "0,0,0,0,1,1,1"));
    assertSays("second=fixed start=[" + table + "]", "turns about another place", moved);
  }

  @Test
  void saysWhatIsWrong() {
    ImagePlus image = blobs("moved.tif", 8, 1, 0, 0);
    String needed =
        "needs second=TITLE to lie on, or motion=FILE; without either it lays the frames of a"
            + " series on one another, and moved.tif has only one";
    assertSays("", needed, image);
    assertSays("second=none", needed, image);
    assertSays("second=nothing", "no open image has the title 'nothing'", image);
    assertSays("second=fixed channel=2", "channel=2 is not allowed; use 1", image);
    assertSays(
        "second=fixed axes=xyz", "axes=xyz is not allowed; use it with a max_angle above 0", image);
    assertSays("second=fixed channel=0", "channel=0 is not allowed; use 1 or more", image);
    assertSays("second=fixed fill=300", "fill=300 is not allowed; use 0 to 255", image);
    assertSays("second=fixed fill=-1", "fill=-1 is not allowed; use 0 to 255", image);
    assertSays("second=fixed bins=1", "bins=1 is not allowed; use 2 to 128", image);
    assertSays("second=fixed max_angle=200", "max_angle=200 is not allowed; use 0 to 180", image);
    assertSays("second=fixed max_shift=-1", "max_shift=-1 is not allowed", image);
    assertSays("second=fixed interpolation=cubic", "use linear or nearest", image);
    assertSays("second=fixed max_shfit=3", "did you mean 'max_shift'?", image);
    image.getCalibration().setUnit("parsec");
    assertSays(
        "second=fixed",
        "the sizes of the voxels cannot be compared: 0.5 x 0.5 x 2.0 parsec of input, 0.5 x 0.5 x"
            + " 2.0 mm of the second image; correct the properties of one of them",
        image);
    assertEquals(0, results().size());
  }

  private void assertSays(String options, String words, ImagePlus image) {
    String log = run(image, options);
    assertTrue(log.contains(words), log);
  }
}
