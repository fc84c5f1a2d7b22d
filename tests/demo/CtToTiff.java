// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.io.FileInfo;
import ij.io.FileOpener;
import ij.io.FileSaver;
import ij.measure.Calibration;
import java.io.File;

/**
 * Makes a calibrated TIFF stack of the CT that InVesalius keeps in a file "matrix.dat": signed 16
 * bits a voxel, no header. java -cp ij.jar CtToTiff.java MATRIX TIFF
 */
public final class CtToTiff {
  private CtToTiff() {}

  public static void main(String[] args) {
    File matrix = new File(args[0]).getAbsoluteFile();
    FileInfo info = new FileInfo();
    info.fileFormat = FileInfo.RAW;
    info.fileType = FileInfo.GRAY16_SIGNED;
    info.intelByteOrder = true;
    info.width = 256;
    info.height = 256;
    info.nImages = 108;
    info.directory = matrix.getParent() + File.separator;
    info.fileName = matrix.getName();
    ImagePlus image = new FileOpener(info).openImage();

    Calibration calibration = image.getCalibration(); // it has the Hounsfield units already
    calibration.setUnit("mm");
    calibration.pixelWidth = 0.9570312;
    calibration.pixelHeight = 0.9570312;
    calibration.pixelDepth = 1.5;
    if (!new FileSaver(image).saveAsTiffStack(args[1])) {
      IJ.log("could not write " + args[1]);
      System.exit(1);
    }
  }
}
