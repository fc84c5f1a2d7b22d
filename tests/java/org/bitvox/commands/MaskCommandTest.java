// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Line;
import ij.gui.OvalRoi;
import ij.gui.Overlay;
import ij.gui.PointRoi;
import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.gui.ShapeRoi;
import ij.macro.Interpreter;
import ij.measure.Measurements;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.calls.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is counted: mask= and what is selected in ImageJ. */
class MaskCommandTest {
  @TempDir Path folder;

  private static final String EMPTY =
      " is empty as a mask: it has no voxel of value 255, so nothing is counted\n";

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static String run(Command command, ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(command, image, options);
  }

  private static void open(ImagePlus image, String title) {
    image.setTitle(title);
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    Interpreter.batchMode = false;
  }

  /** The left part of every slice: as an image, and as a selection. */
  private static ImagePlus left() {
    ImageStack stack = new ImageStack(TestImages.WIDTH, TestImages.HEIGHT);
    for (int z = 0; z < TestImages.DEPTH; z++) {
      ByteProcessor slice = new ByteProcessor(TestImages.WIDTH, TestImages.HEIGHT);
      slice.setColor(255);
      slice.fillRect(0, 0, 9, TestImages.HEIGHT);
      stack.addSlice(slice);
    }
    return new ImagePlus("left.tif", stack);
  }

  private static final Roi LEFT = new Roi(0, 0, 9, TestImages.HEIGHT);

  static Stream<Roi> areas() {
    float[] x = {2.5f, 17, 20.2f, 9};
    float[] y = {1, 3.5f, 15, 16.9f};
    Roi ring = new ShapeRoi(new OvalRoi(1, 1, 16, 15)).xor(new ShapeRoi(new OvalRoi(6, 6, 4, 5)));
    return Stream.of(
        new Roi(3, 4, 12, 9),
        new OvalRoi(2, 1, 19, 15),
        new OvalRoi(-5, -7, 20, 21), // reaches over the image
        new PolygonRoi(x, y, Roi.POLYGON),
        new PolygonRoi(x, y, Roi.FREEROI),
        ring);
  }

  /** Area fraction is what Measure calls %Area. */
  @ParameterizedTest
  @MethodSource("areas")
  void theAreaFractionIsThatOfImageJ(Roi roi) {
    ImagePlus image = TestImages.binary();
    image.setRoi(roi);
    assertEquals(
        "Bitvox Shape Numbers: only the selection of balls.tif is used\n",
        run(new MinkowskiCommand(), image, "per_slice"));
    assertEquals(TestImages.DEPTH, results().size());
    for (int z = 0; z < TestImages.DEPTH; z++) {
      image.setSlice(z + 1);
      double percent = image.getStatistics(Measurements.AREA_FRACTION).areaFraction;
      assertEquals(percent, 100 * results().getValue("Area fraction", z), 1e-9, "slice " + z);
    }
  }

  static Stream<Command> countingCommands() {
    return Stream.of(
        new GranulometryCommand(),
        new LocalThicknessCommand(),
        new DistanceMapCommand(),
        new MinkowskiCommand(),
        new JointHistogramCommand());
  }

  private static String options(Command command) {
    return command instanceof JointHistogramCommand ? "second=second " : "";
  }

  /** Without the columns that say so. */
  private static String counted(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    return String.join("\n", lines).replaceAll("left.tif|\"?selection[^,\"]*\"?", "M");
  }

  @ParameterizedTest
  @MethodSource("countingCommands")
  void aSelectionIsTheSameAsAMask(Command command) throws IOException {
    open(left(), "left.tif");
    open(TestImages.stack(16, 1000, 30_000), "second");
    String key = command instanceof GranulometryCommand ? "summary" : "save";
    Path[] csv = new Path[4];
    for (int i = 0; i < csv.length; i++) {
      csv[i] = folder.resolve(i + ".csv");
    }
    String more = options(command) + key + "=[";
    run(command, TestImages.binary(), more + csv[0] + "]");
    run(command, TestImages.binary(), "mask=left.tif " + more + csv[1] + "]");
    ImagePlus selected = TestImages.binary();
    selected.setRoi(LEFT);
    String log = run(command, selected, more + csv[2] + "]");
    assertTrue(log.contains(": only the selection of balls.tif is used\n"), log);
    selected.setRoi(new Roi(1, 2, 3, 4));
    log = run(command, selected, "mask=left.tif " + more + csv[3] + "]");
    assertTrue(log.contains(": the selection of balls.tif is ignored, as there is a mask\n"), log);

    assertEquals(counted(csv[1]), counted(csv[2]));
    assertEquals(counted(csv[1]), counted(csv[3]));
    assertTrue(Files.readAllLines(csv[1]).get(1).contains(",left.tif,"));
    String selection = ",selection (rectangle of 9 x 18 at x=0 y=0),";
    assertTrue(Files.readAllLines(csv[2]).get(1).contains(selection));
    assertNotEquals(counted(csv[0]), counted(csv[1]));
  }

  @ParameterizedTest
  @MethodSource("countingCommands")
  void whatIsNoAreaIsIgnored(Command command) {
    open(TestImages.stack(16, 1000, 30_000), "second");
    for (Roi roi : new Roi[] {new Line(1, 1, 9, 9), new PointRoi(3, 3)}) {
      ImagePlus image = TestImages.binary();
      image.setRoi(roi);
      assertEquals(
          command.label().replace("...", "")
              + ": the selection of balls.tif is ignored, it is no area: the whole image is"
              + " counted\n",
          run(command, image, options(command)));
    }
  }

