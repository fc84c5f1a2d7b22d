// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.bitvox.ProgressListener;
import org.bitvox.fuzz.FuzzTarget;

/** Damaged ROIs: each is read and filled, or said to be wrong in words of ours. */
public final class RoiFuzz implements FuzzTarget {
  private static final String[] KINDS = {
    "rounded", "oval", "ellipse", "turned", "polygon", "composite", "line",
  };
  private static final float[] ODD = {Float.NaN, -3.4e38f, 1e30f, 40000, 0, -1};
  private static final int WIDTH = 40;
  private static final int HEIGHT = 30;

  private final Path file;
  private volatile String input = "";

  /** Puts its file into the folder. */
  public RoiFuzz(Path folder) {
    file = folder.resolve("mutant.roi");
  }

  @Override
  public String input() {
    return input;
  }

  @Override
  public String step(Random random) throws IOException {
    String kind = KINDS[random.nextInt(KINDS.length)];
    input = "a damaged ROI, " + kind;
    byte[] bytes = RoiEncoder.saveAsByteArray(RandomRois.random(random, kind));
    ByteBuffer all = ByteBuffer.wrap(bytes);
    for (int change = 0; change <= random.nextInt(3); change++) {
      int at = 5 + random.nextInt(bytes.length - 8);
      if (random.nextBoolean()) {
        all.putFloat(at & ~1, ODD[random.nextInt(ODD.length)]);
      } else {
        bytes[at] = (byte) random.nextInt();
      }
    }
    dropGroup(all);
    Files.write(file, bytes);
    try {
      for (Roi roi : RoiFile.read(file, ProgressListener.NONE)) {
        if (!(roi instanceof PointRoi)) {
          new RoiPixels(WIDTH, HEIGHT, RoiFuzz::check, ProgressListener.NONE).add(roi, "it");
        }
      }
      return "accepted";
    } catch (IllegalArgumentException e) {
      String said = String.valueOf(e.getMessage());
      if (!said.matches("(?s).*( is no ROI of ImageJ|reaches to| is damaged| is a curve).*")) {
        throw new AssertionError("no sentence: " + said, e);
      }
      return "refused";
    }
  }

  /** Of a group ImageJ prints that it has no file with its colour. */
  private static void dropGroup(ByteBuffer roi) {
    long group = roi.getInt(60) + 30L; // in the second header
    if (group > 30 && group < roi.capacity()) {
      roi.put((int) group, (byte) 0);
    }
  }

  private static void check(int y, int from, int to) {
    if (y < 0 || y >= HEIGHT || from < 0 || from > to || to > WIDTH) {
      throw new AssertionError("pixels " + from + " to " + to + " of row " + y);
    }
  }
}
