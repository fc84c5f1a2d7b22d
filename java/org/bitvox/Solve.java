// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Solves A x = b, where A is a sparse square matrix, by an iterative method with a preconditioner.
 *
 * <p>The residual is |b - A x| / |b|, by the root of the sum of squares; the one of the result is
 * made anew of x, in double. An instance holds the options:
 *
 * <pre>{@code
 * try (SparseMatrix matrix = SparseMatrix.read(file, ProgressListener.NONE)) {
 *   Solve.Result result = new Solve().tolerance(1e-10).solve(matrix, b, ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>Literature: R. Barrett and others, "Templates for the solution of linear systems", SIAM 1994.
 */
public final class Solve extends RunOptions<Solve> {
  /** How it iterates. */
  public enum Method {
    /** What suits the matrix; where that fails, another one. */
    AUTO,
    /** Conjugate gradients, for symmetric positive definite matrices. */
    CG,
    /** Stabilised biconjugate gradients. */
    BICGSTAB,
    /** Generalised minimal residuals, restarted. */
    GMRES
  }

  /** What stands for the inverse of the matrix in each iteration. */
  public enum Preconditioner {
    /** What suits the matrix; where that fails, another one. */
    AUTO,
    /** Nothing. */
    NONE,
    /** The diagonal. */
    JACOBI,
    /** A polynomial of degree 8. */
    CHEBYSHEV,
    /** A cycle over coarser and coarser matrices. */
    MULTIGRID,
    /** Incomplete factors without fill; on the CPU alone. */
    ILU0,
    /** Incomplete factors with some fill; on the CPU alone. */
    ILUT,
    /** Incomplete Cholesky factors without fill; on the CPU alone. */
    IC0
  }

  /** In what it iterates; sums and the residual of the result are in double. */
  public enum Precision {
    /** 64-bit floats. */
    DOUBLE,
    /** 32-bit floats, begun again until the residual is that of 64-bit ones. */
    SINGLE
  }

  /** A solution, how it was found, and how good it is. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private double[] solution;
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

    Result() {}

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

  private Method method = Method.AUTO;
  private Preconditioner preconditioner = Preconditioner.AUTO;
  private Precision precision = Precision.DOUBLE;
  private double tolerance = 1e-8;
  private int maxIterations = 10_000;
  private int restart = 50;
  private int fill = 10;
  private double drop = 1e-3;

  @Override
  Solve self() {
    return this;
  }

  /** Auto by default. */
  public Solve method(Method value) {
    method = Objects.requireNonNull(value);
    return this;
  }

  /** Auto by default. */
  public Solve preconditioner(Preconditioner value) {
    preconditioner = Objects.requireNonNull(value);
    return this;
  }

  /** Double by default. */
  public Solve precision(Precision value) {
    precision = Objects.requireNonNull(value);
    return this;
  }

  /** Of the residual, 1e-15 to 0.1; 1e-8 by default. */
  public Solve tolerance(double value) {
    tolerance = value;
    return this;
  }

  /** 1 to 10,000,000; 10,000 by default. */
  public Solve maxIterations(int value) {
    maxIterations = value;
    return this;
  }

  /**
   * After how many iterations GMRES begins again, 1 to 1000; 50 by default. The last try of {@link
   * Method#AUTO} begins again later where the matrix is small.
   */
  public Solve restart(int value) {
    restart = value;
    return this;
  }

  /** Entries that a row of ILUT keeps in each factor, 0 to 1000; 10 by default. */
  public Solve fill(int value) {
    fill = value;
    return this;
  }

  /** What ILUT drops, as a part of a row's norm, 0 to 1; 0.001 by default. */
  public Solve drop(double value) {
    drop = value;
    return this;
  }

  /**
   * Solves the system. The result is the same for every backend and number of threads; it may not
   * have converged, which it says.
   *
   * @param b one number a row; null for A y, where y is 1 everywhere, or, where A takes constants
   *     to 0, rises from -1 to 1: then the error of x is known, too
   * @throws IllegalArgumentException if an option is out of range, the matrix is not square or has
   *     an empty row or column, its numbers are none of 32-bit floats where these are asked for, b
   *     has another length or a number that is not finite, there is no such preconditioner for the
   *     matrix, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the matrix is closed
   */
  public Result solve(SparseMatrix matrix, double[] b, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    matrix.use(
        handle -> {
          solve(handle, b, listener, result);
          return null;
        });
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void solve(long matrix, double[] b, ProgressListener listener, Result result);
}
