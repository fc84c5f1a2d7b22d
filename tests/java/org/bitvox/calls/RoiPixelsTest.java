// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.gui.Line;
import ij.gui.OvalRoi;
import ij.gui.PointRoi;
import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.gui.ShapeRoi;
import ij.io.RoiEncoder;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.geom.GeneralPath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.bitvox.Stops;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoiPixelsTest {
  private static final int WIDTH = 40;
  private static final int HEIGHT = 30;

  @TempDir Path folder;

  private static boolean[] pixels(Roi roi) {
    boolean[] pixels = new boolean[WIDTH * HEIGHT];
    RoiPixels.Row row =
        (y, from, to) -> Arrays.fill(pixels, y * WIDTH + from, y * WIDTH + to, true);
    new RoiPixels(WIDTH, HEIGHT, row, ProgressListener.NONE).add(roi, "it");
    return pixels;
  }

  /** Null for a line of which ImageJ makes an image of no size. */
  private static boolean[] imagej(Roi roi) {
    Rectangle bounds = roi.getBounds();
    double wide = Math.max(1, roi.getStrokeWidth());
    boolean bent = roi.isLine() && !(roi instanceof Line);
    if (bent && (bounds.getMaxX() + wide < 1 || bounds.getMaxY() + wide < 1)) {
      return null;
    }
    if (bent && Roi.convertLineToArea(roi) == null) {
      return new boolean[WIDTH * HEIGHT]; // its list of pixels does not expect that
    }
    boolean[] pixels = new boolean[WIDTH * HEIGHT];
    for (Point point : roi) {
      if (point.x >= 0 && point.x < WIDTH && point.y >= 0 && point.y < HEIGHT) {
        pixels[point.y * WIDTH + point.x] = true;
      }
    }
    return pixels;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rectangle",
        "rounded",
        "oval",
        "ellipse",
        "turned",
        "polygon",
        "traced",
        "composite",
        "line",
        "arrow",
        "angle",
        "polyline"
      })
  void areThoseOfImageJ(String kind) {
    Random random = new Random(5);
    for (int i = 0; i < 400; i++) {
      Roi roi = RandomRois.random(random, kind);
      if (roi.isLine() && random.nextBoolean()) {
        roi.setStrokeWidth(random.nextInt(9) + (random.nextBoolean() ? 0.5 : 0));
      }
      boolean[] expected = imagej((Roi) roi.clone());
      boolean[] pixels = pixels(roi);
      assertArrayEquals(expected == null ? pixels : expected, pixels, kind + " " + i + ": " + roi);
    }
  }

  private static String failure(Roi roi) {
    return assertThrows(IllegalArgumentException.class, () -> pixels(roi)).getMessage();
  }

  @Test
  void saysThatOneLiesFarOutside() {
    String words =
        "it reaches to -3.4E38: coordinates of ROIs are pixels, from -1000000 to 1000000";
    assertEquals(words, failure(new Line(1, 2, 3, -3.4e38)));
    float[] far = {1, 5, -3.4e38f};
    assertEquals(words, failure(new PolygonRoi(new float[] {1, 2, 3}, far, Roi.POLYGON)));
    assertEquals(words, failure(new PolygonRoi(new float[] {1, 2, 3}, far, Roi.POLYLINE)));
    assertTrue(failure(new Line(1, 2, Double.NaN, 4)).startsWith("it reaches to NaN"));
    Line wide = new Line(1, 2, 3, 4);
    wide.setStrokeWidth(3e6);
    assertTrue(failure(wide).startsWith("it reaches to 3000000.0"));
  }

  /** Where ImageJ would make a mask of gigabytes, or look at all edges for each row. */
  @Test
  void largeOnesAreClippedFirst() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          boolean[] all = new boolean[WIDTH * HEIGHT];
          Arrays.fill(all, true);
          assertArrayEquals(all, pixels(new OvalRoi(-16000, -16000, 32767, 32767)));
          Line wide = new Line(-30000, -30000, 30000, 30000);
          wide.setStrokeWidth(30000);
          assertArrayEquals(all, pixels(wide));
          assertArrayEquals(all, pixels(new Roi(-32768, -32768, 65535, 65535, 200)));
          float[] x = {-9e5f, 9e5f, 9e5f};
          float[] y = {15, 15, 9e5f};
          Roi bent = new PolygonRoi(x, y, Roi.POLYLINE);
          bent.setStrokeWidth(100);
          assertArrayEquals(all, pixels(bent));
          assertArrayEquals(all, pixels(manyCorners()));
        });
  }

  /** A million corners, of which every edge crosses the image: filled where odd, which is all. */
  private static ShapeRoi manyCorners() {
    GeneralPath path = new GeneralPath(GeneralPath.WIND_EVEN_ODD, 1_000_000);
    path.moveTo(-500_000, -100);
    for (int i = 0; i < 500_000; i++) {
      path.lineTo(-500_000 + 0.5 * i, 10_000);
      path.lineTo(-500_000 + 0.5 * i, -100);
    }
    path.lineTo(10_000, -100);
    path.lineTo(10_000, 10_000);
    path.lineTo(-600_000, 10_000);
    path.lineTo(-600_000, -100);
    return new ShapeRoi(path);
  }

  @Test
  void canBeStopped() {
    RoiPixels pixels = new RoiPixels(WIDTH, HEIGHT, (y, from, to) -> {}, Stops.AT_ONCE);
    for (String kind : new String[] {"rectangle", "oval", "composite", "line", "polyline"}) {
      Roi roi = RandomRois.random(new Random(3), kind);
      assertThrows(CancellationException.class, () -> pixels.add(roi, "it"), kind);
    }
  }

  private String sentence(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("a.roi"), bytes);
    try {
      RoiFile.read(file, ProgressListener.NONE)
          .forEach(
              roi -> {
                if (!(roi instanceof PointRoi)) {
                  pixels(roi);
                }
              });
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  @Test
  void saysThatAFileIsDamaged() throws IOException {
    byte[] composite = RoiEncoder.saveAsByteArray(RandomRois.composite(new Random(1)));
    ByteBuffer.wrap(composite).putInt(36, 1_000_000_000); // numbers of it
    String damaged = folder.resolve("a.roi") + " is no ROI of ImageJ, or is damaged";
    assertEquals(damaged, sentence(composite));
    byte[] polygon = RoiEncoder.saveAsByteArray(RandomRois.polygon(new Random(1), Roi.POLYGON));
    assertEquals(damaged, sentence(Arrays.copyOf(polygon, 70)));
    assertEquals(damaged, sentence(new byte[20]));
  }
}
