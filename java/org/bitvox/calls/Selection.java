// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.measure.Calibration;
import java.awt.Rectangle;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** What is selected in an image of ImageJ, as a mask: the same pixels on every slice. */
final class Selection {
  private Selection() {}

  /**
   * What becomes of an image's selection: a sentence, or empty where there is none.
   *
   * @param input whether the operation works on this image
   */
  static String fate(ImagePlus image, boolean input, Parameters parameters, Values values) {
    Roi roi = image.getRoi();
    if (roi == null) {
      return "";
    }
    String ignored = "the selection of " + image.getTitle() + " is ignored";
    if (input && parameters.takesManagedRois()) {
      boolean others =
          values.has(Keys.ROIS) || parameters.keysOfSameSize().stream().anyMatch(values::has);
      String why = others ? "" : ": it is not in the ROI Manager";
      return isManaged(roi) ? "" : ignored + why;
    }
    boolean takesMask = parameters.masksInput(values);
    if (!input && takesMask && !values.has(Keys.MASK)) {
      return ignored + ": only one in the input would say what is counted";
    }
    if (input && hasPoints(image, parameters, values)) {
      boolean others =
          Stream.of(Keys.POINTS, Keys.ROIS)
              .anyMatch(key -> parameters.takes(key, values) && values.has(key));
      return others ? ignored + ", as there is a file of points" : "";
    }
    if (!input || !takesMask) {
      return ignored + ", the whole image is used";
    }
    if (values.has(Keys.MASK)) {
      return ignored + ", as there is a mask";
    }
    return roi.isArea()
        ? "only the selection of " + image.getTitle() + " is used"
        : ignored + ", it is no area: the whole image is counted";
  }

  /** Whether it is in the ROI Manager: one that is added there stays selected. */
  static boolean isManaged(Roi roi) {
    return ManagedRois.all().contains(roi);
  }

  /** Whether points are selected, and the operation uses them. */
  static boolean hasPoints(ImagePlus image, Parameters parameters, Values values) {
    return image.getRoi() instanceof PointRoi && !parameters.selectedPoints(values).isEmpty();
  }

  /** Whether the image has one that says what is counted. */
  static boolean counts(ImagePlus image, Parameters parameters, Values values) {
    Roi roi = image.getRoi();
    boolean area = roi != null && roi.isArea();
    return area && parameters.masksInput(values) && !values.has(Keys.MASK);
  }

  /** An image of the same size: 255 where it is selected, exactly as ImageJ measures it. */
  static ImagePlus mask(ImagePlus image, ProgressListener listener) {
    Roi roi = image.getRoi();
    int width = image.getWidth();
    byte[] pixels = new byte[width * image.getHeight()];
    RoiPixels.Row row =
        (y, from, to) -> Arrays.fill(pixels, y * width + from, y * width + to, (byte) 255);
    new RoiPixels(width, image.getHeight(), row, listener)
        .add(roi, "the selection of " + image.getTitle());
    ImageStack stack = new ImageStack(width, image.getHeight());
    for (int z = 0; z < OpenImages.depth(image); z++) {
      stack.addSlice("", pixels); // one array for all
    }
    Rectangle all = roi.getBounds();
    String type = roi.getTypeAsString().toLowerCase(Locale.ROOT);
    String name = "selection (%s of %d x %d at x=%d y=%d)";
    ImagePlus mask =
        new ImagePlus(
            String.format(Locale.ROOT, name, type, all.width, all.height, all.x, all.y), stack);
    Calibration calibration = image.getCalibration().copy(); // its voxels are the image's
    calibration.disableDensityCalibration();
    mask.setCalibration(calibration);
    return mask;
  }
}
