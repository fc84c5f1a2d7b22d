// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Overlay;
import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.calls.RoiFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MinimalPathCommandTest {
  private static final int SIDE = 20;

  @TempDir Path folder;

  /**
   * Bright, with a dark plus in its middle, in the first of three slices a wall of 0 at its top.
   */
  private static ImagePlus plus(int slices) {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < slices; z++) {
      ByteProcessor slice = new ByteProcessor(SIDE, SIDE);
      for (int i = 0; i < SIDE * SIDE; i++) {
        slice.set(i, i % SIDE == 10 || i / SIDE == 10 ? 1 : 200);
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("plus.tif", stack);
  }

  private static void select(ImagePlus image, int[]... places) {
    PointRoi points = new PointRoi();
    for (int[] place : places) {
      image.setSlice(place[2] + 1);
      points.addUserPoint(image, place[0], place[1]);
    }
    image.setRoi(points);
  }

  private String table(String... lines) throws IOException {
    return Files.write(folder.resolve("points.csv"), Arrays.asList(lines)).toString();
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new MinimalPathCommand(), image, options);
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name));
  }

  @Test
  void selectedPointsAreJoined() throws IOException {
    ImagePlus image = plus(1);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = image.getCalibration().pixelHeight = 0.5;
    select(image, new int[] {0, 10, 0}, new int[] {10, 0, 0}, new int[] {10, 19, 0});
    String log = run(image, "connectivity=8 save=[" + folder + "/p.csv]");
    assertFalse(log.contains("Minimal Path"), log);
    List<String> rows = lines("p.csv");
    assertTrue(rows.get(0).contains("Length (mm),Cost (cost x mm),Pixels,Note"), rows.get(0));
    // Nine steps, one across the corner, nine steps.
    double length = 0.5 * (9 + Math.sqrt(2) + 9);
    assertEquals("1,1,0,10,2,10,0," + length + ",9.707,20,", rows.get(1));
    assertEquals("2,2,10,0,3,10,19,9.5,9.5,20,", rows.get(2));
    Overlay overlay = image.getOverlay();
    assertEquals(2, overlay.size());
    assertEquals(Roi.POLYLINE, overlay.get(0).getType());
    assertEquals(length, overlay.get(0).getLength() * 0.5, 1e-6);
    assertEquals("2-3", overlay.get(1).getName());
    assertEquals(2, overlay.get(1).getFloatPolygon().npoints); // straight
    // Again: in the place of those before, beside what the user has drawn.
    overlay.add(new Roi(1, 1, 5, 5));
    run(image, "paths=from_first");
    assertEquals(3, image.getOverlay().size());
    run(image, "show=none");
    assertEquals(3, image.getOverlay().size());
  }

  @Test
  void inStacksPathsHaveAPieceInEachSlice() throws IOException {
    ImagePlus image = plus(3);
    select(image, new int[] {0, 10, 0}, new int[] {19, 10, 2}, new int[] {19, 10, 0});
    run(image, "roiset=[" + folder + "/paths.zip]");
    List<Roi> rois = RoiFile.read(folder.resolve("paths.zip"), ProgressListener.NONE);
    List<String> names = new ArrayList<>();
    List<Integer> slices = new ArrayList<>();
    for (Roi roi : rois) {
      names.add(roi.getName());
      slices.add(roi.getPosition());
    }
    assertEquals("1-2 slice 1", names.get(0));
    assertEquals(Arrays.asList(1, 2, 3, 3, 2, 1), slices);
    assertEquals(19, rois.get(0).getLength() + rois.get(1).getLength() + rois.get(2).getLength());
    assertEquals(Roi.RECTANGLE, rois.get(3).getType()); // one voxel
    assertEquals(6, image.getOverlay().size());
  }

  /** Of centroids 0 is the middle of the first voxel; brackets go before coordinates=. */
  @Test
  void takesCentroids() throws IOException {
    ImageStack stack = new ImageStack(20, 20);
    for (int z = 0; z < 3; z++) {
      stack.addSlice(new ByteProcessor(20, 20));
      stack.getProcessor(z + 1).add(255);
    }
    String image = TestImages.save(new ImagePlus("plain", stack), folder, "plain.tif");
    String[][] tables = {
      {
        "Centroid x (voxels),Centroid y (voxels),Centroid z (voxels)",
        "3.667,5.333,1",
        "12.667,10.333,1"
      },
      {"Centroid x (um),Centroid y (um),Centroid z (um)", "1.8335,2.6665,0.5", "6.3335,5.1665,0.5"},
      {"x (um),y (um),z", "2,2.5,1", "6.5,5,1"},
    };
    for (String[] table : tables) {
      String points = table(table);
      Cli.run(
          "minimal_path",
          ("input=[" + image + "] voxel_size=0.5um cost=uniform points=[" + points + "]")
              + (" nodes=[" + folder + "/c.csv]"));
      List<String> rows = lines("c.csv");
      assertTrue(rows.get(1).startsWith("1,1,4,5,1,"), rows.toString());
      assertTrue(rows.get(rows.size() - 1).matches("1,[0-9]+,13,10,1,.*"), rows.toString());
    }
    ImagePlus small = new ImagePlus("small", stack);
    small.getCalibration().setUnit("um");
    small.getCalibration().pixelWidth = 0.5;
    String said = run(small, "points=[" + table("x (mm),y,z", "1,1,1", "2,2,2") + "]");
    assertTrue(said.contains("has a column 'x (mm)', but the image's unit is"), said);
  }

  @Test
  void tablesHaveVoxelsOrUnits() throws IOException {
    ImagePlus image = plus(3);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = image.getCalibration().pixelHeight = 0.1;
    image.getCalibration().pixelDepth = 0.3;
    String file = table("Name,X (mm),Y (mm),Z (mm)", "a,0.3,1,0.3", "b,0.7,1,0.6");
    run(image, "points=[" + file + "] coordinates=unit nodes=[" + folder + "/n.csv]");
    assertEquals("1,1,3,10,1,0.3,1,0.3,0", lines("n.csv").get(1));
    List<String> rows = lines("n.csv");
    assertTrue(rows.get(rows.size() - 1).startsWith("1,5,7,10,2,0.7,1,0.6,"), rows.toString());
    table("x,y,Slice", "3.5,10.9,2", "7,10,3");
    run(image, "points=[" + file + "] nodes=[" + folder + "/n.csv]");
    assertEquals("1,1,3,10,1,0.3,1,0.3,0", lines("n.csv").get(1));
    table("x,y,Slice", "3,10,2", "7,10,1.5");
    assertTrue(
        run(image, "points=[" + file + "]")
            .endsWith("row 2 has the Slice 1.5; slices are whole numbers from 1 to 3\n"));
    table("x,y,Slice", "3,10,0", "7,10,1");
    assertTrue(run(image, "points=[" + file + "]").contains("row 1 has the Slice 0; slices are"));
    table("x,y,z", "3,10,0", "1e300,10,1");
    assertTrue(
        run(image, "points=[" + file + "]")
            .endsWith("row 2 has 1e300 as x, which lies outside of the image\n"));
    table("x,z", "3,1");
    String log = run(image, "points=[" + file + "]");
    assertTrue(log.contains("points.csv: has no column y; columns x, y and z are needed"), log);
  }

  /** Comments alone would be no tree. */
  @Test
  void withoutPathsThereIsNoSwc() throws IOException {
    ImagePlus image = plus(1);
    for (int y = 0; y < SIDE; y++) {
      image.getProcessor().set(5, y, 0);
    }
    String points = table("x,y", "0,0", "19,19");
    String swc = folder.resolve("none.swc").toString();
    String log = run(image, "cost=uniform points=[" + points + "] swc=[" + swc + "]");
    assertTrue(log.contains(swc + " is not written: there is no path.\n"), log);
    assertFalse(Files.exists(folder.resolve("none.swc")));
    Files.write(folder.resolve("none.swc"), "not touched".getBytes());
    log = run(image, "cost=uniform points=[" + points + "] swc=[" + swc + "]");
    String before = ": there is no path; the file of that name is from before.\n";
    assertTrue(log.contains(swc + " is not written" + before), log);
    assertEquals("not touched", new String(Files.readAllBytes(folder.resolve("none.swc"))));
  }

  /** Words for slices are those of Geodesic Distance: pixels, and no z. */
  @Test
  void oneSliceHasPixels() throws IOException {
    String points = table("x,y", "0,10", "19,10");
    String files = " save=[" + folder + "/s.csv] nodes=[" + folder + "/n.csv]";
    files += " summary=[" + folder + "/u.csv]";
    run(plus(1), "points=[" + points + "] cost=uniform" + files);
    String ends = "Start X (pixels),Start Y (pixels),End,End X (pixels),End Y (pixels),";
    assertEquals(
        "Path,Start," + ends + "Length (pixels),Cost (cost x pixels),Pixels,Note",
        lines("s.csv").get(0));
    assertEquals("Path,Node,X (pixels),Y (pixels),Length (pixels)", lines("n.csv").get(0));
    assertEquals("1,20,19,10,19", lines("n.csv").get(20));
    assertTrue(lines("u.csv").get(0).contains(",Walls (pixels),"));
  }

  /** A neuron's tree: each node has a parent that stands before it, or none. */
  @Test
  void swcIsATree() throws IOException {
    String image = TestImages.save(plus(3), folder, "plus.tif");
    String points = table("x,y,z", "0,10,0", "19,10,0", "10,0,0", "19,10,2");
    for (String paths : new String[] {"from_first", "chain"}) {
      Cli.run(
          "minimal_path",
          ("input=[" + image + "] points=[" + points + "] paths=" + paths)
              + (" swc=[" + folder + "/t.swc] save=[" + folder + "/t.csv] voxel_size=2,2,3um"));
      List<double[]> nodes = new ArrayList<>();
      int roots = 0;
      double length = 0;
      for (String line : lines("t.swc")) {
        if (line.startsWith("#")) {
          continue;
        }
        double[] node = Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        assertEquals(7, node.length);
        assertEquals(nodes.size() + 1, node[0]);
        assertEquals(1, node[5]); // half of a voxel
        assertTrue(node[6] == -1 || node[6] >= 1 && node[6] < node[0], line);
        nodes.add(node);
        if (node[6] < 0) {
          roots++;
          continue;
        }
        double[] parent = nodes.get((int) node[6] - 1);
        double x = node[2] - parent[2];
        double y = node[3] - parent[3];
        double z = node[4] - parent[4];
        length += Math.sqrt(x * x + y * y + z * z);
      }
      assertEquals(1, roots);
      assertEquals(20, nodes.get(0)[3]); // y = 10
      double all = 0;
      for (String row : lines("t.csv").subList(1, 4)) {
        all += Double.parseDouble(row.split(",")[9]);
      }
      if (paths.equals("chain")) {
        assertEquals(all, length, 1e-6);
      } else {
        assertTrue(length < all - 2 * 8, length + " of " + all); // the first nine voxels are shared
      }
    }
  }

  @Test
  void saysWhereNoPathLeads() throws IOException {
    ImagePlus image = plus(1);
    for (int y = 0; y < SIDE; y++) {
      image.getProcessor().set(5, y, 0);
    }
    select(image, new int[] {0, 0, 0}, new int[] {19, 0, 0}, new int[] {5, 7, 0});
    String log =
        run(image, "cost=uniform save=[" + folder + "/p.csv] summary=[" + folder + "/s.csv]");
    String note =
        "Point 3 (x=5, y=7, z=0) lies in a wall, where no path begins or ends."
            + " No path leads from point 1 to 2: walls lie between.";
    assertTrue(log.contains(note), log);
    assertTrue(lines("s.csv").get(1).endsWith("\"" + note + "\""), lines("s.csv").get(1));
    assertTrue(lines("p.csv").get(1).endsWith(",,,0,walls lie between the points"));
    assertTrue(lines("p.csv").get(2).endsWith(",,,0,point 3 lies in a wall"));
  }

  @Test
  void roisAreOfPoints() throws IOException {
    ImagePlus image = plus(3);
    PointRoi points = new PointRoi(new float[] {2, 17}, new float[] {3, 4});
    Path file = folder.resolve("points.roi");
    Files.write(file, RoiEncoder.saveAsByteArray(points));
    String log = run(image, "rois=[" + file + "]");
    assertTrue(log.contains("point 1, of ROI 1"), log);
    assertTrue(log.contains("has no slice; it must lie in one of the slices 1 to 3"), log);
    run(plus(1), "rois=[" + file + "]");
    assertEquals(1, results().size());
    Files.write(file, RoiEncoder.saveAsByteArray(new Roi(1, 2, 3, 4)));
    log = run(image, "rois=[" + file + "]");
    assertTrue(log.contains("rois= has no points: ROI 1 is a rectangle"), log);
    log = run(image, "rois=[" + file + "] points=[" + table("x,y,z") + "]");
    assertTrue(log.contains("give points= or rois=, not both"), log);
    image.setRoi(new PointRoi(3, 3));
    log = run(image, "");
    assertTrue(log.contains("there is one point only; a path needs two"), log);
  }
}
