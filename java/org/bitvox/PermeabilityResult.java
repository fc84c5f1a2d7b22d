// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What a flow, or three of them, found out about a pore space. */
public final class PermeabilityResult {
  private final RunReport run = new RunReport();
  private final PermeabilityFlow[] flows;
  private long voxels; // all that follows is written by native code
  private long pores;

  PermeabilityResult(PermeabilityFlow[] flows) {
    this.flows = flows;
  }

  /** One for the direction, or those along x, y and z. */
  public List<PermeabilityFlow> flows() {
    return Collections.unmodifiableList(Arrays.asList(flows));
  }

  /** All voxels. */
  public long voxels() {
    return voxels;
  }

  /** Those that are pores. */
  public long pores() {
    return pores;
  }

  /** The part of all voxels that are pores. */
  public double porosity() {
    return (double) pores / voxels;
  }

  /** The part of all voxels that are pores which carry the fluid of this flow. */
  public double connectedPorosity(PermeabilityFlow flow) {
    return (double) flow.connected() / voxels;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
