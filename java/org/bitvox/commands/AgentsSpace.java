// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.AgentArena;
import org.bitvox.GreyImage;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Where agents move: an image, or an empty box. */
abstract class AgentsSpace {
  static final String BOX = "box";

  private static final int LONGEST = 30_000; // pixels along an axis of a box

  static AgentsSpace of(Call call) {
    return call.values().has(BOX) ? new Box(call.values()) : new Image(call.input());
  }

  abstract int width();

  abstract int height();

  abstract int depth();

  /** The size of a pixel. */
  abstract double[] voxel();

  /** Of lengths: "pixels" if it has no name. */
  abstract String unit();

  /** The title of a result. */
  abstract String named(String ending);

  /** What tables call it. */
  abstract String name();

  abstract boolean isPreview();

  /** The format of an image of one frame, which lies where the arena lies. */
  abstract StackFormat format(PixelType type);

  /** What must be known about it; or empty. */
  abstract String note();

  abstract AgentArena free() throws IOException;

  final boolean isFlat() {
    return depth() == 1;
  }

  /** With the starts, goals and field that are given. */
  final AgentArena arena(Call call) throws IOException {
    AgentsCommand.requireLead(call.values(), "goals");
    AgentsCommand.requireLead(call.values(), "field");
    Path starts = call.file("starts");
    Path goals = call.file("goals");
    InputImage vectors = call.image("field");
    GreyImage field = vectors == null ? null : field(vectors);
    AgentArena arena = free().field(field);
    if (starts != null) {
      arena.starts(starts, call.progress());
    }
    if (goals != null) {
      arena.goals(goals, call.progress());
    }
    return arena;
  }

  /** Vectors, which must be of the arena's size. */
  private GreyImage field(InputImage image) throws IOException {
    int channels = image.channels();
    boolean fits =
        image.width() == width()
            && image.height() == height()
            && image.depth() == depth()
            && image.frames() == 1
            && image.bitDepth() == Float.SIZE
            && (channels == 3 || channels == 2 && isFlat());
    if (!fits) {
      throw new IllegalArgumentException(
          image.name()
              + " has "
              + size(image.width(), image.height(), image.depth())
              + " pixels of "
              + image.bitDepth()
              + " bits, "
              + (channels == 1 ? "1 channel" : channels + " channels")
              + (image.frames() == 1 ? "" : " and " + image.frames() + " frames")
              + "; field= needs "
              + size(width(), height(), depth())
              + " pixels of 32 bits, as the arena has, and a channel for each of x, y and z");
    }
    return image.allSlices();
  }

  private static String size(int width, int height, int depth) {
    return width + " x " + height + (depth == 1 ? "" : " x " + depth);
  }

  /** The foreground of an image. */
  private static final class Image extends AgentsSpace {
    private final InputImage image;

    Image(InputImage image) {
      this.image = image;
    }

    @Override
    int width() {
      return image.width();
    }

    @Override
    int height() {
      return image.height();
    }

    @Override
    int depth() {
      return image.depth();
    }

    @Override
    double[] voxel() {
      return image.usableScale().voxel();
    }

    @Override
    String unit() {
      return image.scale().calibrated() ? image.scale().unit : "pixels";
    }

    @Override
    String named(String ending) {
      return image.named(ending);
    }

    @Override
    String name() {
      return image.name();
    }

    @Override
    boolean isPreview() {
      return image.isPreview();
    }

    @Override
    StackFormat format(PixelType type) {
      return image.format(type);
    }

    @Override
    String note() {
      return Notes.ofVoxels(image.scale(), "lengths are in " + unit() + ".");
    }

    @Override
    AgentArena free() throws IOException {
      return AgentArena.of(image.binary());
    }
  }

  /** Without walls. */
  private static final class Box extends AgentsSpace {
    private final int[] size = {1, 1, 1};
    private final double pixel;
    private final String unit;

    Box(Values values) {
      String allowed =
          "two or three whole numbers from 1 to " + LONGEST + ": 512,512 or 128,128,128";
      double[] sizes = values.numbers(BOX, allowed, 2, 3);
      if (!Arrays.stream(sizes).allMatch(n -> n == Math.rint(n) && n >= 1 && n <= LONGEST)) {
        throw UsageException.notAllowed(BOX, values.text(BOX), allowed);
      }
      Arrays.setAll(size, axis -> axis < sizes.length ? (int) sizes[axis] : 1);
      pixel = values.decimal("pixel");
      unit = values.text("unit");
    }

    @Override
    int width() {
      return size[0];
    }

    @Override
    int height() {
      return size[1];
    }

    @Override
    int depth() {
      return size[2];
    }

    @Override
    double[] voxel() {
      return new double[] {pixel, pixel, pixel};
    }

    @Override
    String unit() {
      return unit.isEmpty() ? pixel == 1 ? "pixels" : "units" : unit;
    }

    @Override
    String named(String ending) {
      return "agents" + ending;
    }

    @Override
    String name() {
      return size(width(), height(), depth());
    }

    @Override
    boolean isPreview() {
      return false;
    }

    @Override
    StackFormat format(PixelType type) {
      Calibration calibration = new Calibration();
      calibration.pixelWidth = pixel;
      calibration.pixelHeight = pixel;
      calibration.pixelDepth = pixel;
      if (!unit.isEmpty()) {
        calibration.setUnit(unit);
      }
      return new StackFormat(width(), height(), depth(), type).calibration(calibration);
    }

    @Override
    String note() {
      return "";
    }

    @Override
    AgentArena free() {
      return AgentArena.box(width(), height(), depth());
    }
  }
}
