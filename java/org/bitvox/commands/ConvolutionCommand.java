// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.Convolution;
import org.bitvox.Convolution.ResultType;
import org.bitvox.Kernel;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Convolves a grey image. */
public final class ConvolutionCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "convolution",
          "convolves a grey image with a kernel",
          Keys.withInput(
              Parameter.choice(
                  "kernel",
                  "the kernel; sobel is the magnitude of the gradient",
                  "gaussian",
                  "mean",
                  "laplacian",
                  "sobel",
                  "file"),
              Parameter.decimal(
                      "sigma",
                      "units",
                      0,
                      1e9,
                      "of the Gaussian, in the image's calibrated unit; at most 31.75 voxels")
                  .or("2")
                  .hint("of gaussian, in units")
                  .onlyWith("kernel", "gaussian"),
              Parameter.integer("radius", "voxels", 1, 127, "of the mean")
                  .or("1")
                  .hint("of mean, in voxels")
                  .onlyWith("kernel", "mean"),
              Parameter.inputFile(
                      "kernel_file",
                      "the kernel: text, one row per line, an empty line between planes; or a TIFF stack")
                  .hint("for file")
                  .onlyWith("kernel", "file"),
              Parameter.choice(
                      "axes",
                      "every slice on its own, or the volume, with named kernels",
                      "xy",
                      "xyz")
                  .onlyWith("kernel", "gaussian", "mean", "laplacian", "sobel"),
              Parameter.choice(
                      "padding",
                      "beyond the image lie the edge voxel, the reflected image, the repeated image,"
                          + " or zeros; edges= is its older name",
                      "nearest",
                      "mirror",
                      "wrap",
                      "zero")
                  .formerly("edges"),
              Parameter.choice(
                  "result", "32-bit, or the input's type, rounded and clamped", "float", "same"),
              Keys.backend(),
              Parameter.flag(
                      "normalise", "divides the kernel of a file by its sum, if that is not 0")
                  .hint("kernel file")
                  .onlyWith("kernel", "file"),
              Keys.threads(),
              Parameter.output("output", "writes the result", "tif").required()));

  private static final String ONE_SLICE = "The image is one slice: axes=xyz is axes=xy.";
  private static final String SEPARABLE =
      "the kernel is separable and was applied as rows along the axes";
  private static final String SUM_ZERO = "The kernel's sum is 0: it was not normalised.";

  /** Called by ImageJ. */
  public ConvolutionCommand() {
    super("Bitvox Convolve", PARAMETERS);
  }

  /** Some slices of floats for each that the kernel reaches. */
  @Override
  protected double memory(Values values, InputImage image) throws IOException {
    long slices = 16 + 4L * kernel(values, image).reach();
    boolean shifted = !values.text("result").equals("float") && ConvolutionPixels.areShifted(image);
    double copy = shifted ? (double) Float.BYTES * image.voxels() : 0; // its values as floats
    return (double) Float.BYTES * image.width() * image.height() * slices + copy;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Kernel kernel = kernel(values, input);
    boolean floats = values.text("result").equals("float");
    boolean shifted = !floats && ConvolutionPixels.areShifted(input);
    if (shifted && input.isInBlocks()) {
      throw new UsageException(
          "result=same cannot be used in blocks for whole numbers with a sign; use result=float");
    }
    Convolution convolution = convolution(values, kernel);
    ResultImage convolved =
        call.results().newImage("output", input.named("_convolved"), format(input, values));

    Convolution.Result result =
        convolution
            .result(floats || shifted ? ResultType.FLOAT : ResultType.SAME)
            .apply(
                floats || shifted ? input.shown() : input.grey(),
                shifted ? new ConvolutionPixels(input, convolved) : convolved,
                call.progress());

    boolean flat = input.depth() == 1 && values.text("axes").equals("xyz");
    boolean zero = values.flag("normalise") && kernel.sum() == 0;
    String note = Notes.of(flat ? ONE_SLICE : "", zero ? SUM_ZERO : "", result.run().note());
    call.results().print(table(call, result, note));
    call.messages()
        .note(values.text("kernel").equals("file") && result.separable() ? SEPARABLE : "");
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  @Override
  protected Reach reach(Values values, InputImage image) throws IOException {
    Kernel kernel = kernel(values, image);
    long slices = Math.min(kernel.reach(), Kernel.LARGEST_REACH); // a larger one is refused
    Reach reach =
        values.text("padding").equals("wrap") ? Reach.wrapping((int) slices) : Reach.slices(slices);
    return keepsRange(values, kernel) ? reach.keepingRange() : reach;
  }

  /** Whether the result is a mean of the image's values. */
  private static boolean keepsRange(Values values, Kernel kernel) {
    switch (values.text("kernel")) {
      case "gaussian":
      case "mean":
        return true;
      case "file":
        return values.flag("normalise") && kernel.sum() != 0;
      default:
        return false;
    }
  }

  /** The kernel for an image of this voxel size and number of slices. */
  private static Kernel kernel(Values values, InputImage input) throws IOException {
    if (values.text("kernel").equals("file") && !values.has("kernel_file")) {
      throw new UsageException("kernel=file needs kernel_file=FILE");
    }
    boolean volume = values.text("axes").equals("xyz") && input.depth() > 1;
    Kernel.Axes axes = volume ? Kernel.Axes.XYZ : Kernel.Axes.XY;
    switch (values.text("kernel")) {
      case "mean":
        return Kernel.mean(values.integer("radius"), axes);
      case "laplacian":
        return Kernel.laplacian(axes);
      case "sobel":
        return Kernel.sobel(axes);
      case "file":
        Kernel kernel = ConvolutionKernelFile.read(values.text("kernel_file"));
        return values.flag("normalise") ? kernel.normalised() : kernel;
      default:
        double sigma = values.decimal("sigma");
        Scale voxel = volume ? input.comparableScale() : input.comparableScaleInSlices();
        return Kernel.gaussian(sigma / voxel.x, sigma / voxel.y, volume ? sigma / voxel.z : 0);
    }
  }

  private static Convolution convolution(Values values, Kernel kernel) {
    return new Convolution(kernel)
        .edges(values.constant("padding", Convolution.Edges.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** Floats are the shown values; of the input's type they have its calibration. */
  private static StackFormat format(InputImage input, Values values) {
    Calibration calibration = input.calibration().copy();
    PixelType type = PixelType.ofBits(input.bitDepth());
    if (values.text("result").equals("float")) {
      calibration.disableDensityCalibration();
      type = PixelType.FLOAT32;
    }
    return new StackFormat(input.width(), input.height(), input.depth(), type)
        .calibration(calibration)
        .placement(input.placement())
        .invertedLut(type == PixelType.UINT8 && input.invertedLut());
  }

  private static Table table(Call call, Convolution.Result result, String note) {
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Applied", result.separable() ? "as rows along the axes" : "as a whole")
        .putLast("Backend", result.run().backend())
        .putLast("Note", note);
    return table;
  }
}
