// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.gui.Plot;
import java.util.EnumMap;
import java.util.Map;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.LocalThickness;
import org.bitvox.Phase;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.calls.Scale;
import org.junit.jupiter.api.Test;

class LocalThicknessPlotTest {
  private static Plot plot(String unit) {
    ImagePlus balls = TestImages.binary();
    BinaryVolume volume =
        new PixelStack(
            balls.getWidth(),
            balls.getHeight(),
            balls.getStackSize(),
            balls.getStack().getImageArray(),
            Foreground.binary());
    Map<Phase, LocalThickness.Result> results = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      results.put(
          phase, new LocalThickness().phase(phase).measure(volume, null, ProgressListener.NONE));
    }
    return LocalThicknessPlot.create("t", results, Scale.ofUnit(unit));
  }

  @Test
  void axesHaveTheirUnit() {
    Plot voxels = plot("");
    assertEquals("Thickness (voxels)", voxels.getLabel('x'));
    assertEquals("Fraction of the phase per voxel", voxels.getLabel('y'));
  }

  /** Thickness is 2 sqrt(n) voxels: bins of one voxel would have none of them by turns. */
  @Test
  void binsAreTwoVoxelsWideAtLeastAndBelowTheLegend() {
    Plot plot = plot("");
    double top = plot.getLimits()[3];
    for (int i = 0; i < Phase.values().length; i++) {
      float[][] line = plot.getDataObjectArrays(i);
      assertTrue(line[0][1] >= 2, "a bin of " + line[0][1]);
      for (float height : line[1]) {
        assertTrue(height <= 0.8 * top, height + " of " + top);
      }
    }
  }
}
