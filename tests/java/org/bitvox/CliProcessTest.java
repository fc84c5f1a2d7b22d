// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process of its own. */
@DisabledOnOs(OS.WINDOWS) // signals, and what starts processes, are Linux's
class CliProcessTest {
  @TempDir Path folder;

  private final List<String> javaOptions = new ArrayList<>();
  private File out;

  @BeforeEach
  void useTheLibraryThatIsTested() {
    String library = System.getProperty(NativeLibrary.OVERRIDE);
    if (library != null) {
      javaOptions.add("-D" + NativeLibrary.OVERRIDE + "=" + library);
    }
    out = folder.resolve("out").toFile();
  }

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    // Where a shell has started the tests in the background, they ignore Ctrl-C, and so would it.
    command.addAll(Arrays.asList("env", "--default-signal=INT"));
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(javaOptions);
    if (Runtime.version().feature() >= 17) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(Arrays.asList("-cp", jar(IJ.class) + ":" + jar(Cli.class), "org.bitvox.Cli"));
    command.addAll(Arrays.asList(args));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(out == null ? Redirect.PIPE : Redirect.to(out))
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private static String jar(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private int run(String... args) throws IOException, InterruptedException {
    return end(start(args));
  }

  private static int end(Process process) throws InterruptedException {
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertTrue(ended, "it does not end");
    return process.exitValue();
  }

  private String text(String file) throws IOException {
    return new String(Files.readAllBytes(folder.resolve(file)), StandardCharsets.UTF_8);
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void measuresAndDraws() throws IOException, InterruptedException {
    assertEquals(0, run("sample_foam", "width=40", "height=40", "depth=40", "output=f.tif"));
    assertEquals("", text("err"));
    assertEquals(0, run("granulometry", "input=f.tif", "save=c.csv", "plot=p.png"));
    assertEquals("", text("err"));
    assertTrue(text("out").startsWith("Image: f.tif\nV(0) (voxels): "), text("out"));
    byte[] png = Files.readAllBytes(folder.resolve("p.png"));
    assertArrayEquals(new byte[] {(byte) 0x89, 'P', 'N', 'G'}, Arrays.copyOf(png, 4));
    assertEquals(Arrays.asList("c.csv", "err", "f.tif", "out", "p.png"), inFolder());
  }

  @Test
  void tellsFailuresByExitCode() throws IOException, InterruptedException {
    assertEquals(1, run("granulometry", "input=no.tif"));
    assertEquals("bitvox: no.tif: no such file\n", text("err"));
    assertEquals(2, run("granulometry", "input=no.tif", "max_radius=0"));
    assertEquals("bitvox: max_radius=0 is not allowed; use 1 to 32767\n", text("err"));
    assertEquals("", text("out"));
  }

  @Test
  void resultsThatCannotBePrintedAreAFailure() throws IOException, InterruptedException {
    out = new File("/dev/full");
    assertEquals(1, run("backends"));
    assertEquals(
        "bitvox: the results cannot be written to stdout: No space left on device\n", text("err"));
  }

  @Test
  void aHeapTooSmallSaysHowMuchASliceNeeds() throws IOException, InterruptedException {
    javaOptions.add("-Xmx24m");
    assertEquals(1, run("sample_foam", "width=8192", "height=8192", "depth=1", "output=f.tif"));
    String message = text("err");
    assertTrue(
        message.matches(
            "bitvox: Out of memory: the Java heap has \\d+ MiB, and one slice of each image needs"
                + " 65 MiB; raise it in Edit>Options>Memory & Threads, or with -Xmx\n"),
        message);
    assertEquals(Arrays.asList("err", "out"), inFolder());
  }

  @Test
  void aHeapTooSmallForAHistogramSaysSo() throws IOException, InterruptedException {
    javaOptions.add("-Xmx40m");
    Files.write(folder.resolve("a.raw"), new byte[100]);
    String[] args = {
      "joint_histogram", "input=a.raw", "second=a.raw", "width=10", "height=10", "bins=4096"
    };
    assertEquals(1, run(args));
    String message = text("err");
    assertTrue(
        message.matches(
            "bitvox: Out of memory: the Java heap has \\d+ MiB, and the histogram needs 129 MiB;"
                + " raise it in Edit>Options>Memory & Threads, or with -Xmx\n"),
        message);
  }

  @Test
  void aForeignLibraryGetsASentence() throws IOException, InterruptedException {
    String foreign = System.getProperty("java.home") + "/lib/libprefs.so";
    javaOptions.add("-D" + NativeLibrary.OVERRIDE + "=" + foreign);
    assertEquals(1, run("backends"));
    String message = text("err");
    assertTrue(
        message.matches(
            "bitvox: Bitvox's native library is of another program or version \\(.*count.*\\); use"
                + " the one in the jar, without -Dbitvox.library\n"),
        message);
  }

  @Test
  void imageJsOwnMessagesStayOut() throws IOException, InterruptedException {
    byte[] broken = new byte[200];
    System.arraycopy(new byte[] {'I', 'I', 42, 0, 8, 0, 0, 0, 3, 0}, 0, broken, 0, 10);
    Files.write(folder.resolve("broken.tif"), broken);
    assertEquals(1, run("granulometry", "input=broken.tif"));
    assertEquals("bitvox: broken.tif: ImageWidth of page 1 is missing\n", text("err"));
    assertEquals("", text("out"));
  }

  @Test
  void controlCStopsAndLeavesNothing() throws IOException, InterruptedException {
    Process process =
        start(
            "sample_foam",
            "width=700",
            "height=700",
            "depth=700",
            "radius_min=1",
            "radius_max=3",
            "fraction=0.9",
            "output=f.tif");
    while (process.isAlive() && inFolder().size() == 2) { // until it has begun its file
      Thread.sleep(10);
    }
    assertEquals(3, inFolder().size());
    controlC(process);
    assertEquals(130, end(process));
    assertEquals("bitvox: stopped\n", text("err"));
    assertEquals(Arrays.asList("err", "out"), inFolder());
  }

  private static void controlC(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
  }

  /** A row a slice, which nobody reads at first, keeps it from ending. */
  @Test
  void controlCIsTooLateOnceFilesAreInPlace() throws IOException, InterruptedException {
    int slices = 3000;
    Files.write(folder.resolve("a.raw"), new byte[slices]);
    out = null;
    Process process =
        start(
            "joint_histogram",
            "input=a.raw",
            "second=a.raw",
            "width=1",
            "height=1",
            "depth=" + slices,
            "bins=2",
            "per_slice",
            "output=h.tif");
    while (process.isAlive() && !Files.exists(folder.resolve("h.tif"))) {
      Thread.sleep(10);
    }
    controlC(process);
    Thread.sleep(500);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, end(process));
    assertEquals("", text("err"));
    assertEquals(slices + 1, printed.split("\n").length);
    assertEquals(Arrays.asList("a.raw", "err", "h.tif"), inFolder());
  }

  /** A signal that comes while Java starts has ended it before the command line can hear of it. */
  @Test
  void aSignalBeforeItBeginsIsSaidToo() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                jar(IJ.class) + ":" + jar(Cli.class) + ":" + jar(Stopped.class),
                Stopped.class.getName())
            .redirectError(folder.resolve("err").toFile())
            .start();
    assertEquals(3, end(process));
    assertEquals("bitvox: stopped\n", text("err"));
  }

  /** Begins when Java has begun to end. */
  static final class Stopped {
    private Stopped() {}

    public static void main(String[] args) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Cli.main(new String[] {"backends"})));
      System.exit(3);
    }
  }
}
