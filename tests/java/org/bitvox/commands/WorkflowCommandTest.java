// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.measure.Calibration;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.Stops;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.bitvox.files.Windows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WorkflowCommandTest {
  @TempDir Path folder;

  /** Where the reports go; beside it nothing else may appear. */
  private Path reports;

  @BeforeEach
  void makeFolder() throws IOException {
    reports = Files.createDirectory(folder.resolve("reports"));
  }

  private static ImagePlus grey() {
    ImagePlus image = TestImages.stack(16, 100, 300);
    Calibration calibration = image.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    return image;
  }

  private String save(ImagePlus image) {
    return TestImages.save(image, folder, image.getTitle());
  }

  private static TestCli cli(String... args) {
    return new TestCli(new AtomicBoolean(), Arrays.asList(args));
  }

  /** On the command line, into reports/NAME. */
  private TestCli run(ImagePlus image, String name, String... options) {
    List<String> args = new ArrayList<>(Arrays.asList("workflow", "input=" + save(image)));
    args.add("output=" + reports.resolve(name));
    args.addAll(Arrays.asList(options));
    return cli(args.toArray(new String[0]));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private String text(String file) throws IOException {
    return new String(Files.readAllBytes(reports.resolve(file)), "UTF-8");
  }

  /** The value of a quantity in the summary. */
  private double value(String report, String quantity) throws IOException {
    for (String line : text(report + "/summary.csv").split("\n")) {
      if (line.startsWith(quantity + ",")) {
        return Double.parseDouble(line.substring(quantity.length()).split(",")[2]);
      }
    }
    throw new AssertionError(quantity + " is not in the summary");
  }

  @Test
  void itsTablesAreThoseOfTheCommands() throws IOException {
    ImagePlus image = TestImages.binary();
    TestCli run = run(image, "a", "element=cross");
    assertEquals(0, run.code, run.err);
    Path tables = Files.createDirectory(folder.resolve("tables"));
    String in = "input=" + folder.resolve("balls.tif");
    String to = tables + "/";
    cli("minkowski", in, "edges=clipped", "save=" + to + "shape.csv");
    cli(
        "local_thickness",
        in,
        "phase=both",
        "save=" + to + "thickness.csv",
        "histogram=" + to + "thickness_histogram.csv");
    cli(
        "granulometry",
        in,
        "edges=clipped",
        "save=" + to + "granulometry.csv",
        "summary=" + to + "granulometry_summary.csv");
    cli("label", in, "save=" + to + "labels.csv", "summary=" + to + "labels_summary.csv");
    cli("skeleton3d", in, "save=" + to + "skeleton.csv", "output=" + to + "skeleton.tif");
    cli(
        "skeleton_graph",
        "input=" + to + "skeleton.tif",
        "save=" + to + "branches.csv",
        "summary=" + to + "branches_summary.csv");
    Files.delete(tables.resolve("skeleton.tif"));
    assertEquals(10, names(tables).size());
    for (String name : names(tables)) {
      String expected = new String(Files.readAllBytes(tables.resolve(name)), "UTF-8");
      assertEquals(expected.replace("skeleton.tif", "balls.tif"), text("a/" + name), name);
    }
    List<String> all = new ArrayList<>(names(tables));
    all.addAll(Arrays.asList("repeat.ijm", "repeat.sh", "report.html", "summary.csv"));
    all.addAll(Windows.HERE ? Arrays.asList("repeat.cmd", "repeat.txt") : Arrays.asList());
    assertEquals(all.stream().sorted().collect(Collectors.toList()), names(reports.resolve("a")));
    assertEquals(Arrays.asList("a"), names(reports));
  }

  /** It finds them by the headings of the tables. */
  @Test
  void everyQuantityIsInTheSummary() throws IOException {
    assertEquals(0, run(TestImages.binary(), "a", "element=cross").code);
    String[] quantities = {
      "Volume of the object",
      "Volume of the image",
      "Volume fraction",
      "Measured volume",
      "Surface area",
      "Surface density",
      "Euler number",
      "Connectivity density",
      "Degree of anisotropy",
      "Thickness",
      "Separation",
      "Mean opening size",
      "Median opening size",
      "Objects",
      "Volume of the largest object",
      "Branches of the skeleton",
      "Junctions of the skeleton",
      "End points of the skeleton",
      "Length of the skeleton",
      "Mean length of a branch",
    };
    String summary = text("a/summary.csv").replace("\"", "");
    for (String quantity : quantities) {
      assertTrue(summary.contains("\n" + quantity), quantity + " is not in\n" + summary);
    }
  }

  /** Those of cubes along each axis, those of balls once. */
  @Test
  void voxelsNeedNotBeCubes() throws IOException {
    ImagePlus image = grey();
    image.getCalibration().pixelDepth = 1.5;
    assertEquals(0, run(image, "ball").code);
    assertTrue(text("ball/summary.csv").contains("\nMean opening size,,"));
    assertEquals(0, run(image, "cube", "element=cube").code);
    assertTrue(text("cube/summary.csv").contains("\nMedian opening size z,,"));
    assertEquals(
        3, value("cube", "Mean opening size z") / value("cube", "Mean opening size x"), 1e-12);
  }

  @Test
  void thresholdsByOtsuUnlessToldOtherwise() throws IOException {
    assertEquals(0, run(grey(), "otsu", "steps=shape").code);
    assertTrue(text("otsu/report.html").contains(", by Otsu's method</td>"));
    assertEquals(0, run(grey(), "given", "steps=shape", "threshold=200").code);
    assertTrue(text("given/report.html").contains("<td>200, as given</td>"));
    assertEquals(0, run(TestImages.binary(), "binary", "steps=shape").code);
    assertTrue(text("binary/report.html").contains("<td>none: the image is binary</td>"));
    assertEquals(value("given", "Volume of the object"), value("otsu", "Volume of the object"));
    assertEquals(value("given", "Volume fraction"), value("binary", "Volume fraction"));
    assertTrue(text("given/report.html").contains("mm\u00b3"));
  }

  @Test
  void takesWhatIsRed() throws IOException {
    ImagePlus image = grey();
    image.getProcessor().setThreshold(150, 65535, ImageProcessor.NO_LUT_UPDATE);
    String log =
        MacroCall.run(new WorkflowCommand(), image, "steps=shape output=[" + reports + "/red]");
    assertTrue(log.contains("foreground is what is red in the image: threshold=150"), log);
    assertTrue(text("red/report.html").contains("<td>150, what was red in ImageJ</td>"));
    assertTrue(text("red/repeat.ijm").contains("threshold=150"));
  }

  @Test
  void cleansFirst() throws IOException {
    ImagePlus image = grey();
    image.getStack().getProcessor(8).set(9, 8, 0); // a hole in the large ball
    assertEquals(0, run(image, "all", "steps=labels,shape").code);
    assertEquals(2, value("all", "Objects"));
    assertEquals(0, run(image, "large", "steps=labels,shape", "min_size=100", "fill_holes").code);
    assertEquals(1, value("large", "Objects"));
    assertEquals(1, value("large", "Euler number"));
    assertEquals(2 + 1, value("all", "Euler number")); // objects and a cavity
    String objects = "voxels, without objects of fewer than 100 voxels, with its holes filled;";
    assertTrue(text("large/report.html").contains(objects));
  }

  @Test
  void thePageNeedsNoOtherFile() throws IOException {
    ImagePlus image = grey();
    image.setTitle(Windows.HERE ? "a&'c.tif" : "a<b>&'c.tif");
    assertEquals(0, run(image, "a").code);
    String page = text("a/report.html");
    assertFalse(page.contains("http"), "a reference");
    assertEquals(
        page.split("src=\"", -1).length, page.split("src=\"data:image/png;base64,", -1).length);
    assertEquals(1 + 4 + 2 + 1 + 2 + 2, page.split("<img ", -1).length);
    assertEquals(1 + 2, page.split("<svg ", -1).length);
    assertTrue(
        page.contains(Windows.HERE ? "<h1>a&amp;'c.tif</h1>" : "<h1>a&lt;b&gt;&amp;'c.tif</h1>"));
    assertFalse(page.contains("NaN"));
    for (String name : new String[] {"Tb.Th", "Tb.Sp", "BV/TV", "Conn.D", "BS/TV"}) {
      assertTrue(page.contains("<td>" + name + "</td>"), name);
    }
  }

  @Test
  void itsMacroMakesItAgain() throws IOException {
    ImagePlus image = grey();
    assertEquals(0, run(image, "a b").code);
    String macro = text("a b/repeat.ijm");
    Matcher lines =
        Pattern.compile("open\\(\"(.*)\"\\);\nrun\\(\"(.*)\", \"(.*)\"\\);\n").matcher(macro);
    assertTrue(lines.matches(), macro);
    assertEquals(folder.resolve("balls.tif").toString(), lines.group(1).replace("\\\\", "\\"));
    assertEquals(new WorkflowCommand().label(), lines.group(2));
    List<String> before = tables("a b");
    Files.delete(reports.resolve("a b/labels.csv"));
    String log =
        MacroCall.run(new WorkflowCommand(), image, lines.group(3).replace("input=balls.tif", ""));
    assertTrue(log.contains(Paths.get("a b", "report.html").toString()), log);
    assertEquals(before, tables("a b"));
  }

  /** Other options would be read out of them. */
  @Test
  @DisabledOnOs(OS.WINDOWS) // which has no such names
  void namesThatAMacroCannotHoldAreNotInIt() throws IOException {
    ImagePlus image = grey();
    TestCli run = run(image, "a] steps=x\u001b", "steps=shape");
    assertEquals(0, run.code, run.err);
    assertTrue(run.out.contains("/a] steps=x\\u001B/report.html\n"), run.out);
    assertEquals(
        "// No macro can do this: output= has a [ or ] without the other one, which macros cannot"
            + " hold.\n",
        text("a] steps=x\u001b/repeat.ijm"));
    image.setTitle("b] output=c.tif");
    assertEquals(0, run(image, "b", "steps=shape").code);
    String macro = text("b/repeat.ijm");
    assertTrue(macro.contains("/b] output=c.tif\");\n"), macro);
    assertFalse(macro.contains("input="), macro);
    image.setTitle("c\rd.tif");
    assertEquals(0, run(image, "c", "steps=shape").code);
    macro = text("c/repeat.ijm");
    assertTrue(macro.contains("input=[c\\rd.tif]"), macro);
  }

  /** It is in front, where a macro cannot hold its title. */
  @Test
  void theMacroOfAnOpenImageOfSuchATitleTakesTheCurrentOne() throws IOException {
    ImagePlus image = grey();
    image.setTitle("b] output=c");
    MacroCall.run(new WorkflowCommand(), image, "steps=shape output=[" + reports + "/open]");
    String macro = text("open/repeat.ijm");
    assertTrue(macro.startsWith("// The image b] output=c must be open and in front.\n"), macro);
    assertFalse(macro.contains("input="), macro);
  }

  @Test
  void itsCommandLineMakesItAgain() throws IOException {
    assertEquals(0, run(grey(), "a", "steps=shape,labels", "min_size=3", "fill_holes").code);
    String line = text("a/repeat.sh").split("\n")[2];
    List<String> before = tables("a");
    Files.delete(reports.resolve("a/shape.csv"));
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    assertEquals(Arrays.asList("bitvox", "run"), words.subList(0, 2));
    words.subList(0, 2).clear();
    if (Windows.HERE) { // whose names the words of a shell would quote
      assertTrue(text("a/repeat.cmd").endsWith("\r\nbitvox \"@%~dp0repeat.txt\"\r\n"));
      words = Arrays.asList("@" + reports.resolve("a/repeat.txt"));
    }
    assertEquals(0, cli(words.toArray(new String[0])).code);
    assertEquals(before, tables("a"));
  }

  /** All tables, and the way to make them again. */
  private List<String> tables(String report) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : names(reports.resolve(report))) {
      if (name.endsWith(".csv")) {
        texts.add(name + "\n" + text(report + "/" + name));
      }
    }
    return texts;
  }

  /** BS/TV is not of the TV above it. */
  @Test
  void saysWhichVolumeAndWhichEdges() throws IOException {
    assertEquals(0, run(grey(), "a", "steps=shape,labels").code);
    assertEquals(23 * 17 * 14 / 8.0, value("a", "Measured volume"));
    assertEquals(
        value("a", "Surface area") / value("a", "Measured volume"),
        value("a", "Surface density"),
        1e-12);
    assertTrue(text("a/report.html").contains("<td>Measured volume</td>"));
    assertTrue(text("a/report.html").contains("those of whole objects, as with edges=background."));
    assertEquals(0, run(grey(), "b", "steps=shape,labels", "edges=background").code);
    assertFalse(text("b/report.html").contains("With edges=clipped"));
  }

  /** They stand together on the page. */
  @Test
  void notesNameTheirStep() throws IOException {
    assertEquals(0, run(grey(), "a", "steps=granulometry", "max_radius=1").code);
    String page = text("a/report.html");
    String note = "<p class=\"note\">granulometry: Ended by max_radius=1";
    assertTrue(page.contains(note), page.replaceAll("(?s)^.*?(<p class=.note)", "$1"));
  }

  @Test
  void otherFilesAreNotOverwritten() throws IOException {
    assertEquals(0, run(grey(), "a", "steps=shape,labels").code);
    assertEquals(0, run(grey(), "a", "steps=shape").code);
    assertFalse(names(reports.resolve("a")).contains("labels.csv"));
    Files.write(reports.resolve("a/notes.txt"), new byte[] {1});
    List<String> before = names(reports.resolve("a"));
    TestCli refused = run(grey(), "a");
    assertEquals(1, refused.code);
    assertEquals(
        "bitvox: "
            + reports.resolve("a")
            + ": the folder has other files, such as notes.txt; choose another"
            + " name\n",
        refused.err);
    assertEquals(before, names(reports.resolve("a")));
    TestCli inside = run(grey(), "b", "save=" + reports + "/b/x.csv");
    assertEquals(1, inside.code); // there is no such folder yet
    Files.createDirectory(reports.resolve("b"));
    assertEquals(2, run(grey(), "b", "save=" + reports + "/b/x.csv").code);
    assertEquals(0, run(grey(), "b", "steps=shape", "save=" + reports + "/x.csv").code);
    assertEquals(Arrays.asList("a", "b", "x.csv"), names(reports));
  }

  @Test
  void everyImageHasAReportOfItsOwn() throws IOException {
    ImagePlus other = grey();
    other.setTitle("other.tif");
    save(grey());
    save(other);
    String input = "input=" + folder + "/*.tif";
    TestCli one = cli("workflow", input, "output=" + reports + "/a", "steps=shape");
    assertEquals(2, one.code);
    assertTrue(one.err.contains(" is one folder for 2 images; put * or {name}"), one.err);
    TestCli two =
        cli(
            "workflow",
            input,
            "output=" + reports + "/*",
            "steps=shape",
            "save=" + reports + "/all.csv");
    assertEquals(0, two.code, two.err);
    assertEquals(Arrays.asList("all.csv", "balls", "other"), names(reports));
    String[] rows = text("all.csv").split("\n");
    assertEquals(3, rows.length);
    String otsu = text("balls/repeat.sh").replaceAll("(?s).* threshold=([0-9.]+).*", "$1");
    assertTrue(
        rows[1].startsWith("balls.tif,") && rows[1].contains(",shape," + otsu + ","), rows[1]);
  }

  @Test
  void refusesWhatItCannotDo() throws IOException {
    assertSays(
        2,
        "steps=bones is not allowed; use all, or one or more of shape,",
        run(grey(), "a", "steps=bones"));
    assertSays(
        2,
        "steps needs a value: steps=..., all, or one or more of shape,",
        run(grey(), "a", "steps="));
    assertSays(
        2,
        "element=cross has no effect with steps=shape,labels; it is for steps=all or granulometry",
        run(grey(), "a", "steps=shape,labels", "element=cross"));
    assertSays(2, "max_radius=9 has no", run(grey(), "a", "steps=labels", "max_radius=9"));
    assertSays(2, "edges=background has", run(grey(), "a", "steps=labels", "edges=background"));
    assertSays(2, "slice=16 is not allowed; use 0 to 15", run(grey(), "a", "slice=16"));
    assertSays(
        1,
        "no voxel is foreground with threshold=301, so there is",
        run(grey(), "a", "threshold=301"));
    assertSays(
        1,
        "every voxel is foreground with threshold=1, so there is",
        run(grey(), "a", "threshold=1"));
    assertSays(1, "as all objects are smaller than min_size", run(grey(), "a", "min_size=99999"));
    assertSays(1, "all its values are the same", run(TestImages.stack(16, 7, 7), "a"));
    assertSays(2, "workflow needs output=FOLDER", cli("workflow", "input=" + save(grey())));
    ImagePlus flat = new ImagePlus("flat.tif", grey().getStack().getProcessor(8));
    assertSays(1, "flat.tif: has one slice", run(flat, "a"));
    assertEquals(
        "Bitvox Workflow: Bitvox Workflow needs output=FOLDER\n",
        MacroCall.run(new WorkflowCommand(), grey(), "steps=shape"));
    assertEquals(Arrays.asList(), names(reports));
  }

  private static void assertSays(int code, String words, TestCli run) {
    assertEquals(code, run.code);
    assertTrue(run.err.contains(words), run.err);
  }

  @Test
  void nothingIsLeftWhereverItIsStopped() throws IOException {
    String file = save(grey());
    List<String> options = Arrays.asList("input=" + file, "output=" + reports + "/a");
    AtomicLong asked = new AtomicLong();
    new WorkflowCommand().run(options, stopAt(asked, Long.MAX_VALUE));
    long all = asked.get();
    assertTrue(all > 100, all + " questions");
    Path report = reports.resolve("a/report.html");
    byte[] before = Files.readAllBytes(report);
    int stops = 0;
    for (long last = 0; isStopped(options, last); last += 1 + all / 25) {
      assertEquals(Arrays.asList("a"), names(reports));
      assertTrue(Arrays.equals(before, Files.readAllBytes(report)), "the old report has changed");
      stops++;
    }
    assertTrue(stops > 10, stops + " stops"); // a slow machine asks more often
  }

  private static boolean isStopped(List<String> options, long last) throws IOException {
    try {
      new WorkflowCommand().run(options, stopAt(new AtomicLong(), last));
      return false;
    } catch (CancellationException e) {
      return true;
    }
  }

  private static ProgressListener stopAt(AtomicLong asked, long last) {
    return Stops.when(() -> asked.getAndIncrement() >= last);
  }
}
