// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RadiographCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new RadiographCommand(), image, options);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** A box of label 1 within one of label 2, in voxels of 0.1 x 0.1 x 0.2 mm. */
  private static ImagePlus boxes() {
    ImageStack stack = new ImageStack(20, 20);
    for (int z = 0; z < 10; z++) {
      ByteProcessor slice = new ByteProcessor(20, 20);
      for (int i = 0; i < 400; i++) {
        int away = Math.max(Math.abs(i % 20 - 10), Math.abs(i / 20 - 10));
        slice.set(i, away < 4 ? 1 : away < 8 ? 2 : 0);
      }
      stack.addSlice(slice);
    }
    ImagePlus image = new ImagePlus("boxes.tif", stack);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = 0.1;
    calibration.pixelDepth = 0.2;
    calibration.setUnit("mm");
    return image;
  }

  @Test
  void writesNoTableThatItReads() throws IOException {
    Path table = folder.resolve("alloy.csv");
    Files.write(table, Arrays.asList("Energy,Mass attenuation", "50,0.3", "70,0.2"));
    String said =
        run(boxes(), ("result=attenuation materials=1:" + table + "@2.7,2:water save=" + table));
    assertTrue(said.contains("is an input file; choose another name"), said);
    assertEquals("Energy,Mass attenuation", Files.readAllLines(table).get(0));
  }

  @Test
  void saysHowThickOneSliceIs() {
    ImagePlus slice = new ImagePlus("slice.tif", boxes().getStack().getProcessor(1));
    slice.setCalibration(boxes().getCalibration());
    String said = run(slice, "geometry=synchrotron axis=x");
    assertTrue(said.contains("one slice, which counts as thick as its pixels: 0.1 mm."), said);
    assertEquals(0.049, results().getValue("Volume (mm^3)", 0), 1e-9);
  }

  @Test
  void showsLengthsOfEachLabel() {
    assertEquals("", run(boxes(), "geometry=synchrotron angles=2 range=180"));
    ImagePlus shown = MacroCall.shown("boxes_radiograph");
    assertEquals(2, shown.getNChannels());
    assertEquals(2, shown.getNSlices());
    assertEquals(29, shown.getWidth()); // the diagonal, 28.3 voxels
    assertEquals(10, shown.getHeight());
    assertEquals(0.1, shown.getCalibration().pixelWidth);
    assertEquals(0.2, shown.getCalibration().pixelHeight);
    assertEquals("0 degrees, label 1", shown.getStack().getSliceLabel(1));
    assertEquals("90 degrees, label 2", shown.getStack().getSliceLabel(4));
    assertEquals(0.7, shown.getStack().getVoxel(14, 5, 0), 1e-6);
    assertEquals(0.8, shown.getStack().getVoxel(14, 5, 1), 1e-6);
    assertEquals(2, results().size());
    assertEquals(490, results().getValue("Voxels", 0));
    double volume = results().getValue("Volume (mm^3)", 0);
    assertEquals(0.98, volume, 1e-9);
    assertEquals(volume, results().getValue("Mean sum of paths (mm^3)", 0), 1e-6);
    assertEquals(0.7, results().getValue("Longest path (mm)", 0), 1e-6);
  }

  /**
   * All labels of one material are twice as thick as one; others than those that are named none.
   */
  @Test
  void attenuatesByMaterials() {
    run(boxes(), "geometry=synchrotron result=attenuation materials=mu:2");
    assertEquals(3.0, MacroCall.shown("boxes_radiograph").getStack().getVoxel(14, 5, 0), 1e-5);
    MacroCall.closeAll();
    run(boxes(), "geometry=synchrotron result=attenuation materials=2:mu:2");
    assertEquals(1.6, MacroCall.shown("boxes_radiograph").getStack().getVoxel(14, 5, 0), 1e-5);
    MacroCall.closeAll();
    run(boxes(), "geometry=synchrotron result=transmission materials=mu:1,mu:2");
    assertEquals(
        Math.exp(-2.3), MacroCall.shown("boxes_radiograph").getStack().getVoxel(14, 5, 0), 1e-5);
    assertEquals("mu:2", results().getStringValue("Material", 1));
    MacroCall.closeAll();
    run(boxes(), "geometry=synchrotron result=attenuation materials=water threshold=1..1");
    // 0.07 cm of water at 60 keV, 0.2059 cm2/g by NIST
    assertEquals(
        0.07 * 0.2059, MacroCall.shown("boxes_radiograph").getStack().getVoxel(14, 5, 0), 1e-4);
  }

  /** All of it is in view, whatever the angle: the detector's border sees nothing. */
  @Test
  void fitsTheDetectorToTheImage() {
    ImagePlus image = boxes();
    for (int z = 1; z <= 10; z++) {
      image.getStack().getProcessor(z).set(1);
    }
    for (String geometry : new String[] {"micro_ct", "clinical", "synchrotron"}) {
      for (String axis : new String[] {"x", "y", "z"}) {
        run(image, "columns=60 angles=8 geometry=" + geometry + " axis=" + axis);
        ImagePlus shown = MacroCall.shown("boxes_radiograph");
        assertEquals(60, shown.getWidth());
        double most = 0;
        for (int slice = 0; slice < 8; slice++) {
          for (int row = 0; row < shown.getHeight(); row++) {
            most = Math.max(most, shown.getStack().getVoxel(29, row, slice));
          }
        }
        assertTrue(most >= 2 - 1e-6, geometry + axis + ": " + most); // 20 voxels, 10 of 0.2
        assertTrue(results().getValue("Rays through material", 0) < 8 * 60 * shown.getHeight());
        MacroCall.closeAll();
      }
    }
  }

  @Test
  void sinogramsAreARow() {
    run(boxes(), "columns=50 angles=6");
    ImagePlus all = MacroCall.shown("boxes_radiograph");
    run(boxes(), "columns=50 angles=6 row=12");
    ImagePlus sinogram = MacroCall.shown("boxes_sinogram");
    assertEquals(50, sinogram.getWidth());
    assertEquals(6, sinogram.getHeight());
    assertEquals(2, sinogram.getStackSize());
    for (int i = 0; i < 600; i++) {
      int x = i % 50;
      int angle = i / 50 % 6;
      int label = i / 300;
      assertEquals(
          all.getStack().getVoxel(x, 11, 2 * angle + label),
          sinogram.getStack().getVoxel(x, angle, label));
    }
  }

  @Test
  void drawsTheGeometry() throws IOException {
    Path sketch = folder.resolve("sketch.png");
    run(boxes(), "show_sketch geometry=clinical axis=y sketch=[" + sketch + "]");
    ImagePlus shown = MacroCall.shown("boxes_geometry");
    assertTrue(shown.getWidth() > 400 && Files.size(sketch) > 1000);
    int red = 0;
    for (int i = 0; i < shown.getWidth() * shown.getHeight(); i++) {
      red += (shown.getProcessor().get(i) & 0xffffff) == 0xff0000 ? 1 : 0;
    }
    assertTrue(red > 20, "the source is not there");
  }

  private static String failure(String input, String options) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new RadiographCommand().print("input=[" + input + "] " + options))
        .getMessage();
  }

  @Test
  void saysWhatIsWrong() {
    String input = TestImages.save(boxes(), folder, "boxes.tif");
    assertEquals(
        "materials= has 3 materials, the image 2 labels; give one for all, one for each, or name"
            + " labels: 1:bone_cortical,2:water",
        failure(input, "materials=water,water,air"));
    assertEquals(
        "materials= names labels for some materials alone; name them for all, such as"
            + " 1:bone_cortical,2:water, or for none",
        failure(input, "materials=1:water,air"));
    assertEquals(
        "a threshold makes one material: give materials= one name, or leave out threshold=",
        failure(input, "threshold=1 materials=1:water"));
    assertEquals("label 1 has two materials", failure(input, "materials=1:water,1:air"));
    assertEquals(
        "materials= names the label 1.5; labels are whole numbers from 0 to 99999999",
        failure(input, "materials=1.5:water"));
    assertEquals(
        "build_up=nan,0 is not allowed; use two numbers, such as 1.2,0.05, or a file",
        failure(input, "result=attenuation build_up=nan,0"));
    assertEquals(
        "the image is 2.000e+31 mm long; radiographs are of images of 1e-9 to 1e9: choose another"
            + " unit, or voxel_size=",
        failure(input, "voxel_size=1e30mm"));
    assertTrue(failure(input, "materials=watter").startsWith("there is no material 'watter'"));
    assertEquals(
        "the source is within the image as it turns, so no detector has all of it in view: give"
            + " pixel=, columns= and rows=, or source_object= above 1.414",
        failure(input, "source_object=1"));
    assertTrue(
        Cli.run(
                "radiograph",
                "input=[" + input + "] source_object=1 pixel=0.1 columns=9" + " rows=9")
            .contains("Rays: 81"));
    assertTrue(failure(input, "pixel=0.000001").contains("of the detector; 65536 are the most"));
    assertEquals("row is 9; the detector has 8 rows", failure(input, "rows=8 row=9"));
    ImagePlus plain = boxes();
    plain.setCalibration(null);
    String voxels = TestImages.save(plain, folder, "plain.tif");
    assertTrue(failure(voxels, "result=attenuation").contains("the unit of length is not known"));
    assertTrue(
        failure(voxels, "geometry=clinical").contains("need an image with a unit of length"));
    ByteProcessor grey = new ByteProcessor(200, 2);
    for (int i = 0; i < 400; i++) {
      grey.set(i, i % 200);
    }
    String many = TestImages.save(new ImagePlus("grey", grey), folder, "grey.tif");
    assertEquals(
        "the image has 199 labels; 64 are the most where materials= does not name them, 255 where"
            + " it does: name those that count, such as materials=1:water,2:bone_cortical, or give"
            + " a threshold (threshold=T)",
        failure(many, ""));
  }

  @Test
  void noteSaysThatNothingIsInView() {
    run(boxes(), "columns=5 rows=5 offset_columns=1000");
    assertEquals(
        "No ray goes through a material: nothing is in view.", results().getStringValue("Note", 0));
  }

  @Test
  void notesNameWhatIsOdd() {
    assertNote("No voxel of the image has the label 7 of materials=.", "materials=7:water");
    assertNote(
        "No voxel of the image has the labels 7, 9 of materials=.", "materials=7:air,9:air,2:air");
    assertNote(
        "The detector is 1 behind the axis, within the image as it turns: what lies behind the"
            + " detector does not count. Choose source_detector above 6.414.",
        "source_object=5 source_detector=6");
    assertNote(
        "A pixel of the detector is wider than the whole shadow: choose a smaller pixel.",
        "pixel=1000");
    assertNote("", "source_object=5");
  }

  private static void assertNote(String note, String options) {
    run(boxes(), options);
    assertEquals(note, results().getStringValue("Note", 0));
    MacroCall.closeAll();
  }

  @Test
  void seriesOpenAtTheirFirstAngle() {
    for (String materials : new String[] {"water", "2:water"}) {
      run(boxes(), "geometry=synchrotron angles=10 materials=" + materials);
      assertEquals(1, MacroCall.shown("boxes_radiograph").getCurrentSlice());
      MacroCall.closeAll();
    }
  }

  @Test
  void emptySpaceMayBeNamed() {
    run(boxes(), "geometry=synchrotron materials=0:water,1:air,2:air");
    double voxels = 0;
    for (int row = 0; row < 3; row++) {
      voxels += results().getValue("Voxels", row);
    }
    assertEquals("0", results().getStringValue("Label", 0));
    assertEquals(4000, voxels);
  }

  /** Each column but the image and what was given is named there, and no other one is. */
  @Test
  void manualNamesTheColumns() throws IOException {
    String manual =
        new String(Files.readAllBytes(Paths.get("docs/radiograph.md")), StandardCharsets.UTF_8);
    String all = manual.substring(manual.indexOf("\n## Results\n")); // the front has some
    String rows = all.replaceFirst("(?s).*?\\| Column \\| Meaning \\|\n\\|[-|]+\n", "");
    Set<String> named = new TreeSet<>();
    for (String row : rows.substring(0, rows.indexOf("\n\n")).split("\n")) {
      named.addAll(Arrays.asList(row.split(" *\\| *")[1].split(", ")));
    }
    run(boxes(), "result=attenuation");
    Set<String> columns = new TreeSet<>();
    for (String heading : results().getHeadings()) {
      String column = heading.replaceFirst(" \\(.*", "");
      String key = "| `" + column.toLowerCase(Locale.ROOT).replace(' ', '_') + "` |";
      if (named.contains(column) || !column.equals("Image") && !manual.contains(key)) {
        columns.add(column);
      }
    }
    assertEquals(named, columns);
  }

  /** Which change no length. */
  @Test
  void materialsAndEnergyAreColumnsOfPhotons() {
    run(boxes(), "");
    assertEquals(-1, results().getColumnIndex("Materials"));
    assertEquals(-1, results().getColumnIndex("Energy"));
    assertEquals(-1, results().getColumnIndex("Material"));
    run(boxes(), "materials=water,air");
    assertEquals("air", results().getStringValue("Material", 1));
    run(boxes(), "result=attenuation energy=50");
    assertEquals("water", results().getStringValue("Materials", 0));
    assertEquals(50, results().getValue("Energy", 0));
  }

  @Test
  void spectraHardenAndBuildUp() throws IOException {
    Path spectrum = folder.resolve("s.csv");
    Files.write(spectrum, "Energy,Photons\n20,1\n100,1\n".getBytes());
    String input = TestImages.save(boxes(), folder, "boxes.tif");
    String common = "input=[" + input + "] geometry=synchrotron result=attenuation";
    double one = largest(Cli.run("radiograph", common + " materials=aluminium energy=20"));
    double two = largest(Cli.run("radiograph", common + " materials=aluminium energy=100"));
    String both = common + " materials=aluminium spectrum=[" + spectrum + "]";
    double of = largest(Cli.run("radiograph", both + " detector=photons"));
    assertEquals(-Math.log((Math.exp(-one) + Math.exp(-two)) / 2), of, 1e-5);
    double built = largest(Cli.run("radiograph", both + " detector=photons build_up=1,0"));
    assertTrue(built < of, built + " and " + of);
  }

  private static double largest(String printed) {
    return Double.parseDouble(
        printed.replaceFirst("(?s).*?Largest attenuation: ", "").replaceFirst("(?s)\n.*", ""));
  }
}
