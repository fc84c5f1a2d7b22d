// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.PointRoi;
import ij.io.RoiEncoder;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeodesicCommandTest {
  private static final int SIDE = 9;

  @TempDir Path folder;

  /** Three slices of the value 10, with a wall of 0 but in the last one. */
  private static ImagePlus room() {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < 3; z++) {
      ByteProcessor slice = new ByteProcessor(SIDE, SIDE);
      for (int i = 0; i < SIDE * SIDE; i++) {
        slice.set(i, i % SIDE == 4 && z < 2 ? 0 : 10);
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("room.tif", stack);
  }

  private String points(int[]... places) throws IOException {
    ImagePlus image = room();
    PointRoi points = new PointRoi();
    for (int[] place : places) {
      image.setSlice(place[2] + 1);
      points.addUserPoint(image, place[0], place[1]);
    }
    return Files.write(folder.resolve("points.roi"), RoiEncoder.saveAsByteArray(points)).toString();
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new GeodesicCommand(), image, options);
  }

  @Test
  void pathsGoAroundWalls() throws IOException {
    String rois = points(new int[] {3, 4, 0});
    String log = run(room(), "rois=[" + rois + "] cost=uniform connectivity=6");
    assertFalse(log.contains("Geodesic"), log);
    ImagePlus map = MacroCall.shown("room_distances");
    assertEquals(0, map.getStack().getVoxel(3, 4, 0));
    assertEquals(Double.NaN, map.getStack().getVoxel(4, 4, 0));
    assertEquals(2 + 2 + 2, map.getStack().getVoxel(5, 4, 0)); // down, past the wall, up
    assertEquals(1, results().getValue("Seeds (voxels)", 0));
    assertEquals(18, results().getValue("Walls (voxels)", 0));
  }

  @Test
  void oneSliceHasPixels() throws IOException {
    ImagePlus slice = new ImagePlus("slice", room().getStack().getProcessor(1));
    run(slice, "rois=[" + points(new int[] {3, 4, 0}) + "] cost=uniform connectivity=4");
    assertEquals(1, results().getValue("Seeds (pixels)", 0));
    assertEquals(SIDE, results().getValue("Walls (pixels)", 0));
    assertEquals(4 * SIDE, results().getValue("Not reached (pixels)", 0));
    assertEquals(3 + 4, results().getValue("Largest distance (cost x pixels)", 0));
    assertFalse(results().columnExists("Walls (voxels)"));
    assertTrue(results().columnExists("Y (pixels)"));
    assertFalse(results().columnExists("Z (pixels)"));
  }

  @Test
  void everyPointHasALabel() throws IOException {
    String rois = points(new int[] {0, 4, 0}, new int[] {8, 4, 2}, new int[] {0, 4, 2});
    run(room(), "rois=[" + rois + "] cost=difference show_nearest");
    assertEquals(3, results().getValue("Labels", 0));
    assertEquals(10, results().getValue("Reference value", 0));
    // What is as bright as the seeds costs nothing, so that all are equally near.
    ImagePlus labels = MacroCall.shown("room_nearest");
    assertEquals(1, labels.getStack().getVoxel(8, 8, 2));
    run(room(), "rois=[" + rois + "] cost=intensity show_nearest");
    labels = MacroCall.shown("room_nearest");
    assertEquals(16, labels.getBitDepth());
    assertEquals(1, labels.getStack().getVoxel(1, 4, 0));
    assertEquals(2, labels.getStack().getVoxel(7, 4, 2));
    assertEquals(3, labels.getStack().getVoxel(1, 4, 2));
  }

  @Test
  void saysThatABinaryImageHasOddCosts() {
    ImagePlus image = room();
    for (int z = 1; z <= 3; z++) {
      image.getStack().getProcessor(z).threshold(5);
    }
    run(image, "border");
    assertTrue(results().getStringValue("Note", 0).startsWith("The image is binary: its fore"));
    run(image, "border cost=uniform");
    assertFalse(results().getStringValue("Note", 0).contains("binary"));
    run(image, "objects");
    assertFalse(results().getStringValue("Note", 0).contains("binary"));
    run(room(), "border");
    assertFalse(results().getStringValue("Note", 0).contains("binary"));
  }

  /** Points of a multi-point selection have slices of their own; others are in the shown one. */
  @Test
  void selectedPointsAreSeeds() throws IOException {
    ImagePlus image = room();
    PointRoi points = new PointRoi();
    image.setSlice(1);
    points.addUserPoint(image, 0, 4);
    image.setSlice(3);
    points.addUserPoint(image, 8, 4);
    image.setRoi(points);
    String log = run(image, "cost=uniform show_nearest");
    assertFalse(log.contains("Geodesic"), log);
    assertEquals("selection (2)", results().getStringValue("Seeds", 0));
    assertEquals(0, MacroCall.shown("room_distances").getStack().getVoxel(8, 4, 2));
    ImageStack nearest = MacroCall.shown("room_nearest").getStack();
    assertEquals(1, nearest.getVoxel(1, 4, 0));
    assertEquals(2, nearest.getVoxel(7, 4, 2));
    image.setSlice(2);
    image.setRoi(new PointRoi(3, 3));
    run(image, "cost=uniform");
    assertEquals(0, MacroCall.shown("room_distances").getStack().getVoxel(3, 3, 1));
    log = run(image, "border");
    assertTrue(log.contains("the points selected in room.tif are ignored: there are other"), log);
    assertEquals("border", results().getStringValue("Seeds", 0));
    log = run(image, "objects");
    assertEquals(2, log.split("ignored").length, "it is said once: " + log);
    log = run(room(), "cost=uniform");
    assertTrue(log.contains("seeds are needed: select points in the image"), log);
  }

  @Test
  void distancesAreInTheImagesUnit() {
    ImagePlus image = room();
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = image.getCalibration().pixelHeight = 0.5;
    image.getCalibration().pixelDepth = 2;
    run(image, "border connectivity=6");
    assertEquals(0.0005, results().getValue("Unit of length (mm)", 0), 1e-12);
    assertEquals(3 * SIDE * SIDE - 49, results().getValue("Seeds (voxels)", 0));
    // In the middle slice, two steps of 10 times 0.5 from the left, or from the wall, along which
    // paths from the border cost nothing.
    assertEquals(10, results().getValue("Largest distance (cost x mm)", 0), 1e-6);
  }

  @Test
  void writesFiles() throws IOException {
    String image = TestImages.save(room(), folder, "room.tif");
    String out =
        Cli.run(
            "geodesic",
            ("input=[" + image + "] border cost=gradient output=[" + folder + "/d.tif]")
                + (" nearest=[" + folder + "/n.tif] save=[" + folder + "/t.csv]"));
    assertTrue(out.contains("Seeds: border"), out);
    assertEquals(32, ij.IJ.openImage(folder + "/d.tif").getBitDepth());
    assertEquals(16, ij.IJ.openImage(folder + "/n.tif").getBitDepth());
    assertEquals(2, Files.readAllLines(folder.resolve("t.csv")).size());
  }

  /** The room has a wall in two slices, which are 2 mm apart; the table is that of a window. */
  @Test
  void objectsHaveATable() throws IOException {
    ImagePlus image = room();
    image.getStack().deleteSlice(3); // the gap
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelDepth = 2;
    Path csv = folder.resolve("o.csv");
    String log = run(image, "objects connectivity=6 show_nearest diameters=[" + csv + "]");
    assertFalse(log.contains("Geodesic"), log);
    assertEquals(2, results().getValue("Labels", 0));
    assertEquals("objects", results().getStringValue("Seeds", 0));
    assertEquals("", results().getStringValue("Note", 0));
    assertEquals(13, results().getValue("Largest distance (cost x mm)", 0));
    assertEquals(13, MacroCall.shown("room_distances").getStack().getVoxel(8, 8, 1));
    assertEquals(2, MacroCall.shown("room_nearest").getStack().getVoxel(8, 8, 1));
    List<String> lines = Files.readAllLines(csv);
    assertEquals(
        "Image,Label,Voxels,Geodesic diameter (mm),Distance of ends (mm),Tortuosity,"
            + "End 1 x (voxels),End 1 y (voxels),End 1 z (voxels),"
            + "End 2 x (voxels),End 2 y (voxels),End 2 z (voxels),"
            + "Centre x (voxels),Centre y (voxels),Centre z (voxels)",
        lines.get(0));
    double apart = Math.sqrt(9 + 64 + 4);
    assertEquals(
        "room.tif,1,72,13," + apart + "," + 13 / apart + ",0,0,0,3,8,1,2,4,0", lines.get(1));
    assertEquals(3, lines.size());
  }

  @Test
  void objectsOfASliceHavePixels() throws IOException {
    ImagePlus image = new ImagePlus("slice.tif", room().getStack().getProcessor(1));
    run(image, "objects diameters=[" + folder + "/o.csv]");
    String heading = Files.readAllLines(folder.resolve("o.csv")).get(0);
    assertTrue(heading.contains(",Pixels,Geodesic diameter (pixels),"), heading);
    assertTrue(heading.endsWith("Centre y (pixels)"), heading);
  }

  @Test
  void anEmptyImageHasNoObjects() throws IOException {
    ImagePlus empty = new ImagePlus("empty.tif", new ByteProcessor(SIDE, SIDE));
    run(empty, "objects diameters=[" + folder + "/o.csv]");
    assertEquals("The image has no foreground voxels.", results().getStringValue("Note", 0));
    assertEquals(1, Files.readAllLines(folder.resolve("o.csv")).size());
  }

  @Test
  void keysOfObjects() {
    String log = run(room(), "border diameters=[" + folder + "/o.csv]");
    assertTrue(log.contains("diameters= is the table of objects: give objects too"), log);
    log = run(room(), "border objects");
    assertTrue(log.contains("border has no effect with objects"), log);
    log = run(room(), "objects cost=gradient");
    assertTrue(log.contains("has no effect with objects"), log);
  }

  @Test
  void saysWhatIsNotReached() throws IOException {
    ImagePlus image = room();
    image.getStack().deleteSlice(3); // the gap
    String rois = points(new int[] {3, 4, 0}, new int[] {4, 4, 0});
    String log = run(image, "rois=[" + rois + "] cost=uniform");
    String note = results().getStringValue("Note", 0);
    assertTrue(log.contains(note), log);
    assertTrue(note.contains("1 voxel of the seeds lies in a wall, where no path begins."), note);
    assertTrue(note.contains("No path reaches 72 voxels: walls close them off."), note);
  }

  @Test
  void seedsAreOfOneKind() throws IOException {
    String log = run(room(), "border rois=[" + points(new int[] {3, 4, 0}) + "]");
    assertTrue(log.contains("leave out border, or seeds="), log);
  }
}
