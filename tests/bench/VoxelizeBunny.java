// SPDX-License-Identifier: BSD-2-Clause

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Scanner;

/**
 * Fills a closed triangle mesh: a voxel is foreground (255) if a ray from its centre along x meets
 * an odd number of triangles. java VoxelizeBunny.java index.js SIDE RAW
 */
public final class VoxelizeBunny {
  /** Of the volume's side, what the longest side of the mesh spans: 20.7 million voxels at 512. */
  private static final double SPAN = 0.9175;

  private final int side;
  private final double[][] vertices; // x, y, z in voxels
  private final int[][] triangles;

  private VoxelizeBunny(String script, int side) {
    this.side = side;
    vertices = rows(script, "positions");
    double[][] cells = rows(script, "cells");
    triangles = new int[cells.length][3];
    for (int i = 0; i < cells.length; i++) {
      for (int k = 0; k < 3; k++) triangles[i][k] = (int) cells[i][k];
    }
    fit();
  }

  /** The rows of three numbers in "exports.NAME=[[...],[...],...]". */
  private static double[][] rows(String script, String name) {
    String from = script.substring(script.indexOf("exports." + name));
    String[] rows = from.substring(from.indexOf("[[") + 2, from.indexOf("]]")).split("\\],\\[");
    double[][] result = new double[rows.length][3];
    for (int i = 0; i < rows.length; i++) {
      try (Scanner row = new Scanner(rows[i]).useDelimiter(",")) {
        for (int k = 0; k < 3; k++) result[i][k] = Double.parseDouble(row.next().trim());
      }
    }
    return result;
  }

  private void fit() {
    double[] low = vertices[0].clone();
    double[] high = vertices[0].clone();
    for (double[] v : vertices) {
      for (int k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], v[k]);
        high[k] = Math.max(high[k], v[k]);
      }
    }
    double longest = 0;
    for (int k = 0; k < 3; k++) longest = Math.max(longest, high[k] - low[k]);
    double scale = SPAN * side / longest;
    for (double[] v : vertices) {
      for (int k = 0; k < 3; k++) v[k] = (v[k] - (low[k] + high[k]) / 2) * scale + side / 2.0;
    }
  }

  /** The point of edge a b at height z, the same for both triangles that share the edge. */
  private static double[] atHeight(double[] a, double[] b, double z) {
    double[] from = a[2] < b[2] ? a : b;
    double[] to = a[2] < b[2] ? b : a;
    double t = (z - from[2]) / (to[2] - from[2]);
    return new double[] {from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])};
  }

  private byte[] slice(double z) {
    boolean[] flips = new boolean[side * side];
    for (int[] triangle : triangles) {
      double[][] ends = new double[2][];
      int count = 0;
      for (int k = 0; k < 3; k++) {
        double[] a = vertices[triangle[k]];
        double[] b = vertices[triangle[(k + 1) % 3]];
        if (a[2] <= z != b[2] <= z) ends[count++] = atHeight(a, b, z);
      }
      if (count == 2) flipRows(ends[0], ends[1], flips);
    }
    byte[] slice = new byte[side * side];
    for (int y = 0; y < side; y++) {
      boolean inside = false;
      for (int x = 0; x < side; x++) {
        inside ^= flips[y * side + x];
        slice[y * side + x] = (byte) (inside ? 255 : 0);
      }
    }
    return slice;
  }

  /** In each row that the segment a b crosses, flips at the first voxel centre right of it. */
  private void flipRows(double[] a, double[] b, boolean[] flips) {
    double[] from = a[1] < b[1] ? a : b;
    double[] to = a[1] < b[1] ? b : a;
    for (int y = Math.max(0, (int) Math.floor(from[1] - 0.5)); y < side; y++) {
      double centre = y + 0.5;
      if (centre >= to[1]) break;
      if (centre < from[1]) continue;
      double x = from[0] + (centre - from[1]) / (to[1] - from[1]) * (to[0] - from[0]);
      int first = Math.max(0, (int) Math.ceil(x - 0.5));
      if (first < side) flips[y * side + first] ^= true;
    }
  }

  public static void main(String[] args) throws IOException {
    byte[] script = Files.readAllBytes(Paths.get(args[0]));
    int side = Integer.parseInt(args[1]);
    VoxelizeBunny mesh = new VoxelizeBunny(new String(script, StandardCharsets.UTF_8), side);
    try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(Paths.get(args[2])))) {
      for (int z = 0; z < side; z++) raw.write(mesh.slice(z + 0.5));
    }
  }
}
