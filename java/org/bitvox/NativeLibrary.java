// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.bitvox.files.Messages;
import org.bitvox.files.TemporaryFiles;

/**
 * Loads the native library once, from -Dbitvox.library=PATH or else from the jar.
 *
 * <p>Called before the first native method, never from a static initialiser: a failure there is
 * told once and becomes NoClassDefFoundError afterwards.
 */
final class NativeLibrary {
  /** Names a library to load instead of the one in the jar. */
  static final String OVERRIDE = "bitvox.library";

  private static final String RESOURCE = Platform.HERE.resource();

  private static final String ANOTHER_FOLDER =
      "; start Java with -Djava.io.tmpdir=FOLDER to use another";

  private static final String DAMAGED = "the jar is damaged; replace it by a new copy";

  private static boolean loaded;
  private static String failure;

  private NativeLibrary() {}

  /**
   * Loads the library unless it is.
   *
   * @throws IllegalStateException if that fails, with the same message at every call
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    if (failure == null) {
      failure = tryToLoad(System.getProperty(OVERRIDE));
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    loaded = true;
  }

  /** Returns null, or why the library cannot be loaded. */
  private static String tryToLoad(String override) {
    String from = override != null ? override : "the jar's " + RESOURCE;
    if (override == null && !isInJar(RESOURCE)) {
      return Platform.HERE.noLibrary(NativeLibrary::isInJar);
    }
    try {
      if (override != null) {
        System.load(override);
      } else {
        loadFromJar();
      }
      return null;
    } catch (IOException | UnsatisfiedLinkError e) {
      String wayOut = override != null ? "; without -D" + OVERRIDE + " the jar's is used" : "";
      return "Bitvox cannot load its native library (" + from + "): " + e.getMessage() + wayOut;
    }
  }

  private static boolean isInJar(String resource) {
    return NativeLibrary.class.getResource(resource) != null;
  }

  /** Through a name of its own for each class loader: Java gives a name to one loader only. */
  private static void loadFromJar() throws IOException {
    Path folder = LibraryFolder.find();
    if (!Files.isDirectory(folder)) {
      throw new IOException("there is no temporary folder " + folder + ANOTHER_FOLDER);
    }
    TemporaryFiles.removeLeftOvers(folder);
    Path file = folder.resolve(TemporaryFiles.newName(Platform.HERE.ending()));
    try {
      if (!SharedLibrary.link(RESOURCE, file)) {
        extract(file);
        SharedLibrary.share(file);
      }
      loadFrom(file);
    } finally {
      file.toFile().delete(); // on Windows a later process does that, as the library needs it
    }
  }

  private static void extract(Path file) throws IOException {
    try (InputStream in = NativeLibrary.class.getResourceAsStream(RESOURCE)) {
      if (in == null) { // Java takes !/ for the end of a jar's name
        throw new IOException("the folder of the jar has a ! in its name; move the jar");
      }
      extract(in, checkSum(NativeLibrary.class.getResource(RESOURCE)), file);
    }
  }

  /** What the jar says of its entry, CRC-32; -1 if it is a file of a folder. */
  private static long checkSum(URL entry) throws IOException {
    URLConnection connection = entry.openConnection();
    if (!(connection instanceof JarURLConnection)) {
      return -1;
    }
    connection.setUseCaches(false); // which would keep the jar open
    JarURLConnection inJar = (JarURLConnection) connection;
    try (JarFile jar = inJar.getJarFile()) {
      return jar.getEntry(inJar.getEntryName()).getCrc();
    }
  }

  /**
   * Into a new file that nobody else may read or write, whatever the umask is.
   *
   * @param checkSum what CRC-32 must be, as Java does not look at it; -1 if it is not known
   */
  static void extract(InputStream in, long checkSum, Path file) throws IOException {
    CRC32 found = new CRC32();
    try (OutputStream out = Channels.newOutputStream(TemporaryFiles.create(file))) {
      byte[] part = new byte[1 << 16];
      for (int length = in.read(part); length >= 0; length = in.read(part)) {
        found.update(part, 0, length);
        out.write(part, 0, length);
      }
    } catch (ZipException | EOFException e) {
      throw new IOException(DAMAGED, e);
    } catch (IOException e) {
      throw new IOException(
          "it cannot be written to the temporary folder "
              + file.getParent()
              + (" (" + Messages.reason(e) + ")" + ANOTHER_FOLDER),
          e);
    }
    if (checkSum >= 0 && found.getValue() != checkSum) {
      throw new IOException(DAMAGED);
    }
  }

  private static void loadFrom(Path file) throws IOException {
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      throw new IOException(whyNot(file, String.valueOf(e.getMessage())), e);
    }
  }

  /** Why the file was not loaded: said, or what that means. */
  static String whyNot(Path file, String said) {
    if (said.contains("Can't find dependent libraries") && !LibraryFolder.isWithinCodePage(file)) {
      return "Java on Windows loads nothing from " + file.getParent() + ANOTHER_FOLDER;
    }
    if (!said.contains("failed to map segment")) {
      return said;
    }
    boolean mayBeRun = file.toFile().setExecutable(true) && Files.isExecutable(file);
    return mayBeRun
        ? "this process may not have as much memory as it needs; see ulimit -v"
        : "nothing can be run from the temporary folder "
            + file.getParent()
            + (", which is mounted noexec" + ANOTHER_FOLDER);
  }
}
