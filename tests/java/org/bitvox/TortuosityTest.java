// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TortuosityTest implements BackendContract, FieldsContract<Tortuosity> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return pores()
        .backend(backend)
        .threads(threads)
        .measure(TestVolume.blobs(60, 50, 40, 1).pixels(), null, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Tortuosity().measure(null, null, null, NONE));
  }

  private static Tortuosity pores() {
    return new Tortuosity().phase(Phase.BACKGROUND);
  }

  @Override
  public Tortuosity options() {
    return pores();
  }

  @Override
  public Fields outcome(Tortuosity options) {
    List<Object> slices = new ArrayList<>();
    SliceReceiver receiver = (z, pixels) -> slices.add(pixels);
    BinaryVolume volume = TestVolume.blobs(30, 20, 10, 2).pixels();
    Tortuosity.Result result = options.measure(volume, receiver, receiver, NONE);
    return Fields.of(result, slices.toArray());
  }

  @ParameterizedTest
  @EnumSource(Tortuosity.Direction.class)
  void aFullVolumeConductsAsTheFluidDoes(Tortuosity.Direction direction) {
    List<float[]> map = new ArrayList<>();
    Tortuosity.Result result =
        new Tortuosity()
            .direction(direction)
            .measure(
                TestVolume.full(4, 4, 4).bits(),
                (z, pixels) -> map.add((float[]) pixels),
                null,
                NONE);
    assertEquals(1, result.tortuosity());
    assertEquals(1, result.diffusivity());
    assertEquals(1, result.formationFactor());
    assertEquals(1, result.porosity());
    assertEquals(0, result.iterations());
    assertTrue(result.converged());
    assertEquals(0.875, result.profile()[0], 1e-12);
    int[] step = {1, 4, 0};
    int last = direction == Tortuosity.Direction.Z ? 3 : 0;
    assertEquals(0.875f, map.get(0)[0]);
    assertEquals(0.125f, map.get(last)[3 * step[direction.ordinal()]]);
  }

  @Test
  void poresThatJoinNothingConductNothing() {
    TestVolume volume = TestVolume.full(9, 8, 7);
    volume.slices[3] = new byte[72];
    Tortuosity.Result result = new Tortuosity().measure(volume.pixels(), null, null, NONE);
    assertEquals(0, result.diffusivity());
    assertEquals(Double.POSITIVE_INFINITY, result.tortuosity());
    assertEquals(0, result.profile().length);
    assertEquals(0, result.connectedPorosity());
    assertEquals(
        1,
        new Tortuosity()
            .direction(Tortuosity.Direction.X)
            .measure(volume.pixels(), null, null, NONE)
            .tortuosity(),
        1e-12);
  }

  /** Never stops. */
  private static ProgressListener hearing(Consumer<String> words) {
    return new ProgressListener() {
      @Override
      public boolean keepGoing(long done, long total) {
        return true;
      }

      @Override
      public void say(String text) {
        words.accept(text);
      }
    };
  }

  @Test
  void saysWhatItHasFoundSoFar() {
    List<String> words = new ArrayList<>();
    BinaryVolume volume = TestVolume.blobs(60, 50, 40, 1).pixels();
    pores().measure(volume, null, null, hearing(words::add));
    assertTrue(words.get(0).matches("residual \\d\\S*, D/D0 0\\.\\d+ so far"), words.get(0));
    assertEquals("", words.get(words.size() - 1));
    assertEquals(1, Collections.frequency(words, ""));
  }

  @Test
  void whatAListenerThrowsArrives() {
    ProgressListener failing =
        hearing(
            text -> {
              throw new IllegalStateException("hoarse");
            });
    BinaryVolume volume = TestVolume.blobs(60, 50, 40, 1).pixels();
    assertEquals(
        "hoarse",
        assertThrows(
                IllegalStateException.class, () -> pores().measure(volume, null, null, failing))
            .getMessage());
  }

  /** Layers of a diffusivity of 1 and 3: one behind the other, and side by side. */
  @Test
  void labelsHaveDiffusivitiesOfTheirOwn() {
    byte[][] slices = new byte[4][20];
    for (int z = 0; z < 4; z++) {
      Arrays.fill(slices[z], (byte) (z % 2 == 0 ? 7 : 200));
    }
    GreyStack labels = new GreyStack(5, 4, 4, slices);
    Map<Integer, Double> diffusivities = new HashMap<>();
    diffusivities.put(7, 1.0);
    diffusivities.put(200, 3.0);
    List<float[]> flux = new ArrayList<>();
    Tortuosity options = new Tortuosity().accuracy(1e-5);
    Tortuosity.Result across =
        options.measure(
            labels, diffusivities, null, (z, pixels) -> flux.add((float[]) pixels), NONE);
    assertEquals(2, across.meanDiffusivity(), 1e-12);
    assertEquals(1.5, across.diffusivity(), 1e-5);
    assertEquals(2 / across.diffusivity(), across.tortuosity(), 1e-12);
    assertEquals(1.5, flux.get(3)[19], 1e-4);
    Tortuosity.Result along =
        options.direction(Tortuosity.Direction.X).measure(labels, diffusivities, null, null, NONE);
    assertEquals(2, along.diffusivity(), 1e-5);
    diffusivities.remove(200);
    assertEquals(
        "the image has the value 200, which is no label of the table of diffusivities; add it, with"
            + " 0 if it insulates",
        assertThrows(
                IllegalArgumentException.class,
                () -> options.measure(labels, diffusivities, null, null, NONE))
            .getMessage());
  }

  @Test
  void refusesWhatItCannotMeasure() {
    TestVolume full = TestVolume.full(9, 8, 7);
    assertEquals(
        "the image has no background voxels",
        refusal(new Tortuosity().phase(Phase.BACKGROUND), full));
    assertEquals(
        "accuracy=1 is not allowed; use 1e-05 to 0.1", refusal(new Tortuosity().accuracy(1), full));
    assertEquals(
        "a voxel size of nan along z is not allowed; use a number from 1e-30 to 1e30",
        refusal(new Tortuosity().spacing(1, 1, Double.NaN), full));
  }

  private static String refusal(Tortuosity options, TestVolume volume) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> options.measure(volume.pixels(), null, null, NONE))
        .getMessage();
  }
}
