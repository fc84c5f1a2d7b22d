// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.macro.Interpreter;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsCommandTest {
  private static final String BOX = "box=90,70 radius=4 agents=30 steps=6 every=2 ";

  @TempDir Path folder;

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static String agents(ImagePlus image, String options) {
    return MacroCall.run(new AgentsCommand(), image, options);
  }

  private String cli(String options) {
    return Cli.run("agents", options.replace("F/", folder + "/"));
  }

  private String failure(String options) {
    List<String> words = Words.split(options.replace("F/", folder + "/"));
    return assertThrows(
            RuntimeException.class, () -> new AgentsCommand().run(words, ProgressListener.NONE))
        .getMessage();
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name));
  }

  // ---- Images ----------------------------------------------------------------------------------

  @Test
  void showsTheMovieOrWhatIsAskedFor() {
    assertEquals("", agents(null, BOX));
    ImagePlus movie = MacroCall.shown("agents_movie");
    assertEquals(16, movie.getBitDepth());
    assertEquals(4, movie.getNFrames());
    assertEquals("step 4", movie.getStack().getSliceLabel(3));
    assertNull(MacroCall.shown("agents_labels"));
    assertEquals(
        "", agents(null, "box=90,70 radius=2 steps=3 show=all unit=mm pixel=0.5 agents=20"));
    for (String ending : new String[] {"movie", "labels", "density"}) {
      ImagePlus image = MacroCall.shown("agents_" + ending);
      assertEquals(90, image.getWidth());
      assertEquals(ending.equals("density") ? 1 : 4, image.getNFrames());
      assertEquals(0.5, image.getCalibration().pixelHeight);
      assertEquals("mm", image.getCalibration().getUnit());
    }
  }

  @Test
  void spheresHaveSlicesInEachFrame() {
    assertEquals("", agents(null, "box=30,20,10 radius=2 agents=9 steps=3 show=labels"));
    ImagePlus labels = MacroCall.shown("agents_labels");
    assertEquals(10, labels.getNSlices());
    assertEquals(4, labels.getNFrames());
    assertTrue(labels.getStatistics(ij.measure.Measurements.MIN_MAX).max <= 9);
    assertEquals("step 3", labels.getStack().getSliceLabel(31));
  }

  /** Agents are where the image is free, and lie where it lies. */
  @Test
  void anImageIsAnArena() {
    ImagePlus image = TestImages.calibrated("mm", 0.5, 0.5, 0.5);
    assertEquals("", agents(image, "radius=0.6 agents=15 steps=4 step=0.2 show=labels,density"));
    ImagePlus labels = MacroCall.shown("balls_labels");
    ImageStack stack = labels.getStack();
    assertEquals(TestImages.DEPTH, labels.getNSlices());
    assertEquals("mm", labels.getCalibration().getUnit());
    long seen = 0;
    for (int i = 0; i < stack.getSize(); i++) {
      for (int y = 0; y < TestImages.HEIGHT; y++) {
        for (int x = 0; x < TestImages.WIDTH; x++) {
          boolean any = stack.getProcessor(i + 1).get(x, y) > 0;
          assertTrue(!any || TestImages.foreground(x, y, i % TestImages.DEPTH));
          seen += any ? 1 : 0;
        }
      }
    }
    assertTrue(seen > 100, seen + "");
  }

  @Test
  void filesHaveWhatWindowsShow() throws IOException {
    assertEquals("", agents(null, BOX + "show=all"));
    cli(BOX + "output=F/movie.tif labels=F/labels.tif density=F/density.tif");
    for (String name : new String[] {"movie", "labels", "density"}) {
      ImagePlus file = IJ.openImage(folder + "/" + name + ".tif");
      ImageStack window = MacroCall.shown("agents_" + name).getStack();
      assertEquals(window.getSize(), file.getStackSize());
      for (int i = 1; i <= window.getSize(); i++) {
        assertArrayEquals(
            window.getProcessor(i).getFloatArray(),
            file.getStack().getProcessor(i).getFloatArray());
      }
    }
  }

  /** Computing all of it would take hours. */
  @Test
  void whatIsTooLargeToBeShownIsSaidBeforeAnythingIsComputed() {
    String log =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                agents(
                    null,
                    "box=30000,30000 agents=1 steps=1000000 tracks=[" + folder + "/tracks.csv]"));
    assertTrue(
        log.matches(
            "(?s).*Out of memory: the Java heap has [0-9]+ MiB, and what is to be shown needs"
                + " 17166[0-9]{5} MiB beside the [0-9]+ that are in use; raise it in .*"),
        log);
    assertFalse(Files.exists(folder.resolve("tracks.csv")));
  }

  @Test
  void idsThatManyDivisionsMayMakeAreFloats() {
    assertEquals("", agents(null, BOX + "divide=5 show=labels"));
    assertEquals(32, MacroCall.shown("agents_labels").getBitDepth());
  }

  // ---- Tables ----------------------------------------------------------------------------------

  @Test
  void tableHasARowPerFrame() throws IOException {
    String row = cli(BOX + "save=F/frames.csv summary=F/row.csv tracks=F/t.csv lineage=F/l.txt");
    assertTrue(row.contains("Placed: 30\n") && row.contains("Frames: 4\n"), row);
    List<String> frames = lines("frames.csv");
    assertEquals(
        "Frame,Step,Agents,Asked,Refused by walls,Refused by agents,Refused by requests,"
            + "Refused (%),Divisions,Mean square displacement (pixels^2)",
        frames.get(0));
    assertEquals(5, frames.size());
    assertTrue(frames.get(1).startsWith("1,0,30,0,0,0,0,0,0,0"), frames.get(1));
    assertTrue(frames.get(4).startsWith("4,6,30,60,"), frames.get(4));
    assertEquals(1 + 4 * 30, lines("t.csv").size());
    assertEquals(30, lines("l.txt").size());
    assertEquals("30 0 3 0", lines("l.txt").get(29));
    assertEquals(2, lines("row.csv").size());
  }

  /** The displacement is that of the tracks. */
  @Test
  void displacementsAreThoseOfTheTracks() throws IOException {
    cli(BOX + "save=F/frames.csv tracks=F/t.csv");
    double[][] places = new double[4 * 31][];
    for (String line : lines("t.csv").subList(1, 121)) {
      String[] cells = line.split(",");
      int at = Integer.parseInt(cells[8]) * 31 + Integer.parseInt(cells[2]);
      places[at] = new double[] {Double.parseDouble(cells[4]), Double.parseDouble(cells[5])};
    }
    for (int frame = 0; frame < 4; frame++) {
      double sum = 0;
      for (int id = 1; id <= 30; id++) {
        double[] now = places[frame * 31 + id];
        sum += Math.pow(now[0] - places[id][0], 2) + Math.pow(now[1] - places[id][1], 2);
      }
      String[] cells = lines("frames.csv").get(1 + frame).split(",");
      assertEquals(sum / 30, Double.parseDouble(cells[9]), 1e-9);
    }
  }

  @Test
  void saysHowManyFoundRoom() {
    String row = cli("box=50,50 agents=200 steps=0");
    assertTrue(row.matches("(?s).*\nNote: Only [0-9]+ of 200 agents found room\\.\n"), row);
  }

  @Test
  void aPlotNeedsTwoFrames() {
    cli(BOX + "plot=F/plot.png");
    assertTrue(Files.exists(folder.resolve("plot.png")));
    String row = cli("box=90,70 steps=0 plot=F/none.png");
    assertTrue(row.contains("none.png is not written: there is only one frame."), row);
    assertFalse(Files.exists(folder.resolve("none.png")));
  }

  /** One walker's laws by a sum over all pairs of its moves. */
  @Test
  void aloneTheyFollowTheLawsOfWalks() {
    Values random = values("box=9,9 step=1.5");
    assertEquals(3 * 7 * 0.75, AgentsPlot.free(random, 3).applyAsDouble(7), 1e-12);
    DoubleUnaryOperator persistent =
        AgentsPlot.free(values("box=9,9 motion=persistent step=2 persistence=5"), 2);
    for (int steps : new int[] {0, 1, 2, 17}) {
      double sum = 0;
      for (int i = 0; i < steps; i++) {
        for (int j = 0; j < steps; j++) {
          sum += 4 * Math.exp(-Math.abs(i - j) / 5.0);
        }
      }
      assertEquals(sum, persistent.applyAsDouble(steps), 1e-9);
    }
    assertNull(AgentsPlot.free(values("box=9,9 motion=goals"), 2));
  }

  private static Values values(String options) {
    return new AgentsCommand().parameters().parse(Words.split(options), Parameters.Caller.IMAGEJ);
  }

  // ---- Tables and images that lead -------------------------------------------------------------

  private Path file(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes());
  }

  /** Vectors that point right, of the size of the box. */
  private String field(String name, int bits, int channels, int side) {
    ImageStack stack = new ImageStack(side, side);
    for (int c = 0; c < channels; c++) {
      ImageProcessor values = new FloatProcessor(side, side);
      values.setValue(c == 0 ? 2 : 0);
      values.fill();
      stack.addSlice(bits == 32 ? values : values.convertToByte(false));
    }
    ImagePlus image = new ImagePlus(name, stack);
    image.setDimensions(channels, 1, 1);
    TestImages.save(image, folder, name);
    return "field=F/" + name;
  }

  @Test
  void startsGoalsAndFieldsLead() throws IOException {
    file("starts.csv", "x,y\n10.5,20.5\n10.5,40.5\n");
    String one = "box=60,60 radius=3 steps=10 step=1 starts=F/starts.csv tracks=F/t.csv ";
    cli(one + "motion=field " + field("right.tif", 32, 2, 60));
    assertEquals(20, x(21), 2e-3);
    file("goals.csv", "x,y\n40,30\n");
    cli(one + "motion=goals goals=F/goals.csv");
    assertTrue(x(21) > 18 && x(21) < 20.1, x(21) + "");
    assertEquals(22, lines("t.csv").size() - 1);
  }

  @Test
  void aFieldIsAnOpenImage() throws IOException {
    String option = field("right.tif", 32, 2, 60).replace("F/", folder + "/");
    ImagePlus image = IJ.openImage(option.substring(option.indexOf('=') + 1));
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    file("starts.csv", "x,y\n10.5,20.5\n10.5,40.5\n");
    String one = "box=60,60 radius=3 steps=10 motion=field starts=F/starts.csv tracks=F/t.csv ";
    one = one.replace("F/", folder + "/");
    assertEquals("", agents(null, one + "field=right.tif"));
    assertEquals(20, x(21), 2e-3);
    assertFalse(image.isLocked());
    image.getStack().getProcessor(2).setf(7, 3, Float.NaN);
    String log = agents(null, one + "field=right.tif");
    assertEquals("Bitvox Agents: right.tif is not finite at x=7, y=3, z=0\n", log);
  }

  /** Of a row of the tracks. */
  private double x(int row) throws IOException {
    return Double.parseDouble(lines("t.csv").get(row).split(",")[4]);
  }

  @Test
  void saysWhatALeadLacks() throws IOException {
    assertEquals("motion=goals needs goals=FILE", failure(BOX + "motion=goals"));
    assertEquals("motion=field needs field=FILE", failure(BOX + "motion=field"));
    String needs =
        "; field= needs 60 x 60 pixels of 32 bits, as the arena has, and a channel for each of x, y"
            + " and z";
    String box = "box=60,60 motion=field ";
    assertEquals(
        "byte.tif has 60 x 60 pixels of 8 bits, 2 channels" + needs,
        failure(box + field("byte.tif", 8, 2, 60)));
    assertEquals(
        "small.tif has 59 x 59 pixels of 32 bits, 3 channels" + needs,
        failure(box + field("small.tif", 32, 3, 59)));
    assertEquals(
        "one.tif has 60 x 60 pixels of 32 bits, 1 channel" + needs,
        failure(box + field("one.tif", 32, 1, 60)));
    file("bad.csv", "x,y\n1,2\n3,here\n");
    assertTrue(failure("box=60,60 starts=F/bad.csv").contains("line 3"));
    file("flat.csv", "x,y\n30,30\n");
    String spheres = "flat.csv: has no column 'z'; places of spheres need x, y and z";
    assertEquals(spheres, failure("box=60,60,60 starts=F/flat.csv"));
    assertEquals(spheres, failure("box=60,60,60 motion=goals goals=F/flat.csv"));
    file("near.csv", "POSITION_X,POSITION_Y\n20,20\n23,20\n");
    assertEquals(
        "start 2 at (23, 20) touches start 1 at (20, 20)", failure("box=60,60 starts=F/near.csv"));
  }

  // ---- Wrong use -------------------------------------------------------------------------------

  @Test
  void saysWhatABoxMayBe() {
    for (String box : new String[] {"5", "5,5,5,5", "0,5", "5.5,5", "5,30001", "a,b"}) {
      assertEquals(
          "box="
              + box
              + " is not allowed; use two or three whole numbers from 1 to 30000: 512,512 or"
              + " 128,128,128",
          failure("box=" + box));
    }
    assertEquals("agents needs input=FILE, box=X,Y,Z or check=FILE", failure("radius=3"));
    assertEquals(
        "input= and box= exclude each other: give one of them", failure("box=9,9 input=a.tif"));
    assertEquals(
        "Bitvox Agents: No image is open, and box is not given.\n", agents(null, "radius=3"));
  }

  // ---- Checks ----------------------------------------------------------------------------------

  @Test
  void checksTracks() throws IOException {
    cli(BOX + "tracks=F/t.csv");
    String fine = cli("check=F/t.csv radius=4");
    assertTrue(fine.contains("Places: 120\n") && fine.contains("Overlaps: 0\n"), fine);
    assertTrue(fine.contains("Note: No two overlap in any frame.\n"), fine);
    file("two.csv", "track;frame;x;y\nleft;3;5;5\nright;3;6.5;5\n");
    String pair = cli("check=F/two.csv radius=1 summary=F/row.csv");
    assertTrue(pair.contains("Overlaps: 1\nNearest: 1.5\nFirst frame: 3\n"), pair);
    assertTrue(pair.contains("First tracks: left and right\nNote: One pair overlaps.\n"), pair);
    assertEquals(2, lines("row.csv").size());
    file("one.csv", "track,frame,x,y\n1,0,5,5\n");
    assertFalse(cli("check=F/one.csv radius=1").contains("Nearest"));
  }

  @Test
  void aCheckMovesNothing() throws IOException {
    file("two.csv", "track,frame,x,y\n1,0,5,5\n");
    assertEquals("check= needs radius=, that of the discs or spheres", failure("check=F/two.csv"));
    assertEquals(
        "labels= is of agents that move, and check= moves none: leave one of them out",
        failure("check=F/two.csv radius=1 labels=F/l.tif"));
    assertEquals(
        "steps=7 has no effect with check=" + folder + "/two.csv",
        failure("check=F/two.csv radius=1 steps=7"));
    assertFalse(Files.exists(folder.resolve("l.tif")));
    assertNotNull(cli("check=F/two.csv radius=1"));
  }

  @Test
  void refusesBadValues() {
    assertEquals(
        "Bitvox Agents: wander=2 is not allowed; use 0 to 1\n",
        agents(null, BOX + "motion=goals wander=2"));
    for (String value : Arrays.asList("radius=-1", "agents=0", "every=0", "strips=0")) {
      assertTrue(failure("box=60,60 " + value).contains(" is not allowed; use "), value);
    }
    assertNull(MacroCall.shown("agents_movie"));
  }
}
