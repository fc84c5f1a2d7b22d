// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.RandomWalker;
import org.bitvox.calls.Notes;

/** What must be known about a result of the random walker. */
final class RandomWalkerNotes {
  /** Labels of regions without seeds that are named. */
  private static final int MOST_NAMED = 5;

  private RandomWalkerNotes() {}

  static String of(RandomWalker.Result result) {
    return Notes.of(accuracy(result), islands(result), result.run().note());
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
