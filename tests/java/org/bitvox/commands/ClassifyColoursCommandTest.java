// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.measure.Calibration;
import ij.measure.Measurements;
import ij.measure.ResultsTable;
import ij.plugin.filter.ParticleAnalyzer;
import ij.process.ByteProcessor;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import ij.process.ShortProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestMovie;
import org.bitvox.files.ColourModelFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifyColoursCommandTest {
  private static final int FRAMES = 5;

  @TempDir Path folder;

  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = folder.resolve("model.json");
    ColourModelFile.write(TestMovie.model(), model);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static ImagePlus movie() throws IOException {
    return TestMovie.image(TestMovie.of(FRAMES));
  }

  private static ImagePlus calibrated(ImagePlus image) {
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = 0.5;
    calibration.pixelHeight = 0.25;
    calibration.xOrigin = 3;
    calibration.yOrigin = 2;
    calibration.frameInterval = 0.04;
    calibration.setUnit("mm");
    return image;
  }

  private String saved(ImagePlus image) {
    String file = folder.resolve(image.getTitle()).toString();
    IJ.saveAsTiff(image, file);
    return file;
  }

  private String macro(ImagePlus image, String options) {
    return MacroCall.run(new ClassifyColoursCommand(), image, "model=[" + model + "] " + options);
  }

  private TestCli cli(String... options) {
    List<String> args = new ArrayList<>(Arrays.asList("classify_colours", "model=" + model));
    args.addAll(Arrays.asList(options));
    return new TestCli(new AtomicBoolean(), args);
  }

  private static void expectClasses(ImageStack maps) {
    assertEquals(FRAMES, maps.getSize());
    for (int t = 0; t < FRAMES; t++) {
      ImageProcessor map = maps.getProcessor(t + 1);
      for (int y = 0; y < TestMovie.HEIGHT; y++) {
        for (int x = 0; x < TestMovie.WIDTH; x++) {
          assertEquals(TestMovie.classAt(x, y, t), map.get(x, y), x + "," + y + "," + t);
        }
      }
    }
  }

  @Test
  void showsWhatIsTicked() throws IOException {
    ImagePlus image = movie();
    assertEquals("", macro(image, "track=5 show=all"));
    ImagePlus classes = MacroCall.shown("movie_classes");
    expectClasses(classes.getStack());
    assertEquals("1 grass, 2 red, team A, 3 blue", classes.getStack().getSliceLabel(2));
    int red = classes.getProcessor().getColorModel().getRGB(2);
    assertEquals(ClassColours.table(TestMovie.model()).getRGB(2), red);
    assertNull(classes.getOverlay(), "a legend would hide so small an image");
    ImagePlus probabilities = MacroCall.shown("movie_probabilities");
    assertEquals(3, probabilities.getNChannels());
    assertEquals(FRAMES, probabilities.getNSlices());
    assertEquals("red, team A", probabilities.getStack().getSliceLabel(5));
    assertTrue(probabilities.getStack().getProcessor(5).getf(6, 6) > 0.99); // frame 2
    ImagePlus tracks = MacroCall.shown("movie_tracks");
    assertEquals(2, tracks.getStack().getProcessor(3).getf(8, 6));
    Overlay overlay = image.getOverlay();
    assertEquals(3 * FRAMES, overlay.size());
    Roi box = overlay.get(4); // red in frame 2
    assertEquals(2, box.getPosition());
    assertEquals("2", box.getName());
    assertEquals(new java.awt.Rectangle(5, 4, 4, 4), box.getBounds());
    macro(image, "show=overlay");
    assertEquals(3 * FRAMES, image.getOverlay().size(), "those of the run before are gone");
    assertEquals("5", image.getOverlay().get(4).getName(), "without tracks numbers of objects");
    assertNull(MacroCall.shown("movie_classes_2"));
  }

  /**
   * Memory, a virtual stack, a time series, files of slices, of frames and with an alpha channel.
   */
  @Test
  void takesMoviesFromEverywhere() throws IOException {
    macro(TestMovie.virtual(movie()), "show=classes");
    expectClasses(MacroCall.shown("movie_classes").getStack());
    MacroCall.closeAll();
    ImagePlus series = movie();
    series.setDimensions(1, 1, FRAMES);
    macro(series, "show=classes");
    ImagePlus classes = MacroCall.shown("movie_classes");
    expectClasses(classes.getStack());
    assertEquals(FRAMES, classes.getNFrames());
    for (ImagePlus image : new ImagePlus[] {movie(), series}) {
      TestCli run = cli("input=" + saved(image), "output=" + folder + "/classes.tif");
      assertEquals("", run.err);
      ImagePlus written = IJ.openImage(folder + "/classes.tif");
      expectClasses(written.getStack());
      assertEquals(image.getNFrames(), written.getNFrames());
    }
  }

  /** The mosaic as an image, as a TIFF and as a raw file. */
  @Test
  void takesMosaics() throws IOException {
    ImagePlus image = TestMovie.image(TestMovie.of(FRAMES).mosaic());
    macro(image, "mosaic=rggb open=0 close=0 min_area=1 show=classes");
    ImageStack shown = MacroCall.shown("movie_classes").getStack();
    assertEquals(2, shown.getProcessor(2).get(7, 6));
    assertEquals(3, shown.getProcessor(2).get(22, 15));
    Path raw = folder.resolve("movie.raw");
    byte[] pixels = new byte[FRAMES * TestMovie.WIDTH * TestMovie.HEIGHT];
    for (int t = 0; t < FRAMES; t++) {
      System.arraycopy(
          image.getStack().getPixels(t + 1),
          0,
          pixels,
          t * pixels.length / FRAMES,
          pixels.length / FRAMES);
    }
    Files.write(raw, pixels);
    String[] files = {"input=" + saved(image), "input=" + raw};
    for (String file : files) {
      List<String> options =
          new ArrayList<>(
              Arrays.asList(
                  file,
                  "mosaic=rggb",
                  "open=0",
                  "close=0",
                  "min_area=1",
                  "output=" + folder + "/c.tif"));
      if (file.endsWith(".raw")) {
        options.addAll(
            Arrays.asList(
                "width=" + TestMovie.WIDTH, "height=" + TestMovie.HEIGHT, "depth=" + FRAMES));
      }
      TestCli run = cli(options.toArray(new String[0]));
      assertEquals("", run.err);
      ImageStack written = IJ.openImage(folder + "/c.tif").getStack();
      for (int t = 1; t <= FRAMES; t++) {
        assertArrayEquals((byte[]) shown.getPixels(t), (byte[]) written.getPixels(t));
      }
    }
  }

  /** Numbers are those of Analyze Particles, with its origin and sizes of pixels. */
  @Test
  void tableAgreesWithAnalyzeParticles() throws IOException {
    ImagePlus image = calibrated(movie());
    macro(image, "show=classes");
    ResultsTable table = MacroCall.results();
    assertEquals(3 * FRAMES, table.size());
    assertEquals("red, team A", table.getStringValue("Class", 4));
    ImagePlus classes = MacroCall.shown("movie_classes");
    ImageProcessor red = classes.getStack().getProcessor(2).duplicate();
    red.setLut(null);
    red.setThreshold(2, 2, ImageProcessor.NO_LUT_UPDATE);
    ResultsTable expected = new ResultsTable();
    ImagePlus one = new ImagePlus("red", red);
    one.setCalibration(image.getCalibration());
    int measurements = Measurements.AREA | Measurements.CENTROID | Measurements.RECT;
    assertTrue(new ParticleAnalyzer(0, measurements, expected, 0, 1e9).analyze(one, red));
    assertEquals(1, expected.size());
    String[][] columns = {
      {"Area", "Area (mm^2)"},
      {"X", "X (mm)"},
      {"Y", "Y (mm)"},
      {"BX", "BX (mm)"},
      {"BY", "BY (mm)"},
      {"Width", "Width (mm)"},
      {"Height", "Height (mm)"}
    };
    for (String[] names : columns) {
      assertEquals(expected.getValue(names[0], 0), table.getValue(names[1], 4), 1e-12, names[0]);
    }
    assertTrue(table.getValue("Mean probability", 4) > 0.9);
  }

  @Test
  void writesTablesAndTracks() throws IOException {
    TestCli run =
        cli(
            "input=" + saved(calibrated(movie())),
            "track=2",
            "table=5",
            "save=" + folder + "/objects.csv",
            "tracks=" + folder + "/tracks.csv",
            "summary=" + folder + "/summary.csv");
    assertEquals("", run.err);
    assertTrue(run.out.contains("Tracks: 3\n"), run.out);
    List<String> objects = Files.readAllLines(folder.resolve("objects.csv"));
    assertEquals(
        "Image,Frame,Class,Area (mm^2),X (mm),Y (mm),BX (mm),BY (mm),Width (mm),Height (mm),"
            + "Mean probability,Track",
        objects.get(0));
    assertEquals(3 * FRAMES + 1, objects.size());
    assertTrue(objects.get(5).startsWith("movie.tif,2,\"red, team A\",2,2,1,1,0.5,2,1,"));
    assertTrue(objects.get(5).endsWith(",2"), objects.get(5));
    List<String> tracks = Files.readAllLines(folder.resolve("tracks.csv"));
    assertEquals(
        "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS,CLASS",
        tracks.get(0));
    String[] spot = tracks.get(5).replace("red, team", "red team").split(",");
    assertEquals("\"red team A 2\"", spot[0]);
    assertEquals("4", spot[1]);
    assertEquals("2", spot[2]);
    assertEquals(6.5 * 0.5, Double.parseDouble(spot[4]), "the centre of the first pixel is 0");
    assertEquals(5.5 * 0.25, Double.parseDouble(spot[5]));
    assertEquals(0.04, Double.parseDouble(spot[7]));
    assertEquals("1", spot[8]);
    assertEquals(Math.sqrt(2 / Math.PI), Double.parseDouble(spot[9]), 1e-12);
    assertEquals("2", spot[10]);
    String summary = Files.readAllLines(folder.resolve("summary.csv")).get(0);
    assertTrue(
        summary.startsWith("Image,Frames,Objects,Tracks,Table differs (% of pixels),Model,"));
  }

  /** Whose names may have commas; the class map has them nevertheless. */
  @Test
  void ignoredClassesAreNoObjects() throws IOException {
    ImagePlus image = movie();
    String[] all = {"grass", "red, team A", "blue"};
    for (String[] ignored : new String[][] {{"grass"}, {"red, team A"}, {"grass", "red, team A"}}) {
      macro(image, "track=5 show=all ignore=[" + String.join(" , ", ignored) + "]");
      List<String> left = new ArrayList<>(Arrays.asList(all));
      left.removeAll(Arrays.asList(ignored));
      ResultsTable table = MacroCall.results();
      assertEquals(left.size() * FRAMES, table.size());
      for (int i = 0; i < table.size(); i++) {
        assertEquals(left.get(i % left.size()), table.getStringValue("Class", i));
        assertEquals(i % left.size() + 1, table.getValue("Track", i));
      }
      assertEquals(left.size() * FRAMES, image.getOverlay().size());
      expectClasses(MacroCall.shown("movie_classes").getStack());
      ImageProcessor tracks = MacroCall.shown("movie_tracks").getStack().getProcessor(1);
      for (int y = 0; y < TestMovie.HEIGHT; y++) {
        for (int x = 0; x < TestMovie.WIDTH; x++) {
          String name = all[TestMovie.classAt(x, y, 0) - 1];
          assertEquals(left.indexOf(name) + 1, tracks.getf(x, y), name);
        }
      }
      MacroCall.closeAll();
    }
  }

  /** A step of 1 mm is not reached by a track of 0.9 mm. */
  @Test
  void tracksAreInTheUnitOfTheImage() throws IOException {
    assertEquals(3, tracksWithin("1.1"));
    assertEquals(2 + FRAMES, tracksWithin("0.9")); // red goes on by 2 pixels of 0.5 mm
  }

  private double tracksWithin(String step) throws IOException {
    TestCli run =
        cli("input=" + saved(calibrated(movie())), "track=" + step, "summary=" + folder + "/s.csv");
    assertEquals("", run.err);
    String[] cells = Files.readAllLines(folder.resolve("s.csv")).get(1).split(",");
    return Double.parseDouble(cells[3]);
  }

  @Test
  void findsWhatMoves() throws IOException {
    ImagePlus background = TestMovie.image(TestMovie.of(1));
    background.setTitle("first.tif");
    String first = saved(background);
    String movie = saved(movie());
    String output = "output=" + folder + "/moving.tif";
    String[][] motions = {
      {"motion=background", "background=" + first},
      {"motion=median"},
      {"motion=running", "memory=4", "threshold=80"}
    };
    for (String[] motion : motions) {
      List<String> options = new ArrayList<>(Arrays.asList(motion));
      options.addAll(Arrays.asList("input=" + movie, output, "open=0", "close=0", "min_area=1"));
      TestCli run = cli(options.toArray(new String[0]));
      assertEquals("", run.err);
      ImageProcessor last = IJ.openImage(folder + "/moving.tif").getStack().getProcessor(FRAMES);
      assertEquals(0, last.get(35, 25), motion[0]);
      assertEquals(2, last.get(13, 6), motion[0]);
    }
    Files.write(folder.resolve("moving.tif"), new byte[0]);
  }

  @Test
  void hasASentenceForEachFault() throws IOException {
    String movie = "input=" + saved(movie());
    ImagePlus grey = TestMovie.image(TestMovie.of(2).mosaic());
    grey.setTitle("grey.tif");
    String mosaic = "input=" + saved(grey);
    expect("grey.tif is grey; give mosaic= if it is as a camera", mosaic);
    expect("movie.tif has colours; mosaic= is for the 8-bit frames", movie, "mosaic=bggr");
    String deep = saved(new ImagePlus("deep.tif", new ShortProcessor(5, 4)));
    expect("deep.tif has 16 bits; frames must be RGB, or 8-bit", "input=" + deep, "mosaic=rggb");
    ImageStack channels = new ImageStack(5, 4);
    for (int i = 0; i < 6; i++) {
      channels.addSlice(new ByteProcessor(5, 4));
    }
    ImagePlus several = new ImagePlus("several.tif", channels);
    several.setDimensions(3, 1, 2);
    several.setOpenAsHyperStack(true);
    expect("several.tif has 3 channels; frames must be RGB", "input=" + saved(several));
    several.setDimensions(1, 3, 2);
    expect(
        "several.tif has 3 slices in each of 2 frames; a movie has one slice per frame",
        "input=" + saved(several),
        "mosaic=rggb");
    String small = saved(new ImagePlus("small.tif", new ColorProcessor(5, 4)));
    expect(
        "small.tif has 5 x 4 pixels, movie.tif 41 x 30; a background has the size of the frames",
        movie,
        "motion=background",
        "background=" + small);
    expect(
        "has 5 frames; a background is one frame",
        movie,
        "motion=background",
        "background=" + movie.substring(6));
    expect("motion=background needs background=, one frame", movie, "motion=background");
    expect("background=" + small + " has no effect with motion=none", movie, "background=" + small);
    expect("tracks= needs track=, the largest step", movie, "tracks=" + folder + "/t.csv");
    expect("gaps=2 has no effect with track=0", movie, "gaps=2");
    expect(
        "ignore=red is not allowed; use classes of the model: grass, red, team A, blue",
        movie,
        "ignore=grass,red");
    expect("memory=3 is not allowed; use 2, 4, 8", movie, "motion=running", "memory=3");
    expect("table=4 is not allowed; use 8, 7, 6, 5 or 0", movie, "table=4");
    expect("reject=2 is not allowed; use 0 to 1", movie, "reject=2");
    Files.write(model, "{\"format\": 3}".getBytes(StandardCharsets.UTF_8));
    expect("model.json: it is no model of colour classes", movie);
    Files.write(model, "{\"format\": ".getBytes(StandardCharsets.UTF_8));
    expect("model.json: ", movie);
  }

  private void expect(String sentence, String... options) {
    TestCli run = cli(options);
    assertTrue(run.code == 1 || run.code == 2, run.out);
    assertTrue(run.err.contains(sentence), run.err);
    assertEquals(1, run.err.split("\n").length, run.err);
  }

  /** Of a virtual stack a frame may be of another size, which is found when it is read. */
  @Test
  void namesTheFrameThatIsNotLikeTheOthers() throws IOException {
    ImageStack stack =
        new ImageStack(TestMovie.WIDTH, TestMovie.HEIGHT) {
          @Override
          public ImageProcessor getProcessor(int slice) {
            return slice == 4 ? new ColorProcessor(7, 5) : super.getProcessor(slice);
          }
        };
    for (int t = 0; t < FRAMES; t++) {
      stack.addSlice("img" + (t + 1) + ".png", movie().getStack().getPixels(t + 1));
    }
    ImagePlus uneven = TestMovie.virtual(new ImagePlus("uneven", stack));
    String log = macro(uneven, "show=classes");
    assertTrue(
        log.contains(
            String.format(
                "uneven: frame 4 (img4.png) has 7 x 5 pixels, the image has %d x %d; all must be"
                    + " alike",
                TestMovie.WIDTH, TestMovie.HEIGHT)),
        log);
    assertFalse(uneven.isLocked());
  }

  @Test
  void saysThatNothingWasFound() throws IOException {
    TestCli run = cli("input=" + saved(movie()), "min_area=100000");
    assertTrue(run.out.contains("Note: No object was found."), run.out);
  }
}
