// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
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
    assertFalse(results().columnExists("Max speed (m/s)"));
    assertEquals("", run(calibrated(2), SHORT + "viscosity=0.25 force=0,0,1e-4 kinematic=2e-6"));
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
    assertTrue(results().getValue("Mean velocity z (voxels/step)", 0) > 0);
    assertTrue(results().getValue("Fluid (voxels)", 0) > 0);
    assertTrue(results().getValue("Seconds", 0) > 0);
  }

  @Test
  void showsVelocitiesMovieAndTracks() {
    run(calibrated(2), SHORT + "map show_movie show_tracks plane=xz");
    ImagePlus velocity = MacroCall.shown("balls_velocity");
    assertEquals(3, velocity.getNChannels());
    assertEquals(TestImages.DEPTH, velocity.getNSlices());
    ImagePlus movie = MacroCall.shown("balls_movie");
    assertEquals(4, movie.getNFrames());
    assertEquals(TestImages.WIDTH, movie.getWidth());
    assertEquals(TestImages.DEPTH, movie.getHeight());
    assertEquals(32, movie.getBitDepth());
    ImagePlus tracks = MacroCall.shown("balls_tracks");
    assertTrue(tracks.getWidth() > 400);
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
    Files.write(bodies, "sphere centre=8,7,6\n".getBytes());
    assertEquals(
        "Bitvox Flow: bodies, line 1: a sphere needs radius=\n",
        run(box, "bodies=[" + bodies + "]"));
    Files.write(bodies, "# none\n".getBytes());
    assertEquals(
        "Bitvox Flow: there are no bodies, so nothing to write about them\n",
        run(box, "bodies=[" + bodies + "] motion=[" + csv + "]"));
  }

  @Test
  void warnsOfWhatIsTooFast() {
    assertEquals(
        "Bitvox Flow: The Mach number may reach 0.17, at which the fluid is compressed: above 0.1"
            + " use a smaller force or wall, or a larger viscosity. The flow may become unstable:"
            + " the Reynolds number of a voxel may reach 50; above 20 use a larger viscosity, or a"
            + " smaller force or wall.\n"
            + "Bitvox Flow: The Mach number reached 0.17: the fluid was compressed.\n",
        run(calibrated(2), SHORT + "top=moving wall=0.1,0,0 viscosity=0.002"));
  }

  @Test
  void refusesWhatItCannotDo() {
    assertEquals(
        "Bitvox Flow: balls.tif: voxels must be cubes, not 2.0 x 2.0 x 3.0 µm; resample"
            + " the image by Image > Scale... first, without interpolation\n",
        run(calibrated(3), ""));
    assertEquals(
        "Bitvox Flow: force=1,2 is not allowed; use three numbers with commas between them: X,Y,Z\n",
        run(calibrated(2), "force=1,2"));
    assertEquals(
        "Bitvox Flow: fraction takes the values as they are; leave out threshold\n",
        run(calibrated(2), "fraction threshold=100"));
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
  }
}
