// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.bitvox.RandomWalker;
import org.bitvox.calls.Notes;

/** What must be known about a result of the random walker. */
final class RandomWalkerNotes {
  /** Labels of regions without seeds that are named. */
  private static final int MOST_NAMED = 5;

  /** Of 16-bit images. */
  private static final int LARGEST = 65535;

  /** The usual beta, and less than which of it does little. */
  private static final double USUAL_BETA = 130;

  private static final double LEAST_BETA = USUAL_BETA / 4;

  private static final double MOST_BETA = 1e6;

  private RandomWalkerNotes() {}

  /**
   * About a 16-bit image that uses few of its values: a sentence, or empty. If all values of an
   * image are divided by a number, beta must be multiplied by it.
   */
  static String contrast(RandomWalker.Result result, int bitDepth, double beta) {
    double part = result.range() / LARGEST;
    double acting = beta * part;
    if (bitDepth != Short.SIZE || acting == 0 || acting >= LEAST_BETA) {
      return "";
    }
    double same = USUAL_BETA / part;
    return String.format(
        Locale.ROOT,
        "The image's values span %.0f of 65535: beta=%s hinders walkers no more than beta=%.2g"
            + " would if they spanned all. %s",
        result.range(),
        BigDecimal.valueOf(beta).stripTrailingZeros().toPlainString(),
        acting,
        same <= MOST_BETA
            ? String.format(Locale.ROOT, "beta=%.0f corresponds to 130 there.", Math.ceil(same))
            : "Spread the values first: no beta is large enough.");
  }

  /** Of an image of so many voxels. */
  static String of(RandomWalker.Result result, long voxels) {
    return Notes.of(
        accuracy(result), seedsAlone(result, voxels), islands(result), result.run().note());
  }

  private static String seedsAlone(RandomWalker.Result result, long voxels) {
    long labelled = LongStream.of(result.voxels()).sum();
    return labelled < voxels && labelled == LongStream.of(result.seeds()).sum()
        ? "No voxel but the seeds has a finite value, so nothing else got a label."
        : "";
  }

  private static String accuracy(RandomWalker.Result result) {
    return result.converged()
        ? ""
        : "The accuracy was not reached: probabilities may be off by "
            + (float) result.error()
            + ".";
  }

  private static String islands(RandomWalker.Result result) {
    if (result.islands() == 0) {
      return "";
    }
    boolean one = result.islands() == 1;
    return (one ? "1 region has" : result.islands() + " regions have")
        + " no seed: voxels that are not finite close "
        + (one ? "it off. It got " : "them off. They got ")
        + labels(result.labels(), result.islandVoxels())
        + ".";
  }

  private static String labels(int[] labels, long[] voxels) {
    List<String> named = new ArrayList<>();
    long others = 0;
    for (int i = 0; i < labels.length; i++) {
      if (voxels[i] > 0 && named.size() < MOST_NAMED) {
        named.add("label " + labels[i] + " (" + voxels(voxels[i]) + ")");
      } else {
        others += voxels[i];
      }
    }
    if (others > 0) {
      named.add("other labels (" + voxels(others) + ")");
    }
    return String.join(", ", named);
  }

  private static String voxels(long count) {
    return count + (count == 1 ? " voxel" : " voxels");
  }
}
