// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Element;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.StepCall;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Values;

/** The commands of a workflow, one after the other, with their tables in the report's folder. */
final class WorkflowSteps {
  static final String SHAPE = "shape";
  static final String THICKNESS = "thickness";
  static final String GRANULOMETRY = "granulometry";
  static final String LABELS = "labels";
  static final String SKELETON = "skeleton";

  /** As the report has them. */
  static final List<String> NAMES =
      Collections.unmodifiableList(Arrays.asList(SHAPE, THICKNESS, GRANULOMETRY, LABELS, SKELETON));

  /** Values of the key with which something is counted, within a mask if there is one. */
  static final String[] COUNTING = {Parameter.ALL, SHAPE, THICKNESS, GRANULOMETRY};

  /** The graph of the skeleton, which belongs to that step. */
  static final String GRAPH = "graph";

  /** The first to run takes the most memory: what does not fit is told before the others run. */
  private static final List<String> ORDER =
      Collections.unmodifiableList(
          Arrays.asList(THICKNESS, LABELS, SKELETON, GRAPH, GRANULOMETRY, SHAPE));

  private static final String SHELLS =
      "Much of the skeleton is no line: around every cavity in an object there is a shell."
          + " fill_holes fills the cavities before anything is measured.";

  private final Call call;
  private final Set<String> chosen;
  private final Map<String, StepCall> done = new LinkedHashMap<>();

  /** Those that the key steps names. */
  WorkflowSteps(Call call) {
    this.call = call;
    chosen = new LinkedHashSet<>(named(call.values()));
    if (chosen.contains(SKELETON)) {
      chosen.add(GRAPH);
    }
  }

  private static List<String> named(Values values) {
    String value = values.text("steps");
    return value.equals(Parameter.ALL) ? NAMES : Arrays.asList(value.split(","));
  }

  /** Of memory, for the step that takes most of it. */
  static double bytes(Values values, InputImage image) {
    return named(values).stream().mapToDouble(name -> bytes(name, values, image)).max().orElse(0);
  }

  /** The same at least, whatever is in the image. */
  static double leastBytes(Values values, InputImage image) {
    return named(values).stream()
        .mapToDouble(name -> leastBytes(name, values, image))
        .max()
        .orElse(0);
  }

  private static double leastBytes(String name, Values values, InputImage image) {
    switch (name) {
      case THICKNESS:
        return LocalThicknessCommand.leastBytes(image);
      case GRANULOMETRY:
        return GranulometryCommand.leastBytes(values.constant("element", Element.class), image);
      case LABELS:
        return LabelCommand.leastBytes(image);
      case SHAPE:
        return 0;
      default:
        return Skeleton3DCommand.leastBytes(image);
    }
  }

  private static double bytes(String name, Values values, InputImage image) {
    switch (name) {
      case SHAPE:
        return MinkowskiCommand.bytes(image);
      case THICKNESS:
        return LocalThicknessCommand.bytes(image);
      case GRANULOMETRY:
        return GranulometryCommand.bytes(values.constant("element", Element.class), image);
      case LABELS:
        return LabelCommand.bytes(image);
      default:
        return Skeleton3DCommand.bytes(image);
    }
  }

  /** How many commands run. */
  int count() {
    return chosen.size();
  }

  /** What a step has found; null where it was not chosen. */
  StepCall of(String name) {
    return done.get(name);
  }

  /** What a user must know, each sentence once, behind the steps that it comes from. */
  List<String> notes() {
    Map<String, Set<String>> steps = new LinkedHashMap<>();
    done.forEach(
        (name, step) -> {
          for (String sentence : notes(name, step)) {
            String shown = name.equals(GRAPH) ? SKELETON : name;
            steps.computeIfAbsent(sentence, key -> new LinkedHashSet<>()).add(shown);
          }
        });
    List<String> notes = new ArrayList<>();
    steps.forEach((sentence, names) -> notes.add(String.join(", ", names) + ": " + sentence));
    return notes;
  }

  /** The graph's note asks for a skeleton, which this one is. */
  private static List<String> notes(String name, StepCall step) {
    return name.equals(GRAPH) && !step.notes().isEmpty()
        ? Collections.singletonList(SHELLS)
        : step.notes();
  }

  /** What computed; the first where there are several. */
  String backend() {
    for (StepCall step : done.values()) {
      Object backend = step.table().rows().get(0).get("Backend");
      if (backend != null) {
        return backend.toString();
      }
    }
    return "cpu";
  }

  /** Runs them; parts are told of the progress of each. */
  void run(BitVolume mask, WorkflowPictures pictures, IntFunction<ProgressListener> parts)
      throws IOException {
    try (BitVolume skeleton = new BitVolume(mask.width(), mask.height(), mask.depth())) {
      for (String name : ORDER) {
        if (chosen.contains(name)) {
          IJ.showStatus("Bitvox Workflow: " + name);
          run(name, name.equals(GRAPH) ? skeleton : mask, pictures, skeleton, parts);
        }
      }
    }
  }

  private void run(
      String name,
      BitVolume volume,
      WorkflowPictures pictures,
      BitVolume skeleton,
      IntFunction<ProgressListener> parts)
      throws IOException {
    SliceReceiver image = pictures.receiver(name);
    SliceReceiver receiver =
        name.equals(SKELETON)
            ? (z, pixels) -> {
              skeleton.packSlice(z, pixels, Foreground.binary());
              image.accept(z, pixels);
            }
            : image;
    Map<String, SliceReceiver> receivers = Collections.singletonMap("output", receiver);
    ProgressListener progress = parts.apply(done.size());
    try {
      StepCall step = command(name).runStep(options(name), call, volume, receivers, progress);
      done.put(name, step);
    } catch (IllegalArgumentException e) { // there may be what the other steps measure
      throw new IllegalArgumentException(e.getMessage() + " (step " + name + " of steps=)", e);
    }
  }

  private static Command command(String name) {
    switch (name) {
      case SHAPE:
        return new MinkowskiCommand();
      case THICKNESS:
        return new LocalThicknessCommand();
      case GRANULOMETRY:
        return new GranulometryCommand();
      case LABELS:
        return new LabelCommand();
      case SKELETON:
        return new Skeleton3DCommand();
      default:
        return new SkeletonGraphCommand();
    }
  }

  private List<String> options(String name) {
    List<String> options = new ArrayList<>();
    switch (name) {
      case SHAPE:
        options.addAll(Arrays.asList(key("edges"), file("save", "shape")));
        break;
      case THICKNESS:
        options.addAll(Arrays.asList("phase=both", key("edges"), file("save", "thickness")));
        options.add(file("histogram", "thickness_histogram"));
        break;
      case GRANULOMETRY:
        options.addAll(Arrays.asList(key("edges"), key("element"), key("max_radius")));
        options.add(file("save", "granulometry"));
        options.add(file("summary", "granulometry_summary"));
        break;
      case LABELS:
        options.addAll(Arrays.asList(file("save", "labels"), file("summary", "labels_summary")));
        break;
      case SKELETON:
        options.add(file("save", "skeleton"));
        break;
      default: // computes on the CPU, on one thread
        return Arrays.asList(file("save", "branches"), file("summary", "branches_summary"));
    }
    options.addAll(Arrays.asList(key("backend"), key("threads")));
    return options;
  }

  private String key(String key) {
    return key + "=" + call.values().text(key);
  }

  private String file(String key, String name) {
    Path file = call.results().folder("output").resolve(name + ".csv");
    return key + "=" + file;
  }
}
