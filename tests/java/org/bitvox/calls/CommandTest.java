// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.MacroCall;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operation of another kind: reads a text, makes a vector field, labels and a table. */
class CommandTest {
  @TempDir Path folder;

  private static final class Field extends Command {
    Field() {
      super(
          "Bitvox Test Field",
          new Parameters(
              "test_field",
              "a field from a text",
              Parameter.inputFile("input", "a number").required(),
              Parameter.flag("fail", "fails at the end"),
              Parameter.flag("heap", "fails for want of memory"),
              Parameter.output("output", "the field", "tif", "raw"),
              Parameter.output("labels", "the labels", "raw"),
              Parameter.output("save", "the table", "csv")));
    }

    @Override
    protected void run(Call call) throws IOException {
      Path file = call.file("input");
      int number = Integer.parseInt(Files.readAllLines(file).get(0));
      ResultImage field =
          call.results()
              .newImage("output", "field", new StackFormat(2, 1, 4, PixelType.FLOAT32).channels(3));
      for (int slice = 0; slice < 12; slice++) {
        field.accept(slice, new float[] {number, slice});
      }
      ResultImage labels =
          call.results()
              .newImage("labels", "labels", new StackFormat(2, 1, 1, PixelType.INT32))
              .shownIf(false);
      if (labels.isWanted()) {
        labels.accept(0, new int[] {1 << 24, -1});
      }
      Table table = new Table();
      table.addRow().put("File", file.getFileName().toString()).put("Number", number);
      call.results().table("save", table);
      call.messages().note("It is a test.");
      if (call.values().flag("heap")) {
        throw new OutOfMemoryError("Java heap space");
      }
      if (call.values().flag("fail")) {
        throw new IOException("no more");
      }
    }
  }

  private final Command command = new Field();

  private String text() throws IOException {
    Path file = folder.resolve("n.txt");
    return Files.write(file, "7\n".getBytes(StandardCharsets.US_ASCII)).toString();
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
    results().reset();
  }

  @Test
  void aMacroGivesAFileAndSeesWindows() throws IOException {
    results().reset();
    String log = MacroCall.run(command, null, "input=[" + text() + "]");
    assertEquals("Bitvox Test Field: It is a test.\n", log);
    assertEquals(7, results().getValue("Number", 0));
    ImagePlus field = MacroCall.shown("field");
    assertTrue(field.isHyperStack());
    assertEquals(3, field.getNChannels());
    assertEquals(4, field.getNSlices());
    float[] pixels = (float[]) field.getStack().getPixels(field.getStackIndex(2, 3, 1));
    assertArrayEquals(new float[] {7, 7}, pixels); // channel 1 at z = 2, from 0: slice 7
    assertNull(MacroCall.shown("labels"));
    assertEquals(Collections.singletonList("n.txt"), inFolder());
  }

  @Test
  void filesArePrintedAndWritten() throws IOException {
    String files =
        " output=[%s/f.tif] labels=[%s/l.raw] save=[%s/t.csv]".replace("%s", "" + folder);
    assertEquals(
        "File: n.txt\nNumber: 7\nNote: It is a test.\n",
        command.print("input=[" + text() + "]" + files));
    assertEquals(4, inFolder().size());
    assertEquals("File,Number\nn.txt,7\n", Files.readString(folder.resolve("t.csv")));
    ImagePlus field = IJ.openImage(folder + "/f.tif");
    assertEquals(3, field.getNChannels());
    assertArrayEquals(new float[] {7, 11}, (float[]) field.getStack().getPixels(12));
    assertArrayEquals(
        new byte[] {0, 0, 0, 1, -1, -1, -1, -1}, Files.readAllBytes(folder.resolve("l.raw")));
    command.print("input=[" + text() + "] output=[" + folder + "/f.raw]");
    assertEquals(12 * 2 * 4, Files.size(folder.resolve("f.raw")));
  }

  @Test
  void aFailureShowsAndWritesNothing() throws IOException {
    results().reset();
    String options = "fail input=[" + text() + "] output=[" + folder + "/f.tif] save=[x.csv]";
    assertEquals("Bitvox Test Field: no more\n", MacroCall.run(command, null, options));
    assertNull(MacroCall.shown("field"));
    assertEquals(0, results().size());
    assertEquals(Collections.singletonList("n.txt"), inFolder());
  }

  /** It used to be said that a slice of the field, of 8 bytes, needs 1 MiB. */
  @Test
  void smallImagesAreNotBlamedForAHeapTooSmall() throws IOException {
    assertEquals(
        "Bitvox Test Field: Out of memory: the Java heap is too small; raise it in"
            + " Edit>Options>Memory & Threads, or with -Xmx\n",
        MacroCall.run(command, null, "heap input=[" + text() + "]"));
  }

  @Test
  void whoStopsItAtTheLastMomentHasNoFile() throws IOException {
    List<String> options = Arrays.asList("input=" + text(), "output=" + folder + "/f.tif");
    assertThrows(
        CancellationException.class, () -> command.run(options, (done, total) -> done < total));
    assertEquals(Collections.singletonList("n.txt"), inFolder());
    command.run(options, (done, total) -> true);
    assertEquals(2, inFolder().size());
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertSays("", "Bitvox Test Field needs input=FILE");
    assertSays("input=no.txt", "no.txt: no such file");
    String text = text();
    assertSays(
        "input=[" + text + "] output=f.png",
        "output=f.png must end in .tif, .ome.tif, .nii, .nii.gz, .nrrd, .nhdr, .mha, .mhd or .raw");
    assertSays("input=[" + text + "] save=f.txt", "save=f.txt must end in .csv");
    Path link = Files.createLink(folder.resolve("n.csv"), Path.of(text));
    assertSays(
        "input=[" + text + "] save=[" + link + "]",
        "save=" + link + " is an input file; choose another name");
  }

  private void assertSays(String options, String sentence) {
    assertEquals("Bitvox Test Field: " + sentence + "\n", MacroCall.run(command, null, options));
  }
}
