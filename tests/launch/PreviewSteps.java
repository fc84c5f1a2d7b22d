// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.ImageCanvas;
import ij.gui.ImageRoi;
import ij.gui.MultiLineLabel;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.process.ImageProcessor;
import java.awt.AWTException;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.TextField;
import java.awt.event.ActionEvent;
import java.awt.event.ItemEvent;
import java.awt.image.BufferedImage;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** What a user does with dialogs and images, and what is seen over them. */
abstract class PreviewSteps extends WindowSteps {
  static final String MORPHOLOGY = "Bitvox Morphology";

  // ---- Images ----------------------------------------------------------------------------------

  static ImagePlus open(String file) throws Exception {
    ImagePlus image = IJ.openImage(file);
    show(image);
    return image;
  }

  static ImagePlus result(ImagePlus image, String options) throws Exception {
    return result(image, MORPHOLOGY, options);
  }

  /** What a command makes of the image, in no window. */
  static ImagePlus result(ImagePlus image, String command, String options) throws Exception {
    IJ.runMacro("run('" + command + "...', '" + options + "');");
    int[] ids = WindowManager.getIDList();
    ImagePlus made = WindowManager.getImage(ids[ids.length - 1]);
    made.changes = false;
    ImagePlus copy = new ImagePlus(made.getTitle(), made.getStack().duplicate());
    made.close();
    Thread.sleep(300); // in which the window that is left becomes active
    WindowManager.setCurrentWindow(image.getWindow());
    return copy;
  }

  /** All that a preview must leave as it is. */
  static String state(ImagePlus image) {
    StringBuilder text = new StringBuilder();
    for (int z = 1; z <= image.getStackSize(); z++) {
      text.append(Arrays.deepHashCode(new Object[] {image.getStack().getPixels(z)})).append(' ');
    }
    text.append(image.getDisplayRangeMin()).append(' ').append(image.getDisplayRangeMax());
    text.append(' ').append(image.getProcessor().getColorModel().hashCode());
    text.append(' ').append(image.getProcessor().getSnapshotPixels());
    text.append(' ').append(image.getOverlay()).append(' ').append(image.getHideOverlay());
    if (image.getOverlay() != null) {
      text.append(' ').append(image.getOverlay().size());
    }
    text.append(' ').append(image.changes).append(' ').append(image.isLocked());
    return text.append(' ').append(image.getRoi()).append(' ').append(image.getTitle()).toString();
  }

  /** The picture over the image; null for none. */
  static ImageProcessor picture(ImagePlus image) {
    Overlay overlay = image.getOverlay();
    Roi last = overlay == null || overlay.size() == 0 ? null : overlay.get(overlay.size() - 1);
    return last instanceof ImageRoi ? ((ImageRoi) last).getProcessor() : null;
  }

