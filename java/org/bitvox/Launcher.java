// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * {@code java -jar Bitvox_.jar COMMAND key=value...}: the command line with ImageJ's ij.jar, which
 * is found from the place of the jar. It names no class of ImageJ, which is not there yet.
 */
final class Launcher {
  /** Names ij.jar. */
  private static final String IMAGEJ = "bitvox.imagej";

  private static final String CLI = "org.bitvox.Cli";

  /** Above the jar: plugins, a folder in it, and that of ImageJ. */
  private static final int FOLDERS = 3;

  private static final int FAILED = 1;

  private Launcher() {}

  /** Runs one command and exits. */
  public static void main(String[] args) throws ReflectiveOperationException {
    if (Launcher.class.getResource("/ij/IJ.class") != null) {
      run(Launcher.class.getClassLoader(), args);
      return;
    }
    try {
      File jar = own();
      File imageJ = imageJ(jar, System.getProperty(IMAGEJ));
      URL[] path = {imageJ.toURI().toURL(), jar.toURI().toURL()};
      run(new URLClassLoader(path, ClassLoader.getSystemClassLoader().getParent()), args);
    } catch (IllegalStateException | URISyntaxException | MalformedURLException e) {
      if (args.length == 1 && args[0].matches("(--)?version")) { // for a report that it fails
        String version = Launcher.class.getPackage().getImplementationVersion();
        System.out.print("Bitvox " + version + "\n");
        System.exit(0);
      }
      System.err.print("bitvox: " + e.getMessage() + "\n");
      System.exit(FAILED);
    }
  }

  private static void run(ClassLoader loader, String[] args) throws ReflectiveOperationException {
    Thread.currentThread().setContextClassLoader(loader);
    try {
      Class.forName(CLI, true, loader)
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static File own() throws URISyntaxException {
    return new File(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /**
   * ImageJ's jar: the one that is named, else beside Bitvox's or a folder above, as ImageJ has it,
   * or in a folder jars there, as Fiji has it.
   *
   * @param named may be null
   * @throws IllegalStateException with a sentence if there is none
   */
  static File imageJ(File jar, String named) {
    if (named != null) {
      if (!new File(named).isFile()) {
        throw new IllegalStateException("-D" + IMAGEJ + "=" + named + ": no such file");
      }
      return new File(named);
    }
    File folder = jar.getAbsoluteFile().getParentFile();
    for (int i = 0; i < FOLDERS && folder != null; i++) {
      for (File place : new File[] {folder, new File(folder, "jars")}) {
        String[] found = place.list((in, name) -> name.matches("ij(-\\d.*)?\\.jar"));
        if (found != null && found.length > 0) {
          Arrays.sort(found);
          return new File(place, found[found.length - 1]);
        }
      }
      folder = folder.getParentFile();
    }
    throw new IllegalStateException(
        "ij.jar of ImageJ is needed: put it beside "
            + jar.getName()
            + ", or start java with -D"
            + IMAGEJ
            + "=FILE before -jar");
  }
}
