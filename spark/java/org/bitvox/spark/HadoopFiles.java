// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * A file system that Hadoop knows, with the settings that this process has: those of its
 * core-site.xml and of spark.hadoop. It stays open until the process ends.
 */
final class HadoopFiles {
  /** Where a file appears when it is closed, whole, and where a folder is only part of names. */
  private static final Set<String> OBJECTS =
      Set.of("s3a", "s3", "s3n", "gs", "oss", "cosn", "obs", "swift", "wasb", "wasbs");

  private static final Map<String, HadoopFiles> OPEN = new ConcurrentHashMap<>();

  private final FileSystem system;
  private final Configuration settings;

  private HadoopFiles(FileSystem system, Configuration settings) {
    this.system = system;
    this.settings = settings;
  }

  /** That of a path. */
  static HadoopFiles of(Path path, String name) throws IOException {
    URI uri = path.toUri();
    String key = uri.getScheme() + "://" + uri.getAuthority();
    synchronized (OPEN) {
      HadoopFiles known = OPEN.get(key);
      if (known == null) {
        known = open(path, name);
        OPEN.put(key, known);
      }
      return known;
    }
  }

  private static HadoopFiles open(Path path, String name) throws IOException {
    SparkConf spark = SparkEnv.get() == null ? new SparkConf() : SparkEnv.get().conf();
    Configuration settings = SparkHadoopUtil.get().newConfiguration(spark);
    String scheme = path.toUri().getScheme();
    // Those that Hadoop keeps are closed as soon as a signal comes, and the run could not end well.
    settings.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    try {
      FileSystem system = path.getFileSystem(settings);
      return new HadoopFiles(
          system instanceof LocalFileSystem local ? local.getRawFileSystem() : system, settings);
    } catch (IOException | RuntimeException e) {
      throw new IOException(name + ": cannot be opened: " + HadoopReason.ofOpening(e, scheme), e);
    }
  }

  FileSystem system() {
    return system;
  }

  /** Whether a file appears when it is closed; elsewhere it is there from when it is begun. */
  boolean showsWhenClosed() {
    return OBJECTS.contains(system.getUri().getScheme());
  }

  /** Gives a file its name, in one step; one of that name is replaced. */
  void rename(Path from, Path to) throws IOException {
    system.mkdirs(to.getParent());
    if (system.getUri().getScheme().equals("file")) { // of which a context would add checksums
      if (!system.rename(from, to)) {
        throw new IOException("it cannot be renamed");
      }
      return;
    }
    FileContext.getFileContext(system.getUri(), settings)
        .rename(from, to, Options.Rename.OVERWRITE);
  }
}
