// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** What a caller says of the part of a file that is to be read. */
final class ReadOptions {
  /** One volume, which is all that the file has. */
  static final ReadOptions NONE = new ReadOptions(false, false, false, 0, 0, 0);

  /** The pages of a file of a set, whatever it says of the others. */
  static final ReadOptions PAGES = new ReadOptions(false, false, false, 0, 0, 0);

  /** Whether several channels and frames are taken as they are. */
  final boolean hyperstacks;

  /** Whether all images of a file are frames of a movie, of which none may be left out. */
  final boolean movie;

  /** Whether a header may name files that do not lie beside it. */
  final boolean follow;

  /** The key that chooses a channel. */
  private final String channelKey;

  /** From 1; 0 where none is chosen. */
  private final int channel;

  /** Whether that is chosen for the input, and counts in another image if that has it. */
  private final boolean ofInput;

  private final int frame;
  private final int series;

  private ReadOptions(
      boolean hyperstacks, boolean movie, boolean follow, int channel, int frame, int series) {
    this(hyperstacks, movie, follow, Keys.CHANNEL, channel, false, frame, series);
  }

  private ReadOptions(
      boolean hyperstacks,
      boolean movie,
      boolean follow,
      String channelKey,
      int channel,
      boolean ofInput,
      int frame,
      int series) {
    this.channelKey = channelKey;
    this.ofInput = ofInput;
    this.hyperstacks = hyperstacks;
    this.movie = movie;
    this.follow = follow;
    this.channel = channel;
    this.frame = frame;
    this.series = series;
  }

  static ReadOptions of(Values values) {
    return of(values, "input");
  }

  /**
   * What values say of the image of a key.
   *
   * @param imageKey input, or another one, which need not have the channel that is chosen for the
   *     input
   */
  static ReadOptions of(Values values, String imageKey) {
    boolean all = Keys.takesSeries(values);
    String channelKey = Keys.channelKey(imageKey, values);
    return new ReadOptions(
        all
            || Keys.takesColours(values)
            || Keys.takesMovies(values)
            || values.declares(Keys.RAW_TYPE), // convert copies all
        Keys.takesMovies(values),
        values.declares(Keys.FOLLOW) && values.flag(Keys.FOLLOW),
        Keys.ownChannelKey(imageKey, values),
        all ? 0 : number(values, channelKey),
        channelKey.equals(Keys.CHANNEL) && !imageKey.equals("input"),
        all ? 0 : number(values, Keys.FRAME),
        all ? 0 : number(values, Keys.SERIES_OF_FILE));
  }

  private static int number(Values values, String key) {
    return values.declares(key) && values.has(key) ? values.integer(key) : 0;
  }

  /** One volume, whose voxels may be anywhere. */
  static ReadOptions following() {
    return new ReadOptions(false, false, true, 0, 0, 0);
  }

  /** Of several channels and frames. */
  static ReadOptions hyperstacks() {
    return new ReadOptions(true, false, false, 0, 0, 0);
  }

  /**
   * Which of the images of a file is meant, from 0; -1 where none is chosen.
   *
   * @throws IOException if it is not there
   */
  int series(int count, FileBytes in) throws IOException {
    if (series > count) {
      throw in.problem(Messages.noSuch("series", series, count));
    }
    return series - 1;
  }

  /** Checks what is chosen of a file that has one image. */
  StackFile partOfOnly(StackFile file, String name) throws IOException {
    if (series > 1) {
      throw new IOException(name + ": " + Messages.noSuch("series", series, 1));
    }
    return part(file, name);
  }

  /** The part of the file that is meant. */
  StackFile part(StackFile file, String name) throws IOException {
    boolean lacking = ofInput && channel > file.channels();
    int own = lacking ? 0 : channel;
    boolean chosen = own > 0 || frame > 0;
    if (!chosen && (hyperstacks || file.channels() * (long) file.frames() == 1)) {
      return file;
    }
    if (own > file.channels()) {
      throw new IOException(name + ": " + Messages.noSuch(channelKey, own, file.channels()));
    }
    if (frame > file.frames()) {
      throw new IOException(name + ": " + Messages.noSuch("frame", frame, file.frames()));
    }
    boolean oneChannel = own > 0 || file.channels() == 1;
    boolean oneFrame = frame > 0 || file.frames() == 1;
    if (!oneChannel && file.isRgb()) {
      throw new IOException(name + ": " + Messages.COLOURS);
    }
    if (!oneChannel || !oneFrame) {
      throw new IOException(
          name
              + ": "
              + Hyperstacks.severalIn(
                  channelKey, oneChannel ? 1 : file.channels(), oneFrame ? 1 : file.frames()));
    }
    file.checkWhole();
    return file.part(Math.max(0, own - 1), Math.max(0, frame - 1));
  }
}
