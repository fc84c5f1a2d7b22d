// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One command on several files. */
class ManyFilesTest {
  private static final AtomicBoolean NEVER = new AtomicBoolean();

  @TempDir Path folder;

  @BeforeEach
  void volumes() throws IOException {
    Files.createDirectory(folder.resolve("out"));
    for (int i = 1; i <= 3; i++) {
      ImagePlus image = image(TestVolume.blobs(20 + i, 12, 5, i));
      TestImages.save(image, folder, "v" + i + ".tif");
    }
    Files.write(folder.resolve("bad.tif"), new byte[] {1, 2, 3});
  }

  private static ImagePlus image(TestVolume volume) {
    ImageStack stack = new ImageStack(volume.width, volume.height);
    for (byte[] slice : volume.slices) {
      stack.addSlice("", slice);
    }
    return new ImagePlus("blobs", stack);
  }

  /** IN/ stands for the folder. */
  private TestCli run(String... args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.replaceAll(arg -> arg.replace("IN/", folder + "/"));
    return new TestCli(NEVER, all);
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name));
  }

  private List<String> inOut() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void anImageHasItsFilesAndAllHaveOneTable() throws IOException {
    TestCli all =
        run(
            "granulometry",
            "input=IN/v*.tif",
            "output=IN/out/*_map.tif",
            "save=IN/out/{name}.csv",
            "summary=IN/out/all.csv");
    assertEquals(0, all.code, all.err);
    assertEquals(
        List.of("all.csv", "v1.csv", "v1_map.tif", "v2.csv", "v2_map.tif", "v3.csv", "v3_map.tif"),
        inOut());
    StringBuilder printed = new StringBuilder();
    List<String> rows = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      String[] one = {"granulometry", "input=IN/v" + i + ".tif", "output=IN/m.tif"};
      TestCli alone = run(one[0], one[1], one[2], "save=IN/c.csv", "summary=IN/s.csv");
      printed.append(i == 1 ? "" : "\n").append(alone.out);
      rows.addAll(lines("s.csv").subList(i == 1 ? 0 : 1, 2));
      assertEquals(lines("c.csv"), lines("out/v" + i + ".csv"));
      assertArrayEquals(
          Files.readAllBytes(folder.resolve("m.tif")),
          Files.readAllBytes(folder.resolve("out/v" + i + "_map.tif")));
    }
    assertEquals(printed.toString(), all.out);
    assertEquals(rows, lines("out/all.csv"));
  }

  /** A long table has no column for the image by itself. */
  @Test
  void rowsOfALongTableBeginWithTheImage() throws IOException {
    ImagePlus calibrated = image(TestVolume.blobs(20, 12, 5, 7));
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 2;
    calibration.pixelHeight = 2;
    calibration.pixelDepth = 2;
    calibration.setUnit("mm");
    calibrated.setCalibration(calibration);
    TestImages.save(calibrated, folder, "w,1.tif");
    TestCli both = run("granulometry", "input=IN/v1.tif,IN/w,1.tif", "save=IN/out/all.csv");
    assertEquals(0, both.code, both.err);
    List<String> lines = lines("out/all.csv");
    assertEquals(
        "Image,n,V(n) (voxels),V(n)/V(0),s(n),Width (voxels),Edges,Width (mm)", lines.get(0));
    assertTrue(lines.get(1).matches("v1.tif,0,\\d+,1,[0-9.]+,1,background,"), lines.get(1));
    String last = lines.get(lines.size() - 1);
    assertTrue(last.matches("\"w,1.tif\",\\d+,0,0,0,\\d+,background,[0-9.]+"), last);
  }

  @Test
  void aFileThatFailsDoesNotHinderTheOthers() throws IOException {
    TestCli some =
        run(
            "skeleton2d",
            "input=IN/v1.tif,IN/bad.tif,IN/no.tif,IN/v2.tif",
            "save=IN/out/all.csv",
            "output=IN/out/*_skeleton.tif");
    assertEquals(1, some.code);
    String[] errors = some.err.split("\n");
    assertEquals(2, errors.length, some.err);
    assertTrue(errors[0].startsWith("bitvox: " + folder + "/bad.tif: "), some.err);
    assertEquals("bitvox: " + folder + "/no.tif: no such file", errors[1]);
    assertEquals(List.of("all.csv", "v1_skeleton.tif", "v2_skeleton.tif"), inOut());
    List<String> lines = lines("out/all.csv");
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).startsWith("v1.tif,"));
    assertTrue(lines.get(2).startsWith("v2.tif,"));
    assertTrue(some.out.contains("Image: v2.tif\n"), some.out);
  }

  @Test
  void whatNoFileCanDoIsWrongUsage() throws IOException {
    TestCli none =
        run("label", "connectivity=8", "input=IN/v1.tif,IN/v2.tif", "save=IN/out/all.csv");
    assertEquals(2, none.code, none.err);
    assertEquals(List.of(), inOut());
  }

  @Test
  void namesThatClashAreRefusedBeforeAnythingIsRead() throws IOException {
    String[][] wrong = {
      {"output=IN/out/m.tif", "is one file for 3 images; put \\* or \\{name\\}"},
      {"output=IN/*.tif", "is an input file; choose another name"},
      {"save=IN/out/a.csv summary=IN/out/a.csv", "would be written for save= and for summary="},
      {"save=IN/out/*.csv summary=IN/out/{name}.csv", "would be written for save= of "},
      {"save=IN/out/a.csv summary=IN/out/A.csv", "would be written for save= and for summary="},
    };
    for (String[] outputs : wrong) {
      String[] words = ("granulometry input=IN/v*.tif " + outputs[0]).split(" ");
      TestCli refused = run(words);
      assertEquals(2, refused.code, outputs[0]);
      assertTrue(refused.err.matches("(?s)bitvox: .*" + outputs[1] + ".*"), refused.err);
      assertEquals("", refused.out);
      assertEquals(List.of(), inOut());
    }
    Files.createDirectory(folder.resolve("other"));
    Files.copy(folder.resolve("v1.tif"), folder.resolve("other/v1.tif"));
    TestCli twice =
        run("skeleton2d", "input=IN/v1.tif,IN/other/v1.tif", "output=IN/out/{name}.tif");
    assertEquals(2, twice.code, twice.err);
    assertTrue(twice.err.contains("would be written for output= of"), twice.err);
  }

  /** The second image of each has its name. */
  @Test
  void otherImagesAreFoundByTheNameOfTheImage() throws IOException {
    for (int i = 1; i <= 2; i++) {
      Files.copy(folder.resolve("v" + i + ".tif"), folder.resolve("out/v" + i + "-copy.tif"));
    }
    TestCli both =
        run(
            "morphology",
            "operation=xor",
            "input=IN/v1.tif,IN/v2.tif",
            "second=IN/out/*-copy.tif",
            "save=IN/all.csv");
    assertEquals(0, both.code, both.err);
    List<String> lines = lines("all.csv");
    int after = Arrays.asList(lines.get(0).split(",")).indexOf("Voxels after");
    assertEquals("0", lines.get(1).split(",", -1)[after]);
    assertEquals("0", lines.get(2).split(",", -1)[after]);
  }

  @Test
  void oneFileOfAPatternIsLikeOneFile() throws IOException {
    TestCli one = run("skeleton2d", "input=IN/v1*.tif", "output=IN/out/*_s.tif");
    assertEquals(0, one.code, one.err);
    assertEquals(List.of("v1_s.tif"), inOut());
    TestCli bad = run("skeleton2d", "input=IN/b?d.tif", "output=IN/out/*_b.tif");
    assertEquals(1, bad.code);
    assertFalse(bad.err.contains("files failed"), bad.err);
  }

  @Test
  void whoStopsItHasNoTable() throws IOException {
    AtomicBoolean stop = new AtomicBoolean(true);
    List<String> args =
        List.of("skeleton2d", "input=" + folder + "/v*.tif", "save=" + folder + "/out/all.csv");
    assertEquals(130, new TestCli(stop, args).code);
    assertEquals(List.of(), inOut());
  }
}
