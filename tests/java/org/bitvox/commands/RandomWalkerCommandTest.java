// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Line;
import ij.gui.OvalRoi;
import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import ij.process.ByteProcessor;
import ij.process.FloatProcessor;
import ij.process.ShortProcessor;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomWalkerCommandTest {
  private static final int SIDE = 20;
  private static final int DEPTH = 3;

  @TempDir Path folder;

  /** Left half dark, right half bright. */
  private static ImagePlus halves() {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < DEPTH; z++) {
      ByteProcessor slice = new ByteProcessor(SIDE, SIDE);
      for (int i = 0; i < SIDE * SIDE; i++) {
        slice.set(i, i % SIDE < SIDE / 2 ? 50 : 200);
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("halves.tif", stack);
  }

  private static ImagePlus seeds() {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < DEPTH; z++) {
      stack.addSlice(new ShortProcessor(SIDE, SIDE));
    }
    stack.getProcessor(2).set(2, 10, 40);
    stack.getProcessor(2).set(17, 10, 300);
    return new ImagePlus("seeds.tif", stack);
  }

  private String zip(Roi... rois) throws IOException {
    Path file = folder.resolve("rois.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Roi roi : rois) {
        zip.putNextEntry(new ZipEntry(roi.getName() + ".roi"));
        zip.write(RoiEncoder.saveAsByteArray(roi));
      }
    }
    return file.toString();
  }

  private static Roi at(Roi roi, String name, int slice, int group) {
    roi.setName(name);
    roi.setPosition(slice);
    roi.setGroup(group);
    return roi;
  }

  private static void expectHalves(int left, int right) {
    assertEquals(2, results().size());
    assertEquals(Math.min(left, right), results().getValue("Label", 0));
    ImagePlus labels = MacroCall.shown("halves_labels");
    for (int x = 0; x < SIDE; x++) {
      double expected = x < SIDE / 2 ? left : right;
      assertEquals(expected, labels.getStack().getVoxel(x, 5, 2), "x " + x);
    }
  }

  private String run(String options) {
    results().reset();
    return MacroCall.run(new RandomWalkerCommand(), halves(), options);
  }

  /** ImageJ may say that it has no colours for labels. */
  private void runWell(String options) {
    String log = run(options);
    assertFalse(log.contains("Random Walker"), log);
  }

  @Test
  void seedsAreAnImage() throws IOException {
    String image = TestImages.save(halves(), folder, "halves.tif");
    String seeds = TestImages.save(seeds(), folder, "seeds.tif");
    String out =
        Cli.run(
            "random_walker",
            "input=["
                + image
                + "] seeds=["
                + seeds
                + "] output=["
                + folder
                + "/l.tif]"
                + " probabilities=["
                + folder
                + "/p.tif] save=["
                + folder
                + "/t.csv]");
    assertTrue(out.contains("Label: 300"), out);
    ImagePlus labels = ij.IJ.openImage(folder + "/l.tif");
    ImagePlus probabilities = ij.IJ.openImage(folder + "/p.tif");
    assertEquals(16, labels.getBitDepth());
    assertEquals(40, labels.getStack().getVoxel(0, 0, 0));
    assertEquals(300, labels.getStack().getVoxel(19, 19, 2));
    assertEquals(2, probabilities.getNChannels());
    assertEquals(DEPTH, probabilities.getNSlices());
    assertEquals(1, probabilities.getStack().getVoxel(2, 10, 2)); // channel 1 of slice 2
    assertEquals(0, probabilities.getStack().getVoxel(2, 10, 3));
    assertEquals(3, Files.readAllLines(folder.resolve("t.csv")).size());
  }

  @Test
  void seedsAreRois() throws IOException {
    String two =
        zip(at(new OvalRoi(1, 1, 5, 5), "a", 1, 0), at(new Line(15, 2, 15, 12), "b", 3, 0));
    runWell("rois=[" + two + "]");
    expectHalves(1, 2);
    String groups = zip(at(new Roi(1, 1, 2, 2), "a", 1, 9), at(new Roi(15, -3, 50, 8), "b", 2, 4));
    runWell("rois=[" + groups + "] show_probabilities");
    expectHalves(9, 4);
    assertEquals(2, MacroCall.shown("halves_probabilities").getNChannels());
  }

  /** Points of one ROI may lie in several slices: they have one label. */
  @Test
  void pointsHaveSlicesOfTheirOwn() throws IOException {
    ImagePlus image = halves();
    PointRoi points = new PointRoi();
    image.setSlice(3);
    points.addUserPoint(image, 4, 6);
    image.setSlice(1);
    points.addUserPoint(image, 5, 7);
    points.setName("points");
    runWell("rois=[" + zip(points, at(new Roi(15, 3, 2, 2), "b", 2, 0)) + "]");
    assertEquals(2, results().getValue("Seeds (voxels)", 0));
    expectHalves(1, 2);
  }

  /** A segmentation that was taken for seeds comes out as it is. */
  @Test
  void saysThatEverythingIsASeed() throws IOException {
    String image = TestImages.save(halves(), folder, "halves.tif");
    String seeds = TestImages.save(halves(), folder, "seeds.tif");
    String out = Cli.run("random_walker", "input=[" + image + "] seeds=[" + seeds + "]");
    String note = "Note: All 1200 voxels are seeds already: is seeds.tif an image of labels?";
    assertTrue(out.contains(note), out);
  }

  @Test
  void saysThatGroupsAndPlacesAreMixed() throws IOException {
    String rois = zip(at(new Roi(1, 1, 2, 2), "a", 1, 3), at(new Roi(15, 3, 2, 2), "b", 2, 0));
    String note = "1 of 2 ROIs have a group, which is their label; the others have their place in";
    String image = TestImages.save(halves(), folder, "halves.tif");
    String out = Cli.run("random_walker", "input=[" + image + "] rois=[" + rois + "]");
    assertTrue(out.contains(note), out);
  }

  @Test
  void saysWhatIsWrongWithSeeds() throws IOException {
    String outside = zip(at(new Roi(-9, 0, 5, 5), "out", 1, 0));
    assertTrue(run("rois=[" + outside + "]").contains("ROI 1 (out) has no pixel in the image"));
    String deep = zip(at(new Roi(0, 0, 5, 5), "deep", 4, 0));
    assertTrue(run("rois=[" + deep + "]").contains("is in slice 4; a seed must lie in one of"));
    String lost = zip(at(new Roi(0, 0, 5, 5), "lost", 0, 0));
    assertTrue(run("rois=[" + lost + "]").contains("ROI 1 (lost) has no slice"));
    String one = zip(at(new Roi(0, 0, 5, 5), "one", 1, 0));
    assertTrue(run("rois=[" + one + "]").contains("the seeds have only one label, 1"));
    String far = zip(at(new Line(1, 2, 3, -3.4e38), "far", 1, 0));
    assertTrue(run("rois=[" + far + "]").contains("ROI 1 (far) reaches to -3.4E38: coordinates"));
    Files.write(folder.resolve("bad.roi"), new byte[200]);
    assertTrue(run("rois=[" + folder + "/bad.roi]").contains("bad.roi is no ROI of ImageJ"));
  }

  @Test
  void saysWhatIsWrongWithFilesOfRois() throws IOException {
    Path whole = Paths.get(zip(at(new Roi(1, 1, 2, 2), "a", 1, 0)));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.zip"), Arrays.copyOf(bytes, 60));
    String log = run("rois=[" + cut + "]");
    assertTrue(log.contains("cut.zip is cut off"), log);
    bytes[bytes.length / 2 - 40] ^= 0x55;
    log = run("rois=[" + Files.write(folder.resolve("bad.zip"), bytes) + "]");
    assertTrue(log.contains("bad.zip is damaged: "), log);
  }

  /** A small zip may have any number of zeros, which are not all to be kept. */
  @Test
  void refusesLargeRois() throws IOException {
    Path file = folder.resolve("bomb.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("a.roi"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 65; i++) {
        zip.write(zeros);
      }
    }
    String log = run("rois=[" + file + "]");
    assertTrue(log.contains("bomb.zip: a.roi has more than 64 MiB: it is no ROI"), log);
  }

  /**
   * For a macro in batch mode ImageJ would make a ROI Manager, which cannot be without a display.
   */
  @Test
  void thereIsNoRoiManagerWithoutADisplay() {
    assumeTrue(GraphicsEnvironment.isHeadless());
    InMacro.log = "";
    IJ.runMacro("setBatchMode(true); call(\"" + InMacro.class.getName() + ".run\");");
    assertTrue(
        InMacro.log.contains("there is no ROI Manager without a display: give seeds= or rois="),
        InMacro.log);
  }

  /** What a macro calls. */
  public static final class InMacro {
    private static String log;

    private InMacro() {}

    /** Runs it without seeds. */
    public static String run() {
      log = MacroCall.run(new RandomWalkerCommand(), halves(), "");
      return log;
    }
  }

  /** Noise closes so many rooms off that blocks of voxels as coarse cells would not do. */
  @Test
  void knowsWhatIsInRoomsThatNoiseClosesOff() throws IOException {
    Random random = new Random(3);
    FloatProcessor noise = new FloatProcessor(26, 24);
    for (int i = 0; i < 26 * 24; i++) {
      noise.setf(i, (float) random.nextGaussian());
    }
    String seeds = zip(at(new Roi(3, 5, 1, 1), "a", 1, 0), at(new Roi(20, 17, 1, 1), "b", 1, 0));
    runOn(new ImagePlus("noise.tif", noise), "beta=3000 rois=[" + seeds + "]");
    assertEquals("", results().getStringValue("Note", 0));
    assertTrue(results().getValue("Largest error", 0) <= 1e-3);
  }

  private static void runOn(ImagePlus image, String options) {
    results().reset();
    MacroCall.run(new RandomWalkerCommand(), image, options);
  }

  /** From a camera of 12 bits, say: beta is for values from 0 to 65535. */
  @Test
  void saysWhichBetaAnImageOfFewValuesNeeds() throws IOException {
    ShortProcessor few = new ShortProcessor(20, 20);
    for (int i = 0; i < 400; i++) {
      few.set(i, i % 20 < 10 ? 1000 : 1655); // 655 is nearly a hundredth of 65535
    }
    String two = zip(at(new Roi(2, 9, 1, 1), "a", 1, 0), at(new Roi(17, 9, 1, 1), "b", 1, 0));
    runOn(new ImagePlus("few.tif", few), "rois=[" + two + "]");
    assertEquals(
        "The image's values span 655 of 65535: beta=130 hinders walkers no more than beta=1.3"
            + " would if they spanned all. beta=13007 corresponds to 130 there.",
        results().getStringValue("Note", 0));
    Path signed = folder.resolve("signed.nrrd");
    byte[] header =
        "NRRD0004\ntype: int16\ndimension: 2\nsizes: 20 20\nendian: big\nencoding: raw\n\n"
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(header.length + 800).put(header);
    for (int i = 0; i < 400; i++) {
      file.putShort((short) (few.get(i) - 1200));
    }
    Files.write(signed, file.array());
    TestCli run =
        new TestCli(
            new AtomicBoolean(),
            Arrays.asList(
                "random_walker", "input=" + signed, "rois=" + two, "save=" + folder + "/a.csv"));
    assertEquals(0, run.code, run.err);
    assertTrue(
        Files.readString(folder.resolve("a.csv")).contains("values span 655 of 65535"), run.err);
    runOn(new ImagePlus("few.tif", few), "rois=[" + two + "] beta=13007");
    assertEquals("", results().getStringValue("Note", 0));
    runOn(new ImagePlus("few.tif", few), "rois=[" + two + "] beta=0");
    assertEquals("", results().getStringValue("Note", 0));
    for (int i = 0; i < 400; i++) {
      few.set(i, i % 20 < 10 ? 1000 : 1001);
    }
    runOn(new ImagePlus("few.tif", few), "rois=[" + two + "]");
    assertTrue(
        results().getStringValue("Note", 0).endsWith("first: no beta is large enough."),
        results().getStringValue("Note", 0));
    for (int i = 0; i < 400; i++) {
      few.set(i, i % 20 < 10 ? 0 : 65535);
    }
    runOn(new ImagePlus("many.tif", few), "rois=[" + two + "]");
    assertEquals("", results().getStringValue("Note", 0));
  }

  /** A wall is a column of NaN: x = 4, 7 and 13. */
  @Test
  void saysWhatLabelsRegionsWithoutSeedsGot() throws IOException {
    FloatProcessor walls = new FloatProcessor(20, 3);
    for (int y = 0; y < 3; y++) {
      for (int x : new int[] {4, 7, 13}) {
        walls.setf(x, y, Float.NaN);
      }
    }
    String two = zip(at(new Roi(0, 0, 1, 3), "a", 1, 0), at(new Roi(19, 0, 1, 3), "b", 1, 0));
    runOn(new ImagePlus("walls.tif", walls), "rois=[" + two + "]");
    assertEquals(
        "2 regions have no seed: voxels that are not finite close them off. They got label 1"
            + " (6 voxels), label 2 (15 voxels).",
        results().getStringValue("Note", 0));
    walls.setf(7, 1, 0);
    runOn(new ImagePlus("walls.tif", walls), "rois=[" + two + "]");
    assertTrue(
        results().getStringValue("Note", 0).startsWith("1 region has no seed: voxels that are"),
        results().getStringValue("Note", 0));
    walls.setf(4, 2, 0);
    runOn(new ImagePlus("walls.tif", walls), "rois=[" + two + "]");
    assertEquals("", results().getStringValue("Note", 0));
  }

  @Test
  void anImageWithoutAFiniteValueIsSaid() {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < DEPTH; z++) {
      float[] values = new float[SIDE * SIDE];
      Arrays.fill(values, Float.NaN);
      stack.addSlice(new FloatProcessor(SIDE, SIDE, values));
    }
    String input = folder.resolve("nan.tif").toString();
    String seeds = folder.resolve("seeds.tif").toString();
    IJ.saveAsTiff(new ImagePlus("nan", stack), input);
    IJ.saveAsTiff(seeds(), seeds);
    String said = Cli.run("random_walker", "input=[" + input + "] seeds=[" + seeds + "]");
    String note = "No voxel but the seeds has a finite value, so nothing else got a label.";
    assertTrue(said.contains(note), said);
    IJ.saveAsTiff(halves(), input);
    said = Cli.run("random_walker", "input=[" + input + "] seeds=[" + seeds + "]");
    assertFalse(said.contains(note), said);
  }
}
