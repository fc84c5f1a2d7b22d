// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.GreyImage;
import org.bitvox.RandomWalker;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Gives every voxel the label of the seed that a random walker from there meets first. */
public final class RandomWalkerCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "random_walker",
          "segments a grey image from seeds: a voxel gets the label of the seed that a random walker"
              + " from there most probably meets first",
          Keys.withInput(
              Parameter.image(
                      "seeds",
                      "image of the same size: 0 where nothing is seeded, else the label; as input=;"
                          + " without it the seeds are ROIs")
                  .hint("image, or ROI Manager")
                  .ofSameSize()
                  .dialog(rules -> rules.suggested(RandomWalkerSeeds::mayBe)),
              Parameter.inputFile(
                      "rois",
                      "the ROIs that are seeds, .roi or .zip of ImageJ; without it those of the ROI"
                          + " Manager")
                  .hint("file; empty: ROI Manager")
                  .orManagedRois()
                  .dialog(DialogRules::ofOneImage),
              Parameter.decimal("beta", "", 0, 1e6, "how much walkers shun differences of values")
                  .or("130"),
              Parameter.decimal(
                      "accuracy", "", 1e-5, 0.1, "of the probabilities: their largest error")
                  .or("0.001"),
              Keys.backend(),
              Parameter.flag("show_probabilities", "shows the probabilities, a channel per label")
                  .hint("a channel per label")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the labels", "tif"),
              Parameter.output(
                  "probabilities", "writes the probabilities, a channel per label", "tif"),
              Parameter.output("save", "writes the table, one row per label", "csv")));

  /** Of memory for a voxel: its weights, values and the vectors of the method, and the labels. */
  private static final double BYTES = 76;

  /** The same without what depends on how soon rows end. */
  private static final double LEAST_BYTES = 50;

  /** Called by ImageJ. */
  public RandomWalkerCommand() {
    super("Bitvox Random Walker", PARAMETERS);
  }

  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * BYTES;
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * LEAST_BYTES;
  }

  /** A preview is of the slice on its own, with its seeds. */
  @Override
  protected Reach reach(Values values, InputImage image) {
    return Reach.slices(0).inColours(LabelColours.table());
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    double[] voxel = input.usableScale().voxel();
    RandomWalkerSeeds origin = RandomWalkerSeeds.of(call);
    GreyImage seeds = origin.image();
    GreyImage image = input.grey();
    LabelImage labels = new LabelImage(call, "output", "_labels");
    ResultImage probabilities = probabilities(call, seeds);
    RandomWalker.Result result =
        new RandomWalker()
            .beta(values.decimal("beta"))
            .spacing(voxel[0], voxel[1], voxel[2])
            .accuracy(values.decimal("accuracy"))
            .backend(values.text("backend"))
            .threads(values.integer("threads"))
            .segment(image, seeds, labels, probabilities, call.progress());
    String note =
        Notes.of(
            origin.note(result.seeds()),
            RandomWalkerNotes.of(result, input.voxels()),
            RandomWalkerNotes.contrast(result, input.bitDepth(), values.decimal("beta")));
    call.results().table("save", table(call, result, origin.name(), note));
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  /** Null where nobody wants them. */
  private static ResultImage probabilities(Call call, GreyImage seeds) throws IOException {
    Values values = call.values();
    if (!values.has("probabilities") && !values.flag("show_probabilities")) {
      return null;
    }
    int channels = RandomWalker.labels(seeds, values.integer("threads"), call.progress()).length;
    InputImage input = call.input();
    return call.results()
        .newImage(
            "probabilities",
            input.named("_probabilities"),
            input.format(PixelType.FLOAT32).channels(channels))
        .shownIf(values.flag("show_probabilities"));
  }

  private static Table table(Call call, RandomWalker.Result result, String seeds, String note) {
    Table table = new Table();
    int[] labels = result.labels();
    for (int i = 0; i < labels.length; i++) {
      call.results()
          .addRow(table, call.input().name())
          .put("Label", labels[i])
          .put("Seeds (voxels)", result.seeds()[i])
          .put("Voxels", result.voxels()[i])
          .put("Iterations", result.iterations()[i])
          .put("Largest error", result.error())
          .putLast("Seeds", seeds)
          .putLast("Backend", result.run().backend())
          .putLast("Note", note);
    }
    return table;
  }
}
