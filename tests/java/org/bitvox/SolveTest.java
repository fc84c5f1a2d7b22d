// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolveTest implements BackendContract, FieldsContract<Solve> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** Five points on a square of n x n; a wind along x makes it unsymmetric. */
  private static SparseMatrix grid(int n, double wind) {
    int[] row = new int[5 * n * n];
    int[] column = new int[row.length];
    double[] value = new double[row.length];
    int count = 0;
    for (int i = 0; i < n * n; i++) {
      int[] steps = {0, -1, 1, -n, n};
      for (int step : steps) {
        int j = i + step;
        boolean inside = j >= 0 && j < n * n && (Math.abs(step) != 1 || j / n == i / n);
        if (inside) {
          row[count] = i;
          column[count] = j;
          value[count++] = step == 0 ? 4 + wind : step == -1 ? -1 - wind : -1;
        }
      }
    }
    return SparseMatrix.of(
        n * n,
        n * n,
        Arrays.copyOf(row, count),
        Arrays.copyOf(column, count),
        Arrays.copyOf(value, count),
        NONE);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    try (SparseMatrix matrix = grid(12, 0)) {
      return new Solve().backend(backend).threads(threads).solve(matrix, null, listener).run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(() -> new Solve().solve(null, null, NONE));
  }

  @Override
  public Solve options() {
    return new Solve()
        .method(Solve.Method.GMRES)
        .preconditioner(Solve.Preconditioner.ILUT)
        .fill(2)
        .restart(3);
  }

  @Override
  public Fields outcome(Solve options) {
    try (SparseMatrix matrix = grid(12, 0.3)) {
      return Fields.of(options.solve(matrix, null, NONE));
    }
  }

  @Test
  void solvesASystemOfTwoEquations() {
    int[] row = {0, 0, 1, 1};
    int[] column = {0, 1, 0, 1};
    double[] value = {4, 1, 2, 3};
    try (SparseMatrix matrix = SparseMatrix.of(2, 2, row, column, value, NONE)) {
      assertEquals(2, matrix.rows());
      assertEquals(2, matrix.columns());
      assertEquals(4, matrix.entries());
      Solve.Result result = new Solve().solve(matrix, new double[] {6, 8}, NONE);
      assertArrayEquals(new double[] {1, 2}, result.solution(), 1e-7);
      assertTrue(result.converged());
      assertTrue(result.sentence().startsWith("Solved: |b - A x| is "), result.sentence());
      assertEquals(
          "not symmetric, of symmetric pattern, strictly diagonally dominant", result.matrix());
    }
  }

  @Test
  void filesComeBack(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mät rix.mtx");
    Files.write(
        file,
        Arrays.asList(
            "%%MatrixMarket matrix coordinate real symmetric", "2 2 2", "1 1 2", "2 1 -1.5"));
    try (SparseMatrix matrix = SparseMatrix.read(file, NONE)) {
      assertEquals(3, matrix.entries());
    }
    double[] values = {1.5, -0.1, 1e-300};
    SparseMatrix.writeVector(file, values, "a test", NONE);
    assertArrayEquals(values, SparseMatrix.readVector(file, 3, NONE), 0);
    String reason =
        assertThrows(
                FileSystemException.class, () -> SparseMatrix.writeVector(folder, values, "", NONE))
            .getReason();
    // Without the name, which may be another for the user.
    assertEquals(FolderAsFile.REASON, reason);
    String message =
        assertThrows(IllegalArgumentException.class, () -> SparseMatrix.read(folder, NONE))
            .getMessage();
    assertTrue(message.endsWith(": is a folder, not a file"), message);
  }

  @Test
  void aClosedMatrixIsRefused() {
    SparseMatrix matrix = grid(3, 0);
    matrix.close();
    matrix.close();
    assertEquals(
        "the matrix is closed",
        assertThrows(IllegalStateException.class, () -> new Solve().solve(matrix, null, NONE))
            .getMessage());
  }

  @Test
  void refusesArraysThatDoNotFit() {
    int[] two = {0, 1};
    double[] one = {1};
    assertThrows(IllegalArgumentException.class, () -> SparseMatrix.of(2, 2, two, two, one, NONE));
    assertThrows(IllegalArgumentException.class, () -> SparseMatrix.of(2, 2, null, two, one, NONE));
    try (SparseMatrix matrix = grid(3, 0)) {
      assertEquals(
          "the right-hand side has 1 numbers, but the matrix has 9 rows",
          assertThrows(IllegalArgumentException.class, () -> new Solve().solve(matrix, one, NONE))
              .getMessage());
    }
  }
}
