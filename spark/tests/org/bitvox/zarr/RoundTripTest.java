// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read again, whatever the type, codec and grid. */
class RoundTripTest {
  static List<WriteOptions> ways() {
    List<WriteOptions> ways = new ArrayList<>();
    for (String codec : WriteOptions.CODECS) {
      ways.add(Images.options(16, 0, codec, "0.4"));
      if (!codec.equals("zlib")) {
        ways.add(Images.options(16, 0, codec, "0.5"));
        ways.add(Images.options(8, 24, codec, "0.5"));
      }
    }
    for (String shuffle : WriteOptions.SHUFFLES) {
      ways.add(new WriteOptions(16, 0, "blosc-zstd", shuffle, "0.4", "auto"));
    }
    return ways;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void everyCodec(WriteOptions way) throws IOException {
    OmeForm form = Images.form(VoxelType.UINT16, 1, 1, false, 37, 20, 41);
    MemoryStore store = new MemoryStore();
    Images.write(store, form, way);
    assertSame(store, form);
    assertTrue(store.files.containsKey(way.format() == 2 ? ".zattrs" : "zarr.json"));
  }

  @ParameterizedTest
  @EnumSource(VoxelType.class)
  void everyTypeWithChannelsAndTimes(VoxelType type) throws IOException {
    OmeForm form = Images.form(type, 3, 2, false, 9, 20, 17);
    for (WriteOptions way :
        List.of(Images.options(8, 0, "zstd", "0.4"), Images.options(4, 8, "blosc-lz4", "0.5"))) {
      MemoryStore store = new MemoryStore();
      Images.write(store, form, way);
      assertSame(store, form);
    }
  }

  @Test
  void anArrayOfAnImageHasItsVoxelSize() throws IOException {
    MemoryStore store = new MemoryStore();
    OmeForm form = Images.form(VoxelType.UINT8, 1, 1, false, 40, 40, 40);
    Images.write(store, form, Images.options(16, 0, "zstd", "0.4"));
    ZarrSettings settings = new ZarrSettings();
    settings.dataset = "1";
    ZarrSource source = ZarrSource.open(store, settings);
    assertEquals(20, source.width());
    assertEquals(8, source.calibration().pixelDepth);
    assertArrayEquals(new double[] {10.25, 1, 2}, source.placement().origin);
  }

  private static void assertSame(Store store, OmeForm form) throws IOException {
    ZarrSource source = ZarrSource.open(store, new ZarrSettings());
    assertEquals(form.channels(), source.channels());
    assertEquals(form.times(), source.frames());
    assertEquals(form.size()[0], source.slices());
    for (int t = 0; t < form.times(); t++) {
      for (int c = 0; c < form.channels(); c++) {
        for (int z = 0; z < form.size()[0]; z++) {
          byte[] slice = source.read(c, t, z, () -> false).array();
          assertArrayEquals(Images.slice(form, c, t, z), slice, "slice " + z);
        }
      }
    }
    assertEquals("", source.lateNote());
    assertEquals(0.5, source.calibration().pixelWidth);
    assertEquals(4, source.calibration().pixelDepth);
    assertEquals("\u00b5m", source.calibration().getUnit());
    assertArrayEquals(new double[] {10, 0, 0}, source.placement().origin);
  }
}
