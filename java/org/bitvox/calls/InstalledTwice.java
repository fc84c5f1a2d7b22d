// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Says that there is another Bitvox among the plugins: ImageJ uses one of them, maybe the older.
 */
final class InstalledTwice {
  private static final AtomicBoolean LOOKED = new AtomicBoolean();

  private InstalledTwice() {}

  /** Says it in the log, once. */
  static void say() {
    if (LOOKED.compareAndSet(false, true)) {
      String sentence = sentence(Command.class);
      if (!sentence.isEmpty()) {
        IJ.log(sentence);
      }
    }
  }

  /**
   * The sentence, or nothing.
   *
   * @param ours a class that is in each Bitvox
   */
  static String sentence(Class<?> ours) {
    String name = ours.getName().replace('.', '/') + ".class";
    List<String> others = new ArrayList<>();
    String used = "";
    try {
      URL own = ours.getResource("/" + name);
      for (URL found : Collections.list(ours.getClassLoader().getResources(name))) {
        if (found.equals(own)) {
          used = jar(found);
        } else {
          others.add(jar(found));
        }
      }
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return ""; // nothing that a command depends on
    }
    return others.isEmpty()
        ? ""
        : "Bitvox is installed more than once. This is "
            + used
            + "; there is also "
            + String.join(", ", others)
            + ". Keep the newest, delete the others, and restart ImageJ.";
  }

  private static String jar(URL entry) throws IOException, URISyntaxException {
    JarURLConnection connection = (JarURLConnection) entry.openConnection();
    return new File(connection.getJarFileURL().toURI()).getPath();
  }
}
