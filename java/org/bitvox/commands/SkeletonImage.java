// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import org.bitvox.BitVolume;

/** A skeleton as an ImageJ image that looks like the one it was made from. */
final class SkeletonImage {
  private SkeletonImage() {}

  /** The image NAME_skeleton, with the source's voxel size. */
  static ImagePlus of(BitVolume skeleton, ImagePlus source) {
    return of(skeleton, source, "_skeleton");
  }

  /** The same with another ending. */
  static ImagePlus of(BitVolume skeleton, ImagePlus source, String ending) {
    ImageStack stack = new ImageStack(source.getWidth(), source.getHeight());
    byte[][] slices = skeleton.toSlices();
    for (int z = 0; z < slices.length; z++) {
      stack.addSlice(source.getStack().getSliceLabel(z + 1), slices[z]);
    }
    String title = Images.name(source.getTitle()) + ending;
    ImagePlus image = new ImagePlus(Images.unusedTitle(title), stack);
    Calibration calibration = source.getCalibration().copy();
    calibration.disableDensityCalibration();
    image.setCalibration(calibration);
    return image;
  }
}
