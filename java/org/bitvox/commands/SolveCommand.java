// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.ProgressListener;
import org.bitvox.Solve;
import org.bitvox.SparseMatrix;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The solution of a sparse system of linear equations in files. */
public final class SolveCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "solve",
          "the solution of a sparse system of linear equations in Matrix Market files",
          Parameter.inputFile(
                  "input", "matrix, a Matrix Market file, or several: a.mtx,b.mtx or *.mtx")
              .hint("Matrix Market")
              .withoutColumn()
              .required(),
          Parameter.inputFile(
                  "rhs", "right-hand side, one column; without it one whose solution is known")
              .hint("or none"),
          Parameter.choice(
              "method",
              "auto takes what suits the matrix, and another one where that fails",
              "auto",
              "cg",
              "bicgstab",
              "gmres"),
          Parameter.choice(
              "preconditioner",
              "the same; ilu0, ilut and ic0 run on the CPU alone",
              "auto",
              "none",
              "jacobi",
              "chebyshev",
              "multigrid",
              "ilu0",
              "ilut",
              "ic0"),
          Parameter.choice(
              "precision",
              "of the iteration; single is begun again until the residual is small enough",
              "double",
              "single"),
          Parameter.decimal(
                  "tolerance",
                  "",
                  1e-15,
                  0.1,
                  "of the residual: the length of b - A x over that of b")
              .or("1e-8"),
          Parameter.integer("max_iterations", "", 1, 10_000_000, "after which it gives up")
              .or("10000"),
          Parameter.integer("restart", "iterations", 1, 1000, "after which GMRES begins again")
              .or("50")
              .onlyWith("method", "auto", "gmres"),
          Parameter.integer("fill", "entries", 0, 1000, "a row of ILUT keeps in each factor")
              .or("10")
              .onlyWith("preconditioner", "auto", "ilut"),
          Parameter.decimal("drop", "", 0, 1, "part of a row's norm that is too small for ILUT")
              .or("0.001")
              .onlyWith("preconditioner", "auto", "ilut"),
          Keys.backend(),
          Parameter.output("output", "writes the solution, a Matrix Market array", "mtx")
              .hint("x, .mtx")
              .in(Parameter.Scope.EVERYWHERE),
          Keys.threads(),
          Parameter.output("save", "writes what the matrix is and how it was solved", "csv"),
          Parameter.output("history", "writes the residual after each iteration", "csv"),
          Parameter.output("plot", "draws the residuals", "png"));

  /** Called by ImageJ. */
  public SolveCommand() {
    super("Bitvox Solve Sparse System", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Path file = call.file("input");
    Path right = call.file("rhs");
    try (SparseMatrix matrix = SparseMatrix.read(file, part(call, 0, 30))) {
      call.needs(
          right == null ? "the solution" : "the right-hand side with the solution",
          (right == null ? 8L : 16L) * matrix.rows());
      double[] b =
          right == null ? null : SparseMatrix.readVector(right, matrix.rows(), part(call, 30, 35));
      long start = System.nanoTime();
      Solve.Result result = solve(call.values()).solve(matrix, b, part(call, 35, 100));
      double seconds = (System.nanoTime() - start) * 1e-9;
      String name = file.getFileName().toString();
      call.results()
          .write(
              "output",
              path ->
                  SparseMatrix.writeVector(
                      path, result.solution(), "x of A x = b, A in " + name, call.progress()));
      call.results().table("save", row(call, name, matrix, result, b == null, seconds));
      call.results()
          .longTableBeside("history", " Residuals", () -> history(result, call.progress()));
      call.results().plot("plot", "Residuals of " + name, title -> SolvePlot.create(title, result));
      if (!result.converged()) {
        call.messages().note(result.sentence());
      }
      call.messages().ran(result.run());
    }
  }

  private static Solve solve(Values values) {
    return new Solve()
        .method(values.constant("method", Solve.Method.class))
        .preconditioner(values.constant("preconditioner", Solve.Preconditioner.class))
        .precision(values.constant("precision", Solve.Precision.class))
        .tolerance(values.decimal("tolerance"))
        .maxIterations(values.integer("max_iterations"))
        .restart(values.integer("restart"))
        .fill(values.integer("fill"))
        .drop(values.decimal("drop"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static Table row(
      Call call,
      String name,
      SparseMatrix matrix,
      Solve.Result result,
      boolean known,
      double seconds) {
    Table table = new Table();
    call.results()
        .addSettings(table.addRow().put("File", name))
        .put("Rows", matrix.rows())
        .put("Entries", matrix.entries())
        .put("Longest row", result.longestRow())
        .put("Bandwidth", result.bandwidth())
        .put("Matrix", result.matrix())
        .put("Method", result.method())
        .put("Preconditioner", result.preconditioner())
        .put("Iterations", result.iterations())
        .put("Residual", result.residual())
        .put("Error", known ? (Object) result.error() : "")
        .put("Converged", result.converged() ? "yes" : "no")
        .put("Seconds", seconds)
        .putLast("Backend", result.run().backend())
        .putLast("Note", Notes.of(result.run().note(), result.sentence()));
    return table;
  }

  private static Table history(Solve.Result result, ProgressListener listener) {
    Table table = new Table(Arrays.asList("Iteration", "Residual"));
    double[] residuals = result.history();
    for (int i = 0; i < residuals.length; i++) {
      listener.throwIfStopped();
      table.addRow().put("Iteration", i).put("Residual", residuals[i]);
    }
    return table;
  }

  /** In hundredths of the whole. */
  private static ProgressListener part(Call call, int first, int end) {
    return new PartListener(call.progress(), first, end, 100);
  }
}
