// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Orders of bytes and axes that others write. */
class OrderTest {
  private static final String TWO =
      "{'zarr_format':2,'shape':[2,3],'chunks':[2,3],'dtype':'%s','compressor':null,"
          + "'fill_value':%s,'order':'%s','filters':null}";

  private static MemoryStore two(String dtype, String fill, String order) {
    return new MemoryStore().with(".zarray", TWO.formatted(dtype, fill, order).replace('\'', '"'));
  }

  @Test
  void bigEndian() throws IOException {
    MemoryStore store = two(">u2", "0", "C");
    store.write("0.0", List.of(new byte[] {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 1, 6}));
    byte[] read = ZarrArray.open(store).read(0, 0);
    assertArrayEquals(new byte[] {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1}, read);
  }

  @Test
  void firstAxisFastest() throws IOException {
    MemoryStore store = two("|u1", "0", "F");
    store.write("0.0", List.of(new byte[] {1, 4, 2, 5, 3, 6}));
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6}, ZarrArray.open(store).read(0, 0));
  }

  @Test
  void transposed() throws IOException {
    String json =
        "{'zarr_format':3,'node_type':'array','shape':[2,3,2],'data_type':'int16','chunk_grid':"
            + "{'name':'regular','configuration':{'chunk_shape':[2,3,2]}},'chunk_key_encoding':"
            + "{'name':'default'},'fill_value':0,'codecs':[{'name':'transpose','configuration':"
            + "{'order':[1,2,0]}},{'name':'bytes','configuration':{'endian':'big'}}]}";
    MemoryStore store = new MemoryStore().with("zarr.json", json.replace('\'', '"'));
    byte[] stored = new byte[24];
    int at = 0;
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 2; x++) {
        for (int z = 0; z < 2; z++) {
          stored[at + 1] = (byte) (100 * z + 10 * y + x);
          at += 2;
        }
      }
    }
    store.write("c/0/0/0", List.of(stored));
    byte[] read = ZarrArray.open(store).read(0, 0, 0);
    for (int z = 0; z < 2; z++) {
      for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 2; x++) {
          assertEquals((byte) (100 * z + 10 * y + x), read[2 * ((z * 3 + y) * 2 + x)]);
        }
      }
    }
  }

  @Test
  void missingChunksAreFilledAndCounted() throws IOException {
    ZarrArray array = ZarrArray.open(two("<i2", "-2", "C"));
    array.read(0, 0);
    byte[] read = array.read(0, 0);
    assertArrayEquals(new byte[] {-2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1}, read);
    assertEquals(1, array.missing());
    byte[] nan = ZarrArray.open(two("<f4", "\"NaN\"", "C")).read(0, 0);
    assertArrayEquals(new byte[] {0, 0, -64, 127}, java.util.Arrays.copyOf(nan, 4));
  }
}
