// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The objects of a volume. Close it when done: it owns the binary result, if there is one. */
public final class LabelResult implements AutoCloseable {
  private final BitVolume binary;
  private final LabelObjects objects = new LabelObjects();
  private final RunReport run = new RunReport();
  private long found; // written by native code

  LabelResult(BitVolume binary) {
    this.binary = binary;
  }

  /** The objects that are left, of the image's size; null unless it was asked for. */
  public BitVolume binary() {
    return binary;
  }

  /** Objects before any was dropped. */
  public long found() {
    return found;
  }

  /** Those that are left. */
  public LabelObjects objects() {
    return objects;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }

  /** Frees the binary result. */
  @Override
  public void close() {
    if (binary != null) {
      binary.close();
    }
  }
}
