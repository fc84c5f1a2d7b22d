// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.bitvox.Backends;
import org.bitvox.calls.Failures;

/** What a report of a problem should say: the version, the commit, what the library is for. */
final class Version {
  private static final String COMMIT =
      "/org/bitvox/commit.properties"; // written when the library is built

  private Version() {}

  /** Three lines. */
  static String text() throws IOException {
    return String.format(
        "Bitvox %s, ImageJ %s, Java %s\nCommit %s\n%s",
        own(),
        IJ.getVersion(),
        System.getProperty("java.version"),
        commit(Version.class.getResourceAsStream(COMMIT)),
        builtFor());
  }

  /** The jar knows it, from pom.xml. */
  private static String own() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(not in a jar)" : version;
  }

  /**
   * The commit and whether files differ from it, or why it is not known.
   *
   * @param properties is closed; null if there are none
   */
  static String commit(InputStream properties) throws IOException {
    if (properties == null) {
      return "not known (built without the native library)";
    }
    Properties known = new Properties();
    try (InputStream in = properties) {
      known.load(in);
    }
    String commit = known.getProperty("commit", "");
    if (commit.isEmpty()) {
      return "not known (" + known.getProperty("unknown", "") + ")";
    }
    return commit + (Boolean.parseBoolean(known.getProperty("changed")) ? " with changes" : "");
  }

  private static String builtFor() {
    try {
      return "Built for " + Backends.ofThisBuild();
    } catch (UnsatisfiedLinkError e) {
      return Failures.sentence(e); // which this report is about, maybe
    }
  }
}
