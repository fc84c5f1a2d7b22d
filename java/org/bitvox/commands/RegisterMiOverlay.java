// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;
import org.bitvox.files.Pixels;
import org.bitvox.files.StackFormat;

/**
 * Two images over one another, before the motion and beside it after it: red the one that stays,
 * green the one that moves, yellow where both are bright. Of a series the first frame is the one
 * that stays.
 */
final class RegisterMiOverlay {
  private static final int SAMPLED_SLICES = 16;
  private static final int SAMPLED_PIXELS = 4096; // of each
  private static final double QUANTILE = 0.001;
  private static final double[] SAME = {1, 1, 1};

  private final InputImage input;
  private final int channel;
  private final InputImage place;
  private final int placeChannel;
  private final double[] steps; // in voxels of the input, from voxel to voxel of the place
  private final ResultImage out;
  private final Shades red;
  private final Shades green;

  private RegisterMiOverlay(InputImage input, int channel, InputImage place, ResultImage out)
      throws IOException {
    this.input = input;
    this.channel = channel;
    this.place = place;
    this.out = out;
    placeChannel = place == input ? channel : 0;
    steps = place == input ? SAME : input.scale().ratio(place.scale());
    red = new Shades(place, placeChannel);
    green = place == input ? red : new Shades(input, channel);
  }

  /**
   * Begins one, if it is wanted.
   *
   * @param channel of the input, from 0
   * @param place the image on which the input comes to lie; the input itself for its first frame
   * @return null where none is wanted
   */
  static RegisterMiOverlay of(Call call, int channel, InputImage place) throws IOException {
    InputImage input = call.input();
    StackFormat format =
        new StackFormat(
                Math.multiplyExact(2, place.width()),
                place.height(),
                place.depth(),
                PixelType.UINT8)
            .channels(2)
            .frames(input.frames())
            .calibration(place.format(PixelType.UINT8).calibration())
            .composite();
    ResultImage out =
        call.results()
            .newImage("overlay", input.named("_overlay"), format)
            .shownIf(call.values().flag("show_overlay"));
    return out.isWanted() ? new RegisterMiOverlay(input, channel, place, out) : null;
  }

  /** Takes a slice of the moved image. */
  void add(int frame, int z, Object moved) {
    try {
      byte[] stays = new byte[2 * place.width() * place.height()];
      byte[] moves = new byte[stays.length];
      Object still = place.slice(placeChannel, 0, z);
      put(red, still, stays, 0);
      put(red, still, stays, 1);
      long nearest = Math.round(z * steps[2]);
      if (nearest < input.depth()) {
        putUnmoved(input.slice(channel, frame, (int) nearest), moves);
      }
      put(green, moved, moves, 1);
      int slice = (frame * place.depth() + z) * 2;
      out.accept(slice, stays);
      out.accept(slice + 1, moves);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a slice on the voxels of the place into the left half, 0, or the right one, 1. */
  private void put(Shades shades, Object pixels, byte[] into, int half) {
    int side = place.width();
    for (int y = 0; y < place.height(); y++) {
      for (int x = 0; x < side; x++) {
        into[(2 * y + half) * side + x] = shades.of(Pixels.value(pixels, y * side + x));
      }
    }
  }

  /** Puts what fits of a slice of the input into the left half: the nearest voxel of each. */
  private void putUnmoved(Object pixels, byte[] into) {
    int side = place.width();
    for (int y = 0; y < place.height(); y++) {
      long row = Math.round(y * steps[1]);
      for (int x = 0; x < side && row < input.height(); x++) {
        long column = Math.round(x * steps[0]);
        if (column >= input.width()) {
          break;
        }
        int at = (int) (row * input.width() + column);
        into[2 * y * side + x] = green.of(Pixels.value(pixels, at));
      }
    }
  }

  /** Black to bright, for nearly all values of an image; the same for all frames. */
  private static final class Shades {
    private final double low;
    private final double high;

    Shades(InputImage image, int channel) throws IOException {
      double[] some = new double[SAMPLED_SLICES * SAMPLED_PIXELS];
      int count = 0;
      int slices = Math.min(SAMPLED_SLICES, image.depth());
      for (int i = 0; i < slices; i++) {
        Object pixels = image.slice(channel, 0, (int) ((i + 0.5) * image.depth() / slices));
        double step = Math.max(1, (double) Array.getLength(pixels) / SAMPLED_PIXELS);
        for (double at = 0; at < Array.getLength(pixels) && count < some.length; at += step) {
          double value = Pixels.value(pixels, (int) at);
          some[count] = value;
          count += Double.isFinite(value) ? 1 : 0;
        }
      }
      Arrays.sort(some, 0, count);
      int skipped = (int) (QUANTILE * count);
      low = count == 0 ? 0 : some[skipped];
      high = count == 0 ? 0 : some[count - 1 - skipped];
    }

    /** NaN is black. */
    byte of(double value) {
      double part = high > low ? (value - low) / (high - low) : 0;
      return (byte) Math.round(255 * Math.max(0, Math.min(1, part)));
    }
  }
}
