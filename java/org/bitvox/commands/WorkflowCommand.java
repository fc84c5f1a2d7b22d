// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.plugin.BrowserLauncher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.OneLine;
import org.bitvox.calls.PartListener;
import org.bitvox.files.Messages;
import org.bitvox.files.Windows;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** From a grey or binary stack to a report, by the other commands. */
public final class WorkflowCommand extends Command {
  static final String PAGE = "report.html";
  static final String MACRO = "repeat.ijm";
  private static final String SCRIPT = "repeat.sh";
  private static final String BATCH = "repeat.cmd";
  private static final String ARGUMENTS = "repeat.txt";

  /** A console of Windows would read the names in it by its code page; Java reads them in UTF-8. */
  private static final String BATCH_LINES =
      "@echo off\r\nrem bitvox is bitvox.cmd, which must be in the PATH.\r\n"
          + ("bitvox \"@%~dp0" + ARGUMENTS + "\"\r\n");

  static final String COMMAND_LINE = Windows.HERE ? BATCH : SCRIPT;

  private static final Parameters PARAMETERS =
      new Parameters(
          "workflow",
          "a report of a volume: shape, thickness, granulometry, objects and skeleton",
          Keys.withInput(
              Parameter.folder(
                      "output",
                      "the folder of the report, which is replaced if it holds nothing else",
                      PAGE,
                      MACRO,
                      SCRIPT,
                      BATCH,
                      ARGUMENTS,
                      "summary.csv",
                      "shape.csv",
                      "thickness.csv",
                      "thickness_histogram.csv",
                      "granulometry.csv",
                      "granulometry_summary.csv",
                      "labels.csv",
                      "labels_summary.csv",
                      "skeleton.csv",
                      "branches.csv",
                      "branches_summary.csv")
                  .required(),
              Parameter.list(
                  "steps", "what is measured", WorkflowSteps.NAMES.toArray(new String[0])),
              Parameter.range(
                      "threshold",
                      "T",
                      "foreground is calibrated value >= T, or LO to HI; without it what is red in"
                          + " ImageJ, else by Otsu's method; an 8-bit image of 0 and 255 only needs"
                          + " none")
                  .dialog(DialogRules::orOtsu),
              Keys.mask().onlyWith("steps", WorkflowSteps.COUNTING),
              Parameter.integer(
                      "min_size", "voxels", 1, 1L << 48, "first drops objects that are smaller")
                  .or("1"),
              Keys.edges(
                      "the volume is a field of view in something larger, or all outside is"
                          + " background",
                      "clipped")
                  .onlyWith("steps", WorkflowSteps.COUNTING),
              Parameter.choice(
                      "element",
                      "of the granulometry: balls, cubes, or octahedra (cross)",
                      "ball",
                      "cross",
                      "cube")
                  .onlyWith("steps", Parameter.ALL, WorkflowSteps.GRANULOMETRY),
              Parameter.integer(
                      "max_radius", "voxels", 1, 32767, "of the granulometry; of balls in steps")
                  .or("50")
                  .onlyWith("steps", Parameter.ALL, WorkflowSteps.GRANULOMETRY),
              Parameter.integer(
                      "slice",
                      "",
                      0,
                      Integer.MAX_VALUE,
                      "the slice of the pictures, from 1; 0 for the middle one")
                  .or("0")
                  .hint("of the pictures, 0: middle")
                  .withoutColumn(),
              Keys.backend(),
              Parameter.flag("fill_holes", "first fills holes in objects"),
              Keys.threads(),
              Parameter.output("save", "writes a row of the main numbers", "csv")));

  /** Called by ImageJ. */
  public WorkflowCommand() {
    super("Bitvox Workflow", PARAMETERS);
  }

  /** That of the step that takes most, and what is measured. */
  @Override
  protected double memory(Values values, InputImage image) {
    return WorkflowSteps.bytes(values, image) + image.voxels() * 0.4;
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return WorkflowSteps.leastBytes(values, image);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    WorkflowSteps steps = new WorkflowSteps(call);
    int slice = slice(call);
    input.usableScale();
    call.needs("the pictures of the report", WorkflowPictures.bytes(input));
    int parts = steps.count() + 4;
    WorkflowPictures pictures = new WorkflowPictures(input, slice, part(call, 0, parts));
    pictures.addCounted(call.mask(), part(call, 1, parts));
    try (WorkflowMask mask = WorkflowMask.of(call, part(call, 2, parts))) {
      pictures.addMask(mask.volume(), part(call, 3, parts));
      steps.run(mask.volume(), pictures, index -> part(call, 4 + index, parts));
      WorkflowSummary summary = new WorkflowSummary(call, steps);
      write(call, mask, steps, summary, pictures);
      call.results().table("save", summary.row(mask.threshold()));
    }
    steps.notes().forEach(call.messages()::note);
    Path page = call.results().place("output").resolve(PAGE);
    call.messages().say("The report is " + OneLine.of(page.toString()));
    call.results().showElsewhere(() -> open(page));
    call.messages().ranOn(steps.backend());
  }

  /** For who has chosen the command from the menu: a macro may make many reports. */
  private static void open(Path page) {
    if (IJ.getInstance() == null || IJ.isMacro()) {
      return;
    }
    try {
      BrowserLauncher.openURL(page.toUri().toString());
    } catch (IOException e) {
      IJ.log("No browser opens it: " + e.getMessage());
    }
  }

  private static ProgressListener part(Call call, int index, int parts) {
    return new PartListener(call.progress(), index, parts);
  }

  /** From 0. */
  private static int slice(Call call) {
    int depth = call.input().depth();
    if (depth == 1) {
      throw new IllegalArgumentException(
          call.input().name() + ": has one slice; a workflow needs a volume of two or more");
    }
    int slice = call.values().integer("slice");
    if (slice > depth) {
      throw UsageException.notAllowed("slice", String.valueOf(slice), "0 to " + depth);
    }
    return slice == 0 ? depth / 2 : slice - 1;
  }

  private static void write(
      Call call,
      WorkflowMask mask,
      WorkflowSteps steps,
      WorkflowSummary summary,
      WorkflowPictures pictures)
      throws IOException {
    WorkflowRepeat repeat = new WorkflowRepeat(PARAMETERS, call, mask.threshold());
    write(call, "summary.csv", summary.table().csv());
    write(call, MACRO, repeat.macro());
    write(call, SCRIPT, repeat.script());
    if (Windows.HERE && !repeat.arguments().isEmpty()) {
      write(call, BATCH, BATCH_LINES);
      write(call, ARGUMENTS, repeat.arguments());
    }
    WorkflowReport report = new WorkflowReport(call, mask, steps, summary, pictures);
    write(call, PAGE, report.page(repeat));
    call.progress().throwIfStopped();
  }

  private static void write(Call call, String name, String text) throws IOException {
    Path file = call.results().folder("output").resolve(name);
    try {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      String place = call.results().place("output").resolve(name).toString();
      throw new IOException(Messages.notWritten(place, e), e);
    }
  }
}
