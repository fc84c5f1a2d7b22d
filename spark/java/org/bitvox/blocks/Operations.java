// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bitvox.Blockwise;

/** What can be computed in blocks. */
final class Operations {
  private static final List<BlockOperation<?>> ALL =
      List.of(
          new ConvolutionBlocks(),
          new DistanceMapBlocks(),
          new GranulometryBlocks(),
          new BallGranulometryBlocks(),
          new JointHistogramBlocks(),
          new LabelBlocks(),
          new LocalThicknessBlocks(),
          new MinkowskiBlocks(),
          new ComponentSlices(),
          new ComponentBlocks(),
          new MorphologyBlocks(),
          new Skeleton2DBlocks(),
          new Skeleton3DBlocks(),
          new SkeletonGraphBlocks());

  /** Those in which what happens at one end matters at the other, bit by bit. */
  private static final Set<String> STEPS =
      Set.of(
          "flow",
          "permeability",
          "tortuosity",
          "random_walker",
          "geodesic",
          "minimal_path",
          "stiffness",
          "deformation",
          "register_mi");

  private Operations() {}

  /**
   * That of an operation with its options.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <O extends Blockwise> BlockOperation<O> of(O options) {
    return ALL.stream()
        .map(operation -> of(operation, options))
        .filter(operation -> operation != null && operation.takes(options))
        .findFirst()
        .orElseThrow(Operations::none);
  }

  /** Null if it is of another class. */
  @SuppressWarnings("unchecked") // the class says which it is
  private static <O extends Blockwise> BlockOperation<O> of(
      BlockOperation<?> operation, O options) {
    return operation.options() == options.getClass() ? (BlockOperation<O>) operation : null;
  }

  /** Whether a command can be computed in blocks, as far as its name says it. */
  static boolean has(String command) {
    return named(command).findAny().isPresent();
  }

  /** Those of a command. */
  private static Stream<BlockOperation<?>> named(String command) {
    return ALL.stream().filter(operation -> operation.command().equals(command));
  }

  /** Keys of other images that such a command reads in blocks. */
  static List<String> images(String command) {
    return named(command).flatMap(operation -> operation.images().stream()).distinct().toList();
  }

  /** Words with which it cannot be computed in blocks. */
  static List<String> without(String command) {
    return named(command).flatMap(operation -> operation.without().stream()).distinct().toList();
  }

  /** Bytes that a voxel takes if it is not computed in blocks, about. */
  static double bytesOfVoxel(String command) {
    return named(command).mapToDouble(BlockOperation::bytesOfVoxel).max().orElse(0);
  }

  /** Why a command cannot be computed in blocks, which is known before anything is read. */
  static String whyNot(String command) {
    boolean steps = STEPS.contains(command);
    return command
        + " cannot be computed in blocks"
        + (steps ? ", as each of its thousands of steps needs the whole volume" : "")
        + "; use windows=8 to compute parts of it, or level= to read a smaller copy, which fits the"
        + " memory";
  }

  static IllegalArgumentException none() {
    return new IllegalArgumentException("this command cannot be computed in blocks");
  }
}
