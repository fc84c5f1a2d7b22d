// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.calls.ConsoleListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CliTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicBoolean stop = new AtomicBoolean();

  private int run(String... args) {
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    PrintStream results = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Cli(results, errors, new ConsoleListener(null, stop)).run(args);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> inFolder() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A volume as a raw file. */
  private TestVolume volume(String name) throws IOException {
    TestVolume volume = TestVolume.blobs(40, 30, 20, 2);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] slice : volume.slices) {
      bytes.write(slice);
    }
    Files.write(folder.resolve(name), bytes.toByteArray());
    return volume;
  }

  private static String[] measure(String input, String... more) {
    String[] args = {"granulometry", "input=" + input, "width=40", "height=30", "depth=20"};
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aloneItListsTheCommands() {
    assertEquals(0, run());
    assertTrue(out().contains("granulometry") && out().contains("sample_foam"), out());
    assertTrue(out().contains("backends"), out());
    assertEquals("", err());
  }

  @Test
  void helpListsTheKeys() {
    assertEquals(0, run("granulometry", "help"));
    assertTrue(out().contains("max_radius=50"), out());
    assertEquals(0, run("sample_foam", "--help"));
    assertTrue(out().contains("radius_max=25"), out());
    String help = out();
    assertEquals(0, run("help", "sample_foam"));
    assertEquals(help, out());
    assertEquals(0, run("sample_foam", "width=3", "-h"));
    assertEquals(help, out());
  }

  @Test
  void saysItsVersion() {
    for (String word : new String[] {"version", "--version"}) {
      assertEquals(0, run(word));
      String java = System.getProperty("java.version");
      String[] lines = out().split("\n");
      assertEquals("Bitvox (not in a jar), ImageJ " + IJ.getVersion() + ", Java " + java, lines[0]);
      assertTrue(lines[1].startsWith("Commit "), lines[1]);
      assertEquals("Built for " + Backends.ofThisBuild(), lines[2]);
      assertEquals(3, lines.length);
      assertTrue(out().endsWith("\n"));
    }
  }

  /** The values that were found, as ImageJ shows them, and what was wanted. */
  @Test
  void saysWhatAnImageWithoutForegroundHolds() throws IOException {
    Files.write(folder.resolve("s.raw"), new byte[] {0, -4, 100, 0});
    String[] sizes = {"width=2", "height=1", "type=int16"};
    String[] command = {"granulometry", "input=" + path("s.raw"), "threshold=200"};
    String[] all = Stream.of(command, sizes).flatMap(Stream::of).toArray(String[]::new);
    assertEquals(1, run(all));
    assertEquals(
        "bitvox: s.raw: the image has no foreground voxels (its values are -1024 to 100, foreground"
            + " is 200 and more)\n",
        err());
    Files.write(folder.resolve("b.raw"), new byte[] {-1, -1});
    assertEquals(
        1,
        run("granulometry", "input=" + path("b.raw"), "width=2", "height=1", "phase=background"));
    assertEquals(
        "bitvox: b.raw: the image has no background voxels (all its values are 255, foreground is"
            + " 255)\n",
        err());
    String[] skeletons = {"skeleton2d", "skeleton3d", "skeleton_graph"};
    Files.write(folder.resolve("e.raw"), new byte[2]);
    for (String skeleton : skeletons) {
      assertEquals(1, run(skeleton, "input=" + path("e.raw"), "width=2", "height=1"));
      assertTrue(err().endsWith("s (all its values are 0, foreground is 255)\n"), err());
    }
  }

  @Test
  void wrongUsageIsTwo() {
    assertEquals(2, run("granulomety"));
    assertEquals("bitvox: unknown command 'granulomety'; did you mean 'granulometry'?\n", err());
    assertEquals(2, run("histogram"));
    assertEquals("bitvox: unknown command 'histogram'; did you mean 'joint_histogram'?\n", err());
    assertEquals(2, run("watershed"));
    assertTrue(err().startsWith("bitvox: unknown command 'watershed'; use granulometry, "), err());
    assertEquals(2, run("granulometry", "radius=3"));
    assertEquals(
        "bitvox: unknown key 'radius' for granulometry; did you mean 'max_radius'?\n", err());
    assertEquals(2, run("granulometry"));
    assertEquals("bitvox: granulometry needs input=FILE\n", err());
    assertEquals(2, run("granulometry", "foam.tif"));
    assertEquals("bitvox: foam.tif is no key; if it is the image, write input=foam.tif\n", err());
    assertEquals(2, run("granulometry", "input=a.tif", "max_radius=0"));
    assertEquals("bitvox: max_radius=0 is not allowed; use 1 to 32767\n", err());
    assertEquals(2, run("backends", "all"));
    assertEquals("bitvox: unknown key 'all'; backends takes no keys\n", err());
    assertEquals("", out());
  }

  @Test
  void failureIsOne() throws IOException {
    assertEquals(1, run("granulometry", "input=" + path("no.tif")));
    assertEquals("bitvox: " + path("no.tif") + ": no such file\n", err());
    volume("v.raw");
    assertEquals(1, run(measure(path("v.raw"), "save=" + path("no/c.csv"))));
    assertEquals("bitvox: " + path("no/c.csv") + ": the folder does not exist\n", err());
    assertEquals("", out());
  }

  @Test
  void printsTheSummary() throws IOException {
    TestVolume volume = volume("v.raw");
    GranulometryCurve curve =
        new Granulometry().measure(volume.pixels(), ProgressListener.NONE).curve();
    assertEquals(0, run(measure(path("v.raw"), "backend=scalar", "summary=" + path("s.csv"))));
    String printed = out();
    assertTrue(printed.startsWith("Image: v.raw\nV(0) (voxels): "), printed);
    assertTrue(printed.contains("\nPhase: foreground\nElement: cross\n"), printed);
    assertTrue(printed.endsWith("\nMax radius: 50\nPer slice: no\nBackend: scalar\n"), printed);
    assertTrue(printed.contains("\nV(0) (voxels): " + curve.count(0) + "\n"), printed);
    assertTrue(printed.contains("\nMean size (n): " + curve.mean() + "\n"), printed);
    assertTrue(printed.contains("\nD90 (n): " + curve.percentile(90) + "\n"), printed);
    List<String> summary = Files.readAllLines(folder.resolve("s.csv"));
    assertEquals(2, summary.size());
    assertTrue(summary.get(0).startsWith("Image,V(0) (voxels),"), summary.get(0));
    assertTrue(
        summary
            .get(0)
            .endsWith(
                ",Phase,Element,Edges,Max radius,Threshold,Mask,Per slice,"
                    + "Step (voxels),Backend,Note"),
        summary.get(0));
    assertTrue(
        summary.get(1).endsWith(",foreground,cross,background,50,,,no,,scalar,"), summary.get(1));
    assertEquals("", err());
  }

  @Test
  void savesTheCurve() throws IOException {
    Locale before = Locale.getDefault();
    TestVolume volume = volume("v.raw");
    GranulometryCurve curve =
        new Granulometry()
            .edges(Edges.CLIPPED)
            .measure(volume.pixels(), ProgressListener.NONE)
            .curve();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals(0, run(measure(path("v.raw"), "edges=clipped", "save=" + path("c.csv"))));
    } finally {
      Locale.setDefault(before);
    }
    List<String> lines = Files.readAllLines(folder.resolve("c.csv"));
    assertEquals("n,V(n) (voxels),V(n)/V(0),s(n),Width (voxels),Edges", lines.get(0));
    assertEquals(curve.length() + 1, lines.size());
    for (int n = 0; n < curve.length(); n++) {
      String[] cells = lines.get(n + 1).split(",");
      assertEquals(n, Integer.parseInt(cells[0]));
      assertEquals(curve.count(n), Long.parseLong(cells[1]));
      assertEquals(curve.fraction(n), Double.parseDouble(cells[2]));
      assertEquals(curve.spectrum(n), Double.parseDouble(cells[3]));
      assertEquals(2 * n + 1, Integer.parseInt(cells[4]));
      assertEquals("clipped", cells[5]);
    }
  }

  @Test
  void writesEveryFileAndNothingElse() throws IOException {
    volume("v.raw");
    String[] outputs = {
      "output=" + path("m.tif"), "save=" + path("c.csv"), "summary=" + path("s.csv")
    };
    assertEquals(0, run(measure(path("v.raw"), outputs)));
    assertEquals(List.of("c.csv", "m.tif", "s.csv", "v.raw"), inFolder());
  }

  @Test
  void resultsThatCannotBePrintedAreAFailure() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    for (String command : new String[] {"help", "backends"}) {
      err.reset();
      assertEquals(
          1, new Cli(full, errors, new ConsoleListener(null, stop)).run(new String[] {command}));
      assertEquals(
          "bitvox: the results cannot be written to stdout: No space left on device\n", err());
    }
  }

  @Test
  void leavesNothingWhenItFails() throws IOException {
    TestVolume volume = volume("v.raw");
    byte[] bytes = Files.readAllBytes(folder.resolve("v.raw"));
    bytes[volume.width * volume.height * 19] = 7;
    Files.write(folder.resolve("v.raw"), bytes);
    String[] outputs = {"output=" + path("m.tif"), "save=" + path("c.csv")};
    assertEquals(1, run(measure(path("v.raw"), outputs)));
    assertEquals(
        "bitvox: v.raw: 8-bit binary (0 and 255 only) image required, but the value at x=0 y=0 z=19"
            + " is 7; set Threshold (threshold=T), and foreground is T and more; Otsu's method suggests 8"
            + "; of a label image, threshold=1 takes all labels\n",
        err());
    assertEquals(List.of("v.raw"), inFolder());
  }

  @Test
  void saysWhenMaxRadiusEndsTheCurve() throws IOException {
    volume("v.raw");
    assertEquals(0, run(measure(path("v.raw"), "max_radius=1")));
    assertTrue(out().endsWith("Note: Ended by max_radius=1: what is left counts at n=1.\n"), out());
  }

  @Test
  void stoppedIs130AndLeavesNothing() throws IOException {
    volume("v.raw");
    stop.set(true);
    assertEquals(130, run(measure(path("v.raw"), "output=" + path("m.tif"))));
    assertEquals("bitvox: stopped\n", err());
    assertEquals(List.of("v.raw"), inFolder());
    assertEquals(130, run("sample_foam", "width=50", "output=" + path("f.tif")));
    assertEquals(List.of("v.raw"), inFolder());
  }

  @Test
  void measuresTheFoamThatItMakes() {
    assertEquals(
        0, run("sample_foam", "width=50", "height=40", "depth=30", "output=" + path("f.tif")));
    String printed = out();
    assertTrue(printed.contains("Depth (voxels): 30\n"), printed);
    String foreground = printed.replaceAll("(?s).*Foreground \\(voxels\\): (\\d+)\n.*", "$1");
    assertEquals(0, run("granulometry", "input=" + path("f.tif")));
    assertTrue(out().contains("V(0) (voxels): " + foreground + "\n"), out());
    assertEquals(2, run("sample_foam", "radius_min=9", "radius_max=8", "output=" + path("g.tif")));
    assertEquals("bitvox: radius_max=8 is not allowed; use radius_min (9) to 1000\n", err());
    assertEquals(List.of("f.tif"), inFolder());
  }

  @Test
  void listsTheBackends() {
    assertEquals(0, run("backends"));
    String backends =
        out().replaceAll("(?m)^.* kept for the next command;.*\n", ""); // by other tests
    assertEquals(4, backends.split("\n").length, backends);
    assertTrue(out().contains("scalar: available"), out());
  }

  @Test
  void showsProgressOnATerminalOnly() throws IOException {
    volume("v.raw");
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream terminal = new PrintStream(shown, true, StandardCharsets.UTF_8);
    PrintStream nowhere = new PrintStream(out, true, StandardCharsets.UTF_8);
    new Cli(nowhere, nowhere, new ConsoleListener(terminal, stop)).run(measure(path("v.raw")));
    assertTrue(shown.toString(StandardCharsets.UTF_8).contains(" %"));
    assertFalse(out().contains("%"));
  }
}
