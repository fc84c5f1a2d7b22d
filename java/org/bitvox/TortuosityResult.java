// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How well the pores of a volume conduct along one axis, and how exactly that is known. */
public final class TortuosityResult {
  private final RunReport run = new RunReport();
  private double porosity; // all that follows is written by native code
  private double connectedPorosity;
  private double meanDiffusivity;
  private double diffusivity;
  private double tortuosity;
  private double formationFactor;
  private double error;
  private double fluxIn;
  private double fluxOut;
  private double spread;
  private double residual;
  private long iterations;
  private boolean converged;
  private double[] profile;

  TortuosityResult() {}

  /** All pores, as a part of the volume. */
  public double porosity() {
    return porosity;
  }

  /** The pores that are joined to both faces, as a part of the volume. */
  public double connectedPorosity() {
    return connectedPorosity;
  }

  /**
   * Over the volume, of labels that have diffusivities of their own, in the unit of these; else the
   * porosity.
   */
  public double meanDiffusivity() {
    return meanDiffusivity;
  }

  /** The effective diffusivity over that of the free fluid; 0 where no pore joins both faces. */
  public double diffusivity() {
    return diffusivity;
  }

  /** The tortuosity factor, porosity over diffusivity; infinite where no pore joins both faces. */
  public double tortuosity() {
    return tortuosity;
  }

  /** 1 over the diffusivity. */
  public double formationFactor() {
    return formationFactor;
  }

  /**
   * Of the diffusivity, as a part of it, as estimated from above: the true one is at most so much
   * less, never more. Infinite where it is not known.
   */
  public double error() {
    return error;
  }

  /** What flows through the first face, in the unit of the diffusivity. */
  public double fluxIn() {
    return fluxIn;
  }

  /** What flows through the last face. */
  public double fluxOut() {
    return fluxOut;
  }

  /** Of the flux through all layers: the largest less the smallest, over the mean. */
  public double spread() {
    return spread;
  }

  /**
   * The true residual: the root of the sum of squares of what flows into voxels and not out of
   * them, over the same of the linear concentration.
   */
  public double residual() {
    return residual;
  }

  /** Of the conjugate gradients; 0 where all pores are straight. */
  public long iterations() {
    return iterations;
  }

  /** Whether the accuracy that was asked for was reached. */
  public boolean converged() {
    return converged;
  }

  /** Mean concentrations of the connected pores, layer by layer; none where there are none. */
  public double[] profile() {
    return profile.clone();
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
