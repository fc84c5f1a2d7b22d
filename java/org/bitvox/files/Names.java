// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.File;
import java.io.IOError;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Pattern;

/** Names of files as users and images have them, which need not be names that a file can have. */
public final class Names {
  /** Such as s3a://bucket/bone.zarr; C:/bone.zarr is a name of this computer. */
  private static final Pattern REMOTE =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*", Pattern.DOTALL);

  private Names() {}

  /** Whether a name is of another file system than this computer's, which it begins with. */
  public static boolean isRemote(String name) {
    return REMOTE.matcher(name).matches();
  }

  /** The absolute path of that name; null if no file can have it. */
  public static Path path(String name) {
    try {
      return Paths.get(name).toAbsolutePath();
    } catch (InvalidPathException | IOError e) { // such as of a drive that is not there
      return null;
    }
  }

  /**
   * The absolute path of that name.
   *
   * @throws IOException with a sentence about the name if no file can have it
   */
  static Path required(String name) throws IOException {
    String problem = Windows.HERE ? Windows.problem(name) : null;
    if (problem != null) {
      throw new IOException(name + ": " + problem);
    }
    try {
      return Paths.get(name).toAbsolutePath();
    } catch (IOError e) {
      throw new IOException(name + ": there is no such drive", e);
    }
  }

  /** Whether there is a file or folder of that name. */
  public static boolean exists(String name) {
    Path path = name.isEmpty() ? null : path(name);
    return path != null && Files.exists(path);
  }

  static boolean isFolder(String name) {
    Path path = path(name);
    return path != null && Files.isDirectory(path);
  }

  /** Whether there is a file of that name. */
  public static boolean isFile(String name) {
    Path path = path(name);
    return path != null && Files.isRegularFile(path);
  }

  /** The folder that a name begins with, and what ends it; empty if it has none. */
  static String folder(String name) {
    int end = Math.max(name.lastIndexOf('/'), name.lastIndexOf(File.separatorChar));
    if (Windows.HERE) { // a file of a drive's current folder
      end = Math.max(end, name.lastIndexOf(':'));
    }
    return name.substring(0, end + 1);
  }

  /** The name without its folder. */
  public static String last(String name) {
    return name.substring(folder(name).length());
  }

  /** The name as native code opens it: in the encoding of the system, on Windows in UTF-8. */
  public static byte[] bytes(Path file) {
    String encoding = Windows.HERE ? "UTF-8" : System.getProperty("sun.jnu.encoding", "UTF-8");
    return file.toString().getBytes(Charset.forName(encoding));
  }
}
