// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.Convolution;
import org.bitvox.Kernel;

/** The keys of the convolution, and the kernel that they describe. */
public final class ConvolutionParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "convolution",
          "convolves a grey image with a kernel",
          CommonKeys.withInput(
              Parameter.choice(
                  "kernel",
                  "the kernel; sobel is the magnitude of the gradient",
                  "gaussian",
                  "mean",
                  "laplacian",
                  "sobel",
                  "file"),
              Parameter.decimal(
                      "sigma", "units", 0, 1e9, "of the Gaussian, in the image's calibrated unit")
                  .or("2")
                  .hint("of gaussian, in units"),
              Parameter.integer("radius", "voxels", 1, 127, "of the mean")
                  .or("1")
                  .hint("of mean, in voxels"),
              Parameter.inputFile(
                      "kernel_file",
                      "the kernel: text, a row a line, an empty line between planes; or a TIFF stack")
                  .hint("for file"),
              Parameter.choice(
                  "axes", "every slice on its own, or the volume, with named kernels", "xy", "xyz"),
              Parameter.choice(
                  "edges",
                  "beyond the image lie the edge voxel, the reflected image, the repeated image,"
                      + " or zeros",
                  "nearest",
                  "mirror",
                  "wrap",
                  "zero"),
              Parameter.choice(
                  "result", "32-bit, or the input's type, rounded and clamped", "float", "same"),
              CommonKeys.backend(),
              Parameter.flag("normalise", "divides the kernel of a file by its sum")
                  .hint("kernel file"),
              CommonKeys.threads(),
              CommonKeys.file("output", "FILE.tif", "writes the result").required()));

  private ConvolutionParameters() {}

  /** The kernel for an image of this calibration and number of slices. */
  static Kernel kernel(Values values, Calibration calibration, int depth) throws IOException {
    boolean file = values.text("kernel").equals("file");
    if (file != values.has("kernel_file")) {
      throw new UsageException(Messages.KERNEL_FILE);
    }
    boolean volume = values.text("axes").equals("xyz") && depth > 1;
    Kernel.Axes axes = volume ? Kernel.Axes.XYZ : Kernel.Axes.XY;
    switch (values.text("kernel")) {
      case "mean":
        return Kernel.mean(values.integer("radius"), axes);
      case "laplacian":
        return Kernel.laplacian(axes);
      case "sobel":
        return Kernel.sobel(axes);
      case "file":
        Kernel kernel = KernelFiles.read(values.text("kernel_file"));
        return values.flag("normalise") ? kernel.normalised() : kernel;
      default:
        double sigma = values.decimal("sigma");
        return Kernel.gaussian(
            sigma / calibration.pixelWidth,
            sigma / calibration.pixelHeight,
            volume ? sigma / calibration.pixelDepth : 0);
    }
  }

  static Convolution convolution(Values values, Kernel kernel) {
    return new Convolution(kernel)
        .edges(values.constant("edges", Convolution.Edges.class))
        .result(values.constant("result", Convolution.Result.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
