// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.UsageException;

/** The keys of images in OME-Zarr among the words of a command. */
public final class ZarrWords {
  private ZarrWords() {}

  /**
   * Takes our own keys, unless the command has such a key itself; they hold from then on.
   *
   * @param words a command and its options
   * @return the words that are left
   * @throws UsageException if what they say cannot be
   */
  public static List<String> taken(List<String> words) {
    List<String> left = new ArrayList<>(words);
    for (int i = left.size() - 1; i > 0; i--) {
      int equals = left.get(i).indexOf('=');
      String key = equals < 0 ? "" : left.get(i).substring(0, equals);
      String value = left.get(i).substring(equals + 1);
      if (key.equals("timepoint")) {
        left.set(i, "frame=" + value);
      } else if (!declares(left.get(0), key) && ZarrSettings.current.take(key, value)) {
        left.remove(i);
      }
    }
    ZarrSettings.current.options(); // says what is wrong before anything is read
    return left;
  }

  private static boolean declares(String command, String key) {
    try {
      return Commands.named(command).parameters().defaults().declares(key);
    } catch (UsageException e) {
      return false; // there is no such command, which is said later
    }
  }

  /** Forgets all that was taken. */
  public static void reset() {
    ZarrSettings.current = new ZarrSettings();
  }

  /** What holds now, for {@link #restore}. */
  public static Object current() {
    return ZarrSettings.current;
  }

  /** What held before holds again. */
  public static void restore(Object before) {
    ZarrSettings.current = (ZarrSettings) before;
  }

  /** From now on images are computed in blocks. */
  public static void inBlocks(BlockFormat blocks) {
    ZarrSettings.current.blocks = blocks;
  }

  /** From now on only this part of each image is read, as if it were all; null for all of it. */
  public static void window(Box window) {
    ZarrSettings.current.window = window;
  }

  /** Voxels of a volume of an image along z, y and x. */
  public static int[] size(String name) throws IOException {
    ZarrSource source = ZarrSource.open(Stores.of(name), ZarrSettings.current);
    return new int[] {source.slices(), source.height(), source.width()};
  }

  /** Voxels of a volume of an image; 0 if it cannot be opened, which is said later. */
  public static double voxels(String name) {
    try {
      int[] size = size(name);
      return (double) size[0] * size[1] * size[2];
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
