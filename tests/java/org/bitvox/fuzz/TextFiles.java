// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.TestImages;

/** The texts that commands read, as targets. */
final class TextFiles {
  private static final int SIDE = 12;

  private static final List<String> BODIES =
      Arrays.asList(
          "# two, and what pulls them\n"
              + "sphere centre=3,3,3 radius=2 density=1.5\n"
              + "box centre=8,8,8 size=3,2,4 velocity=0,0.01,0 spin=0,0,0.02\n"
              + "gravity acceleration=0,0.0005,0\n",
          "sphere centre=5.5,5.5,5.5 radius=3",
          "box centre=6,3,6 size=8,2,2 density=3\r\n"
              + "box\tcentre=6,6,6 size=2,2,8 density=200 velocity=0,-0.05,0\r\n"
              + "sphere centre=2,9,2 radius=1 # small\r\n");

  private static final String MIDDLES = ",Middle x (um),Middle y (um),Middle z (um)";

  private static final List<String> MOTIONS =
      Arrays.asList(
          "Frame,dx (um),dy (um),dz (um),angle (degrees)\n1,0,0,0,0\n2,1.5,-2,0,0\n3,2,0,1,4\n",
          "dx (um),dy (um),dz (um),angle x (degrees),angle y (degrees),angle (degrees)"
              + MIDDLES
              + ",dx (voxels),Note\n"
              + "0,0,0,0,0,0,5,5,3,0,\"\"\n"
              + "1,0,0,0,2,-3,5,5,3,0.5,\"a \"\"note\"\"\"\n"
              + "2,1,0,0,0,90,5,5,3,1,b\n");

  private static final List<String> KERNELS =
      Arrays.asList(
          "# Laplacian\n0 1 0\n1 -4 1\n0 1 0\n",
          "0.5, 1e-1, -2\n",
          "0 1 0\n1 -4 1\n0 1 0\n\n0 0 0\n0 1 0\n0 0 0\n\n1 1 1\n1 1 1\n1 1 1\n",
          "1;2;3;2;1");

  private static final List<String> MATRICES =
      Arrays.asList(
          "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 5\n"
              + "1 1 4\n2 2 4.5\n3 3 4e0\n1 2 -1\n2 1 -1\n",
          "%%MatrixMarket matrix coordinate integer symmetric\n4 4 6\n"
              + "1 1 4\n2 2 4\n3 3 4\n4 4 4\n2 1 -1\n4 3 1\n",
          "%%MatrixMarket matrix array real general\n2 2\n3\n1\n-1\n2.5\n",
          "%%MatrixMarket matrix coordinate pattern general\n\n2 2 3\n1 1\n2 2\n2 1\n");

  private static final List<String> SEQUENCES =
      Arrays.asList(
          ">one the first\nACGTTGACCA\nGGATCCA\n>two\nTTGACAGGTA\n; a comment\n>three\nCATTGACCTA\n",
          ">a\nacgtNNacgtacct\n\n>b\nACGTACCT ACGT\n");

  private TextFiles() {}

  /** In an empty folder each. */
  static FuzzTarget bodies(Path folder) throws IOException {
    writeBox(folder);
    return new TextFileFuzz(
        folder,
        "bodies.txt",
        BODIES,
        ("flow input=@/box.raw width=12 height=12 depth=12 bodies=@/bodies.txt steps=3 frames=1"
                + " threads=1")
            .split(" "));
  }

  static FuzzTarget motions(Path folder) throws IOException {
    ImagePlus series = IJ.createHyperStack("series", SIDE, SIDE, 1, 6, 3, 8);
    for (int z = 1; z <= series.getStackSize(); z++) {
      series.getStack().getProcessor(z).add(z * 7);
    }
    series.getCalibration().pixelWidth = series.getCalibration().pixelHeight = 2;
    series.getCalibration().setUnit("um");
    TestImages.save(series, folder, "series.tif");
    return new TextFileFuzz(
        folder,
        "motion.csv",
        MOTIONS,
        "register_mi input=@/series.tif motion=@/motion.csv threads=1".split(" "));
  }

  static FuzzTarget kernels(Path folder) throws IOException {
    writeBox(folder);
    return new TextFileFuzz(
        folder,
        "kernel.txt",
        KERNELS,
        ("convolution input=@/box.raw width=12 height=12 depth=12 kernel=file"
                + " kernel_file=@/kernel.txt output=@/out.tif threads=1")
            .split(" "));
  }

  static FuzzTarget matrices(Path folder) {
    return new TextFileFuzz(
        folder, "matrix.mtx", MATRICES, "solve input=@/matrix.mtx threads=1".split(" "));
  }

  static FuzzTarget sequences(Path folder) {
    return new TextFileFuzz(
        folder,
        "dna.fasta",
        SEQUENCES,
        "motif input=@/dna.fasta length=5 distance=1 threads=1".split(" "));
  }

  private static void writeBox(Path folder) throws IOException {
    byte[] box = new byte[SIDE * SIDE * SIDE];
    Arrays.fill(box, (byte) 255);
    Files.write(folder.resolve("box.raw"), box);
  }
}
