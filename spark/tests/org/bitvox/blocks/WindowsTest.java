// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bitvox.ProgressListener;
import org.bitvox.calls.FilesFailedException;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.VoxelType;
import org.bitvox.zarr.WriteOptions;
import org.bitvox.zarr.ZarrWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A window has the rows that the plain command has of its voxels as an image of their own. */
class WindowsTest {
  private static final int[] SIZE = {30, 41, 52};
  private static final int LEADING = 4; // columns of a window behind the image

  @TempDir Path folder;

  // ---- What they give ------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "permeability phase=background sides=mirrored max_steps=20 windows=3 size=12 save=*",
        "tortuosity phase=background windows=2 save=*",
        "minkowski mask=@ windows=5 size=9 save=*",
        "label save=* summary=*_summary windows=4",
        "granulometry element=ball max_radius=3 windows=2 size=20 summary=*",
        "local_thickness per_slice windows=3 size=13 save=*"
      })
  void haveTheRowsOfThePlainCommand(String command) throws IOException {
    Random random = new Random(command.hashCode());
    Path image = folder.resolve("foam.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, SIZE, 10, random);
    Volumes.write(image, SIZE, slices, Volumes.options(random));
    Path other = folder.resolve("other.zarr");
    byte[][] mask = Volumes.slices(Volumes.Kind.NOISE, SIZE, 10, random);
    Volumes.write(other, SIZE, mask, Volumes.options(random));
    assertSame(command, image, slices, mask, VoxelType.UINT8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UINT16", "FLOAT32"})
  void haveTheValuesOfTheirVoxels(String type) throws IOException {
    VoxelType own = VoxelType.valueOf(type);
    Random random = new Random(own.ordinal());
    byte[][] slices = Volumes.grey(SIZE, own, random);
    byte[][] others = Volumes.grey(SIZE, own, random);
    Volumes.write(folder.resolve("grey.zarr"), SIZE, slices, own, Volumes.options(random));
    Volumes.write(folder.resolve("other.zarr"), SIZE, others, own, Volumes.options(random));
    String command = "joint_histogram second=@ bins=16 windows=3 size=14 save=* counts=*_counts";
    assertSame(command, folder.resolve("grey.zarr"), slices, others, own);
  }

  /** The tables have those of images of the same voxels, with the place of each. */
  private void assertSame(
      String command, Path image, byte[][] slices, byte[][] others, VoxelType type)
      throws IOException {
    String[] words = command.split(" ");
    List<String> files = Arrays.stream(words).filter(word -> word.contains("*")).toList();
    String printed = run(words(words, "all", image, folder.resolve("other.zarr"), true));
    BlockWords own = new BlockWords(List.of(words(words, "all", image, image, true)), false);
    List<Box> boxes = WindowPlaces.of(SIZE, own.windows(), own.windowSide());
    for (int i = 0; i < boxes.size(); i++) {
      Box box = boxes.get(i);
      Path part = folder.resolve("part" + i).resolve(image.getFileName());
      Path otherPart = folder.resolve("part" + i).resolve("other.zarr");
      write(part, slices, box, type);
      write(otherPart, others, box, type);
      String plain = InProcess.run(words(words, "one" + i, part, otherPart, false));
      assertTrue(
          withoutTimes(printed).contains(withoutTimes(plain)),
          command + ": " + printed + " has not " + plain);
    }
    for (String file : files) {
      List<String> all = lines("all", file);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < boxes.size(); i++) {
        for (String line : lines("one" + i, file)) {
          expected.add(line);
        }
      }
      all.remove(0);
      expected.removeIf(expected.get(0)::equals);
      assertEquals(expected.size(), all.size(), command);
      for (int i = 0; i < all.size(); i++) {
        assertTrue(isRow(all.get(i), expected.get(i), image), all.get(i) + ", " + expected.get(i));
      }
    }
  }

  /** Whether a row is another one, with the cells of a window. */
  private static boolean isRow(String row, String plain, Path image) {
    List<String> cells = new ArrayList<>(List.of(row.split(",", -1)));
    String name = image.getFileName().toString();
    cells.subList(1, 1 + LEADING).clear();
    return String.join(",", cells).equals(plain)
        || row.endsWith("," + plain) && row.startsWith(name);
  }

  /** Without how long it took. */
  private static String withoutTimes(String lines) {
    return lines.replaceAll("(?m)^Seconds: .*$", "");
  }

  private List<String> lines(String name, String word) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file(name, word) + ".csv"));
    int seconds = List.of(lines.get(0).split(",")).indexOf("Seconds");
    List<String> same = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      if (seconds >= 0) {
        cells[seconds] = "";
      }
      same.add(String.join(",", cells));
    }
    return same;
  }

  private static String file(String name, String word) {
    return word.substring(word.indexOf('=') + 1).replace("*", name);
  }

  private String[] words(String[] command, String name, Path image, Path other, boolean windows) {
    List<String> words = new ArrayList<>();
    for (String word : command) {
      if (windows || !word.startsWith("windows=") && !word.startsWith("size=")) {
        String own = word.replace("@", other.toString());
        words.add(
            own.replace("*", folder.resolve(name).toString()) + (word.contains("*") ? ".csv" : ""));
      }
    }
    words.add(1, "input=" + image);
    return words.toArray(new String[0]);
  }

  private static void write(Path place, byte[][] slices, Box box, VoxelType type)
      throws IOException {
    int[] from = box.from();
    int[] size = box.size();
    int bytes = type.bytes();
    byte[][] part = new byte[size[0]][size[1] * size[2] * bytes];
    for (int z = 0; z < size[0]; z++) {
      for (int y = 0; y < size[1]; y++) {
        int row = (from[1] + y) * SIZE[2] + from[2];
        System.arraycopy(
            slices[from[0] + z], row * bytes, part[z], y * size[2] * bytes, size[2] * bytes);
      }
    }
    Volumes.write(place, size, part, type, new WriteOptions(64, 0, "none", "auto", "0.4", "auto"));
  }

  private static String run(String... words) throws IOException {
    ZarrWords.reset();
    BlockWords own = new BlockWords(List.of(words), false);
    List<String> command = ZarrWords.taken(own.command());
    StringBuilder text = new StringBuilder();
    Windows.of(own, new LocalRunner())
        .run(
            Commands.named(command.get(0)),
            command.subList(1, command.size()),
            ProgressListener.NONE,
            text::append);
    return text.toString();
  }

  // ---- What goes wrong -----------------------------------------------------------------------

  /** A window without an object has no row, and the others have theirs. */
  @Test
  void oneThatFailsDoesNotHinderTheOthers() throws IOException {
    int[] size = {10, 10, 40};
    byte[][] slices = new byte[10][400];
    slices[5][5 * 40 + 3] = -1; // in the first window alone
    Path image = folder.resolve("few.zarr");
    Volumes.write(image, size, slices, Volumes.options(new Random(1)));
    Path table = folder.resolve("few.csv");
    String[] words = {
      "granulometry", "input=" + image, "windows=4", "size=10", "save=" + table, "max_radius=2"
    };
    FilesFailedException failed = assertThrows(FilesFailedException.class, () -> run(words));
    assertEquals(3, failed.sentences().size());
    assertTrue(failed.sentences().get(0).startsWith("the window at 10, 0, 0: "), "" + failed);
    assertFalse(failed.isWrongUsage());
    List<String> lines = Files.readAllLines(table);
    assertTrue(
        lines.get(0).startsWith("Image,Window x,Window y,Window z,Window side,"), lines.get(0));
    assertTrue(lines.get(1).startsWith("few.zarr,0,0,0,10,"), lines.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "minkowski windows=0 -> windows=0 is not allowed; use a whole number of windows, up to"
            + " 100000",
        "minkowski windows=2 size=a -> size=a is not allowed; use a whole number of voxels, such as"
            + " 256",
        "minkowski size=9 -> size= is of windows; say how many: windows=8 size=9",
        "minkowski windows=2 resume -> windows= goes without resume",
        "minkowski windows=2 block=9 -> windows= goes without block=",
        "minkowski windows=9 size=8 -> windows=9 size=8 would overlap in 16 x 16 x 16 voxels; use"
            + " windows=8, or size=5",
        "minkowski windows=5000 -> windows=5000 would overlap in 16 x 16 x 16 voxels; use fewer"
            + " windows",
        "distance_map windows=2 output=d.tif -> output=d.tif cannot be used with windows=, which"
            + " gives tables (.csv) alone",
        "convolution sigma=2 windows=2 -> convolution makes an image, and windows= gives tables"
            + " alone; leave out windows="
      })
  void wrongWordsAreNamed(String line) throws IOException {
    int[] size = {16, 16, 16};
    Path image = folder.resolve("small.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FULL, size, 8, new Random(1));
    Volumes.write(image, size, slices, Volumes.options(new Random(1)));
    String[] halves = line.split(" -> ");
    List<String> words = new ArrayList<>(List.of(halves[0].split(" ")));
    words.add(1, "input=" + image);
    UsageException wrong =
        assertThrows(UsageException.class, () -> run(words.toArray(new String[0])));
    assertEquals(halves[1], wrong.getMessage());
  }

  @Test
  void onlyOmeZarrHasWindows() {
    UsageException wrong =
        assertThrows(UsageException.class, () -> run("minkowski", "input=a.tif", "windows=2"));
    assertTrue(wrong.getMessage().contains("./bitvox zarr IN OUT.zarr"), wrong.getMessage());
  }
}
