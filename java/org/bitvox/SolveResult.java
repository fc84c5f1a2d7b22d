// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A solution, how it was found, and how good it is. */
public final class SolveResult {
  private final RunReport run = new RunReport();
  private double[] solution; // all that follows is written by native code
  private boolean converged;
  private String method;
  private String preconditioner;
  private String sentence;
  private String matrix;
  private long iterations;
  private double residual;
  private double error;
  private double[] history;
  private long longestRow;
  private long bandwidth;

  SolveResult() {}

  /** One number a row; where it did not converge, the best that was found. */
  public double[] solution() {
    return solution; // not a copy: it may be large
  }

  /** Whether the true residual is at most the tolerance. */
  public boolean converged() {
    return converged;
  }

  /** The method that was used last, or was the best: "cg". */
  public String method() {
    return method;
  }

  /** And the preconditioner: "multigrid of 5 levels". */
  public String preconditioner() {
    return preconditioner;
  }

  /** How it ended, and what else was tried. */
  public String sentence() {
    return sentence;
  }

  /** What the matrix is: "symmetric, strictly diagonally dominant, positive definite". */
  public String matrix() {
    return matrix;
  }

  /** Iterations of that method. */
  public long iterations() {
    return iterations;
  }

  /**
   * The true residual, |b - A x| / |b|, in double; where the matrix takes constants to 0, of b
   * without its mean.
   */
  public double residual() {
    return residual;
  }

  /** Where no b was given: the largest error of x, over the largest number of the solution. */
  public double error() {
    return error;
  }

  /** Residuals as the method has them; the one with number i is that after i iterations. */
  public double[] history() {
    return history.clone();
  }

  /** Entries of the row that has the most. */
  public long longestRow() {
    return longestRow;
  }

  /** The largest distance of an entry from the diagonal. */
  public long bandwidth() {
    return bandwidth;
  }

  /** How it was computed. */
  public RunReport run() {
    return run;
  }
}
