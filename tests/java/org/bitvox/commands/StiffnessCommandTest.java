// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.process.FloatProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StiffnessCommandTest {
  private static final String NO_SIZE = "The image has no voxel size: there are no forces in N.";

  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new StiffnessCommand(), image, options);
  }

  private static double value(String column) {
    return results().getValue(column, 0);
  }

  /** All balls are holes in what is left. */
  private static ImagePlus holes(String unit, double side) {
    return TestImages.calibrated(unit, side, side, side);
  }

  /** Two halves side by side, of these values. */
  private static ImagePlus halves(double left, double right) {
    ImageStack stack = new ImageStack(6, 5);
    for (int z = 0; z < 4; z++) {
      FloatProcessor slice = new FloatProcessor(6, 5);
      for (int i = 0; i < 30; i++) {
        slice.setf(i, (float) (i % 6 < 3 ? left : right));
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("halves", stack);
  }

  @Test
  void fillsTheTableInTheUnitOfTheImage() {
    assertEquals("", run(holes("um", 20), "phase=background modulus=7000 plates=slipping"));
    double modulus = value("Apparent modulus (MPa)");
    double solid = value("Volume fraction");
    assertTrue(modulus > 7000 * solid / 2 && modulus < 7000 * solid, modulus + " of " + solid);
    assertEquals(modulus / 7000, value("Relative modulus"), 1e-12);
    double area = 24 * 18 * 0.02 * 0.02;
    assertEquals(modulus * area / (15 * 0.02), value("Stiffness (N/mm)"), 1e-6 * modulus);
    assertEquals(-0.01 * modulus * area, value("Force z (N)"), 1e-6 * modulus);
    double failure = value("Failure load (N)");
    assertTrue(failure > 0.1 * 0.007 * modulus * area && failure < 0.007 * modulus * area);
    assertEquals(failure / area, value("Failure stress (MPa)"), 1e-6 * modulus);
    assertEquals(0, value("Lower bound (MPa)"));
    assertTrue(value("Upper bound (MPa)") > modulus / 2 && value("Upper bound (MPa)") < modulus);
    assertEquals(0, value("Removed (%)"));
    assertTrue(value("Estimated error (%)") <= 0.1);
    assertTrue(value("Iterations") > 0 && value("Seconds") > 0);
    List<String> columns = Arrays.asList(results().getHeadings());

    assertEquals("", run(TestImages.binary(), "phase=background modulus=7000 plates=slipping"));
    assertEquals(columns, Arrays.asList(results().getHeadings()));
    assertEquals(modulus, value("Apparent modulus (MPa)"), 1e-6 * modulus);
    assertEquals("", results().getStringValue("Force z (N)", 0));
    assertEquals(NO_SIZE, results().getStringValue("Note", 0));
    run(holes("furlong", 20), "phase=background");
    assertTrue(
        results().getStringValue("Note", 0).endsWith("full names): there are no forces in N."));
  }

  @Test
  void oneRowForEachDirection() {
    String log =
        run(TestImages.binary(), "direction=all phase=background load=shear sides=periodic");
    assertEquals("", log);
    assertEquals(3, results().size());
    assertEquals("y", results().getStringValue("Along", 1));
    assertEquals("", results().getStringValue("Lower bound (MPa)", 0)); // of another modulus
  }

  @Test
  void saysWhatDoesNotCarry() {
    ImagePlus image = holes("mm", 1);
    for (int z = 1; z <= 12; z++) { // a column beside the balls that ends
      image.getStack().getProcessor(z).setf(0, 0, 255);
    }
    for (int z = 1; z <= 15; z++) {
      image.getStack().getProcessor(z).setf(23, 17, 255);
    }
    String nothing = "Nothing joins the plates by faces of voxels along x, y.";
    String log = run(image, "direction=all plates=slipping");
    assertTrue(log.contains(nothing), log);
    assertTrue(log.matches("(?s).*9\\d % of the solid does not join both plates along z .*"), log);
    assertEquals(
        nothing.replace("x, y", "x"), results().getStringValue("Note", 0)); // of its own row
    assertEquals("", results().getStringValue("Failure load (N)", 0));
    assertEquals(10000.0 / 24 / 18, results().getValue("Apparent modulus (MPa)", 2), 0.1);
    log = run(TestImages.binary(), "");
    assertEquals(
        "Bitvox Stiffness: balls.tif: nothing in the image joins the plates by faces of voxels (its"
            + " values are 0 to 255, foreground is 255)\n",
        log);
  }

  @Test
  void labelsHaveMaterials() throws IOException {
    Path table = folder.resolve("materials.csv");
    Files.write(table, List.of("Label,Modulus (MPa),Poisson", "2,1000,0", "7,3000,0"));
    String options = "values=labels materials=[" + table + "] accuracy=0.001";
    assertEquals("", run(halves(2, 7), options));
    assertEquals(2000, value("Apparent modulus (MPa)"), 0.1);
    assertEquals("", results().getStringValue("Relative modulus", 0));
    assertEquals("", results().getStringValue("Poisson", 0));
    assertTrue(run(halves(2, 3), options).endsWith("label 3 has no material\n"));
    expectSentence(table, "2,0,0.3", "row 1 has the modulus 0; use more than 0, and 1e15 at most");
    expectSentence(table, "2,1,0.5", "row 1 has the Poisson's ratio 0.5; use -0.99 to 0.499");
    expectSentence(table, "1.5,1,0", "row 1 has the label 1.5; use whole numbers from 1");
    expectSentence(table, "2,NaN,0", "row 1 has 'NaN' as Modulus (MPa), not a number");
    Files.write(table, List.of("Label,Modulus (GPa),Poisson", "2,1,0"));
    String unit = "has a column 'Modulus (GPa)', but its numbers must be in MPa";
    assertEquals("Bitvox Stiffness: " + table + ": " + unit + "\n", run(halves(2, 7), options));
    assertEquals(
        "Bitvox Stiffness: values=labels needs materials=FILE.csv\n",
        run(halves(2, 7), "values=labels"));
  }

  private static void expectSentence(Path table, String row, String sentence) throws IOException {
    Files.write(table, List.of("Label,Modulus (MPa),Poisson", row));
    String options = "values=labels materials=[" + table + "]";
    assertEquals("Bitvox Stiffness: " + table + ": " + sentence + "\n", run(halves(2, 7), options));
  }

  @Test
  void densitiesHaveALaw() {
    String options = "values=densities modulus=6800 exponent=1.5 poisson=0 accuracy=0.001";
    assertEquals("", run(halves(1, 0.25), options));
    assertEquals(6800 * (1 + 0.125) / 2, value("Apparent modulus (MPa)"), 0.1);
    assertTrue(
        run(halves(1, Double.NaN), options)
            .endsWith("the density at 3, 0, 0 is nan; use numbers from 0\n"));
  }

  @Test
  void findsTheTensor() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    Path constants = folder.resolve("constants.csv");
    Path tensor = folder.resolve("tensor.csv");
    String options = "input=[%s] phase=background direction=tensor save=[%s] tensor=[%s]";
    Cli.run("stiffness", String.format(options, file, constants, tensor));
    List<String> rows = Files.readAllLines(tensor);
    assertEquals(7, rows.size());
    double[][] c = new double[6][];
    for (int i = 0; i < 6; i++) {
      String[] cells = rows.get(i + 1).split(",");
      c[i] = Arrays.stream(cells, 2, 8).mapToDouble(Double::parseDouble).toArray();
    }
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        assertEquals(c[i][j], c[j][i], 1e-9 * c[0][0]);
      }
    }
    String[] headings = Files.readAllLines(constants).get(0).split(",");
    String[] cells = Files.readAllLines(constants).get(1).split(",");
    assertEquals("E1 (MPa)", headings[1]);
    double first = Double.parseDouble(cells[1]);
    assertTrue(first > 0.5 * c[0][0] && first < c[0][0], first + " of " + c[0][0]);
    assertFalse(Arrays.asList(headings).contains("Along"));
  }

  @Test
  void showsMapsAndPictures() {
    String shown =
        "show_energy show_effective_strain show_von_mises show_displacement show_picture";
    assertEquals("", run(holes("um", 20), "phase=background load=tension strain=2 " + shown));
    ImagePlus energy = MacroCall.shown("balls_energy");
    ImagePlus strain = MacroCall.shown("balls_effective_strain");
    ImagePlus stress = MacroCall.shown("balls_von_mises");
    ImagePlus moved = MacroCall.shown("balls_displacement");
    assertEquals("MPa", energy.getCalibration().getValueUnit());
    assertEquals(10000 * 0.04 * 0.04 / 2, energy.getDisplayRangeMax(), 1e-6);
    assertEquals(0.04, strain.getDisplayRangeMax(), 1e-9);
    assertEquals(400, stress.getDisplayRangeMax(), 1e-6);
    assertFalse(strain.getProcessor().isGrayscale());
    assertEquals(0, energy.getStack().getVoxel(9, 8, 7)); // a hole
    double density = energy.getStack().getVoxel(2, 14, 7);
    double effective = strain.getStack().getVoxel(2, 14, 7);
    assertEquals(Math.sqrt(2 * density / 10000), effective, 1e-6);
    assertTrue(stress.getStack().getVoxel(2, 14, 7) > 50);
    assertEquals(3, moved.getNChannels());
    assertEquals("z displacement (um)", moved.getStack().getSliceLabel(3).replace("\u00b5", "u"));
    int last = moved.getStackIndex(3, 15, 1);
    assertEquals(0.02 * 20 * 14.5, moved.getStack().getProcessor(last).getf(12, 1), 0.02 * 20);
    assertTrue(MacroCall.shown("balls_strain_picture").getWidth() > 600);
  }

  @Test
  void writesFiles() throws IOException {
    String file = TestImages.save(holes("um", 20), folder, "balls.tif");
    String options =
        "input=[%s] phase=background save=[%s/t.csv] picture=[%2$s/p.png] histogram=[%2$s/h.png]"
            + " effective_strain=[%2$s/e.tif]";
    Cli.run("stiffness", String.format(options, file, folder));
    assertEquals(2, Files.readAllLines(folder.resolve("t.csv")).size());
    for (String picture : new String[] {"p.png", "h.png"}) {
      assertTrue(Files.size(folder.resolve(picture)) > 3000, picture);
    }
    assertTrue(Files.size(folder.resolve("e.tif")) > 4L * 24 * 18 * 15);
    assertEquals(0.02, IJ.openImage(folder.resolve("e.tif").toString()).getDisplayRangeMax(), 1e-9);
  }

  @Test
  void saysWhatIsWrongBeforeItReads() {
    expectUsage("strain=0", 2, "strain=0 is not allowed; use more than 0");
    expectUsage("modulus=0", 2, "modulus=0 is not allowed; use more than 0");
    expectUsage("poisson=0.5", 2, "poisson=0.5 is not allowed; use -0.99 to 0.499");
    expectUsage("load=shear plates=slipping", 1, "plates that slip cannot shear; use plates=fixed");
    expectUsage("values=labels", 2, "values=labels needs materials=FILE.csv");
    expectUsage(
        "direction=tensor load=shear",
        2,
        "load=shear has no effect with direction=tensor; it is for direction=x, y, z or all");
    expectUsage(
        "direction=all energy=e.tif",
        2,
        "energy=e.tif has no effect with direction=all; it is for direction=x, y or z");
  }

  private void expectUsage(String options, int code, String sentence) {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    List<String> args = new ArrayList<>(List.of("stiffness", "input=" + file));
    args.addAll(Arrays.asList(options.split(" ")));
    TestCli cli = new TestCli(new AtomicBoolean(), args);
    assertEquals("bitvox: " + sentence + "\n", cli.err);
    assertEquals(code, cli.code);
  }

  @Test
  void oneLayerIsTooFew() {
    ImagePlus slice = new ImagePlus("slice", TestImages.binary().getStack().getProcessor(1));
    assertEquals(
        "Bitvox Stiffness: slice has one layer of voxels along z; plates need two between them at"
            + " least: choose another direction\n",
        run(slice, "phase=background"));
    assertEquals("", run(slice, "phase=background direction=x"));
    assertEquals(10000, value("Apparent modulus (MPa)"), 1000); // nothing is in the way
  }

  @Test
  void saysWhatIsDoneAboutLocking() {
    run(holes("mm", 1), "phase=background poisson=0.48 accuracy=1");
    assertEquals(
        "With poisson=0.48 the change of volume is averaged over each voxel, which else would be too"
            + " stiff.",
        results().getStringValue("Note", 0));
    run(holes("mm", 1), "phase=background max_iterations=1 accuracy=0.001");
    assertEquals(
        "max_iterations=1 came before the accuracy along z.", results().getStringValue("Note", 0));
  }

  @Test
  void saysWhatIsDoubtful() {
    ImagePlus image = holes("mm", 1);
    for (int z = 1; z <= image.getStackSize(); z++) {
      image.getStack().getProcessor(z).invert();
    }
    run(image, "values=densities");
    assertEquals(
        "All densities but 0 are the same: if the image is a mask, use values=binary.",
        lastOf(results().getStringValue("Note", 0)));
    ImagePlus grey = new ImagePlus("grey", image.getStack().convertToFloat());
    grey.setCalibration(image.getCalibration());
    for (int z = 1; z <= grey.getStackSize(); z++) {
      grey.getStack().getProcessor(z).setf(3, 3, 1e6f);
    }
    run(grey, "values=densities");
    assertEquals(
        "The moduli of the body differ by a factor of 2e+07: above 100000 the error can be larger"
            + " than estimated.",
        lastOf(results().getStringValue("Note", 0)));
    ImagePlus layer = image.duplicate();
    layer.getStack().getProcessor(5).setValue(0);
    layer.getStack().getProcessor(5).fill();
    String log = run(layer, "direction=tensor");
    assertTrue(log.contains("Nothing goes on along z: its stiffness is 0."), log);
  }

  private static String lastOf(String notes) {
    return notes.replaceAll("^.*\\. (?=[A-Z])", "");
  }
}
