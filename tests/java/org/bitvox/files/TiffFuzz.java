// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/** Damaged TIFF files. As a program: TiffFuzz COUNT SEED. */
public final class TiffFuzz extends ReaderFuzz {
  private static final String NAME = "a.tif";

  private final TiffMutants mutants;
  private final Map<byte[], Object[]> undamaged = new IdentityHashMap<>();

  /** Read as if nothing had happened. */
  int same;

  /** Puts its files into the folder. */
  public TiffFuzz(Path folder, long seed) throws IOException {
    super(folder, seed);
    mutants = new TiffMutants(random);
  }

  @Override
  byte[] next() {
    return mutants.next();
  }

  @Override
  String name() {
    return NAME;
  }

  @Override
  void accept(StackFile file, Object[] slices) throws IOException {
    byte[] original = mutants.original();
    if (!undamaged.containsKey(original)) {
      Path path = Files.write(folder.resolve("whole.tif"), original);
      StackFile stack = ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
      Object[] whole = new Object[stack.depth()];
      for (int z = 0; z < whole.length; z++) {
        whole[z] = stack.readSlice(z);
      }
      undamaged.put(original, whole);
    }
    same += Arrays.deepEquals(slices, undamaged.get(original)) ? 1 : 0;
  }

  @Override
  public String toString() {
    return super.toString() + ", " + same + " as if undamaged";
  }

  /** Runs COUNT mutants made from SEED. */
  public static void main(String[] arguments) throws IOException {
    run(arguments, TiffFuzz::new);
  }
}
