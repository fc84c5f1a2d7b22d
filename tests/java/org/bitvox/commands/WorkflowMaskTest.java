// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.OvalRoi;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.bitvox.files.Windows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a workflow counts: mask= and a selection. */
class WorkflowMaskTest {
  private static final OvalRoi OVAL = new OvalRoi(3, 2, 15, 11);

  private static final List<String> COUNTED =
      Arrays.asList("shape", "thickness", "thickness_histogram", "granulometry");

  @TempDir Path folder;
  private String input;
  private String mask;

  @BeforeEach
  void save() {
    input = TestImages.save(TestImages.binary(), folder, "balls.tif");
    ImagePlus oval = IJ.createImage("oval.tif", "8-bit black", 24, 18, 15);
    for (int z = 1; z <= oval.getStackSize(); z++) {
      ImageProcessor slice = oval.getStack().getProcessor(z);
      slice.setColor(255);
      slice.fill(OVAL);
    }
    mask = TestImages.save(oval, folder, "oval.tif");
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static TestCli cli(String... args) {
    return new TestCli(new AtomicBoolean(), Arrays.asList(args));
  }

  private String text(String file) throws IOException {
    return new String(Files.readAllBytes(folder.resolve(file)), "UTF-8");
  }

  private TestCli report(String name, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList("workflow", "input=" + input));
    args.add("output=" + folder.resolve(name));
    args.addAll(Arrays.asList(more));
    return cli(args.toArray(new String[0]));
  }

  @Test
  void countsWithinItAsTheCommandsDo() throws IOException {
    TestCli run = report("a", "mask=" + mask);
    assertEquals(0, run.code, run.err);
    assertEquals(0, report("all").code);
    String in = "input=" + input;
    String to = folder + "/";
    cli("minkowski", in, "mask=" + mask, "edges=clipped", "save=" + to + "shape.csv");
    cli(
        "local_thickness",
        in,
        "mask=" + mask,
        "phase=both",
        "save=" + to + "thickness.csv",
        "histogram=" + to + "thickness_histogram.csv");
    cli(
        "granulometry",
        in,
        "mask=" + mask,
        "element=ball",
        "edges=clipped",
        "save=" + to + "granulometry.csv");
    for (String name : COUNTED) {
      assertEquals(text(name + ".csv"), text("a/" + name + ".csv"), name);
      assertFalse(text("all/" + name + ".csv").equals(text(name + ".csv")), name);
    }
    for (String name : new String[] {"labels", "skeleton", "branches"}) {
      assertEquals(text("all/" + name + ".csv"), text("a/" + name + ".csv"), name);
    }
    assertTrue(text("a/summary.csv").contains("\nVolume of the mask,TV,"));
    assertTrue(text("a/summary.csv").contains("\nSurface area,BS,"));
    assertFalse(text("all/summary.csv").contains("Volume of the mask"));
    String page = text("a/report.html");
    assertTrue(page.contains("<td>oval.tif: shape numbers, thickness and granulometry count"));
    assertTrue(page.contains("the object outlined, and the mask in blue"));
    assertFalse(text("all/report.html").contains("blue"));
  }

  /** All tables of the report. */
  private String tables(String report) throws IOException {
    StringBuilder tables = new StringBuilder();
    for (String name : COUNTED) {
      tables.append(text(report + "/" + name + ".csv"));
    }
    return tables.toString();
  }

  @Test
  void theSameAgainHasTheMask() throws IOException {
    assertEquals(0, report("a", "mask=" + mask).code);
    String expected = tables("a");
    if (!Windows.HERE) { // whose names are quoted there
      String[] words = text("a/repeat.sh").split("\n")[2].split(" ");
      Files.delete(folder.resolve("a/shape.csv"));
      assertEquals(0, cli(Arrays.copyOfRange(words, 2, words.length)).code);
      assertEquals(expected, tables("a"));
    }
    String[] macro = text("a/repeat.ijm").split("\n");
    assertEquals(3, macro.length);
    assertEquals("open(\"" + mask + "\");", macro[0].replace("\\\\", "\\"));
    assertEquals("open(\"" + input + "\");", macro[1].replace("\\\\", "\\"));
    assertTrue(macro[2].contains("input=balls.tif ") && macro[2].contains(" mask=oval.tif"));
  }

  @Test
  void takesWhatIsSelected() throws IOException {
    ImagePlus image = TestImages.binary();
    image.setRoi(OVAL);
    String log =
        MacroCall.run(new WorkflowCommand(), image, "output=[" + folder.resolve("a") + "]");
    assertTrue(log.contains("only the selection of balls.tif is used"), log);
    assertEquals(0, report("b", "mask=" + mask).code);
    assertEquals(
        tables("b").replace("oval.tif", "selection"),
        tables("a").replaceAll("selection \\([^)]*\\)", "selection"));
    assertTrue(
        text("a/repeat.ijm").contains("\n// In it there must be the same selection (oval of 15"));
    assertTrue(text("a/repeat.sh").contains("# The image was open in ImageJ and is in no file."));
    log =
        MacroCall.run(
            new WorkflowCommand(), image, "steps=labels output=[" + folder.resolve("c") + "]");
    assertTrue(log.contains("the selection of balls.tif is ignored, the whole image is used"), log);
  }

  @Test
  void refusesWhatIsNoMask() {
    TestCli run = report("a", "mask=" + mask, "steps=labels");
    assertEquals(2, run.code);
    assertTrue(
        run.err.contains(" has no effect with steps=labels; it is for steps=all, "), run.err);
    ImagePlus small = new ImagePlus("small.tif", new ByteProcessor(5, 5));
    run = report("a", "mask=" + TestImages.save(small, folder, "small.tif"));
    assertEquals(1, run.code);
    assertTrue(run.err.contains("small.tif has 5 x 5 x 1 voxels, balls.tif 24 x 18 x 15"), run.err);
    ImagePlus empty = IJ.createImage("empty.tif", "8-bit black", 24, 18, 15);
    run = report("a", "mask=" + TestImages.save(empty, folder, "empty.tif"));
    assertEquals(1, run.code);
    assertTrue(run.err.contains("empty.tif is empty as a mask"), run.err);
    assertFalse(Files.exists(folder.resolve("a")));
  }
}
