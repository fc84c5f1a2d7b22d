// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DebayerTest implements BackendContract, FieldsContract<Debayer> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Debayer()
        .backend(backend)
        .threads(threads)
        .apply(TestGrey.noise(300, 200, 40, 8, 256, 6), (z, pixels) -> {}, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> options().apply(null, (z, pixels) -> {}, NONE));
  }

  @Override
  public Debayer options() {
    return new Debayer();
  }

  @Override
  public Fields outcome(Debayer options) {
    List<Object> slices = new ArrayList<>();
    GreyStack mosaic = TestGrey.noise(20, 10, 3, 8, 256, 6);
    return Fields.of(
        options.apply(mosaic, (z, pixels) -> slices.add(pixels), NONE), slices.toArray());
  }

  /** Red, green and blue of the first pixels by hand; RGB pixels have the channels' values. */
  @Test
  void channelsAndRgbAgree() {
    byte[] mosaic = {10, 20, 30, 40, 60, 80, 50, 70, 90};
    GreyStack image = new GreyStack(3, 3, 1, new Object[] {mosaic});
    List<Object> channels = new ArrayList<>();
    new Debayer()
        .result(Debayer.ResultType.CHANNELS)
        .apply(image, (z, pixels) -> channels.add(pixels), NONE);
    assertEquals(3, channels.size());
    // The middle pixel is blue: red is the mean of the corners, green that of the edges.
    assertEquals(45, ((byte[]) channels.get(0))[4]);
    assertEquals(53, ((byte[]) channels.get(1))[4]);
    assertEquals(60, ((byte[]) channels.get(2))[4]);
    int[] expected = new int[9];
    for (int i = 0; i < 9; i++) {
      expected[i] = 0xff;
      for (Object channel : channels) {
        expected[i] = expected[i] << 8 | ((byte[]) channel)[i] & 0xff;
      }
    }
    new Debayer().apply(image, (z, rgb) -> assertArrayEquals(expected, (int[]) rgb), NONE);
  }
}
