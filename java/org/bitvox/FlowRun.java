// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Hands a {@link Flow} with a mask, or with fractions, to native code. */
final class FlowRun {
  private FlowRun() {}

  static void refuse(Flow options, int width, int height, int depth, ProgressListener listener) {
    NativeLibrary.load();
    refuseTooLarge(options, width, height, depth, listener);
  }

  static FlowExpectation expect(Flow options, BinaryVolume mask, ProgressListener listener) {
    NativeLibrary.load();
    return mask.use(input -> expect(options, input, null, listener));
  }

  static FlowExpectation expect(Flow options, GreyImage fractions, ProgressListener listener) {
    NativeLibrary.load();
    return fractions.use(input -> expect(options, null, input, listener));
  }

  private static FlowExpectation expect(
      Flow options, VolumeInput mask, GreyInput fractions, ProgressListener listener) {
    FlowExpectation expectation = new FlowExpectation();
    expect(options, mask, fractions, listener, expectation);
    return expectation;
  }

  static FlowResult simulate(
      Flow options,
      BinaryVolume mask,
      SliceReceiver velocity,
      SliceReceiver movie,
      SliceReceiver particles,
      FlowBodyStates.Receiver bodies,
      ProgressListener listener) {
    NativeLibrary.load();
    FlowResult result = new FlowResult();
    return mask.use(
        input -> {
          simulate(options, input, null, velocity, movie, particles, bodies, listener, result);
          return result;
        });
  }

  static FlowResult simulate(
      Flow options,
      GreyImage fractions,
      SliceReceiver velocity,
      SliceReceiver movie,
      SliceReceiver particles,
      FlowBodyStates.Receiver bodies,
      ProgressListener listener) {
    NativeLibrary.load();
    FlowResult result = new FlowResult();
    return fractions.use(
        input -> {
          simulate(options, null, input, velocity, movie, particles, bodies, listener, result);
          return result;
        });
  }

  /** Reads the options by name. */
  private static native void refuseTooLarge(
      Flow options, int width, int height, int depth, ProgressListener listener);

  /** Reads the options by name and writes the fields of the expectation. */
  private static native void expect(
      Flow options,
      VolumeInput mask,
      GreyInput fractions,
      ProgressListener listener,
      FlowExpectation expectation);

  /** Reads the options by name and writes the fields of the result. */
  private static native void simulate(
      Flow options,
      VolumeInput mask,
      GreyInput fractions,
      SliceReceiver velocity,
      SliceReceiver movie,
      SliceReceiver particles,
      FlowBodyStates.Receiver bodies,
      ProgressListener listener,
      FlowResult result);
}
