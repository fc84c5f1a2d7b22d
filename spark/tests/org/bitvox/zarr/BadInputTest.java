// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with an image is said in a sentence that names it. */
class BadInputTest {
  private static final String TWO =
      "{'zarr_format':2,'shape':[2,3],'chunks':[2,3],'dtype':'|u1','compressor':null,"
          + "'fill_value':0,'order':'C','filters':null}";

  private static final String THREE =
      "{'zarr_format':3,'node_type':'array','shape':[4,4,4],'data_type':'uint8','chunk_grid':"
          + "{'name':'regular','configuration':{'chunk_shape':[4,4,4]}},'chunk_key_encoding':"
          + "{'name':'default'},'fill_value':0,'codecs':[{'name':'sharding_indexed',"
          + "'configuration':{'chunk_shape':[2,2,2],'codecs':[{'name':'bytes'}],"
          + "'index_codecs':[{'name':'bytes'},{'name':'crc32c'}]}}]}";

  private static final String IMAGE =
      "{'multiscales':[{'axes':['z','y','x'],'datasets':[{'path':'0'}]}]}";

  private static String quotes(String text) {
    return text.replace('\'', '"');
  }

  private static String sentence(Store store, ZarrSettings settings) {
    return assertThrows(
            IOException.class, () -> ZarrSource.open(store, settings).read(0, 0, 0, () -> false))
        .getMessage();
  }

