// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.List;

/**
 * Where the files of an image lie: a folder, or a bucket of an object store. A key is the name of a
 * file below it, with slashes. A file appears whole or not at all.
 */
public interface Store {
  /** A folder in which a store may make files before they have their names. */
  String PARTS = ".bitvox-parts";

  /** What the user calls it. */
  String name();

  /**
   * The bytes of a file.
   *
   * @param most an error if there are more
   * @return null if there is no such file
   */
  byte[] read(String key, long most) throws IOException;

  /**
   * Some bytes of a file.
   *
   * @param from where they begin; below 0, as many bytes before the end
   * @return null if there is no such file
   * @throws IOException if the file ends before
   */
  byte[] read(String key, long from, int length) throws IOException;

  /** Writes a file of these parts; one of that name is replaced. */
  void write(String key, List<byte[]> parts) throws IOException;

  /** Names of the folders directly below a key, sorted; at most so many. */
  List<String> folders(String key, int most) throws IOException;

  /** Keys of all files below one, in any order, without that one and the slash. */
  List<String> files(String key) throws IOException;

  /** Removes a file, or a folder with all that is in it; there need be none. */
  void remove(String key) throws IOException;

  /**
   * Writes a file unless there is one. Of two that do so at once one gets false, if the store can
   * make this one step; else both may get true.
   */
  default boolean writeNew(String key, byte[] bytes) throws IOException {
    if (read(key, Integer.MAX_VALUE) != null) {
      return false;
    }
    write(key, List.of(bytes));
    return true;
  }

  /** The same place, some folders below. */
  default Store below(String path) throws IOException {
    return path.isEmpty() ? this : new StoreBelow(this, path);
  }

  /** The array or chunk of that key, in the user's words. */
  default String named(String key) {
    return key.isEmpty() ? name() : name() + "/" + key;
  }
}
