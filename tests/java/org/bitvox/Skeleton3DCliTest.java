// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.calls.ConsoleListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Skeleton3DCliTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... options) {
    out.reset();
    err.reset();
    String[] args = new String[options.length + 1];
    args[0] = "skeleton3d";
    System.arraycopy(options, 0, args, 1, options.length);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    PrintStream results = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Cli(results, errors, new ConsoleListener(null, new AtomicBoolean())).run(args);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @BeforeEach
  void writeBlock() throws IOException {
    byte[] pixels = new byte[33 * 20 * 47];
    Arrays.fill(pixels, (byte) 255);
    Files.write(folder.resolve("block.raw"), pixels);
  }

  @Test
  void printsAndSavesTheTableAndTheSkeleton() throws IOException {
    assertEquals(
        0,
        run(
            "input=" + path("block.raw"),
            "width=33",
            "height=20",
            "depth=47",
            "backend=scalar",
            "verify",
            "output=" + path("s.tif"),
            "save=" + path("s.csv")));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertEquals(
        "Image: block.raw\nVoxels before: 31020\nVoxels after: 16\nRounds: 5\n"
            + "Components before: 1\nBackground components before: 1\nEuler number before: 1\n"
            + "Components after: 1\nBackground components after: 1\nEuler number after: 1\n"
            + "Backend: scalar\n",
        out.toString(StandardCharsets.UTF_8));
    List<String> lines = Files.readAllLines(folder.resolve("s.csv"));
    assertEquals("block.raw,31020,16,5,1,1,1,1,1,1,,,scalar,", lines.get(1));
    assertEquals(0, run("input=" + path("s.tif"), "backend=scalar"));
    assertEquals(
        "Image: s.tif\nVoxels before: 16\nVoxels after: 16\nRounds: 1\nBackend: scalar\n",
        out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void readsAnchorsToo() {
    String input = "input=" + path("block.raw");
    String[] shape = {"width=33", "height=20", "depth=47"};
    assertEquals(
        0,
        run(
            input,
            "anchors=" + path("block.raw"),
            shape[0],
            shape[1],
            shape[2],
            "output=" + path("same.tif")));
    assertEquals(0, run("input=" + path("same.tif"), "anchors=" + path("same.tif")));
    assertEquals(
        0,
        run(
            "input=" + path("same.tif"),
            "anchors=" + path("block.raw"),
            shape[0],
            shape[1],
            shape[2]));
    assertEquals(
        1,
        run(
            "input=" + path("same.tif"),
            "anchors=" + path("block.raw"),
            "width=20",
            "height=33",
            "depth=47"));
    assertEquals(
        "bitvox: the anchors are 20 x 33 x 47 voxels, the image 33 x 20 x 47\n",
        err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void refusesWrongUsage() throws IOException {
    assertEquals(2, run());
    assertEquals("bitvox: skeleton3d needs input=FILE\n", err.toString(StandardCharsets.UTF_8));
    assertEquals(2, run("input=a.tif", "width=4"));
    assertEquals(
        "bitvox: width= describes a raw file, but no .raw file is given\n",
        err.toString(StandardCharsets.UTF_8));
    String[] shape = {"input=" + path("block.raw"), "width=33", "height=20", "depth=47"};
    assertEquals(
        2,
        run(
            shape[0],
            shape[1],
            shape[2],
            shape[3],
            "anchors=" + path("block.raw"),
            "output=" + path("block.raw.tif"),
            "save=" + Files.createLink(folder.resolve("link.csv"), folder.resolve("block.raw"))));
    assertEquals(
        "bitvox: save=" + path("link.csv") + " is an input file; choose another name\n",
        err.toString(StandardCharsets.UTF_8));
    assertFalse(Files.exists(folder.resolve("block.raw.tif")));
  }
}
