// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.calls.Command;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Words;

/** The commands of the command line. */
public final class Commands {
  /** All of them, one line each, in the order of the help. */
  public static final List<Command> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              new GranulometryCommand(),
              new Skeleton2DCommand(),
              new Skeleton3DCommand(),
              new SkeletonGraphCommand(),
              new JointHistogramCommand(),
              new ConvolutionCommand(),
              new DebayerCommand(),
              new DistanceMapCommand(),
              new LocalThicknessCommand(),
              new RegisterMiCommand(),
              new MinkowskiCommand(),
              new PermeabilityCommand(),
              new FlowCommand(),
              new StiffnessCommand(),
              new DeformationCommand(),
              new LabelCommand(),
              new SplitObjectsCommand(),
              new SurfaceCommand(),
              new RadiographCommand(),
              new MorphologyCommand(),
              new TortuosityCommand(),
              new RandomWalkerCommand(),
              new GeodesicCommand(),
              new MinimalPathCommand(),
              new MotifCommand(),
              new SolveCommand(),
              new GraphDistanceCommand(),
              new RayHitsCommand(),
              new WorkflowCommand(),
              new FileConversion(),
              new BackendsCommand(),
              new FreeMemoryCommand(),
              new MoreResultsCommand(),
              new ManualCommand(),
              new VersionCommand(),
              new ColourClassesCommand(),
              new ClassifyColoursCommand(),
              new AgentsCommand(),
              new SampleFoamCommand(),
              new SampleMatchCommand(),
              new SampleMotifCommand()));

  private Commands() {}

  /**
   * Finds a command by its name on the command line, or in the menu.
   *
   * @throws UsageException if there is none of that name
   */
  public static Command named(String name) {
    return ALL.stream()
        .filter(command -> namesOf(command).anyMatch(name::equals))
        .findFirst()
        .orElseThrow(() -> new UsageException("unknown command '" + name + "'" + suggestion(name)));
  }

  /** Names that are near, else all, one per command. */
  private static String suggestion(String name) {
    List<String> all =
        ALL.stream().map(command -> command.parameters().command()).collect(Collectors.toList());
    List<String> near = Words.near(name, names());
    return Words.suggestion(name, near.isEmpty() ? all : names());
  }

  private static Stream<String> namesOf(Command command) {
    return Stream.of(command.parameters().command(), command.menuName());
  }

  private static List<String> names() {
    return ALL.stream().flatMap(Commands::namesOf).distinct().collect(Collectors.toList());
  }
}
