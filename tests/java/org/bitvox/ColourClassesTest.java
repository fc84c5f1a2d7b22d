// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColourClassesTest implements BackendContract, FieldsContract<ColourClasses> {
  /** Greenish of label 3, reddish of label 260, every third pixel without a label. */
  private static ColourSamples samples() {
    int[] colours = new int[900];
    short[] labels = new short[colours.length];
    Random random = new Random(5);
    for (int i = 0; i < colours.length; i++) {
      int noise = random.nextInt(30);
      boolean green = i % 2 == 0;
      colours[i] = 0xff000000 | (green ? 60 + noise << 16 | 150 << 8 | 40 : 180 << 16 | 20 + noise);
      labels[i] = (short) (i % 3 == 0 ? 0 : green ? 3 : 260);
    }
    ColourSamples samples = new ColourSamples();
    samples.add(colours, labels);
    return samples;
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    try (ColourSamples samples = samples()) {
      return new ColourClasses().backend(backend).threads(threads).train(samples, listener).run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> options().train(null, ProgressListener.NONE));
  }

  @Override
  public ColourClasses options() {
    return new ColourClasses().gaussians(2).iterations(1); // too few
  }

  @Override
  public Fields outcome(ColourClasses options) {
    try (ColourSamples samples = samples()) {
      return Fields.of(options.train(samples, ProgressListener.NONE));
    }
  }

  @Test
  void aModelHasAClassForEachLabel() {
    try (ColourSamples samples = samples()) {
      ColourClasses.Result result =
          new ColourClasses()
              .space(ColourModel.Space.RGB)
              .gaussians(1)
              .priors(3, 1)
              .train(samples, ProgressListener.NONE);
      ColourModel model = result.model();
      assertArrayEquals(new int[] {3, 260}, result.labels());
      assertEquals(2, model.classes());
      assertEquals("260", model.name(1));
      assertEquals(3, model.prior(0));
      assertEquals(1, model.gaussians(1));
      assertEquals(150, model.mean(0, 0)[1], 1e-3);
      assertEquals(180, model.mean(1, 0)[0], 1e-3);
      assertEquals(0.25, model.covariance(1, 0)[0], 1e-9); // of one level: the least
      assertTrue(model.covariance(1, 0)[5] > 50);
      assertEquals(300, result.samples()[0]);
    }
  }

  @Test
  void pointsAreDistinctColoursOfALabel() {
    try (ColourSamples samples = samples()) {
      double[][] all = samples.points(260, 1000, ColourModel.Space.RGB);
      assertEquals(30, all[0].length);
      assertTrue(Arrays.stream(all[0]).allMatch(red -> red == 180));
      assertEquals(7, samples.points(260, 7, ColourModel.Space.HSV)[2].length);
      assertEquals(0, samples.points(4, 7, ColourModel.Space.HSV)[0].length);
    }
  }

  @Test
  void saysWhatIsWrong() {
    try (ColourSamples samples = new ColourSamples()) {
      assertEquals(
          "there are no samples: every label is 0",
          message(() -> new ColourClasses().train(samples, ProgressListener.NONE)));
      assertEquals(
          "colours and labels differ in length",
          message(() -> samples.add(new int[2], new byte[3])));
      assertEquals(
          "labels must have 8 or 16 bits", message(() -> samples.add(new int[2], new float[2])));
      samples.add(new int[2], new byte[] {1, 1});
      assertEquals(
          "all 2 samples of label 1 are of one colour; at least 2 colours are needed",
          message(() -> new ColourClasses().train(samples, ProgressListener.NONE)));
    }
  }

  private static String message(Runnable wrong) {
    return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
  }
}
