// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Geodesic;
import org.bitvox.calls.Notes;

/** What must be known about geodesic distances. */
final class GeodesicNotes {
  private GeodesicNotes() {}

  /** origin: null where seeds are at the border. */
  static String of(Geodesic.Result result, RandomWalkerSeeds origin) {
    return Notes.of(
        origin == null ? "" : origin.note(new long[] {result.seeds()}),
        inWalls(result),
        result.unreached() == 0
            ? ""
            : "No path reaches " + voxels(result.unreached()) + ": walls close them off.",
        ofRounding(result.clipped(), result.vanished()),
        result.run().note());
  }

  /** Says which costs are not what they should be; empty if all are. */
  static String ofRounding(long clipped, long vanished) {
    return Notes.of(
        clipped == 0 ? "" : voxels(clipped) + " of the cost 65535 count as 65534.",
        vanished == 0
            ? ""
            : voxels(vanished)
                + " of a cost above 0 count as 0, as the largest cost is so large: limit the image's"
                + " values first.");
  }

  /** Of objects nothing is closed off. */
  static String ofObjects(Geodesic.Result result, String ofTable) {
    return Notes.of(Notes.ofForeground(result.objects().count()), ofTable, result.run().note());
  }

  /** At the border they are expected. */
  private static String inWalls(Geodesic.Result result) {
    return result.seedsInWalls() == 0
        ? ""
        : voxels(result.seedsInWalls())
            + (result.seedsInWalls() == 1 ? " of the seeds lies" : " of the seeds lie")
            + " in a wall, where no path begins.";
  }

  private static String voxels(long count) {
    return count + (count == 1 ? " voxel" : " voxels");
  }
}
