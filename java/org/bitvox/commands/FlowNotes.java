// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.calls.Notes;

/** What a user should know about a flow, before and after it. */
final class FlowNotes {
  /** Above it the fluid is compressible. */
  private static final double MOST_MACH = 0.1;

  /** Above it, of one voxel, flows become unstable. */
  private static final double MOST_CELL_REYNOLDS = 20;

  /** Of the largest speed there was: what is slower has come to rest. */
  private static final double AT_REST = 0.001;

  /** Of the mass of fluid that there was: a change that no pressure makes of a slow flow. */
  private static final double MUCH = 0.1;

  /** A part of the steps in which a flow begins. */
  private static final long EARLY = 10;

  private static final String SLOWER =
      "for the same real flow at half the speed: half the viscosity, half the wall, a quarter of"
          + " the force, twice the steps";

  /** Voxels: with less there is nothing to be seen of particles. */
  private static final double SHORT_WAY = 2;

  /** Voxels, to be aimed at. */
  private static final double GOOD_WAY = 20;

  private FlowNotes() {}

  /** Before it flows: sentences, or empty. */
  static String warning(FlowExpectation expected, FlowSettings settings) {
    boolean fast = expected.mach() > MOST_MACH;
    boolean rough = expected.cellReynolds() > MOST_CELL_REYNOLDS;
    return Notes.of(
        fast
            ? "The Mach number may reach "
                + two(expected.mach())
                + (", at which the fluid is compressed: it should stay below 0.1; " + SLOWER + ".")
            : "",
        rough
            ? "The flow may become unstable: the Reynolds number of a voxel may reach "
                + two(expected.cellReynolds())
                + "; above 20 use a finer image, or a larger viscosity, or a smaller force or wall,"
                + " which makes it another flow."
            : "",
        confined(settings),
        deadEnd(expected, settings));
  }

  /** About a force along which there is no way: sentences, or empty. */
  static String deadEnd(FlowExpectation expected, FlowSettings settings) {
    return expected.deadEnd()
        ? "No fluid joins the two ends along the force, and it will come to rest: is "
            + settings.fluid()
            + " right?"
        : "";
  }

  /** About fluid that has no way out, or in: a sentence, or empty. */
  static String confined(FlowSettings settings) {
    double stream = settings.confinedStream();
    return stream == 0
        ? ""
        : (stream > 0
                ? "Moving faces bring fluid in, and no face is free to let it out: its density grows"
                : "Moving faces take fluid out, and no face is free to let it in: its density falls")
            + (" without end; use " + settings.wayOut() + "=free.");
  }

  /** About the result: sentences, or empty. */
  static String of(FlowResult result, FlowSettings settings) {
    double end = mach(result);
    boolean early = result.machStep() * EARLY <= result.steps();
    boolean fast = result.mach() > MOST_MACH;
    boolean later = end > MOST_MACH;
    return Notes.of(
        !fast
            ? ""
            : "The Mach number reached "
                + two(result.mach())
                + (" by step " + result.machStep() + ", and is " + two(end) + " at the end: ")
                + (later
                    ? "the fluid was compressed; " + SLOWER + "."
                    : "the fluid was compressed for a while"
                        + (early ? ", as by a sudden start." : ".")),
        rest(result, settings),
        blocked(result, settings),
        overlaps(result),
        result.run().note());
  }

  private static boolean isAtRest(FlowResult result, FlowSettings settings) {
    return mach(result) <= AT_REST * result.mach() || isStill(result, settings);
  }

  /**
   * Whether no fluid has moved at all. The largest speed is that of a face where one moves; the
   * mean alone may be 0 where flow is symmetric.
   */
  private static boolean isStill(FlowResult result, FlowSettings settings) {
    return (settings.isStirred() || result.maxSpeed() == 0)
        && Arrays.stream(result.meanVelocity()).allMatch(part -> part == 0)
        && result.massChange() == 0;
  }

