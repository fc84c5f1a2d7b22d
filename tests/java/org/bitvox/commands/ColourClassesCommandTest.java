// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import ij.process.ByteProcessor;
import ij.process.ColorProcessor;
import ij.process.ShortProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bitvox.ColourModel;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.files.ColourModelFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColourClassesCommandTest {
  private static final int SIDE = 40;

  @TempDir Path folder;

  @AfterEach
  void close() {
    results().reset();
  }

  /** Left half green, right half red, with noise. */
  private static ImagePlus halves(int slices) {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    Random random = new Random(3);
    for (int z = 0; z < slices; z++) {
      ColorProcessor slice = new ColorProcessor(SIDE, SIDE);
      for (int i = 0; i < SIDE * SIDE; i++) {
        int a = random.nextInt(20);
        int b = random.nextInt(20);
        slice.set(
            i, i % SIDE < SIDE / 2 ? 60 + a << 16 | 150 + b << 8 | 40 : 190 + a << 16 | 30 + b);
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("halves.tif", stack);
  }

  private static ImagePlus labels(int slices) {
    ImageStack stack = new ImageStack(SIDE, SIDE);
    for (int z = 0; z < slices; z++) {
      stack.addSlice(new ShortProcessor(SIDE, SIDE));
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
      stack.getProcessor(slices).set(i, i % SIDE < 15 ? 7 : i % SIDE >= 25 ? 300 : 0);
    }
    return new ImagePlus("labels.tif", stack);
  }

  private String saved(ImagePlus image) {
    String file = folder.resolve(image.getTitle()).toString();
    IJ.saveAsTiff(image, file);
    return file;
  }

  private static Roi rectangle(String name, int x, int slice) {
    Roi roi = new Roi(x, 2, 12, 30);
    roi.setName(name);
    roi.setPosition(slice);
    return roi;
  }

  private String zip(Roi... rois) throws IOException {
    Path file = folder.resolve("rois.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < rois.length; i++) {
        zip.putNextEntry(new ZipEntry(i + ".roi"));
        zip.write(RoiEncoder.saveAsByteArray(rois[i]));
      }
    }
    return file.toString();
  }

  private TestCli cli(String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "colour_classes";
    System.arraycopy(options, 0, args, 1, options.length);
    return new TestCli(new AtomicBoolean(), Arrays.asList(args));
  }

  private static ColourModel expectGreenAndRed(Path file) throws IOException {
    ColourModel model = ColourModelFile.read(file);
    assertEquals(2, model.classes());
    assertEquals(449, model.mean(0, 0)[0], 10); // of 1536: a yellowish green
    double red = model.mean(1, 0)[0];
    assertTrue(red > 1450 || red < 20, "hue " + red);
    return model;
  }

  @Test
  void trainsFromLabelsInFiles() throws IOException {
    Path model = folder.resolve("model.json");
    Path table = folder.resolve("table.csv");
    Path plot = folder.resolve("plot.png");
    TestCli run =
        cli(
            "input=" + saved(halves(2)),
            "labels=" + saved(labels(2)),
            "gaussians=1",
            "priors=sampled",
            "output=" + model,
            "save=" + table,
            "plot=" + plot);
    assertEquals("", run.err);
    assertEquals(0, run.code);
    ColourModel read = expectGreenAndRed(model);
    assertEquals("7", read.name(0));
    assertEquals("300", read.name(1));
    assertEquals(0.5, read.prior(0));
    assertEquals(3, Files.readAllLines(table).size());
    assertTrue(Files.readAllLines(table).get(0).startsWith("Image,Class,Samples,Colours,"));
    assertTrue(Files.size(plot) > 2000);
  }

  @Test
  void trainsFromRoisOfANameEach() throws IOException {
    Path model = folder.resolve("model.json");
    String rois = zip(rectangle("grass", 1, 1), rectangle("red", 25, 2), rectangle("grass", 3, 2));
    TestCli run =
        cli("input=" + saved(halves(2)), "rois=" + rois, "gaussians=2", "output=" + model);
    assertEquals("", run.err);
    ColourModel read = expectGreenAndRed(model);
    assertEquals("grass", read.name(0));
    assertEquals("red", read.name(1));
    assertEquals(2, read.gaussians(1));
  }

  @Test
  void trainsFromImagesOfImageJ() throws IOException {
    Path model = folder.resolve("model.json");
    String rois = zip(rectangle("grass", 1, 1), rectangle("red", 25, 1));
    MacroCall.run(
        new ColourClassesCommand(),
        halves(1),
        "rois=[" + rois + "] space=lab gaussians=1 priors=2,1 output=[" + model + "]");
    assertEquals(2, results().size());
    assertEquals(360, results().getValue("Samples", 0));
    assertTrue(results().getValue("a", 0) < -20);
    assertTrue(results().getValue("a", 1) > 40);
    assertEquals(2, ColourModelFile.read(model).prior(0));
  }

  /** What is in the ROI Manager needs no word; see tests/launch. */
  @Test
  void aSelectionThatIsNoSampleIsSaid() throws IOException {
    ImagePlus image = halves(1);
    image.setRoi(new Roi(1, 2, 12, 30));
    String rois = zip(rectangle("grass", 1, 1), rectangle("red", 25, 1));
    String log = MacroCall.run(new ColourClassesCommand(), image, "rois=[" + rois + "]");
    assertEquals(
        "Bitvox Train Colour Classes: the selection of halves.tif is ignored\n",
        log.replace(System.lineSeparator(), "\n"));
    log = MacroCall.run(new ColourClassesCommand(), image, "");
    assertTrue(log.contains("samples are needed"), log);
  }

  @Test
  void hasASentenceForEachFault() throws IOException {
    String image = "input=" + saved(halves(2));
    String grey = saved(new ImagePlus("grey.tif", new ByteProcessor(SIDE, SIDE)));
    expect("samples are needed: choose an image as Labels, a file as Rois, or add ROIs", image);
    expect("grey.tif is no RGB image; choose one, or convert it", "input=" + grey);
    expect("they must have the same size", image, "labels=" + grey);
    expect(
        "ROI 1 (a) has no slice; give it one of the slices 1 to 2",
        image,
        "rois=" + zip(rectangle("a", 1, 0)));
    expect("ROI 1 (a) is in slice 3", image, "rois=" + zip(rectangle("a", 1, 3)));
    expect("has no pixel in the image", image, "rois=" + zip(rectangle("a", 100, 1)));
    expect(
        "class 'a' has no samples: other ROIs lie on all of its pixels",
        image,
        "rois=" + zip(rectangle("a", 1, 1), rectangle("b", 1, 1)));
    expect("there are 3 priors for 2 classes", image, "labels=" + saved(labels(2)), "priors=1,2,3");
    expect("priors=1,x is not allowed; use equal, sampled,", image, "priors=1,x");
    expect("gaussians=9 is not allowed; use", image, "gaussians=9");
  }

  private void expect(String sentence, String... options) {
    TestCli run = cli(options);
    assertTrue(run.code == 1 || run.code == 2, run.out);
    assertTrue(run.err.contains(sentence), run.err);
  }
}
