// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkeletonGraphCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new SkeletonGraphCommand(), image, options);
  }

  /** A line of 15 pixels of 0.5 mm with a side branch of 4 in its middle. */
  private static ImagePlus tee() {
    ImageProcessor pixels = new ByteProcessor(17, 9);
    for (int x = 1; x < 16; x++) {
      pixels.set(x, 6, 255);
    }
    for (int y = 2; y < 6; y++) {
      pixels.set(8, y, 255);
    }
    ImagePlus image = new ImagePlus("tee.tif", pixels);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = 0.5;
    calibration.setUnit("mm");
    return image;
  }

  @Test
  void fillsTheResultsTable() {
    assertEquals("", run(tee(), ""));
    assertEquals(3, results().size());
    assertEquals(3, results().getValue("Branch length (mm)", 0)); // the longest first
    assertEquals(3, results().getValue("Branch length (mm)", 1));
    assertEquals(3, results().getValue("Euclidean distance (mm)", 1));
    assertEquals(1.5, results().getValue("Branch length (mm)", 2));
    assertEquals(4, results().getValue("V1 x (mm)", 2));
    assertEquals(1, results().getValue("V1 y (mm)", 2));
    assertEquals(2.5, results().getValue("V2 y (mm)", 2));
    assertNull(MacroCall.shown("tee_pruned"));
  }

  @Test
  void prunesAndShowsWhatIsLeft() {
    assertEquals("", run(tee(), "shortest=1.6"));
    ImagePlus pruned = MacroCall.shown("tee_pruned");
    assertNotNull(pruned);
    assertEquals(0, pruned.getProcessor().get(8, 4));
    assertEquals(255, pruned.getProcessor().get(8, 6));
    assertEquals(0.5, pruned.getCalibration().pixelWidth);
  }

  @Test
  void writesFilesFromTheCommandLine() throws IOException {
    String input = TestImages.save(tee(), folder, "tee.tif");
    ImageProcessor map = new ByteProcessor(17, 9);
    map.setValue(2);
    map.fill();
    ImagePlus shown = new ImagePlus("map", map);
    shown.setCalibration(tee().getCalibration());
    String distances = TestImages.save(shown, folder, "map.tif");
    String printed =
        Cli.run(
            "skeleton_graph",
            ("input=[" + input + "] distances=[" + distances + "] save=[" + folder + "/b.csv]")
                + (" summary=[" + folder + "/s.csv] output=[" + folder + "/p.tif]"));
    assertTrue(
        printed.startsWith("Image: tee.tif\nSkeletons: 1\n")
            && printed.endsWith(
                "Mean width (unit of the map): 4\nDistances: map.tif\nShortest: 0\nLoops: keep\n"
                    + "Per slice: no\n"),
        printed);
    List<String> branches = Files.readAllLines(folder.resolve("b.csv"));
    assertEquals(4, branches.size());
    assertEquals("tee.tif,1,1.5,4,1,0,4,2.5,0,1.5,4,4", branches.get(3));
    assertEquals(2, Files.readAllLines(folder.resolve("s.csv")).size());
    assertTrue(Files.size(folder.resolve("p.tif")) > 17 * 9);
  }

  /** The tee with a ring of 5 x 4 pixels on its side branch, and a grey image. */
  private static ImagePlus ring() {
    ImagePlus image = tee();
    ImageProcessor pixels = image.getProcessor();
    for (int x = 7; x < 10; x++) {
      pixels.set(x, 0, 255);
    }
    for (int y = 1; y < 3; y++) {
      pixels.set(6, y, 255);
      pixels.set(10, y, 255);
    }
    pixels.set(8, 2, 0);
    for (int x = 7; x < 10; x++) {
      pixels.set(x, 3, 255);
    }
    return image;
  }

  @Test
  void cutsLoopsWhereAGreyImageIsDarkest() {
    ImageProcessor grey = new ByteProcessor(17, 9);
    grey.setValue(200);
    grey.fill();
    grey.set(6, 1, 9);
    ImagePlus second = new ImagePlus("grey", grey);
    second.setCalibration(ring().getCalibration());
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(second);
    assertEquals("", run(ring(), "loops=darkest_voxel second=grey"));
    ImagePlus cut = MacroCall.shown("tee_pruned");
    assertEquals(0, cut.getProcessor().get(6, 1));
    assertEquals(255, cut.getProcessor().get(10, 1));
    assertEquals(
        "Bitvox Skeleton Graph: loops=darkest_branch needs second=, a grey image\n",
        run(ring(), "loops=darkest_branch"));
    MacroCall.closeAll();
  }

  /** The values of AnalyzeSkeleton, in its colours: ImageJ's Fire. */
  @Test
  void showsTagsNumbersAndPaths() {
    ImagePlus two = ring();
    two.getProcessor().set(16, 8, 255);
    assertEquals("", run(two, "longest_path show_tags show_labels show_projection"));
    ImagePlus tags = MacroCall.shown("tee_tagged");
    assertEquals(30, tags.getProcessor().get(1, 6));
    assertEquals(127, tags.getProcessor().get(2, 6));
    assertEquals(70, tags.getProcessor().get(8, 6));
    assertEquals(0, tags.getProcessor().get(0, 0));
    assertTrue(tags.getProcessor().getColorModel().getBlue(30) > 100);
    assertEquals(0.5, tags.getCalibration().pixelWidth);
    ImagePlus projection = MacroCall.shown("tee_projection");
    assertArrayEquals((byte[]) tags.getProcessor().getPixels(), pixels(projection));
    ImagePlus labels = MacroCall.shown("tee_skeletons");
    assertEquals(16, labels.getBitDepth());
    assertEquals(1, labels.getProcessor().get(1, 6));
    assertEquals(2, labels.getProcessor().get(16, 8));
    ImagePlus paths = MacroCall.shown("tee_longest_paths");
    assertEquals(255, paths.getProcessor().get(1, 6));
    assertEquals(127, paths.getProcessor().get(8, 0));
    assertEquals(0, paths.getProcessor().getColorModel().getGreen(255));
    assertEquals(255, paths.getProcessor().getColorModel().getGreen(127));
    assertEquals(255, paths.getProcessor().getColorModel().getRed(255));
  }

  private static byte[] pixels(ImagePlus image) {
    return (byte[]) image.getProcessor().getPixels();
  }

  /** Of two slices: a junction hides what else lies there, an end point a slab. */
  @Test
  void projectsTheMostTellingTag() {
    ImageStack stack = new ImageStack(17, 9);
    stack.addSlice(tee().getProcessor());
    ImageProcessor other = new ByteProcessor(17, 9);
    for (int y = 1; y < 9; y++) {
      other.set(1, y, 255); // across the left end, with its own at the top
      other.set(8, y, 255); // on the side branch and across the junction
    }
    stack.addSlice(other);
    ImagePlus image = new ImagePlus("two.tif", stack);
    assertEquals("", run(image, "show_projection per_slice"));
    ImageProcessor projection = MacroCall.shown("two_projection").getProcessor();
    assertEquals(30, projection.get(1, 6));
    assertEquals(30, projection.get(8, 1));
    assertEquals(70, projection.get(8, 6));
    assertEquals(127, projection.get(1, 5));
    assertNull(MacroCall.shown("two_tagged"));
  }

  @Test
  void writesARowForEachSkeleton() throws IOException {
    ImagePlus two = ring();
    two.getProcessor().set(16, 8, 255);
    String input = TestImages.save(two, folder, "two.tif");
    Cli.run(
        "skeleton_graph",
        ("input=[" + input + "] skeletons=[" + folder + "/s.csv] path=[" + folder + "/p.tif]")
            + (" tags=[" + folder + "/t.tif] labels=[" + folder + "/l.tif]")
            + (" projection=[" + folder + "/z.tif]"));
    List<String> rows = Files.readAllLines(folder.resolve("s.csv"));
    assertEquals(
        "Image,Skeleton,Branches,Junctions,End points,Junction voxels,Slab voxels,Triple points,"
            + "Quadruple points,Independent loops,Total length (mm),Mean branch length (mm),"
            + "Longest branch (mm),Longest shortest path (mm),P1 x (mm),P1 y (mm),P1 z (mm),"
            + "P2 x (mm),P2 y (mm),P2 z (mm)",
        rows.get(0));
    assertTrue(rows.get(1).startsWith("two.tif,1,3,1,2,8,17,0,1,1,"), rows.get(1));
    assertTrue(rows.get(1).endsWith(",6,0.5,3,0,7.5,3,0"), rows.get(1));
    assertEquals("two.tif,2,0,0,1,0,0,0,0,0,0,0,0,0,8,4,0,8,4,0", rows.get(2));
    assertEquals(3, rows.size());
    for (String file : new String[] {"t", "l", "z", "p"}) {
      ImagePlus written = IJ.openImage(folder + "/" + file + ".tif");
      assertEquals(file.equals("l") ? 16 : 8, written.getBitDepth());
      int corner = written.getProcessor().get(16, 8);
      assertEquals(file.equals("l") ? 2 : file.equals("p") ? 255 : 30, corner, file);
    }
    assertFalse(
        Cli.run("skeleton_graph", "input=[" + input + "]").contains("Longest shortest path"));
  }

  /** One pixel has no branch: the table has its headings alone. */
  @Test
  void tracesASinglePixel() throws IOException {
    ImageProcessor dot = new ByteProcessor(5, 5);
    dot.set(2, 2, 255);
    String input = TestImages.save(new ImagePlus("dot", dot), folder, "dot.tif");
    String printed = Cli.run("skeleton_graph", "input=[" + input + "] save=[" + folder + "/b.csv]");
    assertTrue(printed.contains("Branches: 0\nEnd points: 1\n"), printed);
    List<String> branches = Files.readAllLines(folder.resolve("b.csv"));
    assertEquals(1, branches.size());
    assertTrue(branches.get(0).startsWith("Image,Skeleton,Branch length (voxels),V1 x (voxels),"));
  }

  /** A solid thing has voxels with foreground all around; a line of two pixels has no branch. */
  @Test
  void saysWhatIsNoSkeleton() throws IOException {
    String solid =
        "Bitvox Skeleton Graph: This is no skeleton: 12 of its 30 voxels have foreground";
    String flat = " all around; thin it first with Bitvox Skeleton 2D (skeleton2d).\n";
    assertEquals(solid + flat, run(block(6, 5), ""));
    assertEquals(
        "Bitvox Skeleton Graph: 12 of its 12 voxels are junction voxels: if this is no skeleton,"
            + " thin it first with Bitvox Skeleton 2D (skeleton2d).\n",
        run(block(6, 2), ""));
    assertEquals("", run(block(6, 1), ""));
    String volume = run(TestImages.binary(), "");
    assertTrue(volume.endsWith("thin it first with Bitvox Skeleton 3D (skeleton3d).\n"), volume);
    assertFalse(volume.contains("per_slice"), volume); // a solid is no skeleton in slices either
    String slices = run(TestImages.binary(), "per_slice");
    assertTrue(slices.contains("thin it first with Bitvox Skeleton 2D (skeleton2d)."), slices);

    String input = TestImages.save(block(6, 5), folder, "block.tif");
    String printed =
        Cli.run("skeleton_graph", "input=[" + input + "] summary=[" + folder + "/s.csv]");
    assertTrue(
        printed.endsWith("\nNote: This is no skeleton: 12 of its 30 voxels have foreground" + flat),
        printed);
    assertTrue(Files.readAllLines(folder.resolve("s.csv")).get(0).endsWith(",Note"));
  }

  /** Lines that lie over one another in successive slices make a wall, not a line. */
  @Test
  void saysThatSlicesWereThinnedOneByOne() {
    String size = "width=60 height=50 depth=30 radius_min=4 radius_max=9 fraction=0.3";
    MacroCall.run(new SampleFoamCommand(), null, size);
    ImagePlus image = MacroCall.shown("sample_foam");
    MacroCall.run(new Skeleton2DCommand(), image, "");
    ImagePlus slices = MacroCall.shown("sample_foam_skeleton");
    String log = run(slices, "");
    assertTrue(
        log.matches(
            "Bitvox Skeleton Graph: (\\d+) of its (\\d+) voxels are junction voxels: slices that were"
                + " thinned one by one need per_slice; if this is no skeleton, thin it first with"
                + " Bitvox Skeleton 3D \\(skeleton3d\\).\n"),
        log);
    assertEquals("", run(slices, "per_slice"));
    MacroCall.run(new Skeleton3DCommand(), image, "");
    assertEquals("", run(MacroCall.shown("sample_foam_skeleton"), ""));
  }

  private static ImagePlus block(int width, int height) {
    ImageProcessor pixels = new ByteProcessor(width + 2, height + 2);
    pixels.setRoi(1, 1, width, height);
    pixels.setValue(255);
    pixels.fill();
    return new ImagePlus("block.tif", pixels);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(
        "Bitvox Skeleton Graph: shortest=-1 is not allowed; use 0 to 1000000000\n",
        run(tee(), "shortest=-1"));
    assertEquals(
        "Bitvox Skeleton Graph: no open image has the title 'map'\n", run(tee(), "distances=map"));
  }
}
