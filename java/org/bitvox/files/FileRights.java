// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Who may do what with a file: what its system gives to new ones, unless a subclass says more. */
class FileRights {
  /** What the system gives to new files. */
  static final FileRights OF_NEW_FILES = new FileRights();

  FileRights() {}

  /** Those of a file or folder that is there. */
  static FileRights of(Path file) throws IOException {
    return isPosix(file) ? new PosixRights(file) : new DosRights(file);
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** To create a file with such permissions; none where the system has no users' permissions. */
  static FileAttribute<?>[] attributes(String permissions) {
    return isPosix(Paths.get(""))
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Nobody may write: that is meant, though the system may let an administrator write. */
  boolean readOnly() {
    return false;
  }

  /** Whether nothing but its rights hinders this user from replacing the file. */
  boolean mayReplace(Path file) throws IOException {
    return true;
  }

  /** Creates a new file. The rights of an existing one are given to it when it is complete. */
  SeekableByteChannel create(Path file) throws IOException {
    return Files.newByteChannel(file, TemporaryFiles.NEW_FILE);
  }

  /**
   * Creates a new folder. That of an existing one that gives files its group does so at once; its
   * other rights are given to it when it is complete.
   */
  void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder);
  }

  /** Gives these rights to a file, as far as the user may give them. */
  void giveTo(Path file) {}
}