  private static String rest(FlowResult result, FlowSettings settings) {
    if (!isAtRest(result, settings)) {
      return "";
    }
    String start =
        isStill(result, settings)
            ? "Nothing flows: "
            : "The fluid has come to rest, but for " + two(result.maxSpeed()) + " voxels a step: ";
    if (settings.isStirred() && isStill(result, settings)) {
      return start + "no face that moves touches the fluid.";
    }
    if (!settings.isForced()) {
      return start + "nothing drives the fluid.";
    }
    return start
        + (settings.hasForce()
            ? "is phase= right, and are the faces along the force periodic or free?"
            : "there is no force, no moving face and no body.");
  }

  /** About fluid that moving faces bring in, or take out, without a way: a sentence, or empty. */
  private static String blocked(FlowResult result, FlowSettings settings) {
    if (!isBlocked(result, settings) || settings.confinedStream() != 0) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "There is %.2g %% %s fluid than at the beginning: does it find a way between the moving"
            + " faces and the free ones?",
        100 * Math.abs(result.massChange()),
        result.massChange() > 0 ? "more" : "less");
  }

  /** About bodies that were pressed into something: a sentence, or empty. */
  private static String overlaps(FlowResult result) {
    return result.overlapSteps() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "Bodies overlapped by more than 0.05 voxels in %d %s, by up to %.2g: is a free body"
                + " caught between bodies without a density, or a wall?",
            result.overlapSteps(),
            result.overlapSteps() == 1 ? "step" : "steps",
            result.overlap());
  }

  private static boolean isBlocked(FlowResult result, FlowSettings settings) {
    return settings.isStirred() && Math.abs(result.massChange()) > MUCH;
  }

  /** About a flow that was to become steady: a sentence, or empty. */
  static String unsteady(FlowResult result, FlowSettings settings) {
    if (result.steadyStep() > 0 || isAtRest(result, settings) || isBlocked(result, settings)) {
      return "";
    }
    String after = "The flow was not steady after " + result.steps() + " steps: ";
    if (result.steadyChange() == 0) {
      return after + "it takes 200 after the ramp at least to tell.";
    }
    return after
        + "velocities changed by "
        + two(result.steadyChange())
        + " in a third of them; use more, or a larger steady=, or none if it sheds eddies.";
  }

  private static double mach(FlowResult result) {
    return result.maxSpeed() * Math.sqrt(3);
  }

  /** About a force through the only slice. */
  static String across(FlowSettings settings) {
    return settings.isAcross()
        ? "The force is across the slice: nothing in the picture moves with it; force=0.00001,0,0"
            + " with left=periodic right=periodic is along it."
        : "";
  }

  /** About particles that hardly moved: a sentence, or empty. */
  static String still(
      double way, FlowSettings settings, FlowExpectation expected, FlowResult result) {
    if (way >= SHORT_WAY
        || settings.isAcross()
        || expected.deadEnd()
        || isAtRest(result, settings)) {
      return "";
    }
    String more = "use more steps";
    double[] force = settings.force();
    double times = Math.min(GOOD_WAY / way, MOST_MACH / Math.sqrt(3) / result.maxSpeed());
    double most = Math.max(Math.abs(force[0]), Math.max(Math.abs(force[1]), Math.abs(force[2])));
    times = Math.min(times, 0.01 / most);
    if (settings.isForced() && times > 2 && !Double.isInfinite(times)) {
      more =
          "use a larger force, such as "
              + one(force[0] * times)
              + ("," + one(force[1] * times))
              + ("," + one(force[2] * times))
              + ", or more steps";
    }
    String when = settings.frames() > FlowTracks.TAIL ? " in the frames that are drawn" : "";
    return "Particles moved " + two(way) + " voxels at most" + when + ": " + more + ".";
  }

  /** With one digit, rounded towards 0. */
  private static String one(double value) {
    if (value == 0) {
      return "0";
    }
    double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(value))));
    double digit = Math.floor(Math.abs(value) / unit * (1 + 1e-9));
    return BigDecimal.valueOf(Math.copySign(digit * unit, value))
        .round(new MathContext(1))
        .toPlainString();
  }

  private static String two(double value) {
    return String.format(Locale.ROOT, "%.2g", value);
  }
}