  @ParameterizedTest
  @MethodSource("countingCommands")
  void anEmptyOrWrongMaskIsRefused(Command command) {
    open(TestImages.stack(16, 1000, 30_000), "second");
    ImagePlus empty = TestImages.stack(8, 0, 0);
    open(empty, "empty");
    open(TestImages.stack(8, 0, 100), "grey");
    open(new ImagePlus("", new ByteProcessor(3, 2)), "small");
    String name = command.label().replace("...", "") + ": ";
    String more = options(command);
    ImagePlus image = TestImages.binary();
    assertEquals(name + "empty" + EMPTY, run(command, image, more + "mask=empty"));
    assertEquals(
        name + "small has 3 x 2 x 1 voxels, balls.tif 24 x 18 x 15; they must have the same size\n",
        run(command, image, more + "mask=small"));
    String grey = run(command, image, more + "mask=grey");
    assertTrue(
        grey.startsWith(name + "grey: 8-bit binary (0 and 255 only) image required, but the value"),
        grey);
    image.setRoi(new Roi(30, 2, 3, 3)); // beside the image, as after a crop
    String log = run(command, image, more);
    assertEquals(name + "selection (rectangle of 3 x 3 at x=30 y=2)" + EMPTY, log);
    assertEquals(0, results().size());
  }

  @Test
  void elementsOfAnOverlayAreNoSelection() {
    ImagePlus image = TestImages.binary();
    image.setOverlay(new Overlay(LEFT));
    assertEquals("", run(new GranulometryCommand(), image, ""));
  }

  @Test
  void whoDoesNotCountIgnoresIt() {
    ImagePlus image = TestImages.binary();
    image.setRoi(LEFT);
    for (Command command :
        new Command[] {new ConvolutionCommand(), new Skeleton3DCommand(), new LabelCommand()}) {
      assertEquals(
          command.label().replace("...", "")
              + ": the selection of balls.tif is ignored, the whole image is used\n",
          run(command, image, ""));
    }
  }

  /** Its own slices may be anywhere: a virtual stack, files, several of them. */
  @Test
  void masksOfFiles() throws IOException {
    String balls = TestImages.save(TestImages.binary(), folder, "balls.tif");
    TestImages.save(TestImages.stack(8, 255, 0), folder, "holes.tif");
    Path masks = Files.createDirectory(folder.resolve("masks"));
    TestImages.save(left(), masks, "balls.tif");
    TestImages.save(left(), masks, "holes.tif");
    Path csv = folder.resolve("all.csv");
    Cli.run(
        "distance_map",
        "input=["
            + folder
            + "/*.tif] mask=["
            + masks
            + "/*.tif] output=["
            + masks
            + "/*_map.tif] save=["
            + csv
            + "]");
    List<String> lines = Files.readAllLines(csv);
    assertEquals(3, lines.size());
    ImagePlus image = TestImages.binary();
    image.setRoi(LEFT);
    run(new DistanceMapCommand(), image, "");
    double voxels = results().getValue("Voxels", 0);
    assertTrue(lines.get(1).contains("," + (long) voxels + ","), lines.get(1));
    long others = 9L * TestImages.HEIGHT * TestImages.DEPTH - (long) voxels;
    assertTrue(lines.get(2).contains("," + others + ","), lines.get(2));
    assertTrue(
        Cli.run("granulometry", "input=[" + balls + "] mask=[" + masks + "/balls.tif]")
            .contains("\nMask: balls.tif\n"));
  }

  /** Counts and measures one large slice, as far as a listener lets it. */
  private void runOnOneSlice(Command command, String image, ProgressListener listener)
      throws IOException {
    List<String> options = new ArrayList<>();
    Collections.addAll(options, "input=" + image, "mask=" + image, "output=" + folder + "/o.tif");
    command.run(options, listener);
  }

  static Stream<Command> mapMakers() {
    return Stream.of(
        new GranulometryCommand(), new LocalThicknessCommand(), new DistanceMapCommand());
  }

  /** A slice may be large: an image of one is stopped wherever native code asks. */
  @ParameterizedTest
  @MethodSource("mapMakers")
  void countingStopsWithinASlice(Command command) throws IOException {
    ImageStack stack = new ImageStack(TestImages.WIDTH, TestImages.HEIGHT);
    stack.addSlice(TestImages.binary().getStack().getProcessor(TestImages.DEPTH / 2));
    String image = TestImages.save(new ImagePlus("", stack), folder, "slice.tif");
    List<Double> asked = new ArrayList<>();
    runOnOneSlice(
        command,
        image,
        (done, total) -> {
          asked.add((double) done / total);
          return true;
        });
    assertTrue(Files.deleteIfExists(folder.resolve("o.tif")));
    assertTrue(asked.stream().filter(part -> part > 0 && part < 1).count() > 2, asked.toString());
    for (double part : asked) {
      assertThrows(
          CancellationException.class,
          () -> runOnOneSlice(command, image, (done, total) -> (double) done / total < part),
          "at " + part + " of " + asked);
      assertFalse(Files.exists(folder.resolve("o.tif")), "at " + part);
    }
  }
}
