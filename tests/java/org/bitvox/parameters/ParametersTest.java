// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.bitvox.calls.Command;
import org.bitvox.commands.BackendsCommand;
import org.bitvox.commands.Commands;
import org.bitvox.commands.ConvolutionCommand;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.MinkowskiCommand;
import org.bitvox.commands.SkeletonGraphCommand;
import org.bitvox.commands.SplitObjectsCommand;
import org.bitvox.commands.TortuosityCommand;
import org.bitvox.commands.WorkflowCommand;
import org.bitvox.parameters.Parameters.Caller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
  private static final Parameters GRANULOMETRY = new GranulometryCommand().parameters();

  private static Values macro(String options) {
    return GRANULOMETRY.parse(Words.split(options), Caller.IMAGEJ);
  }

  private static Values commandLine(String... options) {
    return GRANULOMETRY.parse(Arrays.asList(options), Caller.COMMAND_LINE);
  }

  @Test
  void defaultsAreTheDocumentedOnes() {
    Values values = macro("");
    assertEquals("foreground", values.text("phase"));
    assertEquals("cross", values.text("element"));
    assertEquals("background", values.text("edges"));
    assertEquals(50, values.integer("max_radius"));
    assertEquals("auto", values.text("backend"));
    assertEquals(0, values.integer("threads"));
    assertFalse(values.flag("per_slice"));
    assertFalse(values.flag("map"));
    assertFalse(values.has("threshold"));
    assertFalse(values.has("save"));
  }

  @Test
  void windowsHaveLabels() {
    String sentence = "max_radius=0 is not allowed; use 1 to 32767, or per_slice, or give map= or";
    assertEquals(
        "Max radius 0 is not allowed; use 1 to 32767, or Per slice, or give Map or",
        GRANULOMETRY.inWindow(sentence));
    String file = "/a/max_radius=1/per_slice.tif has no map, no phase";
    assertEquals(file, GRANULOMETRY.inWindow(file));
    assertEquals("Max radius -5 is wrong", GRANULOMETRY.inWindow("max_radius=-5 is wrong"));
    assertEquals("Step .5, give Step.", GRANULOMETRY.inWindow("step=.5, give step=."));
  }

  @Test
  void readsWhatImageJRecords() {
    Values values =
        macro(
            "phase=background element=cube edges=clipped max_radius=7 per_slice"
                + " threshold=[] map backend=scalar save=[/a folder/c [1].csv] ");
    assertEquals("background", values.text("phase"));
    assertEquals(7, values.integer("max_radius"));
    assertTrue(values.flag("per_slice"));
    assertTrue(values.flag("map"));
    assertFalse(values.has("threshold"));
    assertEquals("/a folder/c [1].csv", values.text("save"));
  }

  @Test
  void readsTheCommandLine() {
    Values values = commandLine("input=a file.tif", "threshold=-226.5", "output=x=y.tif");
    assertEquals("a file.tif", values.text("input"));
    assertEquals(-226.5, values.decimal("threshold"));
    assertEquals("x=y.tif", values.text("output"));
    assertEquals(1, values.integer("depth"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_radus=5 | unknown key 'max_radus' for Bitvox Granulometry; did you mean 'max_radius'?",
        "Element=cube | unknown key 'Element' for Bitvox Granulometry; did you mean 'element'?",
        "foo=5 | unknown key 'foo' for Bitvox Granulometry; use input, channel, phase, element,"
            + " edges, max_radius, step, threshold, mask, mask_channel, backend, per_slice, map, threads, output, save,"
            + " summary or plot",
        "a_b.tif | a_b.tif is no key; if it is the image, write input=a_b.tif",
        "max_radius=0 | max_radius=0 is not allowed; use 1 to 32767",
        "max_radius=32768 | max_radius=32768 is not allowed; use 1 to 32767",
        "max_radius=2.5 | 'max_radius=2.5 is not allowed; use a whole number, 1 to 32767'",
        "max_radius=2e-1 | 'max_radius=2e-1 is not allowed; use a whole number, 1 to 32767'",
        "max_radius=1e999 | max_radius=1e999 is not allowed; use 1 to 32767",
        "threshold=100..50 | 'threshold=100..50 is not allowed; use a number, or two: LO..HI, of"
            + " which HI is not below LO: 50 is below 100'",
        "max_radius=99999999999999999999 | max_radius=99999999999999999999 is not allowed;"
            + " use 1 to 32767",
        "max_radius= | max_radius needs a value: max_radius=..., 1 to 32767",
        "max_radius | max_radius needs a value: max_radius=..., 1 to 32767",
        "element=sphere | 'element=sphere is not allowed; use cross, cube or ball'",
        "backend=gpu | backend=gpu is not allowed; use auto, cuda, avx512, avx2 or scalar",
        "threshold=high | 'threshold=high is not allowed; use a number, or two: LO..HI'",
        "'threshold=0,5' | 'threshold=0,5 is not allowed; use a number, or two: LO..HI'",
        "threshold=NaN | threshold=NaN is not allowed; use a number, or two: LO..HI",
        "threshold=0x10 | threshold=0x10 is not allowed; use a number, or two: LO..HI",
        "threshold=1e400 | 'threshold=1e400 is not allowed; use a number, or two: LO..HI'",
        "threshold=0..1e400 | 'threshold=0..1e400 is not allowed; use a number, or two: LO..HI'",
        "map=true | map takes no value: write just map",
        "edges=clipped edges=clipped | edges is given twice",
        "map map | map is given twice",
        "width=5 | key 'width' cannot be used here; it is for: command line",
        "save=[a b | a closing bracket is missing after 'save=a b'",
      })
  void namesKeyValueAndWhatIsAllowed(String options, String message) {
    assertEquals(message, assertThrows(UsageException.class, () -> macro(options)).getMessage());
  }

  /** Of every command: a whole number is one however it is written, and is kept as one. */
  @Test
  void wholeNumbersMayHaveZerosBehindThePoint() {
    for (Command command : Commands.ALL) {
      for (Parameter parameter : command.parameters().all()) {
        if (parameter.kind == Parameter.Kind.INTEGER) {
          long least = (long) parameter.allowed.low;
          for (String zeros : new String[] {"", ".", ".0", ".000", "e0", "00e-2"}) {
            parameter.check(least + zeros);
            assertEquals("" + least, parameter.plain(least + zeros), parameter.key);
          }
          String half = least + ".5";
          String message =
              assertThrows(UsageException.class, () -> parameter.check(half)).getMessage();
          assertTrue(message.contains("use a whole number, " + least), message);
        }
      }
    }
    Values values = macro("max_radius=7.0");
    assertEquals(7, values.integer("max_radius"));
    assertEquals("7", values.text("max_radius"));
  }

  /** Of the older name and the newer one, rows, options and sentences have the newer one. */
  @Test
  void anOlderNameOfAKeyGoesOnWorking() {
    Parameters tortuosity = new TortuosityCommand().parameters();
    for (Caller caller : Caller.values()) {
      Values values = tortuosity.parse(Arrays.asList("input=a.tif", "edges=periodic"), caller);
      assertEquals("periodic", values.text("sides"));
      assertEquals(
          Arrays.asList("input=a.tif", "sides=periodic"), tortuosity.options(values, caller));
      Throwable twice =
          assertThrows(
              UsageException.class,
              () -> tortuosity.parse(Arrays.asList("edges=walls", "sides=walls"), caller));
      assertEquals("sides is given twice", twice.getMessage());
    }
  }

  /** What a dialog gives: it has no keys to speak of. */
  @Test
  void aDialogWithoutItsFolderSaysSo() {
    Parameters workflow = new WorkflowCommand().parameters();
    Map<String, String> texts = new HashMap<>();
    texts.put("output", "");
    texts.put("steps", "shape");
    texts.put("max_radius", "7"); // has no effect, which nobody is told
    Throwable failure = assertThrows(UsageException.class, () -> workflow.entered(texts));
    assertEquals("Output: choose a folder", failure.getMessage());
    texts.put("output", "/tmp/x");
    assertEquals("50", workflow.entered(texts).text("max_radius"));
  }

  /** In the order of the keys; what does not apply has an empty cell. */
  @Test
  void rowsSayTheSettings() {
    assertSettings(
        "{Phase=foreground, Element=cross, Edges=background, Max radius=7.0, Threshold=-2.5,"
            + " Mask=image of mask, Per slice=yes}",
        GRANULOMETRY,
        "per_slice max_radius=7 threshold=-2.5 backend=scalar map");
    assertSettings(
        "{Distances=image of distances, Shortest=0.0, Loops=keep, Second=, Threshold=, Per slice=no}",
        new SkeletonGraphCommand().parameters(),
        "distances=id:-3");
    assertSettings(
        "{Kernel=mean, Sigma=, Radius=1.0, Kernel file=, Axes=xy, Padding=mirror, Result=float,"
            + " Normalise=}",
        new ConvolutionCommand().parameters(),
        "kernel=mean edges=mirror sigma=3");
  }

  private static void assertSettings(String cells, Parameters parameters, String options) {
    Values values = parameters.parse(Words.split(options), Caller.IMAGEJ);
    assertEquals(cells, Settings.cells(parameters, values, key -> "image of " + key).toString());
  }

  @Test
  void theCommandLineNeedsAnInput() {
    assertEquals(
        "granulometry needs input=FILE",
        assertThrows(UsageException.class, () -> commandLine()).getMessage());
    assertEquals(
        "key 'map' cannot be used here; it is for: dialog, macro",
        assertThrows(UsageException.class, () -> commandLine("input=a", "map")).getMessage());
  }

  /** It was said of minkowski to who had called Bitvox Shape Numbers. */
  @Test
  void aCommandIsCalledAsTheCallerCallsIt() {
    assertUnknown("'bogus' for Bitvox Shape Numbers; use ", Caller.IMAGEJ, new MinkowskiCommand());
    assertUnknown("'bogus' for minkowski; use ", Caller.COMMAND_LINE, new MinkowskiCommand());
    assertUnknown("'bogus'; Bitvox Backends takes no keys", Caller.IMAGEJ, new BackendsCommand());
  }

  private static void assertUnknown(String words, Caller caller, Command command) {
    String message =
        assertThrows(
                UsageException.class,
                () -> command.parameters().parse(Arrays.asList("bogus=1"), caller))
            .getMessage();
    assertTrue(message.startsWith("unknown key " + words), message);
  }

  @Test
  void aCommandWithoutKeysSaysSo() {
    assertEquals(
        "unknown key 'all'; backends takes no keys",
        assertThrows(
                UsageException.class,
                () ->
                    new BackendsCommand()
                        .parameters()
                        .parse(Arrays.asList("all"), Caller.COMMAND_LINE))
            .getMessage());
  }

  @Test
  void labelsAreTheKeysThatImageJRecords() {
    for (Parameter parameter : GRANULOMETRY.all()) {
      String firstWord = parameter.label().split(" ")[0];
      assertEquals(parameter.key, firstWord.toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void helpNamesEveryKeyOfTheCommandLine() {
    String help = ParameterHelp.text(GRANULOMETRY);
    for (Parameter parameter : GRANULOMETRY.all()) {
      boolean here = Parameters.given(parameter, Caller.COMMAND_LINE);
      assertEquals(here, help.contains("\n  " + parameter.key), parameter.key);
    }
    assertTrue(help.contains("max_radius=50"), help);
    assertTrue(help.contains("1 to 32767"), help);
  }

  @Test
  void theManualHasARowForEveryKey() {
    String table = ParameterHelp.markdown(GRANULOMETRY);
    assertEquals(GRANULOMETRY.all().size() + 2, table.split("\n").length);
    assertTrue(table.contains("| `max_radius` | `50` | 1 to 32767 |"), table);
  }

  @Test
  void dialogsShowSmallNumbersInScientificNotation() {
    assertEquals("0.005", IJ.d2s(0.005, ParameterDialog.digits("0.005")));
    assertEquals("12", IJ.d2s(12, ParameterDialog.digits("12")));
    assertEquals("1.0E-8", IJ.d2s(1e-8, ParameterDialog.digits("1e-8")));
    assertEquals("2.75E-12", IJ.d2s(2.75e-12, ParameterDialog.digits("2.75E-12")));
  }

  /** A dialog says "none" where no image is chosen. */
  @Test
  void keysWithoutAnImageCountWhereItIsNone() {
    Parameters split = new SplitObjectsCommand().parameters();
    Map<String, String> texts = new HashMap<>();
    texts.put("markers", "none");
    texts.put("tolerance", "100");
    assertEquals("100", split.entered(texts).text("tolerance"));
    texts.put("tolerance", "abc");
    assertThrows(UsageException.class, () -> split.entered(texts));
  }
}
