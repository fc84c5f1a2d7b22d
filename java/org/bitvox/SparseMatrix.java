// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongFunction;
import org.bitvox.files.Names;

/**
 * A sparse matrix of real numbers in native memory. Close it when done.
 *
 * <p>It has at most 2147483647 rows and columns, and may have more entries than that.
 */
public final class SparseMatrix implements AutoCloseable {
  private final NativeOwner owner;
  private final long[] sizes;

  private SparseMatrix(long handle) {
    owner = NativeOwner.register(this, handle, SparseMatrix::destroy, "the matrix");
    sizes = sizes(handle);
  }

  /**
   * Reads a Matrix Market file: coordinate or array; real, integer or pattern; general, symmetric
   * or skew-symmetric. A file is refused before its entries are read where it announces a matrix
   * that is not square, or fewer entries than rows need.
   *
   * @throws IllegalArgumentException with the file and what is wrong there
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for it
   */
  public static SparseMatrix read(Path file, ProgressListener listener) {
    NativeLibrary.load();
    return new SparseMatrix(read(Names.bytes(file), listener));
  }

  /**
   * A matrix of entries in any order: value[k] at row row[k] and column column[k], which count from
   * 0. An entry that is given several times is the sum of its values.
   *
   * @throws IllegalArgumentException if the arrays differ in length, or an entry is outside or not
   *     finite
   * @throws OutOfMemoryError without native memory for it
   */
  public static SparseMatrix of(
      int rows, int columns, int[] row, int[] column, double[] value, ProgressListener listener) {
    NativeLibrary.load();
    return new SparseMatrix(create(rows, columns, row, column, value, listener));
  }

  /**
   * Reads a Matrix Market file of one column. Throws as {@link #read} does, also for another number
   * of rows.
   *
   * @return its numbers, zeros included
   */
  public static double[] readVector(Path file, int rows, ProgressListener listener) {
    NativeLibrary.load();
    return readVector(Names.bytes(file), rows, listener);
  }

  /**
   * Writes a Matrix Market array of one column, with so many digits that reading it gives the same
   * numbers.
   *
   * @param comment one line about what they are
   * @throws IOException if the file cannot be written
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public static void writeVector(
      Path file, double[] values, String comment, ProgressListener listener) throws IOException {
    NativeLibrary.load();
    byte[] name = Names.bytes(file);
    Objects.requireNonNull(values, "values");
    Objects.requireNonNull(comment, "comment");
    try {
      writeVector(name, values, comment, listener);
    } catch (IllegalArgumentException e) {
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }

  /** Rows. */
  public int rows() {
    return (int) sizes[0];
  }

  /** Columns. */
  public int columns() {
    return (int) sizes[1];
  }

  /** Entries that are stored, those of both triangles. */
  public long entries() {
    return sizes[2];
  }

  /**
   * Frees the memory; closing again does nothing.
   *
   * @throws IllegalStateException while an operation uses the matrix
   */
  @Override
  public void close() {
    owner.close();
  }

  /** Runs body with the handle, which is not freed before it returns. */
  <R> R use(LongFunction<R> body) {
    return owner.use(body);
  }

  private static native long read(byte[] file, ProgressListener listener);

  private static native long create(
      int rows, int columns, int[] row, int[] column, double[] value, ProgressListener listener);

  private static native void destroy(long handle);

  private static native long[] sizes(long handle);

  private static native double[] readVector(byte[] file, long rows, ProgressListener listener);

  private static native void writeVector(
      byte[] file, double[] values, String comment, ProgressListener listener);
}
