// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.bitvox.Backends;
import org.bitvox.ProgressListener;
import org.bitvox.files.LengthUnits;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** What a dialog says about the image that it is for, and what it shows first because of it. */
final class DialogWords {
  /** In letters. */
  private static final int LONGEST_TITLE = 60;

  private static final String THRESHOLD = ImageThreshold.KEY;

  private final Parameters parameters;
  private final ImagePlus image;
  private final boolean thresholds;

  /** By channel. */
  private final Map<Integer, ImageThreshold> found = new ConcurrentHashMap<>();

  /** Image is null where the command needs none. */
  DialogWords(Parameters parameters, ImagePlus image) {
    this.parameters = parameters;
    this.image = image;
    thresholds = image != null && isThresholded(parameters);
  }

  /** Of the channel that these values choose, or that is shown. */
  private ImageThreshold found(Values values) {
    Values chosen = ChosenChannel.orShown(image, values);
    return found.computeIfAbsent(
        ChosenChannel.of(image, "input", chosen),
        channel -> new ImageThreshold(image, chosen, thresholds));
  }

  /** Whether the command makes grey images binary. */
  static boolean isThresholded(Parameters parameters) {
    return parameters.keys(Parameter.Kind.RANGE).contains(THRESHOLD);
  }

  /**
   * The values of the last time, but for the threshold, which belongs to an image and its channel:
   * it is the live one, else that of the last time if that was for the same grey image, else that
   * of Otsu's method if the command needs one. A folder to write and some files to read belong to
   * an image too, and a selection in it goes before the mask of the last time. So does what is
   * newer.
   */
  Values first(Values last, boolean sameImage) {
    Map<String, String> own = new HashMap<>();
    if (Keys.choosesChannel(last)) {
      own.put(Keys.CHANNEL, "");
    }
    Values shown = image == null ? last : ChosenChannel.orShown(image, last.with(own));
    own.putAll(thresholds ? threshold(last, shown, sameImage) : Collections.emptyMap());
    if (isSelectionCounted()) { // else a mask of the last time would win
      own.put(Keys.MASK, "");
    }
    if (arePointsSelected()) { // else files of the last time would win
      Stream.of(Keys.POINTS, Keys.ROIS)
          .filter(key -> parameters.takes(key, last))
          .forEach(key -> own.put(key, ""));
    }
    if (image == null) {
      own.putAll(parameters.valuesWithoutImage(last));
    }
    if (image != null && !sameImage) {
      parameters.folders().keySet().forEach(key -> own.put(key, besideTheImage()));
      parameters.keysOfOneImage().forEach(key -> own.put(key, ""));
      String level = parameters.keysFromThreshold().isEmpty() ? "" : found(shown).level();
      if (!level.isEmpty()) {
        parameters.keysFromThreshold().forEach(key -> own.put(key, level));
      }
      if (image.getNChannels() > 1) {
        parameters.keysOfChannels().forEach(key -> own.put(key, ""));
      }
    }
    own.putAll(suggested(last, sameImage));
    own.putAll(parameters.newestValues());
    Values first = last.with(own);
    return image == null ? first : ChosenChannel.orShown(image, first);
  }

  private Map<String, String> threshold(Values last, Values shown, boolean sameImage) {
    ImageThreshold own = found(shown);
    boolean sameChannel =
        image.getNChannels() == 1
            || !Keys.choosesChannel(last)
            || last.text(Keys.CHANNEL).equals(shown.text(Keys.CHANNEL));
    boolean kept =
        sameImage && sameChannel && !own.binary && own.live.isEmpty() && last.has(THRESHOLD);
    return kept ? Collections.emptyMap() : Collections.singletonMap(THRESHOLD, suggestion(shown));
  }

  /** What follows another channel in fields that still have what the one before suggested. */
  Map<String, String> followers(Values before, Values now) {
    Map<String, String> texts = new HashMap<>();
    if (!Keys.choosesChannel(now) || before.text(Keys.CHANNEL).equals(now.text(Keys.CHANNEL))) {
      return texts;
    }
    if (thresholds && now.text(THRESHOLD).equals(suggestion(before))) {
      texts.put(THRESHOLD, suggestion(now));
    }
    for (String key : parameters.keysFromThreshold()) {
      if (now.text(key).equals(found(before).level())) {
        texts.put(key, found(now).level());
      }
    }
    return texts;
  }

  /** What an image of one slice begins with in place of defaults, and nobody has entered. */
  Map<String, String> suggested(Values last, boolean sameImage) {
    return image != null && !sameImage && depth() == 1
        ? parameters.flatValues(last)
        : Collections.emptyMap();
  }

  /** A folder that is called after the image and lies beside its file, if it has one. */
  private String besideTheImage() {
    List<Path> files = input(parameters.defaults()).files();
    String name = Titles.name(image.getTitle()) + "_" + parameters.command();
    return files.isEmpty() ? "" : files.get(0).toAbsolutePath().resolveSibling(name).toString();
  }

