// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.Plot;
import ij.measure.Calibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How options name the open images of ImageJ: by the title where no other image has it, else by the
 * ID, {@code id:-3}. A title behind the ID, {@code id:-3 cells.tif}, must be that image's: IDs are
 * given anew in every session of ImageJ.
 */
public final class OpenImages {
  private static final Pattern ID = Pattern.compile("id:(-[0-9]{1,9})( .*)?", Pattern.DOTALL);

  private OpenImages() {}

  /**
   * Finds an image.
   *
   * @throws UsageException if there is none of that name, or several
   */
  public static ImagePlus named(String name) {
    List<ImagePlus> titled = titled(name);
    if (titled.size() > 1) {
      throw new UsageException(ambiguous(name, titled));
    }
    Matcher id = ID.matcher(name);
    if (titled.isEmpty() && !id.matches()) {
      throw new UsageException("no open image has the title '" + name + "'");
    }
    return titled.isEmpty() ? numbered(id.group(1), id.group(2)) : titled.get(0);
  }

  /**
   * The values with this image as input: other images may have become the current one since.
   *
   * @throws UsageException if the image is no longer open
   */
  public static Values withInput(Values values, ImagePlus image) {
    if (WindowManager.getImage(image.getID()) != image) {
      throw new UsageException("the image '" + image.getTitle() + "' is no longer open");
    }
    return values.with(Collections.singletonMap("input", id(image)));
  }

  private static ImagePlus numbered(String number, String title) {
    ImagePlus image = WindowManager.getImage(Integer.parseInt(number));
    if (image == null) {
      throw new UsageException("no open image has the ID " + number);
    }
    if (title != null && !title.equals(" " + image.getTitle())) {
      throw new UsageException(
          ("the image of ID " + number + " is '" + image.getTitle() + "', not '")
              + (title.substring(1) + "'; IDs hold for one session of ImageJ"));
    }
    return image;
  }

  private static String ambiguous(String title, List<ImagePlus> images) {
    String ids =
        images.stream()
            .sorted(Comparator.comparing(ImagePlus::getID).reversed())
            .map(OpenImages::described)
            .collect(Collectors.joining(" or "));
    return images.size()
        + " open images have the title '"
        + title
        + "'; rename them (Image>Rename...), or name one by its ID, the first opened first: "
        + ids;
  }

  /** "id:-3 (900 x 900 x 700 of 0.5 x 0.5 x 2 mm, 8-bit, the current one)". */
  private static String described(ImagePlus image) {
    Calibration voxel = image.getCalibration();
    String size = // as floats, which have fewer digits
        (float) voxel.pixelWidth
            + " x "
            + (float) voxel.pixelHeight
            + " x "
            + (float) voxel.pixelDepth
            + " "
            + voxel.getUnit();
    return String.format(
        "%s (%d x %d x %d%s, %d-bit%s)",
        id(image),
        image.getWidth(),
        image.getHeight(),
        image.getStackSize(),
        voxel.scaled() ? " of " + size : "",
        image.getBitDepth(),
        image == WindowManager.getCurrentImage() ? ", the current one" : "");
  }

  /** All of them, the current one last. */
  static List<ImagePlus> all() {
    Set<ImagePlus> images = new LinkedHashSet<>();
    int[] ids = WindowManager.getIDList();
    for (int id : ids == null ? new int[0] : ids) {
      images.add(WindowManager.getImage(id));
    }
    ImagePlus current = WindowManager.getCurrentImage();
    if (images.remove(current)) {
      images.add(current);
    }
    return new ArrayList<>(images);
  }

  /** Whether it can be an image to work on: not a plot, no colours, one channel and one frame. */
  static boolean isVolume(ImagePlus image) {
    return isFrame(image) && image.getNChannels() == 1;
  }

  /** The same with any number of channels. */
  static boolean isFrame(ImagePlus image) {
    return image.getProperty(Plot.PROPERTY_KEY) == null
        && image.getBitDepth() != 24
        && image.getNFrames() == 1;
  }

  /** Slices of each channel and frame; of one volume all, whatever it calls them. */
  public static int depth(ImagePlus image) {
    boolean several = image.getNChannels() * image.getNFrames() > 1;
    return several ? image.getNSlices() : image.getStackSize();
  }

  /** Names an image, whatever its title is. */
  static String id(ImagePlus image) {
    return "id:" + image.getID();
  }

  /** Names an image for those who read it, too. */
  static String name(ImagePlus image) {
    String title = image.getTitle();
    boolean readable = isReadBack(title);
    boolean unique = titled(title).size() == 1 && !title.equals(Parameter.NONE);
    return unique && readable ? title : id(image) + (readable ? " " + title : "");
  }

  /** For tables and messages: the title, with the ID where other images have it. */
  public static String shownName(ImagePlus image) {
    String title = image.getTitle();
    return titled(title).size() > 1 ? id(image) + " " + title : title;
  }

  private static List<ImagePlus> titled(String title) {
    return all().stream()
        .filter(image -> image.getTitle().equals(title))
        .collect(Collectors.toList());
  }

  /** Whether a macro gets this title from what ImageJ's recorder writes down. */
  private static boolean isReadBack(String title) {
    String value = title.isEmpty() || title.contains(" ") ? "[" + title + "]" : title;
    boolean quoted =
        title.chars().anyMatch(c -> c == '"' || c == '\\' || Character.isISOControl(c));
    try {
      return !quoted
          && Words.split("image=" + value).equals(Collections.singletonList("image=" + title));
    } catch (UsageException e) {
      return false; // brackets
    }
  }
}
