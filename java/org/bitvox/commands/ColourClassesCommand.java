// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.List;
import org.bitvox.ColourClasses;
import org.bitvox.ColourModel;
import org.bitvox.ColourSamples;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Table;
import org.bitvox.files.ColourModelFile;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Learns classes of colours from samples. */
public final class ColourClassesCommand extends Command {
  private static final int PARTS = 100; // of the progress
  private static final int GATHERED = 30;

  private static final String PRIORS = "equal, sampled, or numbers above 0, one a class: 0.9,0.1";

  private static final Parameters PARAMETERS =
      new Parameters(
          "colour_classes",
          "learns classes of colours from samples in an RGB image: a mixture of Gaussians for each",
          Keys.withColours(
              Parameter.image(
                      "labels",
                      "8- or 16-bit image of the same size: 0 where nothing is sampled, else the"
                          + " class; as input=; without it the samples are ROIs")
                  .hint("image, or ROI Manager")
                  .ofSameSize()
                  .dialog(rules -> rules.suggested(ColourSamplesOf::mayBe)),
              Parameter.inputFile(
                      "rois",
                      "the ROIs that are samples, .roi or .zip of ImageJ; without it those of the"
                          + " ROI Manager; ROIs of one name are one class")
                  .hint("file; empty: ROI Manager")
                  .orManagedRois(),
              Parameter.choice("space", "colour space", "hsv", "rgb", "lab"),
              Parameter.choice(
                  "covariance",
                  "ellipsoids along any axes, or along those of the space",
                  "full",
                  "diagonal"),
              Parameter.integer(
                      "gaussians",
                      "",
                      0,
                      ColourModel.MOST_GAUSSIANS,
                      "of each class; 0 for the number, 1 to 8, of the least BIC")
                  .or("0")
                  .hint("of each class; 0: by BIC"),
              Parameter.text(
                      "priors",
                      "WORD",
                      "how probable classes are: equal, sampled (as their samples), or numbers in"
                          + " the order of the classes, such as 0.9,0.05,0.05")
                  .or("equal")
                  .hint("equal, sampled or 0.9,0.1"),
              Parameter.integer("iterations", "", 1, 10000, "of EM at most")
                  .or("300")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer("seed", "", 0, 1L << 53, "of the random start")
                  .or("1")
                  .in(Parameter.Scope.SCRIPT),
              Keys.backend(),
              Keys.threads(),
              Parameter.output("output", "writes the model", "json")
                  .in(Parameter.Scope.EVERYWHERE)
                  .hint("model file; empty: a window"),
              Parameter.output("save", "writes the table, one row per class", "csv"),
              Parameter.output("plot", "draws samples and classes in the colour space", "png")));

  /** Called by ImageJ. */
  public ColourClassesCommand() {
    super("Bitvox Train Colour Classes", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    ColourClasses training = training(values);
    call.input().colours(0, 0); // says at once if it has none
    ColourSamplesOf origin = ColourSamplesOf.of(call);
    try (ColourSamples samples = new ColourSamples()) {
      origin.add(samples, new PartListener(call.progress(), 0, GATHERED, PARTS));
      ColourClasses.Result result =
          training.train(samples, new PartListener(call.progress(), GATHERED, PARTS, PARTS));
      List<String> names = origin.names(result.labels());
      ColourModel model = result.model().named(names);
      call.results().write("output", path -> ColourModelFile.write(model, path));
      call.results()
          .plot(
              "plot",
              call.input().named("_colour_classes"),
              ColourClassesPlot.of(model, result.labels(), samples));
      call.results().table("save", table(call, result, origin.origin()));
      call.messages().ranOn(result.run().backend());
      call.results().showElsewhere(() -> present(call, model)); // the last window, in front
    }
  }

  private static ColourClasses training(Values values) {
    ColourClasses training =
        new ColourClasses()
            .space(values.constant("space", ColourModel.Space.class))
            .covariance(values.constant("covariance", ColourModel.Covariance.class))
            .gaussians(values.integer("gaussians"))
            .iterations(values.integer("iterations"))
            .seed(values.longInteger("seed"))
            .backend(values.text("backend"))
            .threads(values.integer("threads"));
    String priors = values.text("priors");
    if (priors.equals("equal") || priors.equals("sampled")) {
      return training.priors(values.constant("priors", ColourClasses.Priors.class));
    }
    int[] counts = new int[ColourModel.MOST_CLASSES];
    for (int k = 0; k < counts.length; k++) {
      counts[k] = k + 1;
    }
    double[] numbers = values.numbers("priors", PRIORS, counts);
    for (double number : numbers) {
      if (!(number > 0)) {
        throw UsageException.notAllowed("priors", priors, PRIORS);
      }
    }
    return training.priors(numbers);
  }

  private static Table table(Call call, ColourClasses.Result result, String origin) {
    Table table = new Table();
    ColourModel model = result.model();
    ColourNumbers numbers = new ColourNumbers(model.space());
    String unsteady =
        result.unsteady() == 0
            ? ""
            : "EM ended before it was steady for "
                + result.unsteady()
                + " of "
                + result.labels().length
                + " classes; allow more iterations.";
    String note = Notes.of(unsteady, result.run().note());
    for (int k = 0; k < model.classes(); k++) {
      Table.Row row =
          call.results()
              .addRow(table, call.input().name())
              .put("Class", model.name(k))
              .put("Samples", result.samples()[k])
              .put("Colours", result.colours()[k])
              .put("Gaussians", model.gaussians(k))
              .put("Prior", model.prior(k))
              .put("Log-likelihood", result.logLikelihood()[k])
              .put("BIC", result.bic()[k])
              .put("Iterations", result.iterations()[k]);
      int largest = model.largest(k);
      row.put("Weight", model.weight(k, largest));
      for (int d = 0; d < 3; d++) {
        row.put(numbers.heading(d), numbers.shown(d, model.mean(k, largest)[d]));
      }
      row.putLast("Samples from", origin)
          .putLast("Backend", result.run().backend())
          .putLast("Note", note);
    }
    if (!note.isEmpty()) {
      call.messages().note(note);
    }
    return table;
  }

  /** As a file that is there now, or in a window. */
  private static void present(Call call, ColourModel model) {
    Values values = call.values();
    if (values.has("output")) {
      NewestModel.is(Paths.get(values.text("output")).toAbsolutePath().toString());
    } else {
      ColourModelWindow.show(call.input().named("_classes.json"), model);
    }
  }
}
