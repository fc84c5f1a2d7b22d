// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import org.bitvox.Extent;
import org.bitvox.Label;
import org.bitvox.SkeletonGraph;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/** The images of a graph beside its tables, each made only if it is wanted. */
final class SkeletonGraphImages {
  private static final int SKELETON = 127;
  private static final int PATH = 255;

  private final Call call;
  private final SkeletonGraph.Result graph;
  private final int pixels;

  SkeletonGraphImages(Call call, SkeletonGraph.Result graph) {
    this.call = call;
    this.graph = graph;
    pixels = Math.multiplyExact(call.input().width(), call.input().height());
  }

  /** What each voxel is. In ImageJ's Fire end points are blue, junctions purple, slabs orange. */
  void tags() throws IOException {
    InputImage input = call.input();
    StackFormat format = input.format(PixelType.UINT8).colours(LutLoader.getLut("fire"));
    ResultImage image =
        call.results()
            .newImage("tags", input.named("_tagged"), format)
            .shownIf(call.values().flag("show_tags"));
    for (int z = 0; image.isWanted() && z < input.depth(); z++) {
      image.accept(z, tagged(z));
    }
  }

  /** All slices in one: where several have a voxel, junctions come first, then end points. */
  void projection() throws IOException {
    InputImage input = call.input();
    StackFormat format =
        new StackFormat(input.width(), input.height(), 1, PixelType.UINT8)
            .calibration(input.format(PixelType.UINT8).calibration())
            .colours(LutLoader.getLut("fire"));
    ResultImage image =
        call.results()
            .newImage("projection", input.named("_projection"), format)
            .shownIf(call.values().flag("show_projection"));
    if (image.isWanted()) {
      byte[] projection = new byte[pixels];
      for (int z = 0; z < input.depth(); z++) {
        byte[] slice = tagged(z);
        for (int i = 0; i < pixels; i++) {
          if (rank(slice[i]) > rank(projection[i])) {
            projection[i] = slice[i];
          }
        }
      }
      image.accept(0, projection);
    }
  }

  private static int rank(byte tag) {
    switch (tag) {
      case SkeletonGraph.Result.JUNCTION:
        return 3;
      case SkeletonGraph.Result.END_POINT:
        return 2;
      default:
        return tag == 0 ? 0 : 1;
    }
  }

  private byte[] tagged(int z) {
    call.progress().throwIfStopped();
    byte[] slice = new byte[pixels];
    graph.tagSlice(z, slice);
    return slice;
  }

  /** The number of its skeleton for each voxel. */
  void labels() {
    boolean shown = call.values().flag("show_labels");
    if (shown || call.values().has("labels")) {
      new Label()
          .extent(call.values().flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
          .label(
              graph.skeleton(),
              new LabelImage(call, "labels", "_skeletons").shownIf(shown),
              (done, total) -> !call.progress().isStopped())
          .close();
    }
  }

  /** The longest shortest paths magenta on the white skeleton. */
  void paths() throws IOException {
    if (graph.longestPaths() == null) {
      return;
    }
    InputImage input = call.input();
    ResultImage image =
        call.results()
            .newImage(
                "path",
                input.named("_longest_paths"),
                input.format(PixelType.UINT8).colours(pathColours()))
            .shownIf(call.values().flag("longest_path"));
    for (int z = 0; image.isWanted() && z < input.depth(); z++) {
      call.progress().throwIfStopped();
      byte[] slice = new byte[pixels];
      byte[] path = new byte[pixels];
      graph.skeleton().unpackSlice(z, slice);
      graph.longestPaths().unpackSlice(z, path);
      for (int i = 0; i < pixels; i++) {
        slice[i] = (byte) (path[i] != 0 ? PATH : slice[i] != 0 ? SKELETON : 0);
      }
      image.accept(z, slice);
    }
  }

  private static IndexColorModel pathColours() {
    byte[] redAndBlue = new byte[256];
    byte[] green = new byte[256];
    redAndBlue[PATH] = redAndBlue[SKELETON] = green[SKELETON] = (byte) 255;
    return new IndexColorModel(8, 256, redAndBlue, green, redAndBlue);
  }
}
