// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.gui.Overlay;
import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import java.awt.Color;
import java.awt.GraphicsEnvironment;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bitvox.MinimalPath;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.OwnOverlay;
import org.bitvox.files.StoppableStream;
import org.bitvox.parameters.UsageException;

/**
 * Paths as ROIs: a polyline through the centres of pixels for each slice that a path goes through,
 * with the step by which it comes into the slice, so that the pieces join. A piece of one pixel is
 * a square. Corners on a straight line are left out.
 */
final class MinimalPathRois {
  /** Tells the overlays of these paths from those of others. */
  private static final String PROPERTY = "bitvox_minimal_path";

  private static final Color[] COLOURS = {
    Color.yellow, Color.cyan, Color.magenta, Color.green, Color.orange, Color.pink, Color.red
  };

  private final int width;
  private final int height;
  private final int depth;
  private final List<Roi> rois = new ArrayList<>();

  MinimalPathRois(InputImage input) {
    width = input.width();
    height = input.height();
    depth = input.depth();
  }

  /** Throws unless there can be a ROI Manager. */
  static void check() {
    if (GraphicsEnvironment.isHeadless()) {
      throw new UsageException("show=rois needs a display: ImageJ has no ROI Manager without one");
    }
  }

  /** Whether an earlier run has made it. */
  static boolean isPath(Roi roi) {
    return roi.getProperty(PROPERTY) != null;
  }

  List<Roi> rois() {
    return rois;
  }

  /** Throws if the ROI Manager would be of no use. */
  void requireFew() {
    if (rois.size() > LabelRois.MOST) {
      throw new IllegalArgumentException(
          "the paths have "
              + rois.size()
              + " pieces in slices; the ROI Manager takes "
              + LabelRois.MOST
              + ": use show=overlay, or fewer points");
    }
  }

  void add(MinimalPath.Result result, MinimalPathEnds ends, ProgressListener listener) {
    for (int path = 0; path < result.paths(); path++) {
      listener.throwIfStopped();
      add(result.path(path), path, ends.start(path) + 1 + "-" + (ends.end(path) + 1));
    }
  }

  private void add(long[] voxels, int path, String name) {
    Map<Integer, Integer> visits = new HashMap<>(); // of a slice, into which a path may come back
    for (int first = 0; first < voxels.length; ) {
      int z = z(voxels[first]);
      int end = first + 1;
      while (end < voxels.length && z(voxels[end]) == z) {
        end++;
      }
      Roi roi = piece(voxels, Math.max(0, first - 1), end);
      int visit = visits.merge(z, 1, Integer::sum);
      String slice = " slice " + (z + 1) + (visit > 1 ? " (" + visit + ")" : "");
      roi.setName(depth == 1 ? name : name + slice);
      if (depth > 1) {
        roi.setPosition(z + 1);
      }
      roi.setStrokeColor(COLOURS[path % COLOURS.length]);
      roi.setProperty(PROPERTY, Integer.toString(path + 1));
      rois.add(roi);
      first = end;
    }
  }

  private int x(long voxel) {
    return (int) (voxel % width);
  }

  private int y(long voxel) {
    return (int) (voxel / width % height);
  }

  private int z(long voxel) {
    return (int) (voxel / width / height);
  }

  private Roi piece(long[] voxels, int first, int end) {
    List<int[]> corners = new ArrayList<>();
    for (int i = first; i < end; i++) {
      int[] next = {x(voxels[i]), y(voxels[i])};
      int count = corners.size();
      if (count > 0 && same(corners.get(count - 1), next)) {
        continue; // a step straight into the slice
      }
      if (count > 1 && straight(corners.get(count - 2), corners.get(count - 1), next)) {
        corners.set(count - 1, next);
      } else {
        corners.add(next);
      }
    }
    if (corners.size() == 1) {
      return new Roi(corners.get(0)[0], corners.get(0)[1], 1, 1);
    }
    float[] xs = new float[corners.size()];
    float[] ys = new float[corners.size()];
    for (int i = 0; i < xs.length; i++) {
      xs[i] = corners.get(i)[0] + 0.5f;
      ys[i] = corners.get(i)[1] + 0.5f;
    }
    return new PolygonRoi(xs, ys, xs.length, Roi.POLYLINE);
  }

  private static boolean same(int[] a, int[] b) {
    return a[0] == b[0] && a[1] == b[1];
  }

  /** Whether the way goes on in the same direction. */
  private static boolean straight(int[] a, int[] b, int[] c) {
    long dx = b[0] - a[0];
    long dy = b[1] - a[1];
    long along = dx * (c[0] - b[0]) + dy * (c[1] - b[1]);
    return along > 0 && dx * (c[1] - b[1]) == dy * (c[0] - b[0]);
  }

  /** Lays them over the image in the place of those of an earlier run. */
  void lay(ImagePlus image) {
    Overlay overlay = OwnOverlay.without(MinimalPathRois::isPath, image);
    rois.forEach(roi -> overlay.add((Roi) roi.clone()));
    image.setOverlay(overlay);
    image.setHideOverlay(false);
  }

  /** As the ROI Manager saves and opens them. */
  void write(Path file, ProgressListener listener) throws IOException {
    try (OutputStream stream = StoppableStream.to(file, listener);
        ZipOutputStream zip =
            new ZipOutputStream(new BufferedOutputStream(stream), StandardCharsets.UTF_8)) {
      for (int i = 0; i < rois.size(); i++) {
        zip.putNextEntry(new ZipEntry(i + 1 + " " + rois.get(i).getName() + ".roi"));
        zip.write(RoiEncoder.saveAsByteArray(rois.get(i)));
        zip.closeEntry();
      }
    }
  }
}