  static boolean same(ImageProcessor picture, IntBinaryOperator colours) {
    if (picture == null) {
      return false;
    }
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        if (picture.get(x, y) != colours.applyAsInt(x, y)) {
          return false;
        }
      }
    }
    return true;
  }

  static void waitForPicture(String what, ImagePlus image, ImagePlus result, int slice)
      throws Exception {
    ImageProcessor expected = result.getStack().getProcessor(slice);
    waitFor(
        "the preview " + what,
        () ->
            same(picture(image), (x, y) -> 0xff000000 | expected.get(x, y) * 0x10101)
                ? image
                : null);
  }

  /** The foreground, 255, is red; what is behind the rest is seen. */
  static void waitForRed(String what, ImagePlus image, IntBinaryOperator foreground)
      throws Exception {
    waitFor(
        "red over " + what,
        () -> {
          ImageProcessor picture = picture(image);
          int red = picture == null ? 0 : redOf(picture);
          return same(picture, (x, y) -> foreground.applyAsInt(x, y) == 255 ? red : 0) && red != 0
              ? image
              : null;
        });
  }

  static int redOf(ImageProcessor picture) {
    int[] pixels = (int[]) picture.getPixels();
    return Arrays.stream(pixels).filter(pixel -> pixel != 0).findFirst().orElse(0);
  }

  /** Whether the window shows these values, at the middle of each pixel. */
  static boolean isSeen(ImagePlus image, ImageProcessor grey) {
    ImageCanvas canvas = image.getCanvas();
    Rectangle seen = canvas.getSrcRect();
    int half = (int) (canvas.getMagnification() / 2);
    try {
      Rectangle area = new Rectangle(canvas.getLocationOnScreen(), canvas.getSize());
      BufferedImage screen = new Robot().createScreenCapture(area);
      for (int y = 0; y < seen.height; y++) {
        for (int x = 0; x < seen.width; x++) {
          int colour = screen.getRGB(canvas.screenX(x) + half, canvas.screenY(y) + half);
          if (colour != (0xff000000 | grey.get(x, y) * 0x10101)) {
            return false;
          }
        }
      }
      return true;
    } catch (AWTException e) {
      throw new IllegalStateException(e);
    }
  }

  static void waitForNone(String why, ImagePlus image) throws Exception {
    waitFor("no preview: " + why, () -> image.getOverlay() == null ? image : null);
  }

  /** They would be over or behind what is looked at. */
  static void hideTables() {
    for (Frame frame : WindowManager.getNonImageWindows()) {
      frame.setVisible(false);
    }
  }

  static void closeImages() {
    int[] ids = WindowManager.getIDList();
    for (int id : ids == null ? new int[0] : ids) {
      ImagePlus image = WindowManager.getImage(id);
      image.changes = false;
      image.close();
    }
  }

  // ---- Dialogs ---------------------------------------------------------------------------------

  static Checkbox box(Container container) {
    for (Component component : container.getComponents()) {
      if (component instanceof Checkbox && ((Checkbox) component).getLabel().equals("Preview")) {
        return (Checkbox) component;
      }
      Checkbox within = component instanceof Container ? box((Container) component) : null;
      if (within != null) {
        return within;
      }
    }
    return null;
  }

  /** What is said below the box. */
  static void waitForSentence(GenericDialog dialog, String text) throws Exception {
    waitFor(
        "the sentence '" + text + "' and not '" + sentence(dialog) + "'",
        () -> sentence(dialog).equals(text) ? text : null);
  }

  private static String sentence(GenericDialog dialog) {
    try {
      Field lines = MultiLineLabel.class.getDeclaredField("lines");
      lines.setAccessible(true);
      return String.join(" ", (String[]) lines.get(label(dialog))).trim();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether no part of a letter of the sentence is cut off. */
  static boolean hasRoom(GenericDialog dialog) {
    MultiLineLabel label = label(dialog);
    Dimension needed = label.getPreferredSize();
    return label.getHeight() >= needed.height && label.getWidth() >= needed.width;
  }

  private static MultiLineLabel label(GenericDialog dialog) {
    Container panel = box(dialog).getParent().getParent();
    for (Component component : panel.getComponents()) {
      if (component instanceof MultiLineLabel) {
        return (MultiLineLabel) component;
      }
    }
    throw new IllegalStateException("no sentence below the box");
  }

  static void tick(GenericDialog dialog, boolean ticked) throws Exception {
    EventQueue.invokeAndWait(() -> send(box(dialog), ticked));
  }

  static void send(Checkbox box, boolean ticked) {
    box.setState(ticked);
    int change = ticked ? ItemEvent.SELECTED : ItemEvent.DESELECTED;
    box.dispatchEvent(new ItemEvent(box, ItemEvent.ITEM_STATE_CHANGED, box.getLabel(), change));
  }

  static void type(GenericDialog dialog, int field, String text) throws Exception {
    TextField target = (TextField) dialog.getNumericFields().get(field);
    EventQueue.invokeAndWait(() -> target.setText(text));
  }

  static void choose(GenericDialog dialog, int index, String item) throws Exception {
    Choice choice = (Choice) dialog.getChoices().get(index);
    EventQueue.invokeAndWait(
        () -> {
          choice.select(item);
          choice.dispatchEvent(
              new ItemEvent(choice, ItemEvent.ITEM_STATE_CHANGED, item, ItemEvent.SELECTED));
        });
  }

  /** Button 0 is OK, 1 Cancel; returns when the command has ended. */
  static void press(GenericDialog dialog, int button, String title) throws Exception {
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[button], 0, "a button")));
    waitFor("the end of " + title, () -> running(title) ? null : title);
    EventQueue.invokeAndWait(() -> {}); // what it has put off
  }

  // ---- Waiting ---------------------------------------------------------------------------------

  static void expect(String what, Object expected, Object actual) throws Exception {
    if (expected == null ? actual != null : !expected.equals(actual)) {
      screenshot("unexpected.png", new Rectangle(0, 0, 1280, 1024));
      stop(what + ": EXPECTED\n" + expected + "\nGOT\n" + actual);
    }
  }
}
