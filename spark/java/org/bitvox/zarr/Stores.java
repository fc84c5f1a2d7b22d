// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.files.Names;

/** Where images are, by the names that users give them: a folder, or s3a://bucket/bone.zarr. */
public final class Stores {
  /** Opens places that are not of this computer. */
  public interface Opener {
    /** The place of that name, whether there is something or not. */
    Store open(String name) throws IOException;
  }

  private static volatile Opener remote = Stores::unknown;

  private Stores() {}

  /** From now on, places that are not of this computer are opened so. */
  public static void remote(Opener opener) {
    remote = opener;
  }

  /** The place of that name. */
  public static Store of(String name) throws IOException {
    return of(Path.of(name), name);
  }

  /** The same, if the name is of this computer for what is in a folder. */
  static Store of(Path folder, String name) throws IOException {
    return Names.isRemote(name) ? remote.open(name) : new FolderStore(folder, name);
  }

  private static Store unknown(String name) throws ZarrException {
    throw new ZarrException(
        name,
        "only spark-submit reads and writes "
            + name.substring(0, name.indexOf("://") + 3)
            + ", as docs/scale.md says; or copy the image to a folder");
  }
}
