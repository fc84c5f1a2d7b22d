// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.plugin.frame.Recorder;
import ij.process.ImageProcessor;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.TextField;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.awt.event.ItemEvent;
import java.io.File;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * The previews of dialogs, as preview_test.sh says: what is shown over an image is compared with
 * what the command makes of it, and the image with what it was.
 */
public final class PreviewDriver {
  private static final String MORPHOLOGY = "Bitvox Morphology";

  private static Recorder recorder;

  private PreviewDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 800);
    followsTheDialogAndTheSlices();
    runsOnItsImageAndRecordsNoPreview();
    showsTheForegroundInRed();
    leavesTheOverlaysOfTheUser();
    twoDialogsOfOneImage();
    endsWithItsImage();
    keepsTheDisplayRange();
    makesThePicture();
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** Values and slices; a wrong value; Cancel. */
  private static void followsTheDialogAndTheSlices() throws Exception {
    ImagePlus foam = open("foam.tif");
    ImagePlus three = result(foam, "operation=open radius=3");
    ImagePlus five = result(foam, "operation=open radius=5");
    ImagePlus holes = result(foam, "operation=fill_holes per_slice");
    foam.setSlice(15);
    String before = state(foam);
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    type(dialog, 0, "3");
    expect("nothing without the tick", null, picture(foam));
    tick(dialog, true);
    waitForPicture("of radius 3", foam, three, 15);
    type(dialog, 0, "5");
    waitForPicture("of radius 5", foam, five, 15);
    foam.setSlice(2);
    waitForPicture("of slice 2", foam, five, 2);
    type(dialog, 0, "-5");
    waitForNone("a wrong value", foam);
    type(dialog, 0, "3");
    waitForPicture("of a right one", foam, three, 2);
    tick(dialog, false);
    waitForNone("the box is not ticked", foam);
    tick(dialog, true);
    waitForPicture("of radius 3 again", foam, three, 2);
    choose(dialog, 0, "fill_holes");
    waitForRed("holes of a volume", foam, (x, y) -> foam.getStack().getProcessor(2).get(x, y));
    EventQueue.invokeAndWait(() -> send((Checkbox) dialog.getCheckboxes().get(0), true));
    waitForPicture("of holes of slices", foam, holes, 2);
    foam.setSlice(15);
    waitForPicture("of slice 15", foam, holes, 15);
    press(dialog, 1, MORPHOLOGY);
    expect("the image after Cancel", before, state(foam));
    closeImages();
  }

  /** OK, while another image is the current one. */
  private static void runsOnItsImageAndRecordsNoPreview() throws Exception {
    ImagePlus other = open("blur.tif");
    ImagePlus foam = open("foam.tif");
    ImagePlus four = result(foam, "operation=close radius=4 element=cube");
    String before = state(foam);
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    choose(dialog, 0, "close");
    choose(dialog, 1, "cube");
    type(dialog, 0, "4");
    tick(dialog, true);
    waitForPicture("of cubes", foam, four, foam.getCurrentSlice());
    IJ.doCommand("Next Slice [>]"); // the recorder's command is now that one
    waitFor("the next slice", () -> running("Next Slice [>]") ? null : foam);
    waitForPicture("of it", foam, four, foam.getCurrentSlice());
    IJ.selectWindow(other.getID());
    waitFor("another image", () -> WindowManager.getCurrentImage() == other ? other : null);
    String recorded = recorder.getText();
    press(dialog, 0, MORPHOLOGY);
    ImagePlus made = waitFor("the result", () -> WindowManager.getImage("foam_close"));
    for (int z = 1; z <= foam.getStackSize(); z++) {
      boolean same =
          Arrays.equals(
              (byte[]) four.getStack().getPixels(z), (byte[]) made.getStack().getPixels(z));
      expect("slice " + z + " of the result", true, same);
    }
    expect("the image after OK", before, state(foam));
    String line =
        waitFor(
            "the recorded line",
            () -> {
              String more = recorder.getText().substring(recorded.length());
              int start = more.indexOf("run(\"" + MORPHOLOGY);
              return start < 0 ? null : more.substring(start).trim();
            });
    System.out.println("RECORDED " + line);
    expect("a preview in the recorded line", false, line.toLowerCase().contains("preview"));
    expect("the radius in it", true, line.contains(" radius=4 "));
    closeImages();
  }

  /** Of a command whose result is no image, and 16-bit images, also with a calibration. */
  private static void showsTheForegroundInRed() throws Exception {
    ImagePlus grey = open("blur.tif");
    IJ.run(grey, "16-bit", "");
    grey.setSlice(7);
    String before = state(grey);
    GenericDialog dialog = dialogOf("Bitvox Granulometry");
    tick(dialog, true);
    Thread.sleep(500);
    expect("no threshold, no foreground", null, picture(grey));
    TextField threshold = (TextField) dialog.getStringFields().get(0);
    for (int low : new int[] {100, 60}) {
      EventQueue.invokeAndWait(() -> threshold.setText(low + "..200"));
      waitForRed(
          "the range from " + low,
          grey,
          (x, y) -> {
            int value = grey.getStack().getProcessor(7).get(x, y);
            return value >= low && value <= 200 ? 255 : 0;
          });
    }
    press(dialog, 1, "Bitvox Granulometry");
    expect("the grey image", before, state(grey));
    closeImages();
  }

  /**
   * One of the user's that is seen, one that is hidden, and what is drawn while the preview is on.
   */
  private static void leavesTheOverlaysOfTheUser() throws Exception {
    for (boolean hidden : new boolean[] {false, true}) {
      ImagePlus foam = open("foam.tif");
      Overlay users = new Overlay(new Roi(5, 5, 20, 20));
      foam.setOverlay(users);
      foam.setHideOverlay(hidden);
      foam.setRoi(1, 1, 8, 8);
      foam.changes = true;
      String before = state(foam);
      GenericDialog dialog = dialogOf(MORPHOLOGY);
      tick(dialog, true);
      waitFor("a preview", () -> picture(foam));
      press(dialog, 1, MORPHOLOGY);
      expect("the user's overlay", true, foam.getOverlay() == users);
      expect("the image with an overlay", before, state(foam));
      closeImages();
    }
    ImagePlus foam = open("foam.tif");
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    tick(dialog, true);
    waitFor("a preview", () -> picture(foam));
    foam.getOverlay().add(new Roi(2, 2, 3, 3));
    press(dialog, 1, MORPHOLOGY);
    expect("what the user drew", 1, foam.getOverlay().size());
    closeImages();
  }

  /** Each takes its own away, in any order. */
  private static void twoDialogsOfOneImage() throws Exception {
    for (int first = 0; first < 2; first++) {
      ImagePlus foam = open("foam.tif");
      String before = state(foam);
      String[] titles = {MORPHOLOGY, "Bitvox Skeleton 2D"};
      GenericDialog[] dialogs = new GenericDialog[2];
      for (int i = 0; i < 2; i++) {
        dialogs[i] = dialogOf(titles[i]);
        tick(dialogs[i], true);
        int pictures = i + 1;
        waitFor(
            pictures + " previews",
            () -> foam.getOverlay() != null && foam.getOverlay().size() == pictures ? foam : null);
      }
      press(dialogs[first], 1, titles[first]);
      expect("one preview is left", 1, foam.getOverlay().size());
      press(dialogs[1 - first], 1, titles[1 - first]);
      expect("the image of two dialogs", before, state(foam));
      closeImages();
    }
  }

  private static void endsWithItsImage() throws Exception {
    ImagePlus foam = open("foam.tif");
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    tick(dialog, true);
    waitFor("a preview", () -> picture(foam));
    foam.changes = false;
    foam.close();
    waitFor("the end of the dialog", () -> dialog.isShowing() ? null : dialog);
    waitFor("the end of the command", () -> running(MORPHOLOGY) ? null : dialog);
    expect("no image is left", null, WindowManager.getIDList());
  }

  /** A smoothed image looks like the image, whatever its contrast. */
  private static void keepsTheDisplayRange() throws Exception {
    ImagePlus grey = open("blur.tif");
    grey.setSlice(9);
    grey.setDisplayRange(50, 150);
    grey.updateAndDraw();
    ImagePlus smooth = result(grey, "Bitvox Convolve", "sigma=1 axes=xyz result=same");
    String before = state(grey);
    GenericDialog dialog = dialogOf("Bitvox Convolve");
    type(dialog, 0, "1");
    choose(dialog, 1, "xyz");
    choose(dialog, 3, "same");
    tick(dialog, true);
    ImageProcessor expected = smooth.getStack().getProcessor(9);
    waitFor(
        "the smoothed slice",
        () ->
            same(
                    picture(grey),
                    (x, y) -> {
                      double white = (expected.get(x, y) - 50) / 100.0;
                      int value = (int) Math.round(255 * Math.max(0, Math.min(1, white)));
                      return 0xff000000 | value * 0x10101;
                    })
                ? grey
                : null);
    press(dialog, 1, "Bitvox Convolve");
    expect("the grey image", before, state(grey));
    closeImages();
  }

  /** For the manual: a dialog, and its image with the preview. */
  private static void makesThePicture() throws Exception {
    ImagePlus foam = open("large.tif");
    foam.setSlice(30);
    foam.getWindow().setLocation(20, 150);
    for (Frame frame : WindowManager.getNonImageWindows()) {
      frame.setVisible(false); // tables, which would be behind
    }
    GenericDialog dialog = dialogOf("Bitvox Local Thickness");
    EventQueue.invokeAndWait(() -> ((TextField) dialog.getStringFields().get(0)).setText("110"));
    tick(dialog, true);
    waitFor("a preview", () -> picture(foam));
    EventQueue.invokeAndWait(() -> dialog.setLocation(28 + foam.getWindow().getWidth(), 150));
    Thread.sleep(1000);
    Rectangle both = foam.getWindow().getBounds().union(dialog.getBounds());
    screenshot("preview.png", both);
    press(dialog, 1, "Bitvox Local Thickness");
    closeImages();
  }

  // ---- Images ----------------------------------------------------------------------------------

  private static ImagePlus open(String file) throws Exception {
    ImagePlus image = IJ.openImage(file);
    image.show();
    waitFor("the window of " + image, () -> image.getWindow().isActive() ? image : null);
    return image;
  }

  private static ImagePlus result(ImagePlus image, String options) throws Exception {
    return result(image, MORPHOLOGY, options);
  }

  /** What a command makes of the image, in no window. */
  private static ImagePlus result(ImagePlus image, String command, String options)
      throws Exception {
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
  private static String state(ImagePlus image) {
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
  private static ImageProcessor picture(ImagePlus image) {
    Overlay overlay = image.getOverlay();
    Roi last = overlay == null || overlay.size() == 0 ? null : overlay.get(overlay.size() - 1);
    return last instanceof ImageRoi ? ((ImageRoi) last).getProcessor() : null;
  }

  private static boolean same(ImageProcessor picture, IntBinaryOperator colours) {
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

  private static void waitForPicture(String what, ImagePlus image, ImagePlus result, int slice)
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
  private static void waitForRed(String what, ImagePlus image, IntBinaryOperator foreground)
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

  private static int redOf(ImageProcessor picture) {
    int[] pixels = (int[]) picture.getPixels();
    return Arrays.stream(pixels).filter(pixel -> pixel != 0).findFirst().orElse(0);
  }

  private static void waitForNone(String why, ImagePlus image) throws Exception {
    waitFor("no preview: " + why, () -> image.getOverlay() == null ? image : null);
  }

  private static void closeImages() {
    int[] ids = WindowManager.getIDList();
    for (int id : ids == null ? new int[0] : ids) {
      ImagePlus image = WindowManager.getImage(id);
      image.changes = false;
      image.close();
    }
  }

  // ---- Dialogs ---------------------------------------------------------------------------------

  private static GenericDialog dialogOf(String title) throws Exception {
    IJ.doCommand(title + "...");
    GenericDialog found =
        waitFor(
            "the dialog of " + title,
            () -> {
              for (Window window : Window.getWindows()) {
                boolean dialog = window instanceof GenericDialog && window.isShowing();
                if (dialog && ((GenericDialog) window).getTitle().equals(title)) {
                  return (GenericDialog) window;
                }
              }
              return null;
            });
    Thread.sleep(300); // until it waits for its buttons
    return found;
  }

  private static Checkbox box(Container container) {
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

  private static void tick(GenericDialog dialog, boolean ticked) throws Exception {
    EventQueue.invokeAndWait(() -> send(box(dialog), ticked));
  }

  private static void send(Checkbox box, boolean ticked) {
    box.setState(ticked);
    int change = ticked ? ItemEvent.SELECTED : ItemEvent.DESELECTED;
    box.dispatchEvent(new ItemEvent(box, ItemEvent.ITEM_STATE_CHANGED, box.getLabel(), change));
  }

  private static void type(GenericDialog dialog, int field, String text) throws Exception {
    TextField target = (TextField) dialog.getNumericFields().get(field);
    EventQueue.invokeAndWait(() -> target.setText(text));
  }

  private static void choose(GenericDialog dialog, int index, String item) throws Exception {
    Choice choice = (Choice) dialog.getChoices().get(index);
    EventQueue.invokeAndWait(
        () -> {
          choice.select(item);
          choice.dispatchEvent(
              new ItemEvent(choice, ItemEvent.ITEM_STATE_CHANGED, item, ItemEvent.SELECTED));
        });
  }

  /** Button 0 is OK, 1 Cancel; returns when the command has ended. */
  private static void press(GenericDialog dialog, int button, String title) throws Exception {
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[button], 0, "a button")));
    waitFor("the end of " + title, () -> running(title) ? null : title);
    EventQueue.invokeAndWait(() -> {}); // what it has put off
  }

  private static boolean running(String title) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread -> thread.getName().matches("(Run\\$_)?" + Pattern.quote(title) + "(...)?"));
  }

  // ---- Waiting ---------------------------------------------------------------------------------

  private static <T> T waitFor(String what, Supplier<T> value) throws Exception {
    for (int tenths = 0; tenths < 1200; tenths++) {
      T found = value.get();
      if (found != null) {
        return found;
      }
      Thread.sleep(100);
    }
    screenshot("waiting.png", new Rectangle(0, 0, 1280, 1024));
    stop("WAITED IN VAIN for " + what);
    return null;
  }

  private static void expect(String what, Object expected, Object actual) throws Exception {
    if (expected == null ? actual != null : !expected.equals(actual)) {
      screenshot("unexpected.png", new Rectangle(0, 0, 1280, 1024));
      stop(what + ": EXPECTED\n" + expected + "\nGOT\n" + actual);
    }
  }

  private static void stop(String message) {
    System.out.println(message);
    System.exit(1);
  }

  private static void screenshot(String file, Rectangle area) throws Exception {
    ImageIO.write(new Robot().createScreenCapture(area), "png", new File(file));
  }
}
