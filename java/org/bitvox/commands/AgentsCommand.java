// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import org.bitvox.AgentArena;
import org.bitvox.AgentOutputs;
import org.bitvox.Agents;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Reach;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * Discs or spheres that move and never overlap, with the truth about each; or a check of tracks.
 */
public final class AgentsCommand extends Command {
  static final String CHECK = "check";
  private static final String VECTORS = "the image of vectors"; // as native code calls the field
  private static final double FARTHEST = 1e12;
  private static final long MOST_STEPS = 1_000_000;
  private static final double MOST_PHOTONS = 30_000;

  private static final Parameters PARAMETERS =
      new Parameters(
          "agents",
          "moving discs or spheres that never overlap, with their tracks, labels and a movie",
          Keys.withInputOr(
              Arrays.asList(AgentsSpace.BOX, CHECK),
              simulated(
                  Parameter.text(
                          AgentsSpace.BOX,
                          "X,Y,Z",
                          "an empty arena instead of an image, in pixels: width,height for discs,"
                              + " width,height,depth for spheres")
                      .hint("X,Y or X,Y,Z pixels; empty: image")
                      .dialog(rules -> rules.ofOneImage().orWithoutImage("512,512"))),
              Parameter.decimal("pixel", "", 1e-12, FARTHEST, "side of a pixel of the box")
                  .or("1")
                  .hint("side, of the box")
                  .onlyBeside(AgentsSpace.BOX)
                  .withoutColumn(),
              Parameter.text("unit", "UNIT", "of lengths in the box, such as um")
                  .hint("of the box, such as um")
                  .onlyBeside(AgentsSpace.BOX)
                  .withoutColumn(),
              length("radius", 0, "of every agent").or("5"),
              Parameter.integer(
                      "agents", "", 1, 100_000_000, "how many are placed, if they find room")
                  .or("100")
                  .hint("how many")
                  .onlyWithout("starts"),
              simulated(
                  Parameter.integer("steps", "", 0, MOST_STEPS, "how many steps they make")
                      .or("100")),
              simulated(
                  Parameter.integer("every", "", 1, MOST_STEPS, "steps from frame to frame")
                      .or("1")
                      .hint("steps per frame")),
              simulated(
                  Parameter.choice(
                      "motion",
                      "random: uniform from -step to step along each axis; persistent: straight on,"
                          + " with a turn now and then; goals: towards places of a table; field:"
                          + " along the vectors of an image",
                      "random",
                      "persistent",
                      "goals",
                      "field")),
              simulated(length("step", 0, "length of a step").or("1")),
              Parameter.decimal(
                      "persistence", "steps", 0, 1e9, "mean number of steps until an agent turns")
                  .or("10")
                  .hint("steps until a turn")
                  .onlyWith("motion", "persistent"),
              Parameter.inputFile("goals", "table with the columns x,y or x,y,z")
                  .hint("table x,y,z")
                  .dialog(DialogRules::ofOneImage)
                  .onlyWith("motion", "goals"),
              Parameter.image(
                      "field",
                      "32-bit image of vectors, a channel for x, y and z, of the arena's size, in a"
                          + " macro the title of an open one; its longest vector is a step")
                  .hint("image of vectors")
                  .ofVectors()
                  .dialog(DialogRules::ofOneImage)
                  .onlyWith("motion", "field"),
              Parameter.decimal("wander", "", 0, 1, "part of a move that is random")
                  .or("0")
                  .hint("random part, 0 to 1")
                  .onlyWith("motion", "goals", "field"),
              simulated(
                  Parameter.inputFile(
                          "starts", "table x,y or x,y,z of places to start; without it at random")
                      .hint("table x,y,z; empty: random")
                      .dialog(DialogRules::ofOneImage)),
              simulated(
                  Parameter.decimal(
                          "divide",
                          "",
                          0,
                          1e9,
                          "mean number of steps until an agent divides; 0: never")
                      .or("0")
                      .hint("after steps; 0: never")),
              simulated(
                  Parameter.choice(
                          "clearance",
                          "what keeps clear of walls: the whole disc, or its centre alone",
                          "disc",
                          "centre")
                      .in(Parameter.Scope.SCRIPT)),
              simulated(
                  Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1")),
              Keys.threshold().hint("of a grey image").onlyWithout(AgentsSpace.BOX),
              ofMovie("photons", MOST_PHOTONS, "of an agent at each pixel").or("200"),
              ofMovie("background", MOST_PHOTONS, "photons at each pixel besides").or("10"),
              ofMovie("blur", FARTHEST, "standard deviation of the Gaussian, in the image's unit")
                  .or("0")
                  .hint("sigma, in the image's unit"),
              ofMovie("read_noise", 1000, "standard deviation of the camera's noise, in photons")
                  .or("2")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.list(
                      "show",
                      "images: the movie, the labels, and the part of the frames in which an agent"
                          + " covers each pixel",
                      AgentsImages.MOVIE,
                      AgentsImages.LABELS,
                      AgentsImages.DENSITY)
                  .or(AgentsImages.MOVIE)
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.integer(
                      "strips",
                      "",
                      1,
                      1024,
                      "parts of the arena that are computed side by side; the result is the same")
                  .or("1")
                  .in(Parameter.Scope.SCRIPT)
                  .withoutColumn(),
              Keys.backend(),
              Keys.threads(),
              Parameter.inputFile(
                      CHECK,
                      "says whether these tracks, TrackMate's or with the columns track,frame,x,y,z,"
                          + " ever overlap; nothing moves")
                  .in(Parameter.Scope.SCRIPT)
                  .withoutColumn(),
              Parameter.output("output", "writes the movie", "tif"),
              Parameter.output(AgentsImages.LABELS, "writes the labels", "tif"),
              Parameter.output(
                  AgentsImages.DENSITY,
                  "writes the part of the frames in which an agent covers each pixel",
                  "tif"),
              Parameter.output("tracks", "writes the tracks for TrackMate's CSV importer", "csv")
                  .hint("new file for TrackMate, .csv")
                  .in(Parameter.Scope.EVERYWHERE),
              Parameter.output(
                  "lineage", "writes first and last frame and parent of each agent", "txt"),
              Parameter.output("plot", "draws the mean square displacement", "png"),
              Parameter.output("save", "writes the table, one row per frame", "csv"),
              Parameter.output("summary", "writes one row for all", "csv")));

  /** Called by ImageJ. */
  public AgentsCommand() {
    super("Bitvox Agents", PARAMETERS);
  }

  private static Parameter length(String key, double least, String help) {
    return Parameter.decimal(key, "", least, FARTHEST, help + ", in the image's unit")
        .hint("in the image's unit");
  }

  private static Parameter ofMovie(String key, double most, String help) {
    return Parameter.decimal(key, "", 0, most, "of the movie: " + help)
        .hint("of the movie")
        .withoutColumn();
  }

  private static Parameter simulated(Parameter parameter) {
    return parameter.onlyWithout(CHECK);
  }

  /** Where there is room, as squares of distances from walls; then cells, agents and a field. */
  @Override
  protected double memory(Values values, InputImage image) {
    double voxels = image.voxels();
    double[] voxel = image.usableScale().voxel();
    boolean flat = image.depth() == 1;
    boolean discs = values.text("clearance").equals("disc");
    double room = voxels * (!discs ? 0.3 : image.scale().anisotropic() ? 8.4 : 4.4);
    double radius = values.decimal("radius");
    double cell = flat ? 2 * radius * radius : Math.pow(2 * radius / Math.sqrt(3), 3);
    double cells = voxels * voxel[0] * voxel[1] * (flat ? 1 : voxel[2]) / cell;
    double field = values.text("motion").equals("field") ? (flat ? 16 : 24) * voxels : 0;
    double agents = 280.0 * Math.min(values.longInteger("agents"), cells);
    return Math.max(room, voxels / 8 + 5 * cells + agents + field);
  }

  /** All slices decide where there is room; the slice that is seen is that of the first frame. */
  @Override
  protected Reach reach(Values values, InputImage image) {
    if (values.has(AgentsSpace.BOX)) {
      throw new IllegalArgumentException("a box has no image to show it in");
    }
    return Reach.slices(Integer.MAX_VALUE).inColours(LabelColours.table());
  }

  @Override
  protected void run(Call call) throws IOException {
    if (call.values().has(CHECK)) {
      AgentsCheck.run(call);
    } else {
      simulate(call);
    }
  }

  private static void simulate(Call call) throws IOException {
    AgentsSpace space = AgentsSpace.of(call);
    AgentArena arena = space.arena(call);
    Agents agents = agents(call.values(), space);
    AgentOutputs outputs = new AgentsImages(call, space, agents).receive(arena);
    if (space.isPreview()) {
      agents.motion(Agents.Motion.RANDOM); // of the first frame, to which nothing leads
      agents.simulate(arena, outputs, call.progress());
      return;
    }
    call.results().write("tracks", outputs::tracks);
    call.results().write("lineage", outputs::lineage);
    Agents.Result result = simulate(agents, arena, outputs, call);
    String undrawn = "";
    if (result.counts().frames() > 1) {
      AgentsPlot plot = new AgentsPlot(call.values(), space, result.counts());
      call.results().plot("plot", space.named("_displacement"), plot::create);
    } else {
      undrawn = call.results().drop("plot", "there is only one frame");
    }
    AgentsTables tables = new AgentsTables(call, space, result, undrawn);
    tables.give();
    call.messages().note(tables.note());
    call.messages().ranOn(result.run().backend());
  }

  /** Says the name of the field where that is what is wrong. */
  private static Agents.Result simulate(
      Agents agents, AgentArena arena, AgentOutputs outputs, Call call) {
    try {
      return agents.simulate(arena, outputs, call.progress());
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      if (call.image("field") == null || !sentence.startsWith(VECTORS)) {
        throw e;
      }
      throw new IllegalArgumentException(
          call.image("field").name() + sentence.substring(VECTORS.length()), e);
    }
  }

  private static Agents agents(Values values, AgentsSpace space) {
    double[] voxel = space.voxel();
    return new Agents()
        .spacing(voxel[0], voxel[1], voxel[2])
        .radius(values.decimal("radius"))
        .agents(values.longInteger("agents"))
        .steps(space.isPreview() ? 0 : values.longInteger("steps"))
        .every(values.longInteger("every"))
        .motion(values.constant("motion", Agents.Motion.class))
        .step(values.decimal("step"))
        .persistence(values.decimal("persistence"))
        .wander(values.decimal("wander"))
        .divide(values.decimal("divide"))
        .clearance(values.constant("clearance", Agents.Clearance.class))
        .seed(values.longInteger("seed"))
        .strips(values.integer("strips"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** Checks that the table or image is given that this motion cannot do without. */
  static void requireLead(Values values, String motion) {
    if (values.text("motion").equals(motion) && !values.has(motion)) {
      throw new UsageException("motion=" + motion + " needs " + motion + "=FILE");
    }
  }
}
