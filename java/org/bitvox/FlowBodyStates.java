// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** All bodies of a flow at one time, in the order of their lines. */
public final class FlowBodyStates {
  /** Of a body, in memory. */
  public static final int BYTES = 25 * Float.BYTES;

  /** Takes them, frame after frame. */
  public interface Receiver {
    /** Frames count from 0. */
    void accept(int frame, FlowBodyStates bodies);
  }

  private float[] centres; // all are written by native code: x, y and z of each
  private float[] velocities;
  private float[] spins;
  private float[] forces;
  private float[] torques;
  private float[] radii;
  private float[] halves; // three vectors of each

  FlowBodyStates() {}

  /** How many bodies there are. */
  public int count() {
    return radii.length;
  }

  /** Where the centre of a body is, in voxels, of which centres are whole numbers. */
  public float[] centre(int body) {
    return vector(centres, body);
  }

  /** In voxels a step. */
  public float[] velocity(int body) {
    return vector(velocities, body);
  }

  /** In radians a step. */
  public float[] spin(int body) {
    return vector(spins, body);
  }

  /** Of the fluid on the body. */
  public float[] force(int body) {
    return vector(forces, body);
  }

  /** Of the fluid on the body, about its centre. */
  public float[] torque(int body) {
    return vector(torques, body);
  }

  /** Of a sphere, in voxels; 0 of a box. */
  public float radius(int body) {
    return radii[body];
  }

  /** The way from the centre to the middle of a face, of those of sides 0 to 2. */
  public float[] half(int body, int side) {
    return vector(halves, 3 * body + side);
  }

  private static float[] vector(float[] column, int index) {
    return Arrays.copyOfRange(column, 3 * index, 3 * index + 3);
  }
}
