// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A system and a processor. The jar has a folder with a native library for each that it knows. */
final class Platform {
  /** All for which Bitvox is built. One jar may hold the libraries of some of them. */
  static final List<Platform> ALL =
      Arrays.asList(
          new Platform("Linux", "x86_64"),
          new Platform("Linux", "aarch64"),
          new Platform("Windows", "x86_64"),
          new Platform("macOS", "aarch64"),
          new Platform("macOS", "x86_64"));

  /** Where this Java runs. */
  static final Platform HERE = of(System.getProperty("os.name"), System.getProperty("os.arch"));

  private final String system;
  private final String processor;

  private Platform(String system, String processor) {
    this.system = system;
    this.processor = processor;
  }

  /** From what Java calls system and processor, which is not the same in all Javas. */
  static Platform of(String system, String processor) {
    String known =
        system.startsWith("Windows") ? "Windows" : system.startsWith("Mac") ? "macOS" : system;
    return new Platform(known, processor.equals("amd64") ? "x86_64" : processor);
  }

  /** Its folder in the jar, such as linux-x86_64. */
  String folder() {
    return (system + "-" + processor).toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  /** What a library's file ends with there, without the dot. */
  String ending() {
    switch (system) {
      case "Windows":
        return "dll";
      case "macOS":
        return "dylib";
      default:
        return "so";
    }
  }

  /** The path of its library in the jar. */
  String resource() {
    String prefix = system.equals("Windows") ? "" : "lib";
    return "/native/" + folder() + "/" + prefix + "bitvox." + ending();
  }

  /**
   * Says that there is no library for this platform, and for which there is one.
   *
   * @param isThere whether a resource is in the jar
   */
  String noLibrary(Predicate<String> isThere) {
    String others =
        ALL.stream()
            .filter(platform -> isThere.test(platform.resource()))
            .map(Platform::toString)
            .collect(Collectors.joining(", "));
    return "Bitvox has no library for "
        + this
        + (others.isEmpty() ? "; this jar has none at all" : "; this jar has those for " + others);
  }

  @Override
  public String toString() {
    return system + " on " + processor;
  }
}
