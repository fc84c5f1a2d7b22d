// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.Flow;
import org.bitvox.Phase;
import org.bitvox.calls.InputImage;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** What the keys of a flow mean together. */
final class FlowSettings {
  /** Of the movie and of particles, where there are as many steps. */
  static final int USUAL_FRAMES = 20;

  private static final double[] USUAL_FORCE = {0, 0, 1e-5};

  /** The two of each axis side by side, where its voxels begin and where they end. */
  private static final String[] FACES = {"left", "right", "top", "bottom", "front", "back"};

  private final Values values;
  private final InputImage input;
  private final double[] wall;
  private final double[] force; // the usual one where none is given, which then may act
  private final FlowPlane plane;
  private final int frames;

  FlowSettings(Values values, InputImage input) {
    this.values = values;
    this.input = input;
    wall = vector("wall");
    force = values.has("force") ? vector("force") : USUAL_FORCE;
    plane = new FlowPlane(values, input, isStirred() ? wall : force);
    frames = countFrames();
    refuseWallThatNobodyMoves();
    refuseMovingFacesAtRest();
  }

  private void refuseWallThatNobodyMoves() {
    if (moves(wall) && !anyFaceMoves()) {
      throw new IllegalArgumentException(
          "wall="
              + values.text("wall")
              + " is the velocity of moving faces, and none is; use moving for one of left, right,"
              + " top, bottom, front and back, or wall=0,0,0");
    }
  }

  private void refuseMovingFacesAtRest() {
    if (anyFaceMoves() && !moves(wall)) {
      throw new IllegalArgumentException(
          "a face is moving, but wall=0,0,0, its velocity, is none; use such as wall=0.05,0,0, in"
              + " voxels a step, or a closed face");
    }
  }

  /** Of a population. */
  static int bytes(Values values) {
    return Integer.parseInt(values.text("precision")) / 8;
  }

  /** What was said to be the fluid, as a key. */
  String fluid() {
    return "phase=" + values.text("phase");
  }

  FlowPlane plane() {
    return plane;
  }

  /** Of the movie and of particles. */
  int frames() {
    return frames;
  }

  /** Steps from the beginning to the end of a frame, from 0. */
  long stepOf(int frame) {
    return (long) values.integer("steps") * (frame + 1) / frames;
  }

  /** On a voxel, if nothing but a force drives it. */
  double[] force() {
    return force.clone();
  }

  /** Whether nothing but the force makes it flow. */
  boolean isForced() {
    return !isStirred() && !values.has("bodies");
  }

  /** Whether faces move. */
  boolean isStirred() {
    return anyFaceMoves();
  }

  private static boolean moves(double[] velocity) {
    return Arrays.stream(velocity).anyMatch(part -> part != 0);
  }

  private boolean anyFaceMoves() {
    return any(Flow.Face.MOVING);
  }

  private boolean any(Flow.Face kind) {
    return Arrays.stream(FACES).anyMatch(face -> face(face) == kind);
  }

  /** Whether a force acts, if nothing else drives it. */
  boolean hasForce() {
    return moves(force);
  }

  /** Voxels that moving faces bring in with each step, or take out, where none is free. */
  double confinedStream() {
    double sum = 0;
    for (int i = 0; i < FACES.length && !any(Flow.Face.FREE); i++) {
      double area = (double) input.voxels() / size(i / 2);
      sum += face(FACES[i]) == Flow.Face.MOVING ? inward(i) * area : 0;
    }
    return sum;
  }

  private double inward(int face) {
    return face % 2 == 0 ? wall[face / 2] : -wall[face / 2];
  }

  private int size(int axis) {
    return axis == 0 ? input.width() : axis == 1 ? input.height() : input.depth();
  }

  /** The face across from the first one that brings fluid in or takes it out, and does not move. */
  String wayOut() {
    for (int i = 0; i < FACES.length; i++) {
      String across = FACES[i ^ 1];
      if (face(FACES[i]) == Flow.Face.MOVING
          && inward(i) != 0
          && face(across) != Flow.Face.MOVING) {
        return across;
      }
    }
    return "one of the others";
  }

  /** Whether all that drives it is the force across a plane of one slice. */
  boolean isAcross() {
    return plane.count() == 1 && isForced() && force[0] == 0 && force[1] == 0 && force[2] != 0;
  }

  private int countFrames() {
    int steps = values.integer("steps");
    int given = values.integer("frames");
    if (given > steps && given != USUAL_FRAMES) {
      throw new UsageException(
          "frames=" + given + " is not allowed; use 1 to " + steps + ", the number of steps");
    }
    return Math.min(given, steps);
  }

  Flow flow() {
    Flow flow = values.has("force") ? new Flow().force(force[0], force[1], force[2]) : new Flow();
    return flow.phase(values.constant("phase", Phase.class))
        .leftAndRight(face("left"), face("right"))
        .topAndBottom(face("top"), face("bottom"))
        .frontAndBack(face("front"), face("back"))
        .wall(wall[0], wall[1], wall[2])
        .viscosity(values.decimal("viscosity"))
        .collision(values.constant("collision", Flow.Collision.class))
        .precision(8 * bytes(values))
        .steps(values.integer("steps"))
        .ramp(values.integer("ramp"))
        .steady(values.has("steady") ? values.decimal("steady") : 0)
        .length(values.has("length") ? values.decimal("length") : 0)
        .frames(frames)
        .plane(plane.constant())
        .position(plane.position())
        .particles(values.integer("particles"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private Flow.Face face(String key) {
    return values.constant(key, Flow.Face.class);
  }

  /** Three numbers with commas between them. */
  private double[] vector(String key) {
    return values.numbers(key, "three numbers with commas between them: X,Y,Z", 3);
  }
}
