// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** One connected skeleton of an image; lengths are in units of the spacing. */
public final class SkeletonPart {
  private final SkeletonParts all;
  private final int index;

  SkeletonPart(SkeletonParts all, int index) {
    this.all = all;
    this.index = index;
  }

  /** Its branches. */
  public int branches() {
    return all.branches[index];
  }

  /** Connected groups of junction voxels. */
  public int junctions() {
    return all.junctions[index];
  }

  /** Voxels with at most one neighbour. */
  public int endPoints() {
    return all.endPoints[index];
  }

  /** Voxels with more than two neighbours. */
  public int junctionVoxels() {
    return all.junctionVoxels[index];
  }

  /** Voxels with two neighbours. */
  public int slabVoxels() {
    return all.slabVoxels[index];
  }

  /** Junctions in which three branches end; one that returns to its junction ends there twice. */
  public int triplePoints() {
    return all.triplePoints[index];
  }

  /** Junctions in which four branches end. */
  public int quadruplePoints() {
    return all.quadruplePoints[index];
  }

  /**
   * Independent loops of branches: branches less nodes and 1 more. Nodes are end points and
   * junctions, or the one at which a ring begins; the Euler number of the graph is 1 less loops.
   */
  public int loops() {
    return branches() - Math.max(1, endPoints() + junctions()) + 1;
  }

  /** The sum of the lengths of its branches. */
  public double totalLength() {
    return all.totalLength[index];
  }

  /** The mean length of its branches; 0 without any. */
  public double meanLength() {
    return branches() == 0 ? 0 : totalLength() / branches();
  }

  /** The length of the longest branch; 0 without any. */
  public double longestBranch() {
    return all.longestBranch[index];
  }

  /** The length of the longest shortest path; 0 unless it was asked for. */
  public double longestPath() {
    return all.longestPath[index];
  }

  /** Where that path begins: x, y and z of the voxel, from 0. */
  public int[] pathFirst() {
    return SkeletonBranches.position(all.pathFirst, index);
  }

  /** Where that path ends: x, y and z of the voxel, from 0. */
  public int[] pathLast() {
    return SkeletonBranches.position(all.pathLast, index);
  }
}
