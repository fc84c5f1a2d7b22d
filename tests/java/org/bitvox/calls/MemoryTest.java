// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.process.StackConverter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bitvox.Cli;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.TestMovie;
import org.bitvox.commands.Commands;
import org.bitvox.files.ColourModelFile;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory that dialogs speak of is about what processes take. */
@DisabledOnOs(OS.WINDOWS) // another system counts the memory of a process otherwise
class MemoryTest {
  private static final int SMALL = 32;

  @TempDir static Path folder;

  @BeforeAll
  static void makeImages() throws IOException {
    ColourModelFile.write(TestMovie.model(), folder.resolve("model.json"));
    for (int side : new int[] {SMALL, 128, 256}) {
      String sizes = String.format("width=%1$d height=%1$d depth=%1$d seed=1", side);
      Cli.run("sample_foam", sizes + " output=[" + file("foam", side) + "]");
      String foam = "input=[" + file("foam", side) + "]";
      Cli.run("skeleton3d", foam + " output=[" + file("skeleton", side) + "]");
      String skeleton = "input=[" + file("skeleton", side) + "]";
      Cli.run("label", skeleton + " output=[" + file("seeds", side) + "]");
      addNoise(IJ.openImage(file("foam", side)), side);
      ImagePlus colours = IJ.openImage(file("foam", side));
      new StackConverter(colours).convertToRGB();
      TestImages.save(colours, folder, "colours" + side + ".tif");
      if (side < 256) {
        ImagePlus image = IJ.openImage(file("foam", side));
        image.getCalibration().setUnit("mm");
        image.getCalibration().pixelDepth = 1.5;
        TestImages.save(image, folder, "long" + side + ".tif");
      }
    }
  }

  /** Where there is noise, a registration has smoothed copies. */
  private static void addNoise(ImagePlus image, int side) {
    Random random = new Random(side);
    for (int z = 1; z <= image.getStackSize(); z++) {
      byte[] slice = (byte[]) image.getStack().getPixels(z);
      for (int i = 0; i < slice.length; i++) {
        slice[i] = (byte) (60 + (slice[i] & 0xff) / 2 + 10 * random.nextGaussian());
      }
    }
    TestImages.save(image, folder, "noisy" + side + ".tif");
  }

  private static String file(String name, int side) {
    return folder + "/" + name + side + ".tif";
  }

  @ParameterizedTest
  @CsvSource({
    "granulometry, foam, 128, element=ball",
    "label, foam, 128, output=out.tif",
    "joint_histogram, foam, 128, second=SAME statistics=colocalization randomisations=3",
    "permeability, foam, 128, max_steps=20",
  })
  void isAboutWhatIsTaken(String command, String image, int side, String options)
      throws IOException {
    check(command, image, side, options);
  }

  @Tag("Slow")
  @ParameterizedTest
  @CsvSource({
    "granulometry, foam, 256, element=cross",
    "granulometry, foam, 256, element=cube",
    "granulometry, foam, 256, element=ball",
    "granulometry, long, 128, element=ball",
    "local_thickness, foam, 256, backend=auto",
    "local_thickness, long, 128, backend=auto",
    "distance_map, foam, 256, output=out.tif",
    "distance_map, foam, 256, output=out.tif region=signed",
    "distance_map, long, 128, output=out.tif",
    "label, foam, 256, output=out.tif",
    "split_objects, foam, 256, output=out.tif",
    "split_objects, long, 128, output=out.tif",
    "minkowski, foam, 256, backend=auto",
    "morphology, foam, 256, output=out.tif radius=3",
    "morphology, foam, 256, output=out.tif operation=fill_holes",
    "skeleton2d, foam, 256, output=out.tif",
    "skeleton3d, foam, 256, output=out.tif",
    "skeleton_graph, skeleton, 256, shortest=0",
    "convolution, foam, 256, output=out.tif sigma=2 axes=xyz",
    "joint_histogram, foam, 256, second=SAME statistics=colocalization randomisations=3",
    "permeability, foam, 128, max_steps=20",
    "flow, foam, 128, steps=2",
    "stiffness, foam, 128, phase=background accuracy=5",
    "stiffness, foam, 128, phase=background direction=tensor accuracy=50",
    "stiffness, foam, 128, phase=background tolerance=0.1",
    "stiffness, noisy, 128, values=densities accuracy=5",
    "deformation, foam, 128, node_spacing=1 frames=1 steps=10",
    "deformation, foam, 128, node_spacing=1.2 frames=1 steps=10 method=shape-matching neighbours=32",
    "deformation, foam, 128, node_spacing=1.2 frames=1 steps=10 image=SAME warped=out.tif displacement=moved.tif",
    "register_mi, noisy, 256, second=SAME max_shift=4",
    "register_mi, noisy, 256, second=SAME max_shift=4 max_angle=3 axes=xyz output=out.tif",
    "tortuosity, foam, 128, accuracy=0.1",
    "random_walker, foam, 128, seeds=SEEDS",
    "geodesic, foam, 256, seeds=SEEDS output=out.tif",
    "geodesic, foam, 256, objects output=out.tif",
    "workflow, foam, 256, output=report steps=thickness",
    "classify_colours, colours, 128, model=model.json output=out.tif",
    "classify_colours, colours, 256, model=model.json motion=median labels=out.tif",
    "classify_colours, colours, 256, model=model.json motion=running table=0",
    "agents, foam, 256, radius=3 agents=40000 steps=3 output=out.tif",
    "agents, foam, 256, radius=1 agents=200000 steps=3 clearance=centre output=out.tif",
  })
  void isAboutWhatIsTakenByAll(String command, String image, int side, String options)
      throws IOException {
    check(command, image, side, options);
  }

