// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.process.ImageStatistics;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.bitvox.Backends;
import org.bitvox.Cli;
import org.bitvox.KeptMemory;
import org.bitvox.MacroCall;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherCommandsTest {
  @TempDir Path folder;

  private static String foam(String options) {
    return MacroCall.run(new SampleFoamCommand(), null, options);
  }

  /** A setting of that name would take the place of what a row is about. */
  @Test
  void noSettingIsCalledAsTheFirstColumnIs() {
    for (Command command : Commands.ALL) {
      Parameters parameters = command.parameters();
      Set<String> headings = Settings.cells(parameters, parameters.defaults(), key -> "").keySet();
      for (String first : Arrays.asList("Image", "File", "Note")) {
        assertFalse(headings.contains(first), parameters.command() + ": " + first);
      }
    }
  }

  @Test
  void sampleFoamShowsABinaryStack() {
    assertEquals("", foam("width=40 height=30 depth=20 radius_min=3 radius_max=6 fraction=0.4"));
    ImagePlus image = MacroCall.shown("sample_foam");
    assertEquals(40, image.getWidth());
    assertEquals(30, image.getHeight());
    assertEquals(20, image.getStackSize());
    assertEquals(8, image.getBitDepth());
    long foreground = 0;
    for (int z = 1; z <= 20; z++) {
      ImageStatistics statistics = image.getStack().getProcessor(z).getStats();
      assertEquals(1200, statistics.histogram[0] + statistics.histogram[255]);
      foreground += statistics.histogram[255];
    }
    assertTrue(foreground >= 0.4 * 24000, "" + foreground);
  }

  @Test
  void sampleFoamWritesTheSameFile() {
    foam("width=40 height=30 depth=20 output=[" + folder + "/f.tif]");
    ImagePlus shown = MacroCall.shown("sample_foam");
    ImagePlus file = IJ.openImage(folder + "/f.tif");
    for (int z = 1; z <= 20; z++) {
      assertEquals(
          Arrays.toString((byte[]) shown.getStack().getProcessor(z).getPixels()),
          Arrays.toString((byte[]) file.getStack().getProcessor(z).getPixels()));
    }
  }

  @Test
  void sampleFoamRefusesBadValues() {
    assertEquals(
        "Bitvox Sample Foam: radius_max=4 is not allowed; use radius_min (5) to 1000\n",
        foam("radius_max=4"));
    assertEquals(
        "Bitvox Sample Foam: fraction=1 is not allowed; use 0 to 0.95\n", foam("fraction=1"));
    assertNull(MacroCall.shown("sample_foam"));
  }

  @Test
  void backendsWritesToTheLog() {
    KeptMemory.free();
    String log = MacroCall.run(new BackendsCommand(), null, "");
    assertEquals(4, log.split("\n").length);
    assertTrue(log.contains("scalar: available"), log);
  }

  @Test
  void moreResultsSaysWhereTheyAreWithoutWindows() {
    String words = "More Results opens windows of ImageJ, and there are none here: keys such as";
    assertTrue(Cli.run("more_results").startsWith(words));
    assertTrue(MacroCall.run(new MoreResultsCommand(), null, "").startsWith(words));
  }

  @Test
  void freeMemorySaysWhatItGaveBack() {
    boolean gpu = Backends.list().get(0).available();
    KeptMemory.free();
    foam("width=256 height=256 depth=100 radius_min=30 radius_max=60 fraction=0.2");
    ImagePlus image = MacroCall.shown("sample_foam");
    MacroCall.run(new DistanceMapCommand(), image, "backend=scalar");
    if (gpu) {
      MacroCall.run(new MinkowskiCommand(), image, "backend=cuda");
    }
    String kept =
        "[1-9]\\d* MiB of memory"
            + (gpu ? "(, \\d+ MiB of page-locked memory)? and \\d+ MiB of the GPU's" : "");
    String backends = MacroCall.run(new BackendsCommand(), null, "");
    assertTrue(
        backends.matches("(?s).*\n" + kept + " are kept for the next command; .*\n"), backends);
    String log = MacroCall.run(new FreeMemoryCommand(), null, "");
    assertTrue(log.matches(kept + " were given back\\.\n"), log);
    assertEquals("No memory was kept.\n", MacroCall.run(new FreeMemoryCommand(), null, ""));
    assertEquals(0, KeptMemory.arrays() + KeptMemory.onGpu() + KeptMemory.pinned());
  }

  @Test
  void whatIsGivenBackIsNeverCalledNothing() {
    assertEquals("", FreeMemoryCommand.sentence(0, 0, 0));
    assertEquals("1 MiB of memory", FreeMemoryCommand.sentence(1, 0, 0));
    assertEquals("2 MiB of the GPU's memory", FreeMemoryCommand.sentence(0, 0, 2 << 20));
    assertEquals(
        "1 MiB of memory, 16 MiB of page-locked memory and 3 MiB of the GPU's",
        FreeMemoryCommand.sentence(1 << 20, 16 << 20, (2 << 20) + 1));
  }

  @Test
  void macrosCallTheCommandLine() {
    String[] printed = new String[2];
    String file = folder + "/a foam.tif";
    String log =
        MacroCall.run(
            arg -> {
              printed[0] =
                  Cli.run("sample_foam", "width=30 height=30 depth=9 output=[" + file + "]");
              printed[1] = Cli.run("granulometry", "input=[" + file + "] element=cube");
            },
            null,
            "");
    assertEquals("", log);
    assertTrue(printed[0].contains("Depth (voxels): 9\n"), printed[0]);
    assertTrue(printed[1].startsWith("Image: a foam.tif\nV(0) (voxels): "), printed[1]);
    assertTrue(printed[1].contains("\nPhase: foreground\nElement: cube\n"), printed[1]);
    assertTrue(Cli.run("backends").contains("scalar: available"));
  }

  @Test
  void macrosAreToldWhatFailed() {
    String log =
        MacroCall.run(arg -> assertEquals("", Cli.run("granulometry", "input=no.tif")), null, "");
    assertEquals("Bitvox granulometry: no.tif: no such file\n", log);
  }

  @Test
  void nothingIsNoNameAndNoOptions() {
    assertTrue(Cli.run("backends", null).contains("scalar: available"));
    String log = MacroCall.run(arg -> assertEquals("", Cli.run(null, null)), null, "");
    assertTrue(log.startsWith("Bitvox: unknown command ''"), log);
    log = MacroCall.run(arg -> assertEquals("", Cli.run("granulometry", null)), null, "");
    assertTrue(log.startsWith("Bitvox granulometry: "), log);
    assertTrue(log.contains("needs input="), log);
  }
}
