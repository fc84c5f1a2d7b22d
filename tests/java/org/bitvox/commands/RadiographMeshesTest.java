// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Radiographs of meshes: a box of 10 x 20 x 30, and a cube of 4 in its middle. */
class RadiographMeshesTest {
  private static final String PARALLEL = " geometry=synchrotron pixel=1 ";

  @TempDir Path folder;
  private Path box;
  private Path cube;

  @BeforeEach
  void write() throws IOException {
    box = obj("box.obj", 0, 0, 0, 10, 20, 30);
    cube = obj("cube.obj", 3, 8, 13, 7, 12, 17);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private Path obj(String name, int... ends) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      lines.add(
          "v "
              + ends[i % 2 == 0 ? 0 : 3]
              + " "
              + ends[i / 2 % 2 == 0 ? 1 : 4]
              + " "
              + ends[i < 4 ? 2 : 5]);
    }
    lines.addAll(
        Arrays.asList(
            "f 1 3 4 2", "f 5 6 8 7", "f 1 2 6 5", "f 3 7 8 4", "f 1 5 7 3", "f 2 4 8 6"));
    return Files.write(folder.resolve(name), lines);
  }

  private String both() {
    return "meshes=[" + box + "," + cube + "]";
  }

  /** A macro, without an image. */
  private static String run(String options) {
    results().reset();
    return MacroCall.run(new RadiographCommand(), null, options);
  }

  private static double value(int column, int row, int slice) {
    return MacroCall.shown("box_radiograph").getStack().getVoxel(column, row, slice);
  }

  @Test
  void eachFileIsAMaterial() {
    assertEquals("", run(both() + PARALLEL + "unit=mm angles=2 range=180"));
    ImagePlus shown = MacroCall.shown("box_radiograph");
    assertEquals(2, shown.getNChannels());
    assertEquals(2, shown.getNSlices());
    assertEquals(23, shown.getWidth()); // the diagonal, 22.4
    assertEquals(30, shown.getHeight());
    assertEquals(1, shown.getCalibration().pixelWidth);
    assertEquals("mm", shown.getCalibration().getUnit());
    assertEquals("0 degrees, box.obj", shown.getStack().getSliceLabel(1));
    assertEquals("90 degrees, cube.obj", shown.getStack().getSliceLabel(4));
    assertEquals(20, shown.getStack().getVoxel(11, 15, 0), 1e-5);
    assertEquals(4, shown.getStack().getVoxel(11, 15, 1), 1e-5);
    assertEquals(10, shown.getStack().getVoxel(11, 15, 2), 1e-5);
    assertEquals(0, shown.getStack().getVoxel(11, 5, 3), 1e-5);
    assertEquals(2, results().size());
    assertEquals("cube.obj", results().getStringValue("File", 1));
    assertEquals(12, results().getValue("Triangles", 0));
    assertEquals(0, results().getValue("Open edges", 0));
    assertEquals(6000, results().getValue("Volume enclosed (mm^3)", 0), 1e-9);
    assertEquals(64, results().getValue("Volume enclosed (mm^3)", 1), 1e-9);
    assertEquals(0, results().getValue("Rays that do not add up", 0));
    assertEquals("", results().getStringValue("Note", 0));
  }

  @Test
  void aFileThatIsNamedTwiceCountsTwice() {
    run(
        "meshes=["
            + box
            + ","
            + box
            + "]"
            + PARALLEL
            + "result=attenuation materials=mu:0.1,mu:0.2");
    assertEquals(20 * 0.3, value(11, 15, 0), 1e-5);
  }

  @Test
  void materialsMayNameMeshes() {
    run(both() + PARALLEL + "result=attenuation materials=2:mu:0.5");
    ImagePlus shown = MacroCall.shown("box_radiograph");
    assertEquals(2, shown.getStack().getVoxel(11, 15, 0), 1e-5);
    assertEquals(0, shown.getStack().getVoxel(11, 5, 0), 1e-5);
    assertEquals("cube.obj", results().getStringValue("File", 0));
    assertEquals(1, results().size());
    MacroCall.closeAll();
    run(both() + PARALLEL + "unit=mm result=attenuation materials=water");
    // 2 + 0.4 cm of water at 60 keV, 0.2059 cm2/g by NIST
    assertEquals(2.4 * 0.2059, value(11, 15, 0), 1e-3);
  }

  /** All meshes are in view, at all angles: more columns and rows see no more. */
  @Test
  void fitsTheDetectorToAllMeshes() {
    for (String geometry : new String[] {"micro_ct", "clinical", "synchrotron"}) {
      for (String axis : new String[] {"x", "y", "z"}) {
        String options = both() + " unit=mm angles=8 geometry=" + geometry + " axis=" + axis;
        run(options + " columns=60");
        double all = results().getValue("Mean sum of paths (mm^3)", 0);
        assertTrue(all > 5900, geometry + axis + ": " + all);
        double pixel = results().getValue("Pixel width (mm)", 0);
        int rows = (int) results().getValue("Detector rows", 0);
        run(options + " pixel=" + pixel + " columns=80 rows=" + (rows + 20));
        assertEquals(
            all, results().getValue("Mean sum of paths (mm^3)", 0), 1e-4 * all, geometry + axis);
        MacroCall.closeAll();
      }
    }
  }

  @Test
  void sinogramsHaveDegreesAlongLines() {
    run(both() + PARALLEL + "unit=mm row=16 angle=30 angles=90 range=180");
    ImagePlus shown = MacroCall.shown("box_sinogram");
    assertEquals(90, shown.getHeight());
    Calibration calibration = shown.getCalibration();
    assertEquals("mm", calibration.getXUnit());
    assertEquals("degrees", calibration.getYUnit());
    assertEquals(2, calibration.pixelHeight);
    assertEquals(30, calibration.getY(0), 1e-9);
  }

  @Test
  void openMeshesAreReported() throws IOException {
    List<String> lines = Files.readAllLines(box);
    Path open = Files.write(folder.resolve("open.obj"), lines.subList(0, lines.size() - 1));
    run("meshes=[" + open + "]" + PARALLEL + "angles=3");
    String note = results().getStringValue("Note", 0);
    assertTrue(note.startsWith("open.obj is not closed"), note);
    assertTrue(note.contains("rays do not add up"), note);
    assertEquals(4, results().getValue("Open edges", 0));
    assertTrue(results().getValue("Rays that do not add up", 0) > 0);
  }

  @Test
  void theSketchAndFilesAreWritten() throws IOException {
    Path sketch = folder.resolve("sketch.png");
    Path image = folder.resolve("image.tif");
    String said =
        Cli.run(
            "radiograph",
            both() + PARALLEL + "unit=um output=[" + image + "] sketch=[" + sketch + "]");
    assertTrue(said.contains("Longest path (um): 20"), said);
    assertTrue(Files.size(sketch) > 1000);
    assertEquals(20, IJ.openImage(image.toString()).getStack().getVoxel(11, 15, 0), 1e-5);
  }

  private static String failure(String options) {
    return assertThrows(Exception.class, () -> new RadiographCommand().print(options)).getMessage();
  }

  @Test
  void saysWhatIsWrong() {
    ImagePlus image = IJ.createImage("i.tif", "8-bit black", 9, 9, 1);
    String input = TestImages.save(image, folder, "i.tif");
    assertEquals(
        "input= and meshes= exclude each other: give one of them",
        failure("input=[" + input + "] " + both()));
    assertEquals("radiograph needs input=FILE or meshes=FILES", failure(""));
    assertEquals(
        "materials= has 3 materials, meshes= 2 files; give one for all, one for each, or number"
            + " meshes: 1:bone_cortical,2:water",
        failure(both() + " materials=water,air,water"));
    assertEquals(
        "materials= names the mesh 3; meshes count from 1 to 2",
        failure(both() + " materials=3:water"));
    assertEquals("mesh 1 has two materials", failure(both() + " materials=1:water,1:air"));
    assertEquals(
        "materials= names meshes for some materials alone; name them for all, such as"
            + " 1:bone_cortical,2:water, or for none",
        failure(both() + " materials=1:water,air"));
    assertEquals(
        "meshes have no unit of length: give one that is known, such as unit=mm, or materials= a"
            + " coefficient per length, such as mu:0.2",
        failure(both() + " result=attenuation"));
    assertEquals(
        "the distances of a clinical scanner need the unit of the meshes, such as unit=mm; or give"
            + " source_object= and source_detector=",
        failure(both() + " geometry=clinical"));
    assertEquals(
        "the source is within the meshes as they turn, so no detector has all of them in view: give"
            + " pixel=, columns= and rows=, or source_object= above 11.18",
        failure(both() + " source_object=3"));
    assertTrue(failure("meshes=[" + folder.resolve("no.stl") + "]").contains("no.stl"));
    String said = run("");
    assertTrue(said.contains("No image is open, and meshes is not given."), said);
  }

  /** A box is as thick as an image of it. */
  @Test
  void dosesAreThoseBehindAnImageOfTheMesh() throws IOException {
    ImagePlus image = IJ.createImage("i.tif", "8-bit white", 10, 20, 30);
    image.getCalibration().setUnit("mm");
    String input = TestImages.save(image, folder, "i.tif");
    Path sources =
        Files.write(
            folder.resolve("s.csv"),
            Arrays.asList("X,Y,Z,Strength", "5,10,-50,1e9", "3,-40,20,5e8", "4,5,6,1e7"));
    Path points = Files.write(folder.resolve("p.csv"), Arrays.asList("X,Y,Z", "5,11,45", "6,7,8"));
    String settings =
        " materials=water energy=60 result=attenuation geometry=synchrotron pixel=1"
            + " sources=["
            + sources
            + "] points=["
            + points
            + "] doses=";
    Path expected = folder.resolve("image.csv");
    Path measured = folder.resolve("mesh.csv");
    Cli.run("radiograph", "input=[" + input + "] threshold=128 " + settings + expected);
    Cli.run("radiograph", "meshes=[" + box + "] unit=mm" + settings + measured);
    double[] ofImage = doses(expected);
    double[] ofMesh = doses(measured);
    assertEquals(2, ofMesh.length);
    for (int i = 0; i < 2; i++) {
      assertEquals(ofImage[i], ofMesh[i], 1e-5 * ofImage[i]);
    }
    String said = failure("meshes=[" + box + "]" + settings.replace("water", "mu:0.2") + measured);
    assertEquals("a dose needs the unit of length of the meshes, such as unit=mm", said);
  }

  private static double[] doses(Path table) throws IOException {
    return Files.readAllLines(table).stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
        .toArray();
  }
}
