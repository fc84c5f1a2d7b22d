// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.io.FileSaver;
import ij.process.ImageProcessor;

/**
 * Makes a picture of the middle slice of a TIFF stack, in the colours that ImageJ shows it with.
 * java -cp ij.jar SliceToPng.java TIFF PNG
 */
public final class SliceToPng {
  private SliceToPng() {}

  public static void main(String[] args) {
    ImagePlus image = IJ.openImage(args[0]);
    int middle = (image.getStackSize() + 1) / 2;
    ImageProcessor slice = image.getStack().getProcessor(middle);
    slice.setMinAndMax(image.getDisplayRangeMin(), image.getDisplayRangeMax());
    slice.setColorModel(image.getProcessor().getColorModel());
    ImagePlus picture = new ImagePlus("slice", slice.convertToByte(true));
    if (!new FileSaver(picture).saveAsPng(args[1])) {
      System.exit(1);
    }
  }
}
