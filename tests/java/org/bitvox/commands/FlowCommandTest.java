// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.OvalRoi;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.process.ImageProcessor;
import ij.process.ImageStatistics;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.bitvox.files.Windows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowCommandTest {
  private static final String SHORT = "phase=background steps=40 frames=4 ";

  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new FlowCommand(), image, options);
  }

  private static ImagePlus calibrated(double depth) {
    return TestImages.calibrated("um", 2, 2, depth);
  }

  @Test
  void fillsTheTableInTheUnitOfTheImage() {
    assertEquals("", run(TestImages.binary(), SHORT));
    double speed = results().getValue("Max speed (voxels/step)", 0);
    assertTrue(speed > 0);
    assertEquals("", results().getStringValue("Max speed (m/s)", 0));
    assertEquals(
        "The image has no voxel size: there are no seconds and metres.",
        results().getStringValue("Note", 0));
    List<String> columns = Arrays.asList(results().getHeadings());
    assertEquals("", run(calibrated(2), SHORT + "viscosity=0.25 force=0,0,1e-4 kinematic=2e-6"));
    assertEquals(columns, Arrays.asList(results().getHeadings()));
    speed = results().getValue("Max speed (voxels/step)", 0);
    double step = 0.25 * 4e-12 / 2e-6;
    assertEquals(step, results().getValue("Step (s)", 0), 1e-9 * step);
    assertEquals(40 * step, results().getValue("Duration (s)", 0), 1e-9 * step);
    assertEquals(speed * 2e-6 / step, results().getValue("Max speed (m/s)", 0), 1e-9);
    assertEquals(1.25, results().getValue("Tau", 0));
    assertEquals(
        speed * results().getValue("Length used (voxels)", 0) / 0.25,
        results().getValue("Reynolds number", 0),
        1e-9);
    double mean = results().getValue("Mean velocity z (voxels/step)", 0);
    assertTrue(mean > 0);
    assertEquals(mean * 2e-6 / step, results().getValue("Mean velocity z (m/s)", 0), 1e-9);
    run(TestImages.calibrated("furlong", 2, 2, 2), SHORT);
    assertEquals(
        "The image's unit of length is furlong, which is not known (known are m, cm, mm, um, nm, pm,"
            + " angstrom and inch, and their full names): there are no seconds and metres.",
        results().getStringValue("Note", 0));
    assertTrue(results().getValue("Fluid (voxels)", 0) > 0);
    assertTrue(results().getValue("Change at last", 0) > 0.01);
    assertTrue(results().getValue("Seconds", 0) > 0);
  }

  @Test
  void saysWhetherItBecameSteady() {
    assertEquals("", run(calibrated(2), "phase=background steps=5000 ramp=100 steady=0.01"));
    double step = results().getValue("Steady at step", 0);
    assertTrue(step >= 300 && step < 5000, "" + step);
    assertEquals(5000, results().getValue("Steps", 0));
    String message = run(calibrated(2), SHORT + "steady=0.01");
    assertEquals(
        "Bitvox Flow: The flow was not steady after 40 steps: it takes 200 after the ramp at least to tell.\n",
        message);
    assertEquals("", results().getStringValue("Steady at step", 0));
    message = run(calibrated(2), "phase=background steps=200 steady=0.000001");
    assertTrue(
        message.contains("200 steps: velocities changed by 1.0 in a third of them"), message);
  }

  @Test
  void saysWhereTheFluidCameToRest() {
    String closed = "front=closed back=closed viscosity=1 steps=2000 steady=0.000001";
    String message = run(calibrated(2), "phase=background " + closed);
    String still = "Bitvox Flow: The fluid has come to rest, but for [0-9.e-]+ voxels a step: ";
    String hint = "is phase= right, and are the faces along the force periodic or free\\?\n";
    assertTrue(message.matches(still + hint), message);
    assertEquals("", results().getStringValue("Steady at step", 0));
    assertEquals(
        "Bitvox Flow: Nothing flows: there is no force, no moving face and no body.\n",
        run(calibrated(2), SHORT + "force=0,0,0"));
  }

  @Test
  void saysWhereNoFluidJoinsTheEnds() {
    String end = "No fluid joins the two ends along the force, and it will come to rest: is ";
    String message = run(calibrated(2), "phase=foreground steps=40 frames=4 show_tracks");
    assertEquals("Bitvox Flow: " + end + "phase=foreground right?\n", message);
    assertTrue(results().getStringValue("Note", 0).startsWith(end));
  }

  @Test
  void noForceActsUnaskedWhereSomethingElseDrives() throws IOException {
    String z = "Mean velocity z (voxels/step)";
    assertEquals("", run(calibrated(2), SHORT));
    assertEquals("0,0,0.00001", results().getStringValue("Force", 0));
    double driven = results().getValue(z, 0);
    String flow = numbersOfARow();
    assertEquals("", run(calibrated(2), SHORT + "force=0,0,0.00001"));
    assertEquals(driven, results().getValue(z, 0));
    assertEquals(flow, numbersOfARow());

    ImagePlus slice = IJ.createImage("slice", "8-bit white", 16, 12, 1);
    String stream = "steps=40 left=moving right=free wall=0.01,0,0";
    assertEquals("", run(slice, stream));
    assertEquals("0,0,0", results().getStringValue("Force", 0));
    assertEquals(0, results().getValue(z, 0));
    flow = numbersOfARow();
    assertEquals("", run(slice, stream + " force=0,0,0"));
    assertEquals(flow, numbersOfARow());
    assertEquals("", run(slice, stream + " force=0,0,1e-5"));
    assertEquals("0,0,1e-5", results().getStringValue("Force", 0));
    assertTrue(results().getValue(z, 0) > 0);

    ImagePlus box = IJ.createImage("box", "8-bit white", 16, 12, 16);
    for (String motion : new String[] {"", " velocity=0.01,0,0"}) {
      Path bodies = folder.resolve("bodies.txt");
      Files.write(
          bodies,
          ("sphere centre=8,6,8 radius=3" + motion + "\n").getBytes(StandardCharsets.UTF_8));
      assertEquals("", run(box, "steps=20 bodies=[" + bodies + "]"));
      String force = results().getStringValue("Force", 0);
      assertEquals(motion.isEmpty() ? "0,0,0.00001" : "0,0,0", force);
    }
  }

  /** All but the time that it took. */
  private static String numbersOfARow() {
    StringBuilder row = new StringBuilder();
    for (String heading : results().getHeadings()) {
      if (!heading.equals("Seconds")) {
        row.append(results().getStringValue(heading, 0)).append('|');
      }
    }
    return row.toString();
  }

  @Test
  void refusesFacesThatMoveWithoutAVelocity() {
    String message = run(calibrated(2), SHORT + "top=moving");
    assertTrue(message.contains("a face is moving, but wall=0,0,0, its velocity, is"), message);
  }

  @Test
  void saysWhereFluidHasNoWayOut() {
    String in = "Bitvox Flow: Moving faces bring fluid in, and no face is free to let it out: its ";
    String message = run(calibrated(2), SHORT + "left=moving wall=0.001,0,0 force=0,0,0");
    assertEquals(in + "density grows without end; use right=free.\n", message);
    assertTrue(results().getStringValue("Note", 0).startsWith("Moving faces bring fluid in"));
    message = run(calibrated(2), SHORT + "right=moving wall=0.001,0,0 force=0,0,0");
    assertTrue(message.contains("take fluid out") && message.contains("left=free"), message);
    for (String way : new String[] {"left=moving right=free", "left=moving right=moving"}) {
      assertEquals("", run(calibrated(2), SHORT + way + " wall=0.001,0,0 force=0,0,0"));
    }
    assertEquals("", run(calibrated(2), SHORT + "top=moving wall=0.001,0,0 force=0,0,0"));
  }

  @Test
  void saysWhereSolidIsInTheWay() {
    ImagePlus wall = IJ.createImage("wall", "8-bit white", 12, 12, 12);
    wall.getStack().getProcessor(6).set(0);
    String stream = "front=moving back=free wall=0,0,0.01 force=0,0,0 steps=200 ";
    String message = run(wall, stream + "steady=0.01");
    String more = "Bitvox Flow: There is [0-9]+ % more fluid than at the beginning: does it find a";
    assertTrue(
        message.matches(more + " way between the moving faces and the free ones\\?\n"), message);
    for (int z : new int[] {1, 12}) {
      wall.getStack().getProcessor(z).set(0);
    }
    assertEquals(
        "Bitvox Flow: Nothing flows: no face that moves touches the fluid.\n",
        run(wall, stream + "show_tracks"));
  }

  @Test
  void showsVelocitiesMovieAndTracks() {
    String message = run(calibrated(2), SHORT + "map show_movie show_tracks");
    String note = "Bitvox Flow: Particles moved 0\\.0[0-9]+ voxels at most: use a larger force, ";
    assertTrue(message.matches(note + "such as 0,0,0.00[0-9]+, or more steps\\.\n"), message);
    ImagePlus velocity = MacroCall.shown("balls_velocity");
    assertEquals(3, velocity.getNChannels());
    assertEquals(TestImages.DEPTH, velocity.getNSlices());
    assertEquals("y velocity (voxels/step)", velocity.getStack().getSliceLabel(2));
    assertEquals("voxels/step", velocity.getCalibration().getValueUnit());
    double most = velocity.getDisplayRangeMax();
    assertTrue(most > 0);
    assertEquals(-most, velocity.getDisplayRangeMin());
    for (int slice = 1; slice <= velocity.getStackSize(); slice++) {
      ImageStatistics values = velocity.getStack().getProcessor(slice).getStats();
      assertTrue(values.max <= most && values.min >= -most);
    }
    ImagePlus movie = MacroCall.shown("balls_movie");
    assertEquals(4, movie.getNFrames());
    assertEquals(TestImages.WIDTH, movie.getWidth()); // along z: the plane has it
    assertEquals(TestImages.DEPTH, movie.getHeight());
    assertEquals(32, movie.getBitDepth());
    assertEquals("Plane y = 9, step 20, 1.33e-05 s", movie.getStack().getSliceLabel(2));
    ImagePlus tracks = MacroCall.shown("balls_tracks");
    assertTrue(tracks.getWidth() > 400);
  }

  @Test
  void movieIsShownInTheRangeOfItsEnd() {
    run(
        TestImages.binary(),
        "phase=background steps=200 left=moving right=free wall=0.05,0,0 show_movie plane=xy"
            + " frames=20");
    ImagePlus image = MacroCall.shown("balls_movie");
    ImageStack movie = image.getStack();
    double shown = image.getDisplayRangeMax();
    assertEquals(movie.getProcessor(20).getStats().max, shown, 1e-9);
    double fastest = 0;
    for (int frame = 1; frame <= 20; frame++) {
      fastest = Math.max(fastest, movie.getProcessor(frame).getStats().max);
    }
    assertTrue(fastest > 1.01 * shown, fastest + " " + shown);
    Roi solid = image.getOverlay().get(0);
    assertEquals(TestImages.foreground(9, 8, 7), solid.contains(9, 8));
    assertFalse(solid.contains(1, 1));
  }

  @Test
  void fluidAtRestIsNotSolid() {
    ImagePlus image = IJ.createImage("still", "8-bit white", 32, 16, 1);
    image.getProcessor().setColor(0);
    image.getProcessor().fill(new Roi(0, 0, 8, 16));
    run(image, "force=0,0,0 steps=10 show_tracks");
    ImageProcessor tracks = MacroCall.shown("still_tracks").getProcessor();
    assertEquals(0xff8f8f8f, tracks.get(100, 200));
    assertEquals(new Color(0.05f, 0.08f, 0.25f).getRGB(), tracks.get(602, 241));
  }

  @Test
  void aSymmetricFlowStaysSoAndAnotherSheds() {
    String options =
        "phase=background left=moving right=free top=moving bottom=moving wall=0.035,0,0"
            + " force=0,0,0 viscosity=0.004375 steps=100";
    for (int top = 32; top <= 33; top++) {
      ImagePlus disk = IJ.createImage("disk", "8-bit black", 200, 80, 1);
      disk.getProcessor().setColor(255);
      disk.getProcessor().fill(new OvalRoi(40, top, 16, 16));
      run(disk, options);
      double across = results().getValue("Mean velocity y (voxels/step)", 0);
      assertEquals(top == 33, across != 0);
    }
  }

  @Test
  void aSliceIsFlowInAPlane() {
    ImagePlus slice = IJ.createImage("slice", "8-bit white", 16, 12, 1);
    assertEquals(
        "Bitvox Flow: The force is across the slice: nothing in the picture moves with it;"
            + " force=0.00001,0,0 with left=periodic right=periodic is along it.\n",
        run(slice, "steps=40 show_tracks"));
    assertEquals("", run(slice, "steps=40"));
  }

  @Test
  void framesAreNoMoreThanSteps() {
    run(TestImages.binary(), "phase=background steps=10 show_movie");
    assertEquals(10, MacroCall.shown("balls_movie").getNFrames());
    assertEquals(
        "Bitvox Flow: frames=30 is not allowed; use 1 to 10, the number of steps\n",
        run(TestImages.binary(), "phase=background steps=10 frames=30 show_movie"));
  }

  @Test
  void thePlaneIsOneOfTheVolume() {
    assertEquals(
        "Bitvox Flow: position=500 is not allowed; use 0 to 14, of the planes xy\n",
        run(TestImages.binary(), SHORT + "plane=xy position=500"));
    assertEquals(
        "Bitvox Flow: position=5 has no effect without a movie or plot\n",
        run(TestImages.binary(), SHORT + "plane=xy position=5"));
  }

  @Test
  void writesFiles() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    String options =
        "input=[%1$s] phase=background steps=30 frames=3 particles=7 save=[%2$s/t.csv]"
            + " output=[%2$s/v.tif] movie=[%2$s/m.tif] tracks=[%2$s/p.csv] plot=[%2$s/p.png]";
    Cli.run("flow", String.format(options, file, folder));
    List<String> lines = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).startsWith("Image,Reynolds number,Mach number,"), lines.get(0));
    lines = Files.readAllLines(folder.resolve("p.csv"));
    assertEquals(1 + 3 * 7, lines.size());
    assertEquals("Frame,Step,Particle,X (voxels),Y (voxels),Z (voxels)", lines.get(0));
    assertTrue(lines.get(8).startsWith("2,20,1,"), lines.get(8));
    long voxels = (long) TestImages.WIDTH * TestImages.HEIGHT;
    assertTrue(Files.size(folder.resolve("v.tif")) > 12 * voxels * TestImages.DEPTH);
    assertTrue(Files.size(folder.resolve("m.tif")) > 4 * voxels * 3);
    assertTrue(Files.size(folder.resolve("p.png")) > 1000);
  }

  @Test
  void keepsTheFramesThatAreDrawn() throws IOException {
    ImagePlus box = IJ.createImage("kept", "8-bit white", 16, 14, 12);
    Path csv = folder.resolve("tracks.csv");
    String options = "steps=60 frames=60 particles=3 ";
    String message = run(box, options + "show_tracks tracks=[" + csv + "]");
    assertTrue(message.contains(" voxels at most in the frames that are drawn: "), message);
    assertEquals(1 + 60 * 3, Files.readAllLines(csv).size());
    assertTrue(Files.readAllLines(csv).get(1 + 59 * 3).startsWith("60,60,1,"));
  }

  @Test
  void refusesWhatTheHeapCannotHoldBeforeTheFirstStep() throws IOException {
    ImagePlus box = IJ.createImage("box", "8-bit white", 16, 14, 12);
    Path bodies = folder.resolve("bodies.txt");
    String line = "sphere centre=8,7,6 radius=3\n"; // they overlap, which is found later
    Files.write(bodies, String.join("", Collections.nCopies(10_000, line)).getBytes());
    String message = run(box, "steps=100000 frames=100000 show_tracks bodies=[" + bodies + "]");
    assertTrue(message.contains("how bodies moved in 100000 frames needs 95368 MiB"), message);
  }

  @Test
  void movesBodies() throws IOException {
    ImagePlus box = IJ.createImage("box", "8-bit white", 16, 14, 12);
    String file = TestImages.save(box, folder, "box.tif");
    Path bodies = folder.resolve("bodies.txt");
    Files.write(bodies, "sphere centre=8,7,6 radius=3 density=2\n".getBytes());
    String options = "input=[%1$s] force=0,0,0 steps=20 frames=2 bodies=[%2$s] motion=[%3$s]";
    Path csv = folder.resolve("motion.csv");
    Cli.run("flow", String.format(options, file, bodies, csv));
    List<String> lines = Files.readAllLines(csv);
    assertEquals(3, lines.size());
    assertTrue(
        lines.get(0).startsWith("Frame,Step,Body,X (voxels),Y (voxels),Z (voxels),X velocity"),
        lines.get(0));
    assertTrue(lines.get(2).startsWith("2,20,1,8.0,7.0,6.0,"), lines.get(2));
    assertTrue(lines.get(0).endsWith(",Z torque (mass voxels^2/step^2)"), lines.get(0));
    run(box, "force=0,0,0 steps=20 frames=2 show_movie show_tracks bodies=[" + bodies + "]");
    Overlay outlines = MacroCall.shown("box_movie").getOverlay();
    assertEquals(2, outlines.size());
    assertEquals(new Rectangle(5, 4, 7, 7), outlines.get(1).getBounds());
    ImageProcessor tracks = MacroCall.shown("box_tracks").getProcessor(); // 50 pixels a voxel
    assertEquals(0xffffffff, tracks.get(425, 28 + 225)); // the top of the sphere
    Files.write(bodies, "sphere centre=8,7,6\n".getBytes());
    assertEquals(
        "Bitvox Flow: bodies.txt, line 1: a sphere needs radius=\n",
        run(box, "bodies=[" + bodies + "]"));
    assertEquals(
        "Bitvox Flow: there are no bodies, so nothing to write about them\n",
        run(box, "motion=[" + csv + "]"));
  }

  /** No corner of one is in the other. */
  @Test
  void namesBothLinesOfBodiesThatOverlap() throws IOException {
    ImagePlus box = IJ.createImage("box", "8-bit white", 40, 40, 24);
    Path bodies = folder.resolve("cross.txt");
    String one = "box centre=20,20,12 size=30,4,4\n";
    Files.write(bodies, ("# a cross\n" + one + "box centre=27,25,12 size=4,24,4\n").getBytes());
    assertEquals(
        "Bitvox Flow: cross.txt, line 3: the box overlaps the box of line 2\n",
        run(box, "steps=1 bodies=[" + bodies + "]"));
    Files.write(bodies, (one + one).getBytes());
    assertEquals(
        "Bitvox Flow: cross.txt, line 2: the box is where the box of line 1 is, and of its size;"
            + " leave one out\n",
        run(box, "steps=1 bodies=[" + bodies + "]"));
  }

  /** What moves as it began presses a free sphere into the wall. */
  @Test
  void saysThatBodiesOverlapped() throws IOException {
    ImagePlus box = IJ.createImage("box", "8-bit white", 22, 14, 14);
    Path bodies = folder.resolve("press.txt");
    Files.write(
        bodies,
        ("box centre=4,6.5,6.5 size=3,6,6 velocity=0.05,0,0\n"
                + "sphere centre=17,6.5,6.5 radius=2.5 density=5\n")
            .getBytes());
    String options = "left=closed right=closed viscosity=0.3 bodies=[" + bodies + "] steps=";
    run(box, options + 180); // the sphere is not yet at the wall
    String before = results().getStringValue("Note", 0);
    assertFalse(before.contains("overlapped"), before);
    run(box, options + 260);
    String note = results().getStringValue("Note", 0);
    assertTrue(note.contains("Bodies overlapped by more than 0.05 voxels in "), note);
    assertTrue(note.contains(" steps, by up to "), note);
  }

  @Test
  void namesTheFileOfBodies() throws IOException {
    ImagePlus box = IJ.createImage("box", "8-bit white", 16, 14, 12);
    Path bodies = folder.resolve("bodies.txt");
    String options = "force=0,0,0 steps=1 bodies=[" + bodies + "]";
    String line = "sphere centre=8,7,6 radius=3 spin=0,0,0.001\n";
    Files.write(bodies, ("\ufeff" + line).getBytes(StandardCharsets.UTF_8));
    assertEquals("", run(box, options));
    Files.write(bodies, "# none\n".getBytes());
    assertEquals(
        "Bitvox Flow: bodies.txt: no sphere and no box is given; use lines that begin with sphere or box\n",
        run(box, options));
    Files.write(bodies, new byte[0]);
    assertEquals(
        "Bitvox Flow: bodies.txt is empty; a text with a body a line is needed\n",
        run(box, options));
    for (Charset wide : new Charset[] {StandardCharsets.UTF_16, StandardCharsets.UTF_16LE}) {
      Files.write(bodies, line.getBytes(wide));
      assertEquals(
          "Bitvox Flow: bodies.txt is not a text in UTF-8, perhaps in UTF-16; save it as UTF-8\n",
          run(box, options));
    }
    Files.write(bodies, String.join("", Collections.nCopies(600_000, line)).getBytes());
    assertEquals(
        "Bitvox Flow: bodies.txt has more than 16 MiB; a text with a body a line is needed\n",
        run(box, options));
    Path memory = Paths.get("/proc/self/mem");
    if (!Windows.HERE && Files.isReadable(memory)) {
      String message = run(box, options.replace(bodies.toString(), memory.toString()));
      assertTrue(message.contains("/proc/self/mem cannot be read: "), message);
    }
  }

  @Test
  void warnsOfWhatIsTooFast() {
    assertEquals(
        "Bitvox Flow: The Mach number may reach 0.17, at which the fluid is compressed: it should"
            + " stay below 0.1; for the same real flow at half the speed: half the viscosity, half"
            + " the wall, a quarter of the force, twice the steps. The flow may become unstable:"
            + " the Reynolds number of a voxel may reach 50; above 20 use a finer image, or a"
            + " larger viscosity, or a smaller force or wall, which makes it another flow.\n"
            + "Bitvox Flow: The Mach number reached 0.17 by step 0, and is 0.17 at the end: the"
            + " fluid was compressed; for the same real flow at half the speed: half the viscosity,"
            + " half the wall, a quarter of the force, twice the steps.\n",
        run(calibrated(2), SHORT + "top=moving wall=0.1,0,0 viscosity=0.002"));
  }

  @Test
  void refusesWhatItCannotDo() {
    assertEquals(
        "Bitvox Flow: wall=1,0,0 is the velocity of moving faces, and none is; use moving for one"
            + " of left, right, top, bottom, front and back, or wall=0,0,0\n",
        run(TestImages.binary(), SHORT + "wall=1,0,0"));
    assertEquals(
        "Bitvox Flow: balls.tif: voxels must be cubes, not 2.0 x 2.0 x 3.0 µm; resample"
            + " the image by Image > Scale... first: Z Scale 1.5, interpolation None\n",
        run(calibrated(3), ""));
    assertTrue(
        run(TestImages.calibrated("um", 2.5, 1, 2), "fraction")
            .endsWith("first: X Scale 2.5, Z Scale 2, interpolation Bilinear\n"));
    assertEquals(
        "Bitvox Flow: force=1,2 is not allowed; use three numbers with commas between them: X,Y,Z\n",
        run(calibrated(2), "force=1,2"));
    assertEquals(
        "Bitvox Flow: only one of the faces left and right is periodic; both are, or none\n",
        run(calibrated(2), "left=periodic"));
  }

  @Test
  void takesFractions() {
    run(calibrated(2), SHORT);
    double fluid = results().getValue("Fluid (voxels)", 0);
    run(calibrated(2), SHORT + "fraction");
    assertEquals(fluid, results().getValue("Fluid (voxels)", 0));
    ImagePlus red = TestImages.stack(8, 10, 245);
    red.getProcessor().setThreshold(100, 255, ImageProcessor.NO_LUT_UPDATE);
    assertEquals(
        "Bitvox Flow: the threshold of balls.tif is ignored, all its values are used\n",
        run(red, SHORT + "fraction"));
    assertEquals(
        "Bitvox Flow: threshold=100 has no effect with fraction\n",
        run(calibrated(2), SHORT + "fraction threshold=100"));
  }
}
