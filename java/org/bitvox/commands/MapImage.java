// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import ij.process.LUT;
import org.bitvox.SliceReceiver;

/** Collects a 16-bit map as an ImageJ image that looks like the one it was made from. */
final class MapImage implements SliceReceiver {
  private final ImagePlus source;
  private final ImageStack stack;
  private int largest;

  MapImage(ImagePlus source) {
    this.source = source;
    stack = new ImageStack(source.getWidth(), source.getHeight());
  }

  @Override
  public void accept(int z, short[] pixels) {
    stack.addSlice(source.getStack().getSliceLabel(z + 1), pixels);
    for (short pixel : pixels) {
      largest = Math.max(largest, pixel & 0xffff);
    }
  }

  /** The image NAME_map, with the source's voxel size, in the colours of Fire. */
  ImagePlus image() {
    String title = Images.name(source.getTitle()) + "_map";
    ImagePlus image = new ImagePlus(Images.unusedTitle(title), stack);
    Calibration calibration = source.getCalibration().copy();
    calibration.disableDensityCalibration();
    image.setCalibration(calibration);
    image.setLut(new LUT(LutLoader.getLut("fire"), 0, largest));
    image.setDisplayRange(0, largest);
    return image;
  }
}
