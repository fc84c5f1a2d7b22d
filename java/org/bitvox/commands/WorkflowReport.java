// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.StepCall;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** The page of a workflow: what was measured, the numbers, the pictures, and how to repeat it. */
final class WorkflowReport {
  private static final String VOLUMES =
      "With edges=clipped BS, the Euler number and their densities BS/TV and Conn.D belong to the"
          + " measured volume, which ends half a voxel inside the image; BV/TV is of all voxels.";

  private static final String COUNTED =
      ": shape numbers, thickness and granulometry count within it alone; objects and the skeleton"
          + " are those of the whole image";

  private static final String OBJECTS =
      " In the table of objects surface area and Euler number are those of whole objects, as with"
          + " edges=background.";

  private final Call call;
  private final WorkflowMask mask;
  private final WorkflowSteps steps;
  private final WorkflowSummary summary;
  private final WorkflowPictures pictures;
  private final Scale scale;
  private final String unit;
  private WorkflowPage page;
  private WorkflowTables tables;

  WorkflowReport(
      Call call,
      WorkflowMask mask,
      WorkflowSteps steps,
      WorkflowSummary summary,
      WorkflowPictures pictures) {
    this.call = call;
    this.mask = mask;
    this.steps = steps;
    this.summary = summary;
    this.pictures = pictures;
    scale = call.input().scale();
    unit = scale.calibrated() ? scale.unit : "voxels";
  }

  /** All of it. */
  String page(WorkflowRepeat repeat) throws IOException {
    page = new WorkflowPage(call.input().name(), "Bitvox Workflow, " + made());
    tables = new WorkflowTables(page);
    addImage();
    addSummary();
    steps.notes().forEach(page::note);
    addPictures();
    addTable(WorkflowSteps.SHAPE, "Shape numbers", "shape.csv");
    addThickness();
    addGranulometry();
    addLabels();
    addSkeleton();
    addRepeat(repeat);
    return page.text();
  }

