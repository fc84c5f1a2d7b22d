// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bitvox.BinaryVolume;
import org.bitvox.Edges;
import org.bitvox.Element;
import org.bitvox.Extent;
import org.bitvox.Morphology;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Erosions, dilations and what is made of them, and logic of two volumes. */
public final class MorphologyCommand extends Command {
  private static final String[] WITH_ELEMENT = {
    "erode", "dilate", "open", "close", "gradient", "white_top_hat", "black_top_hat"
  };
  private static final String[] THAT_ERODE = {"erode", "open", "gradient", "white_top_hat"};
  private static final String[] THAT_REACH_ONCE = {"erode", "dilate", "gradient"};
  private static final String[] OF_COMPONENTS = {
    "fill_holes", "remove_border", "reconstruct", "area_open", "keep_largest"
  };
  private static final String[] IN_SLICES =
      Stream.of(WITH_ELEMENT, OF_COMPONENTS).flatMap(Arrays::stream).toArray(String[]::new);
  private static final String[] OF_TWO = {"reconstruct", "and", "or", "xor", "minus"};

  private static final Parameters PARAMETERS =
      new Parameters(
          "morphology",
          "erodes, dilates, opens, closes, fills or reconstructs a binary volume, or combines two",
          Keys.withInput(
              Parameter.choice(
                  "operation",
                  "what is done; reconstruct keeps the objects of input that meet second",
                  "open",
                  "close",
                  "erode",
                  "dilate",
                  "gradient",
                  "white_top_hat",
                  "black_top_hat",
                  "fill_holes",
                  "remove_border",
                  "reconstruct",
                  "area_open",
                  "keep_largest",
                  "and",
                  "or",
                  "xor",
                  "minus"),
              Parameter.choice(
                      "element",
                      "d^2 <= r^2, the octahedron of radius r, or a cube of side 2r+1",
                      "ball",
                      "cross",
                      "cube")
                  .onlyWith("operation", WITH_ELEMENT),
              Parameter.integer(
                      "radius", "voxels", 0, Morphology.LARGEST_RADIUS, "r, of the element")
                  .or("1")
                  .onlyWith("operation", WITH_ELEMENT),
              Keys.edges(
                      "outside the volume is background, or elements are clipped there",
                      "background")
                  .onlyWith("operation", THAT_ERODE),
              Keys.connectivity().hint("of objects and holes").onlyWith("operation", OF_COMPONENTS),
              Parameter.integer(
                      "min_size", "voxels", 1, 1L << 48, "keeps objects that are at least so large")
                  .hint("of area_open, in voxels")
                  .onlyWith("operation", "area_open"),
              Parameter.image(
                      "second",
                      "the other image, 8-bit, 0 and 255 only, of the same size; as input=")
                  .hint("image, of and, or, xor, minus, reconstruct")
                  .ofSameSize()
                  .ofEightBits()
                  .onlyWith("operation", OF_TWO),
              Keys.threshold(),
              Keys.backend(),
              Parameter.flag("per_slice", "works on every slice on its own")
                  .hint("2D")
                  .onlyWith("operation", IN_SLICES),
              Keys.threads(),
              Parameter.output("output", "writes the result", "tif"),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public MorphologyCommand() {
    super("Bitvox Morphology", PARAMETERS);
  }

  @Override
  protected String aboutVoxels() {
    return "Voxels are not cubes: Radius counts voxels, along every axis.";
  }

  /** Bits of the volume and of what is made of it. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * 0.65;
  }

  /** Where whole objects are looked for: the volume, its complement and the result, in bits. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    boolean whole = Arrays.asList(OF_COMPONENTS).contains(values.text("operation"));
    return whole ? image.voxels() * 0.375 : 0;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    InputImage second = call.image("second");
    String operation = call.values().text("operation");
    boolean ofTwo = Arrays.asList(OF_TWO).contains(operation);
    if (ofTwo && second == null) {
      throw new UsageException("operation=" + operation + " needs second=, another image");
    }
    if (operation.equals("area_open") && !call.values().has("min_size")) {
      throw new UsageException("operation=area_open needs min_size=, a number of voxels");
    }
    if (ofTwo) {
      second.requireSizeOf(input);
    }
    BinaryVolume other = ofTwo ? second.mask() : null;
    ResultImage image =
        call.results().newImage("output", input.named("_" + operation), input.binaryFormat());
    try (Morphology.Result result =
        morphology(call.values(), input.depth()).apply(input.binary(), other, call.progress())) {
      image.write(result.volume());
      call.results().table("save", table(call, result));
      call.messages().note(note(call, result));
      call.messages().ranOn(result.run().backend());
    }
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    String operation = values.text("operation");
    if (values.flag("per_slice") || image.depth() == 1) {
      return Reach.slices(0);
    }
    if (Arrays.asList(OF_COMPONENTS).contains(operation)) {
      return Reach.everything(
          operation
              + " is about whole objects, which go on in other slices; per_slice has a preview");
    }
    boolean element = Arrays.asList(WITH_ELEMENT).contains(operation);
    boolean once = Arrays.asList(THAT_REACH_ONCE).contains(operation);
    return Reach.slices(element ? values.integer("radius") * (once ? 1L : 2L) : 0);
  }

  private static Morphology morphology(Values values, int depth) {
    boolean flat = values.flag("per_slice") || depth == 1;
    return new Morphology()
        .operation(values.constant("operation", Morphology.Operation.class))
        .element(values.constant("element", Element.class))
        .radius(values.integer("radius"))
        .edges(values.constant("edges", Edges.class))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .connectivity(LabelCommand.connectivity(values.text("connectivity"), flat))
        .minSize(values.has("min_size") ? values.longInteger("min_size") : 1)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static String note(Call call, Morphology.Result result) {
    Values values = call.values();
    boolean element = Arrays.asList(WITH_ELEMENT).contains(values.text("operation"));
    return Notes.of(
        Notes.ofForeground(result.voxelsBefore()),
        result.voxelsBefore() > 0 && result.voxelsAfter() == 0 ? whyNothingIsLeft(values) : "",
        element
            ? Notes.ofVoxels(
                call.input().scale(),
                "the element acts in voxels, so its width differs along the axes.")
            : "",
        result.run().note());
  }

  private static String whyNothingIsLeft(Values values) {
    return "Nothing is left: " + reason(values) + ".";
  }

  private static String reason(Values values) {
    String operation = values.text("operation");
    switch (operation) {
      case "erode":
      case "open":
        String fits = "no element of radius " + values.integer("radius") + " lies in the object";
        return values.text("edges").equals("background")
            ? fits + "; edges=background counts the outside as background, edges=clipped does not"
            : fits;
      case "remove_border":
        return "every object touches the border";
      case "area_open":
        return "no object has min_size=" + values.longInteger("min_size") + " voxels";
      case "reconstruct":
        return "no object has a voxel of second";
      case "and":
        return "the images have no voxel in common";
      case "minus":
        return "all voxels are in second too";
      case "xor":
        return "the images are the same";
      default: // gradient and top-hats
        return "this element takes no voxel from the object and adds none";
    }
  }

  private static Table table(Call call, Morphology.Result result) {
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Voxels before", result.voxelsBefore())
        .put("Voxels after", result.voxelsAfter())
        .putLast("Backend", result.run().backend())
        .putLast("Note", note(call, result));
    return table;
  }
}
