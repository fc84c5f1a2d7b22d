// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.BinaryVolume;
import org.bitvox.Granulometry;
import org.bitvox.GranulometryResult;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;

/** Measures a volume and writes the files that were asked for: what menu and command line share. */
final class GranulometryRun {
  /** The keys of files. */
  static final String[] FILES = {"output", "save", "summary", "plot"};

  final GranulometryResult result;
  final Scale scale;
  final Table curve;
  final Table summary;

  /** Sentences that the user must see, or empty. */
  final String note;

  private final String title;

  private GranulometryRun(String title, GranulometryResult result, Scale scale, Values values) {
    this.title = title;
    this.result = result;
    this.scale = scale;
    note = GranulometryTables.note(result, scale, values);
    curve = GranulometryTables.curve(result.curve(), scale, values);
    summary = GranulometryTables.summary(title, result, scale, values, note);
  }

  /**
   * Measures.
   *
   * @param title of the image
   * @param map receives the map as well as the file, or null
   */
  static GranulometryRun measure(
      String title,
      BinaryVolume volume,
      Calibration calibration,
      Values values,
      OutputFiles outputs,
      SliceReceiver map,
      ProgressListener listener)
      throws IOException {
    Granulometry granulometry = GranulometryParameters.granulometry(values);
    GranulometryResult result =
        outputs.has("output")
            ? outputs.write(
                "output",
                path -> measureInto(path, granulometry, volume, calibration, map, listener))
            : granulometry.measure(volume, map, listener);
    Scale scale = Scale.of(calibration, volume.depth());
    GranulometryRun run = new GranulometryRun(title, result, scale, values);
    run.write(outputs);
    return run;
  }

  private static GranulometryResult measureInto(
      Path path,
      Granulometry granulometry,
      BinaryVolume volume,
      Calibration calibration,
      SliceReceiver map,
      ProgressListener listener)
      throws IOException {
    try (TiffWriter writer = writer(path, volume, calibration)) {
      SliceReceiver receiver = map == null ? writer : both(writer, map);
      GranulometryResult result = granulometry.measure(volume, receiver, listener);
      writer.finish();
      return result;
    }
  }

  private static SliceReceiver both(SliceReceiver first, SliceReceiver second) {
    return (z, pixels) -> {
      first.accept(z, pixels);
      second.accept(z, pixels);
    };
  }

  private static TiffWriter writer(Path path, BinaryVolume volume, Calibration calibration)
      throws IOException {
    byte[][] lut = new byte[3][256];
    IndexColorModel fire = LutLoader.getLut("fire");
    fire.getReds(lut[0]);
    fire.getGreens(lut[1]);
    fire.getBlues(lut[2]);
    return new TiffWriter(
        path, volume.width(), volume.height(), volume.depth(), 16, calibration, lut);
  }

  private void write(OutputFiles outputs) throws IOException {
    outputs.write("save", curve);
    outputs.write("summary", summary);
    if (outputs.has("plot")) {
      outputs.write("plot", this::draw);
    }
    outputs.commit();
  }

  private Path draw(Path path) throws IOException {
    try {
      return GranulometryPlot.write(plot(), path);
    } catch (InternalError | LinkageError e) {
      throw new IOException(Messages.NO_FONTS, e);
    }
  }

  /** The curve and the pattern spectrum. */
  Plot plot() {
    return GranulometryPlot.create(Images.name(title) + " granulometry", result.curve(), scale);
  }
}