  /**
   * Lines about the image beside these values.
   *
   * @param aboutVoxels one more where voxels are not cubes; may be empty
   */
  String about(String aboutVoxels, Values values) {
    List<String> lines = new ArrayList<>();
    if (image != null) {
      lines.add(shortened(image.getTitle()) + ": " + size());
      if (!aboutVoxels.isEmpty() && scale().anisotropic()) {
        lines.add(aboutVoxels);
      }
      if (isSelectionCounted()) {
        boolean masks = parameters.offers(Keys.MASK, image);
        lines.add("Only its selection is used" + (masks ? ", unless a Mask is chosen." : "."));
      } else if (arePointsSelected()) {
        lines.add("Its selected points are used" + selectedPoints() + ".");
      } else if (image.getRoi() != null && !parameters.takesManagedRois()) {
        lines.add("Its selection is ignored, the whole image is used.");
      } else if (image.getRoi() != null && !Selection.isManaged(image.getRoi())) {
        lines.add("Its selection is not in the ROI Manager: press t to add it.");
      }
      if (thresholds && !found(values).binary) {
        lines.add(found(values).words(parameters, values.text(THRESHOLD)));
      }
    }
    return String.join("\n", lines);
  }

  /** Why the current image is not the one that the dialog is for; empty if there is none. */
  static String aboutUnfit(Parameters parameters, ImagePlus current) {
    if (current == null || !parameters.needsImage()) {
      return "";
    }
    String what =
        current.getNFrames() > 1
            ? "is a time series"
            : current.getNChannels() > 1 ? "has several channels" : "has colours";
    String key = parameters.insteadOfInput().get(0);
    return shortened(current.getTitle())
        + (" " + what + ", so it is not used:\ngive ")
        + Character.toUpperCase(key.charAt(0))
        + key.substring(1)
        + " in its place, or click on another image first.";
  }

  /** A title of which the dialog does not get wider than a screen. */
  private static String shortened(String title) {
    int first = LONGEST_TITLE * 2 / 3;
    int last = title.length() - (LONGEST_TITLE - first);
    return title.length() <= LONGEST_TITLE
        ? title
        : title.substring(0, first) + "..." + title.substring(last);
  }

  private String selectedPoints() {
    return parameters.selectedPoints(parameters.defaults());
  }

  private boolean isSelectionCounted() {
    return image != null && Selection.counts(image, parameters, parameters.defaults());
  }

  private boolean arePointsSelected() {
    return image != null && Selection.hasPoints(image, parameters, parameters.defaults());
  }

  private Scale scale() {
    return Scale.of(LengthUnits.inOne(image.getCalibration()), depth());
  }

  private int depth() {
    return OpenImages.depth(image);
  }

  /** Empty for one volume. */
  private String volumes() {
    int channels = image.getNChannels();
    int frames = image.getNFrames();
    return (channels > 1 ? ", " + channels + " channels" : "")
        + (frames > 1 ? ", " + frames + " frames" : "");
  }

  private String size() {
    int depth = depth();
    boolean flat = depth == 1;
    Scale scale = scale();
    long bytes =
        (long) image.getWidth()
            * image.getHeight()
            * image.getStackSize()
            * image.getBitDepth()
            / 8;
    return String.format(
        Locale.ROOT,
        "%d x %d%s %s%s%s, %d-bit, %s",
        image.getWidth(),
        image.getHeight(),
        flat ? "" : " x " + depth,
        flat ? "pixels" : "voxels",
        scale.calibrated() ? " of " + scale.words() : "",
        volumes(),
        image.getBitDepth(),
        megabytes(bytes));
  }

  private static String megabytes(long bytes) {
    return bytes < 10_000_000
        ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
        : String.format(Locale.ROOT, "%d MB", bytes / 1_000_000);
  }

  /** Whether the dialog begins with a threshold that nobody has chosen. */
  boolean isFound(Values first) {
    return thresholds
        && found(first).live.isEmpty()
        && first.has(THRESHOLD)
        && first.text(THRESHOLD).equals(suggestion(first));
  }

  /** The live threshold, else that of Otsu's method for a grey image that needs one; or empty. */
  private String suggestion(Values values) {
    return found(values).suggestion(parameters);
  }

  /** The image, as the command will have it with these values. */
  OpenImage input(Values values) {
    return new OpenImage(image, ChosenChannel.orShown(image, values), ProgressListener.NONE);
  }

  /**
   * A line about what will compute; empty where nobody chooses that.
   *
   * @param memory of the CPU that it takes beside the images, in bytes; 0 where that is unknown
   */
  String work(double memory) {
    if (!parameters.keys(Parameter.Kind.CHOICE).contains("backend")) {
      return memory > 0 ? "It takes" + about(memory) : "";
    }
    try {
      List<String> able = new ArrayList<>();
      for (Backends.Backend backend : Backends.list()) {
        if (backend.available()) {
          able.add(backend.name());
        }
      }
      boolean gpu = able.get(0).equals("cuda");
      return gpu
          ? "Computes on the GPU; small images on the CPU (" + able.get(1) + ")" + takes(memory)
          : "Computes on the CPU (" + able.get(0) + ")" + takes(memory);
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      return Failures.sentence(e); // so will the command
    }
  }

  private static String takes(double memory) {
    return memory > 0 ? ", which takes" + about(memory) : ".";
  }

  private static String about(double memory) {
    BigDecimal rounded = new BigDecimal(memory).round(new MathContext(2));
    String size = memory < 1e6 ? " less than 1 MB" : " about " + megabytes(rounded.longValue());
    return size + " of memory beside the images.";
  }
}
