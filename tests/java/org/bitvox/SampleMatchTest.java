// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleMatchTest implements OperationContract, FieldsContract<SampleMatch> {
  private static final int WIDTH = 160;

  @Override
  public void run(ProgressListener listener) {
    SliceReceiver nowhere = (slice, pixels) -> {};
    new SampleMatch().frames(10).size(200, 150).make(nowhere, null, null, null, listener);
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.emptyList();
  }

  @Override
  public SampleMatch options() {
    return new SampleMatch().frames(3).size(WIDTH, 120).players(3).seed(5);
  }

  @Override
  public Fields outcome(SampleMatch options) {
    Slices[] images = {new Slices(), new Slices(), new Slices(), new Slices()};
    SampleMatch.Result truth = make(options, images);
    return Fields.of(truth, images[0].all(), images[1].all(), images[2].all(), images[3].all());
  }

  private static SampleMatch.Result make(SampleMatch options, Slices[] images) {
    return options.make(images[0], images[1], images[2], images[3], ProgressListener.NONE);
  }

  /** Keeps what it gets. */
  private static final class Slices implements SliceReceiver {
    private final List<Object> slices = new ArrayList<>();

    @Override
    public void accept(int slice, Object pixels) {
      assertEquals(slices.size(), slice);
      slices.add(pixels);
    }

    Object[] all() {
      return slices.toArray();
    }
  }

  private static int hash(SampleMatch match) {
    Slices[] images = {new Slices(), new Slices(), new Slices(), new Slices()};
    make(match, images);
    return Arrays.deepHashCode(images[0].all());
  }

  @Test
  void isTheSameOnEveryMachine() {
    assertEquals(2061640133, hash(options()));
    assertEquals(-1723411496, hash(options().result(SampleMatch.ResultType.BAYER)));
  }

  /** Centroids are those of the image of players, from 0. */
  @Test
  void rowsSayWhereKitsAre() {
    Slices players = new Slices();
    Slices classes = new Slices();
    SampleMatch.Result truth = options().make(null, classes, players, null, ProgressListener.NONE);
    assertEquals(3 * 7, truth.rows());
    for (int row = 0; row < truth.rows(); row++) {
      byte[] labels = (byte[]) players.slices.get(truth.frame(row) - 1);
      byte[] kinds = (byte[]) classes.slices.get(truth.frame(row) - 1);
      long count = 0;
      double x = 0;
      double y = 0;
      for (int i = 0; i < labels.length; i++) {
        if (labels[i] == truth.player(row)) {
          count++;
          x += i % WIDTH;
          y += i / WIDTH;
          assertEquals(truth.kit(row), kinds[i]);
          assertTrue(i % WIDTH >= truth.low(row, 0) && i % WIDTH <= truth.high(row, 0));
          assertTrue(i / WIDTH >= truth.low(row, 1) && i / WIDTH <= truth.high(row, 1));
        }
      }
      assertEquals(count, truth.area(row));
      assertEquals(x / count, truth.centroid(row, 0), 1e-9);
      assertEquals(y / count, truth.centroid(row, 1), 1e-9);
    }
    assertEquals(SampleMatch.REFEREE, truth.kit(6));
  }

  @Test
  void refusesImpossibleOptions() {
    assertEquals(
        "noise=51 is not allowed; use 0 to 50",
        assertThrows(IllegalArgumentException.class, () -> hash(options().noise(51))).getMessage());
    assertThrows(IllegalArgumentException.class, () -> hash(options().frames(0)));
    assertThrows(IllegalArgumentException.class, () -> hash(options().size(64, 63)));
    assertThrows(IllegalArgumentException.class, () -> hash(options().light(-1)));
    assertThrows(IllegalArgumentException.class, () -> hash(options().threads(-1)));
  }
}