  private static void check(String command, String image, int side, String options)
      throws IOException {
    assumeTrue(System.getenv("LD_PRELOAD") == null, "a sanitizer takes memory of its own");
    String own =
        options.replaceAll("(output|labels|model)=", "$1=" + folder + "/") + " backend=auto";
    boolean chosen = command.equals("skeleton_graph") || command.equals("agents"); // no backends
    if (options.contains("backend=") || chosen) {
      own = own.replace(" backend=auto", "");
    }
    long taken = taken(command, options(own, image, SMALL), options(own, image, side));
    Values defaults = Commands.named(command).parameters().defaults();
    OpenImage input =
        new OpenImage(IJ.openImage(file(image, side)), defaults, ProgressListener.NONE);
    long read = input.voxels() / 8; // of the file, as bits; both images of a histogram as bytes
    read *= command.equals("joint_histogram") ? 16 : command.equals("convolution") ? 8 : 1;
    // In ImageJ they are copied; a movie is read frame by frame.
    read *= command.equals("register_mi") || command.equals("classify_colours") ? 0 : 1;
    boolean seeded = options.contains("SEEDS");
    read *= seeded ? 24 : command.equals("geodesic") ? 8 : 1; // a byte a voxel, and two of seeds
    double said = said(command, own.replace("SAME", "image"), image, side);
    double slack = 10e6; // stacks of threads, and what Java takes
    assertTrue(said > 0);
    assertTrue(taken - read < 1.2 * said + slack, taken - read + " bytes, said " + said);
    assertTrue(taken - read > 0.5 * said - slack, taken - read + " bytes, said " + said);
  }

  private static String options(String own, String image, int side) {
    String file = file(image, side);
    return "input=" + file + " " + own.replace("SAME", file).replace("SEEDS", file("seeds", side));
  }

  private static double said(String name, String options, String image, int side)
      throws IOException {
    Command command = Commands.named(name);
    Parameters parameters = command.parameters();
    List<String> words = Words.split(options);
    Values values = parameters.parse(words, Parameters.Caller.IMAGEJ);
    ImagePlus open = IJ.openImage(file(image, side));
    return command.memory(values, new OpenImage(open, values, ProgressListener.NONE));
  }

  private static long taken(String... args) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.addAll(Arrays.asList("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"));
    line.addAll(Arrays.asList("-Djava.awt.headless=true", "-cp"));
    line.addAll(
        Arrays.asList(System.getProperty("java.class.path"), MemoryProcess.class.getName()));
    line.addAll(Arrays.asList(args));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String last = "";
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String next = out.readLine(); next != null; next = out.readLine()) {
        last = next;
      }
    }
    assertTrue(last.matches("-?[0-9]+"), last);
    return Long.parseLong(last);
  }

  @Test
  void isSaidInWords() {
    Parameters parameters = Commands.named("label").parameters();
    DialogWords words = new DialogWords(parameters, null);
    assertTrue(words.work(0).matches("Computes on the .*\\)\\."), words.work(0));
    String said = ", which takes about 360 MB of memory beside the images.";
    assertTrue(words.work(355.3e6).endsWith(")" + said), words.work(355.3e6));
    DialogWords single = new DialogWords(Commands.named("skeleton_graph").parameters(), null);
    assertEquals("It takes about 1.2 MB of memory beside the images.", single.work(1.23e6));
    assertEquals("It takes less than 1 MB of memory beside the images.", single.work(1e3));
    assertEquals("", single.work(0));
  }
}