  private String made() {
    String version = WorkflowReport.class.getPackage().getImplementationVersion();
    String when =
        LocalDateTime.now()
            .format(DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm", Locale.ENGLISH));
    return (when + " (Bitvox ")
        + (version == null ? "" : version + ", ")
        + ("ImageJ " + IJ.getVersion() + ", computed by " + steps.backend() + ")");
  }

  private void addImage() {
    InputImage image = call.input();
    Values values = call.values();
    List<List<?>> rows = new ArrayList<>();
    rows.add(
        Arrays.asList(
            "Size",
            image.width()
                + " \u00d7 "
                + image.height()
                + " \u00d7 "
                + image.depth()
                + " voxels of "
                + image.bitDepth()
                + " bits"));
    rows.add(
        Arrays.asList("Voxel", scale.calibrated() ? scale.words() : "without a size in a unit"));
    rows.add(
        Arrays.asList(
            "Threshold", (mask.threshold() + ", " + mask.origin()).replaceFirst("^, ", "")));
    rows.add(
        Arrays.asList("Object", WorkflowPage.shown(mask.kept()) + " voxels" + cleaned(values)));
    rows.add(
        Arrays.asList(
            "Border",
            values.text("edges").equals("clipped")
                ? "a field of view in something larger (edges=clipped)"
                : "outside is background (edges=background)"));
    if (call.image(Keys.MASK) != null) {
      rows.add(Arrays.asList("Mask", call.image(Keys.MASK).name() + COUNTED));
    }
    page.section("Image").table(Collections.emptyList(), rows);
  }

  private String cleaned(Values values) {
    List<String> done = new ArrayList<>();
    if (values.longInteger("min_size") > 1) {
      done.add("without objects of fewer than " + values.text("min_size") + " voxels");
    }
    if (values.flag("fill_holes")) {
      done.add("with its holes filled");
    }
    return done.isEmpty()
        ? ""
        : ", " + String.join(", ", done) + "; before " + WorkflowPage.shown(mask.found());
  }

  private void addSummary() {
    List<List<?>> rows = new ArrayList<>();
    for (WorkflowSummary.Quantity quantity : summary.quantities()) {
      rows.add(Arrays.asList(quantity.name, quantity.knownAs, quantity.value, quantity.unit));
    }
    page.section("Summary").table(Arrays.asList("Quantity", "Known as", "Value", "Unit"), rows);
    boolean clipped = call.values().text("edges").equals("clipped");
    if (clipped && call.image(Keys.MASK) == null && steps.of(WorkflowSteps.SHAPE) != null) {
      page.paragraph(VOLUMES + (steps.of(WorkflowSteps.LABELS) == null ? "" : OBJECTS));
    }
  }

  private void addPictures() throws IOException {
    page.section("Pictures");
    page.figures();
    String outlined = ", the object outlined";
    outlined += call.image(Keys.MASK) == null ? "" : ", and the mask in blue";
    figure(pictures.outlined(false), pictures.sliceName() + outlined);
    figure(pictures.outlined(true), "Maximum projection along z" + outlined);
    figure(pictures.mask(false), "The object in the same slice");
    figure(pictures.mask(true), "All of it along z, nearer slices lighter");
    page.endOfFigures();
    page.paragraph(
        "The white bar is " + Table.text(pictures.frame().bar()) + " " + unit + " long.");
  }

  private void figure(String source, String caption) {
    page.figure(source, pictures.frame().aspect(), caption);
  }

  private void addTable(String step, String heading, String file) {
    StepCall call = steps.of(step);
    if (call != null) {
      page.section(heading);
      tables.addRows(call.table(), file);
    }
  }

  private void addThickness() throws IOException {
    StepCall step = steps.of(WorkflowSteps.THICKNESS);
    if (step == null) {
      return;
    }
    page.section("Local thickness").element(WorkflowPlot.svg(step.plot()));
    Map<String, Object> solid = step.table().rows().get(0);
    if (solid.get("Known as").equals("Tb.Th")) {
      double largest = ((Number) solid.get("Largest (" + unit + ")")).doubleValue();
      page.figures();
      figure(
          pictures.thickness(false, largest), pictures.sliceName() + ", thickness of the object");
      figure(pictures.thickness(true, largest), "Largest thickness along z");
      page.endOfFigures();
      page.colourBar(WorkflowPicture.bar(WorkflowPictures.fire()), largest, unit);
    }
    tables.addRows(step.table(), "thickness.csv; the histogram in thickness_histogram.csv");
  }

  private void addGranulometry() {
    StepCall step = steps.of(WorkflowSteps.GRANULOMETRY);
    if (step != null) {
      page.section("Granulometry").element(WorkflowPlot.svg(step.plot()));
      tables.addRows(step.table(), "granulometry_summary.csv; the curve in granulometry.csv");
    }
  }

  private void addLabels() throws IOException {
    StepCall step = steps.of(WorkflowSteps.LABELS);
    if (step == null) {
      return;
    }
    page.section("Objects").figures();
    figure(pictures.labels(false), pictures.sliceName() + ", one colour per object");
    figure(pictures.labels(true), "Largest label along z");
    page.endOfFigures();
    tables.addRows(step.table(), "labels_summary.csv");
    tables.addLargest(
        step.longTable(),
        "Voxels",
        "objects",
        "labels.csv",
        "Label",
        "Voxels",
        "Volume",
        "Equivalent diameter",
        "Surface area",
        "Sphericity",
        "Euler number");
  }

  private void addSkeleton() throws IOException {
    StepCall step = steps.of(WorkflowSteps.SKELETON);
    if (step == null) {
      return;
    }
    page.section("Skeleton").figures();
    figure(
        pictures.skeleton(false),
        "All of the skeleton over slice " + pictures.sliceName().replaceAll("^Slice ", ""));
    figure(pictures.skeleton(true), "The skeleton over the maximum projection");
    page.endOfFigures();
    tables.addRows(step.table(), "skeleton.csv");
    StepCall graph = steps.of(WorkflowSteps.GRAPH);
    tables.addRows(graph.table(), "branches_summary.csv");
    tables.addLargest(
        graph.longTable(),
        "Branch length",
        "branches",
        "branches.csv",
        "Skeleton",
        "Branch length",
        "Euclidean distance",
        "Voxels");
  }

  private void addRepeat(WorkflowRepeat repeat) {
    page.section("The same again");
    page.paragraph("In ImageJ and Fiji (" + WorkflowCommand.MACRO + "):").code(repeat.macro());
    if (!repeat.commandLine().isEmpty()) {
      page.paragraph("In a terminal (" + WorkflowCommand.COMMAND_LINE + "):");
      page.code(repeat.commandLine());
    }
  }
}
