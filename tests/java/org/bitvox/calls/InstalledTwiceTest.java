// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledTwiceTest {
  /** Stands for a class of Bitvox. */
  static final class Ours {}

  @TempDir Path folder;

  private Path jar(String name) throws Exception {
    Path jar = folder.resolve(name);
    String entry = Ours.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        InputStream bytes = Ours.class.getResourceAsStream("/" + entry)) {
      entries.putNextEntry(new JarEntry(entry));
      bytes.transferTo(entries);
    }
    return jar;
  }

  private static String sentence(Path... jars) throws Exception {
    URL[] path = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      path[i] = jars[i].toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      return InstalledTwice.sentence(loader.loadClass(Ours.class.getName()));
    }
  }

  @Test
  void namesAllOfThem() throws Exception {
    Path older = jar("Bitvox_-0.0.9.jar");
    Path newer = jar("Bitvox_-0.1.0 + \u00fc.jar");
    assertEquals("", sentence(newer));
    assertEquals(
        "Bitvox is installed more than once. This is "
            + older
            + "; there is also "
            + newer
            + ". Keep the newest, delete the others, and restart ImageJ.",
        sentence(older, newer));
    assertEquals("", InstalledTwice.sentence(Ours.class), "not in a jar");
  }
}
