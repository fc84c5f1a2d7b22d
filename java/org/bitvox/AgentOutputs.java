// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import java.util.Objects;
import org.bitvox.files.Names;

/** What is made of the frames of {@link Agents}: pictures and files. Nothing by default. */
public final class AgentOutputs {
  private SliceReceiver labels; // all are read by native code
  private SliceReceiver movie;
  private SliceReceiver density;
  private Agents.MovieOptions look = new Agents.MovieOptions();
  private byte[] tracks;
  private byte[] lineage;

  /**
   * Gets, slice after slice and frame after frame, the id of the agent in which the middle of each
   * pixel is, or 0: short[] (unsigned), or float[] if {@link Agents#hasManyIds} says so.
   */
  public AgentOutputs labels(SliceReceiver receiver) {
    labels = receiver;
    return this;
  }

  /** Gets what a fluorescence microscope would see of them in each frame: short[] (unsigned). */
  public AgentOutputs movie(SliceReceiver receiver) {
    movie = receiver;
    return this;
  }

  /** How the movie looks. */
  public AgentOutputs look(Agents.MovieOptions value) {
    look = Objects.requireNonNull(value);
    return this;
  }

  /** Gets the part of the frames, 0 to 1, in which an agent covers a pixel: float[]. */
  public AgentOutputs density(SliceReceiver receiver) {
    density = receiver;
    return this;
  }

  /** Receives the tracks, as TrackMate's CSV importer reads them; null for none. */
  public AgentOutputs tracks(Path file) {
    tracks = file == null ? null : Names.bytes(file);
    return this;
  }

  /**
   * Receives a line "L B E P" for each agent that is in a frame, as the Cell Tracking Challenge has
   * it: its id, its first and last frame from 0, its parent's id or 0. Null for none.
   */
  public AgentOutputs lineage(Path file) {
    lineage = file == null ? null : Names.bytes(file);
    return this;
  }
}
