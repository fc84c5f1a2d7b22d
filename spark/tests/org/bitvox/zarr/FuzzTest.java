// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random damage of metadata, indices and chunks: an image is read or an IOException says what is
 * wrong, and nothing else happens. {@code -Dbitvox.fuzz=1000000} says how many are tried.
 */
class FuzzTest {
  private static final int TIMES = Integer.getInteger("bitvox.fuzz", 2000);

  private static final String[] WORDS = {
    "0",
    "-1",
    "1e300",
    "2147483648",
    "9223372036854775807",
    "null",
    "[]",
    "{}",
    "\"\"",
    "\"..\"",
    "true",
    "NaN",
    "\"bytes\"",
    "\"blosc\"",
    "\"<f4\"",
    "[0,0,0]",
    "[2,1,0]",
    "1048576"
  };

  private static List<MemoryStore> images() throws IOException {
    List<MemoryStore> images = new ArrayList<>();
    OmeForm form = Images.form(VoxelType.UINT16, 2, 1, true, 9, 8, 7);
    for (String codec : WriteOptions.CODECS) {
      MemoryStore store = new MemoryStore();
      Images.write(store, form, Images.options(4, 0, codec, "0.4"));
      images.add(store);
      if (!codec.equals("zlib")) {
        MemoryStore shards = new MemoryStore();
        Images.write(shards, form, Images.options(2, 4, codec, "0.5"));
        images.add(shards);
      }
    }
    return images;
  }

  @Test
  void damagedMetadata() throws IOException {
    List<MemoryStore> images = images();
    int errors = 0;
    for (int i = 0; i < TIMES; i++) {
      Random random = new Random(i);
      MemoryStore store = images.get(random.nextInt(images.size())).copy();
      List<String> keys = store.files.keySet().stream().filter(FuzzTest::isMetadata).toList();
      String key = keys.get(random.nextInt(keys.size()));
      store.files.put(key, damagedText(store.text(key), random).getBytes("UTF-8"));
      errors += fails(store, i) ? 1 : 0;
    }
    assertTrue(errors > TIMES / 20 && errors < TIMES, errors + " of " + TIMES);
  }

  @Test
  void damagedChunks() throws IOException {
    List<MemoryStore> images = images();
    int errors = 0;
    for (int i = 0; i < TIMES; i++) {
      Random random = new Random(i);
      MemoryStore store = images.get(random.nextInt(images.size())).copy();
      List<String> keys = store.files.keySet().stream().filter(key -> !isMetadata(key)).toList();
      String key = keys.get(random.nextInt(keys.size()));
      store.files.put(key, damaged(store.files.get(key), random));
      errors += fails(store, i) ? 1 : 0;
    }
    assertTrue(errors > TIMES / 20 && errors < TIMES, errors + " of " + TIMES);
  }

  private static boolean isMetadata(String key) {
    return key.matches(".*(zarr\\.json|\\.z[a-z]+)");
  }

  /** Whether an IOException came; anything else fails the test. */
  private static boolean fails(Store store, int number) {
    try {
      ZarrSource source = ZarrSource.open(store, new ZarrSettings());
      source.calibration();
      if (source.heap() < 1 << 24) { // as the command line checks it
        source.read(0, 0, 0, () -> false);
        source.read(0, 0, source.slices() - 1, () -> false);
      }
      return false;
    } catch (IOException e) {
      return true;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("input " + number, e);
    }
  }

  private static String damagedText(String text, Random random) {
    StringBuilder changed = new StringBuilder(text);
    for (int times = random.nextInt(2); times >= 0; times--) {
      int at = random.nextInt(changed.length());
      int end = Math.min(changed.length(), at + 1 + random.nextInt(6));
      switch (random.nextInt(4)) {
        case 0 -> changed.setCharAt(at, (char) (32 + random.nextInt(96)));
        case 1 -> changed.delete(at, end);
        default -> { // a value in the place of another one
          int colon = changed.indexOf(":", at);
          int stop = colon < 0 ? -1 : changed.indexOf("\n", colon);
          if (stop > 0) {
            String word = WORDS[random.nextInt(WORDS.length)];
            changed.replace(colon + 1, stop, word + (changed.charAt(stop - 1) == ',' ? "," : ""));
          }
        }
      }
    }
    return changed.toString();
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    if (random.nextInt(4) == 0) {
      return java.util.Arrays.copyOf(changed, random.nextInt(2 * changed.length + 1));
    }
    for (int times = random.nextInt(4); times >= 0; times--) {
      int last = Math.min(changed.length, 140); // where an index or a header is
      int at = random.nextInt(changed.length);
      at = random.nextBoolean() ? at : random.nextInt(last);
      at = random.nextInt(3) > 0 ? at : changed.length - 1 - random.nextInt(last);
      changed[at] = (byte) random.nextInt(256);
    }
    return changed;
  }
}
