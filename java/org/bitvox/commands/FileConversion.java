// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.files.ValueChange;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;

/** Writes an image in another format; in ImageJ's windows its own open and save do it. */
public final class FileConversion extends Command {
  private static final String SAME = "same";

  private static final Parameters PARAMETERS =
      new Parameters(
          "convert",
          "writes an image in another format, with its values, voxel size and place",
          Keys.withInputOfType(
              Keys.RAW_TYPE,
              Parameter.choice(
                      "type",
                      "type of the values that are written; one that it does not hold is an error",
                      SAME,
                      "uint8",
                      "int8",
                      "uint16",
                      "int16",
                      "uint32",
                      "int32",
                      "uint64",
                      "int64",
                      "float32",
                      "float64")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.output(
                      "output", "writes the image; its ending says the format", "tif", "raw")
                  .required()));

  /** Of the command line alone. */
  public FileConversion() {
    super("Bitvox Convert", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    PixelType from = input.storedType();
    String wanted = call.values().text("type");
    PixelType to = wanted.equals(SAME) ? from : PixelType.named(wanted);
    Calibration calibration = input.calibration().copy();
    if (!input.isCalibrated()) {
      calibration.disableDensityCalibration();
    } else if (to != from) {
      throw new IllegalArgumentException(
          input.name()
              + " has calibrated values: write them without type= to a .nrrd file, which has them as"
              + " float32, and change that");
    }
    StackFormat format =
        new StackFormat(input.width(), input.height(), input.depth(), to)
            .channels(input.channels())
            .frames(input.frames())
            .calibration(calibration)
            .placement(input.placement())
            .invertedLut(input.invertedLut())
            .looks(input.looks());
    ValueChange change = new ValueChange(from, to);
    ResultImage image = call.results().newImage("output", input.named(""), format);
    for (int slice = 0; slice < format.slices(); slice++) {
      image.accept(slice, change.of(input.stored(slice), slice));
      if (!call.progress().keepGoing(slice + 1, format.slices())) {
        throw new CancellationException("stopped");
      }
    }
    if (change.rounded() > 0) {
      call.messages().note(change.rounded() + " values were rounded to " + to.word() + ".");
    }
    call.results().print(table(call, input, to));
  }

  private static Table table(Call call, InputImage input, PixelType type) {
    Table table = new Table();
    Table.Row row =
        table
            .addRow()
            .put("Image", input.name())
            .put("Width (voxels)", input.width())
            .put("Height (voxels)", input.height())
            .put("Depth (voxels)", input.depth());
    if (input.channels() > 1) {
      row.put("Channels", input.channels());
    }
    if (input.frames() > 1) {
      row.put("Frames", input.frames());
    }
    row.put("Type", type.word()).put("Voxel size", input.scale().words());
    return table;
  }
}
