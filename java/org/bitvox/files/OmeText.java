// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Locale;

/** OME-XML of a new file: its slices in ImageJ's order, and the size of a voxel with its unit. */
final class OmeText implements ImageText {
  private static final String SCHEMA = "http://www.openmicroscopy.org/Schemas/OME/2016-06";

  /** TIFF has offsets of 32 bits; some room is for all that is not pixels. */
  private static final long MOST_BYTES = (1L << 32) - (1L << 26);

  private final StackFormat format;

  /**
   * For an image whose slices all have directories.
   *
   * @throws IllegalArgumentException if they lie beyond what the file can say
   */
  OmeText(StackFormat format) {
    if (format.sliceBytes() > MOST_BYTES / format.slices()) {
      throw new IllegalArgumentException(Messages.TOO_LARGE_FOR_OME);
    }
    this.format = format;
  }

  @Override
  public String of(double smallest, double largest) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    text.append("<OME xmlns=\"" + SCHEMA + "\"");
    text.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
    text.append(" xsi:schemaLocation=\"" + SCHEMA + " " + SCHEMA + "/ome.xsd\">");
    text.append("<Image ID=\"Image:0\"><Pixels ID=\"Pixels:0\" DimensionOrder=\"XYCZT\"");
    text.append(attribute("Type", type(format.type)));
    text.append(" BigEndian=\"false\"");
    text.append(attribute("SizeX", format.width) + attribute("SizeY", format.height));
    text.append(attribute("SizeZ", format.depth) + attribute("SizeC", format.channels()));
    text.append(attribute("SizeT", format.frames()) + sizes() + interval() + ">");
    for (int channel = 0; channel < format.channels(); channel++) {
      text.append("<Channel ID=\"Channel:0:" + channel + "\" SamplesPerPixel=\"1\"/>");
    }
    text.append("<TiffData IFD=\"0\"" + attribute("PlaneCount", format.slices()) + "/>");
    return text.append("</Pixels></Image></OME>").toString();
  }

  @Override
  public int most() {
    return of(0, 0).length();
  }

  /** In a unit that OME has; without one where it is none of length. */
  private String sizes() {
    OutputPlace place = OutputPlace.of(format).inOneOf("um", "mm", "m", "cm", "nm", "pm");
    if (LengthUnits.metres(place.unit) == 0) {
      return "";
    }
    String unit = place.unit.equals("um") ? "&#181;m" : place.unit;
    String sizes = "";
    for (int axis = 0; axis < 3; axis++) {
      char letter = "XYZ".charAt(axis);
      sizes += attribute("PhysicalSize" + letter, place.spacing[axis]);
      sizes += attribute("PhysicalSize" + letter + "Unit", unit);
    }
    return sizes;
  }

  private String interval() {
    double seconds = format.calibration().frameInterval;
    boolean known = format.frames() > 1 && seconds > 0 && seconds < Double.MAX_VALUE;
    return known && format.calibration().getTimeUnit().startsWith("s")
        ? attribute("TimeIncrement", seconds)
        : "";
  }

  private static String attribute(String name, Object value) {
    return " " + name + "=\"" + value + "\"";
  }

  private static String type(PixelType type) {
    switch (type) {
      case FLOAT32:
        return "float";
      case FLOAT64:
        return "double";
      default:
        return type.name().toLowerCase(Locale.ROOT);
    }
  }
}