  private static String sentence(Store store) {
    return sentence(store, new ZarrSettings());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "'|u1' ! '<i8' ! values of type '<i8' cannot be read; whole numbers of 8, 16 and 32 bits"
            + " and floats of 32 bits can",
        "'|u1' ! '<f8' ! values of type '<f8' cannot be read; whole numbers of 8, 16 and 32 bits"
            + " and floats of 32 bits can",
        "'|u1' ! [['a','<u2']] ! values of type '[[\"a\",\"<u2\"]]' cannot be read; whole numbers"
            + " of 8, 16 and 32 bits and floats of 32 bits can",
        "[2,3],'d ! [0,3],'d ! chunks has 0; 1 to 2^31 - 1 is allowed",
        "[2,3],'d ! [3],'d ! chunks has 1 numbers, but the array has 2 axes",
        "[2,3],'c ! [2,9000000000],'c ! has 9000000000 voxels along an axis; 1 to 2^31 - 1 can be"
            + " read",
        "[2,3],'d ! [100000,100000],'d ! its chunks have more than 512 MiB",
        "null,'f ! {'id':'lzma'},'f ! codec 'lzma' is not known; known are blosc, zstd, gzip, zlib"
            + " and crc32c; write the image again with one of them",
        "'filters':null ! 'filters':[{'id':'delta'}] ! filter 'delta' is not known; write the"
            + " image again without filters",
        "'C' ! 'K' ! order 'K' is not known; C and F are",
        "'fill_value':0 ! 'fill_value':300 ! fill_value '300' is no value of its type",
        "'fill_value':0 ! 'fill_value':'a' ! fill_value '\"a\"' is no value of its type",
        "[2,3],'c ! [2,3,4,5],'c ! chunks has 2 numbers, but the array has 4 axes",
        "[2,3],'c ! [2,'a'],'c ! shape has '\"a\"', no whole number",
        "'zarr_format':2 ! 'zarr_format':7 ! its .zarray is not of Zarr 2"
      })
  void arrays(String before, String after, String expected) {
    String json = quotes(TWO.replace(before.trim(), after.trim()));
    assertEquals("x.zarr: " + expected, sentence(new MemoryStore().with(".zarray", json)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'chunk_shape':[2,2,2] | 'chunk_shape':[2,2,3] | its shards of 4 voxels along an axis are"
            + " no multiple of its chunks of 3",
        "'uint8' | 'complex64' | values of type 'complex64' cannot be read; whole numbers of 8, 16"
            + " and 32 bits and floats of 32 bits can",
        "'regular' | 'rectangular' | chunk grid 'rectangular' is not known; regular is",
        "[{'name':'bytes'}], | [{'name':'vlen-utf8'}], | codec 'vlen-utf8' is not known; known are"
            + " blosc, zstd, gzip, zlib and crc32c; write the image again with one of them",
        "[{'name':'bytes'}], | [], | its codecs lack 'bytes'",
        "'crc32c' | 'gzip' | codec 'gzip' of the index of shards is not known; bytes and crc32c"
            + " are",
        "'default' | 'own' | chunk_key_encoding '{\"name\":\"own\"}' is not known"
      })
  void arraysOfZarr3(String before, String after, String expected) {
    String json = quotes(THREE.replace(before.trim(), after.trim()));
    assertEquals("x.zarr: " + expected, sentence(new MemoryStore().with("zarr.json", json)));
  }

  @Test
  void groups() {
    assertEquals(
        "x.zarr: is no Zarr: it has no zarr.json, .zgroup or .zarray", sentence(new MemoryStore()));
    MemoryStore group = new MemoryStore().with(".zgroup", "{}");
    assertEquals("x.zarr: has no multiscales and no arrays", sentence(group));
    group.with("a/.zgroup", "{}").with("a/b/.zarray", quotes(TWO)).with("c/.zarray", quotes(TWO));
    group.with("d/.zattrs", quotes(IMAGE));
    assertEquals(
        "x.zarr: has no multiscales; choose one of its datasets with dataset=: a/b, c, d",
        sentence(group));
    assertEquals("x.zarr/e: there is no such dataset", chosen(group, "e"));
    assertEquals(
        "x.zarr: '../y' is no path within the image; use one such as labels/a",
        chosen(group, "../y"));
    MemoryStore image = new MemoryStore().with(".zattrs", quotes(IMAGE));
    assertEquals("x.zarr/0: the array is missing", sentence(image));
    image.with("0/.zarray", quotes(TWO));
    assertEquals("x.zarr/0: has 2 axes, but the image has 3", sentence(image));
    image.with(".zattrs", quotes(IMAGE.replace("'0'", "'../../etc'")));
    assertEquals(
        "x.zarr: '../../etc' is no path within the image; use one such as labels/a",
        sentence(image));
    image.with(".zattrs", quotes(IMAGE.replace("'z','y','x'", "'x','y','z'")));
    assertEquals(
        "x.zarr: its axes are 'x y z'; they must end with z y x or y x, with t or c before if at"
            + " all",
        sentence(image));
  }

  private static String chosen(Store store, String dataset) {
    ZarrSettings settings = new ZarrSettings();
    settings.dataset = dataset;
    return sentence(store, settings);
  }

  @Test
  void json(@TempDir Path folder) throws IOException {
    String deep = "[".repeat(1000) + "]".repeat(1000);
    assertEquals(
        "x.zarr/.zattrs: is no JSON: it has more than 100 levels",
        sentence(new MemoryStore().with(".zattrs", "{\"a\":" + deep + "}")));
    FolderStore store = new FolderStore(folder, "y.zarr");
    store.write("zarr.json", List.of(new byte[100_000_000]));
    assertEquals("y.zarr/zarr.json: has 100000000 bytes, more than 16777216", sentence(store));
    assertEquals(
        "x.zarr/.zattrs: is no JSON object", sentence(new MemoryStore().with(".zattrs", "[1]")));
  }

  /** Damage of every byte of a chunk is an error or changes voxels; never anything else. */
  @Test
  void chunks() throws IOException {
    OmeForm form = Images.form(VoxelType.UINT16, 1, 1, false, 8, 8, 8);
    for (String codec : WriteOptions.CODECS) {
      MemoryStore store = new MemoryStore();
      Images.write(store, form, Images.options(8, 0, codec, "0.4"));
      byte[] chunk = store.files.get("0/0/0/0");
      store.files.put("0/0/0/0", Arrays.copyOf(chunk, chunk.length - 3));
      String sentence = sentence(store);
      assertEquals("x.zarr/0/chunk 0/0/0: ", sentence.substring(0, 22), sentence);
      store.files.put("0/0/0/0", Arrays.copyOf(chunk, 1 << 18));
      assertThrows(
          IOException.class,
          () -> ZarrSource.open(store, new ZarrSettings()).read(0, 0, 0, () -> false));
      store.files.put("0/0/0/0", new byte[0]);
      assertThrows(
          IOException.class,
          () -> ZarrSource.open(store, new ZarrSettings()).read(0, 0, 0, () -> false));
    }
  }

  @Test
  void shards() throws IOException {
    OmeForm form = Images.form(VoxelType.UINT8, 1, 1, false, 8, 8, 8);
    MemoryStore whole = new MemoryStore();
    Images.write(whole, form, Images.options(4, 8, "none", "0.5"));
    byte[] shard = whole.files.get("0/c/0/0/0");
    MemoryStore damaged = whole.copy();
    damaged.files.get("0/c/0/0/0")[shard.length - 20] ^= 1;
    assertEquals(
        "x.zarr/0/index of shard c/0/0/0: has the wrong checksum (CRC-32C); it is damaged",
        sentence(damaged));
    damaged = whole.copy();
    damaged.files.put("0/c/0/0/0", Arrays.copyOfRange(shard, 400, shard.length));
    assertEquals("x.zarr/0/c/0/0/0: ends before the bytes that its index names", sentence(damaged));
    damaged.files.put("0/c/0/0/0", new byte[5]);
    assertEquals("x.zarr/0/c/0/0/0: ends before the bytes that its index names", sentence(damaged));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chunk | 0 | chunk=0 is not allowed; use a whole number from 1 to 1024",
        "shard | 200 | shard=200 is no multiple of chunk=128; use one such as 512",
        "codec | lz4 | codec=lz4 is not allowed; use none, gzip, zlib, zstd, blosc-lz4,"
            + " blosc-lz4hc, blosc-blosclz, blosc-zstd, blosc-zlib",
        "level | -1 | level=-1 is not allowed; use a whole number from 0 to 63",
        "shuffle | bit | shuffle= is of blosc; use a codec=blosc-..., or leave it out",
        "version | 1 | version=1 is not allowed; use 0.4, 0.5"
      })
  void keys(String key, String value, String expected) {
    ZarrSettings settings = new ZarrSettings();
    UsageException problem =
        assertThrows(
            UsageException.class,
            () -> {
              settings.take(key, value);
              settings.options();
            });
    assertEquals(expected, problem.getMessage());
  }
}
