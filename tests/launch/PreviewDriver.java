// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.plugin.frame.Recorder;
import ij.process.ImageProcessor;
import java.awt.Checkbox;
import java.awt.EventQueue;
import java.awt.Rectangle;
import java.awt.TextField;
import java.util.Arrays;

/**
 * The previews of dialogs, as preview_test.sh says: what is shown over an image is compared with
 * what the command makes of it, and the image with what it was.
 */
public final class PreviewDriver extends PreviewSteps {
  private static Recorder recorder;

  private PreviewDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 800);
    followsTheDialogAndTheSlices();
    runsOnItsImageAndRecordsNoPreview();
    showsTheForegroundInRed();
    showsThePoresInBlue();
    leavesTheOverlaysOfTheUser();
    twoDialogsOfOneImage();
    endsWithItsImage();
    keepsTheDisplayRange();
    isDrawnAtAnyZoom();
    readsVirtualStacks();
    waitsForALockedImage();
    makesThePicture();
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** Values and slices; a wrong value; Cancel. */
  private static void followsTheDialogAndTheSlices() throws Exception {
    ImagePlus foam = open("foam.tif");
    ImagePlus three = result(foam, "operation=open radius=3 edges=clipped");
    ImagePlus five = result(foam, "operation=open radius=5 edges=clipped");
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
    waitForSentence(dialog, "Radius -5 is not allowed; use 0 to 32767");
    type(dialog, 0, "3x");
    waitForSentence(dialog, "Radius 3x is not allowed; use 0 to 32767");
    type(dialog, 0, "3");
    waitForPicture("of a right one", foam, three, 2);
    waitForSentence(dialog, "");
    tick(dialog, false);
    waitForNone("the box is not ticked", foam);
    tick(dialog, true);
    waitForPicture("of radius 3 again", foam, three, 2);
    choose(dialog, 0, "fill_holes");
    waitForRed("holes of a volume", foam, (x, y) -> foam.getStack().getProcessor(2).get(x, y));
    waitForSentence(
        dialog,
        "Red is the foreground, not the result: fill_holes is about whole objects, which go on in"
            + " other slices; Per slice has a preview.");
    expect("room for the sentence", true, hasRoom(dialog));
    screenshot("sentence.png", dialog.getBounds());
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
    other.setTitle("foam.tif");
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
    expect("the slice of the result", foam.getCurrentSlice(), made.getCurrentSlice());
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
    TextField threshold = (TextField) dialog.getStringFields().get(0);
    int otsu = Integer.parseInt(threshold.getText());
    expect("a threshold between the phases", true, otsu > 60 && otsu < 200);
    waitForRed( // without a tick
        "the foreground of Otsu's method",
        grey,
        (x, y) -> grey.getStack().getProcessor(7).get(x, y) >= otsu ? 255 : 0);
    screenshot("otsu.png", new Rectangle(1280, 1024));
    EventQueue.invokeAndWait(() -> threshold.setText(""));
    waitForSentence(dialog, "No preview: 8-bit binary (0 and 255 only) image required.");
    expect("no threshold, no foreground", null, picture(grey));
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

  /** Whichever phase they are, also over what the threshold of the image shows in red. */
  private static void showsThePoresInBlue() throws Exception {
    ImagePlus grey = open("blur.tif");
    grey.setSlice(7);
    IJ.setThreshold(grey, 100, 255);
    String before = state(grey);
    String title = "Bitvox Permeability";
    GenericDialog dialog = dialogOf(title);
    tick(dialog, true);
    for (String phase : new String[] {"foreground", "background"}) {
      choose(dialog, 0, phase);
      ImageProcessor values = grey.getStack().getProcessor(7);
      waitFor(
          "blue " + phase,
          () -> {
            ImageProcessor picture = picture(grey);
            int blue = picture == null ? 0 : redOf(picture); // the one colour that there is
            boolean fluid = phase.equals("foreground");
            return (blue & 0xff0000) == 0
                    && (blue & 0xff) != 0
                    && same(picture, (x, y) -> values.get(x, y) >= 100 == fluid ? blue : 0)
                ? grey
                : null;
          });
      waitForSentence(dialog, "The pores are blue.");
      screenshot("blue " + phase + ".png", new Rectangle(1280, 1024));
    }
    press(dialog, 1, title);
    expect("the image with pores", before, state(grey));
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

  /** In the window itself. */
  private static void isDrawnAtAnyZoom() throws Exception {
    ImagePlus foam = open("foam.tif");
    ImagePlus three =
        result(foam, MORPHOLOGY, "operation=erode element=cube radius=3 edges=clipped");
    foam.setSlice(15);
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    choose(dialog, 0, "erode"); // the element is still the cube that was chosen before
    type(dialog, 0, "3");
    tick(dialog, true);
    waitForPicture("of radius 3", foam, three, 15);
    EventQueue.invokeAndWait(
        () -> { // beside each other: which is above is not known without a window manager
          foam.getWindow().setLocation(20, 90);
          dialog.setLocation(700, 300);
        });
    hideTables();
    ImageProcessor expected = three.getStack().getProcessor(15);
    for (double zoom : new double[] {1, 3, 4}) {
      EventQueue.invokeAndWait(
          () -> {
            while (foam.getCanvas().getMagnification() < zoom) {
              foam.getCanvas().zoomIn(0, 0);
            }
          });
      waitFor("the preview at " + zoom, () -> isSeen(foam, expected) ? foam : null);
    }
    foam.setSlice(16); // the picture of slice 15 must not be seen here
    waitForPicture("of slice 16", foam, three, 16);
    ImageProcessor next = three.getStack().getProcessor(16);
    waitFor("the next slice", () -> isSeen(foam, next) ? foam : null);
    press(dialog, 1, MORPHOLOGY);
    ImageProcessor pixels = foam.getStack().getProcessor(16);
    waitFor("the image itself", () -> isSeen(foam, pixels) ? foam : null);
    closeImages();
  }

  private static void readsVirtualStacks() throws Exception {
    ImagePlus foam = open("foam.tif");
    ImagePlus three = result(foam, "operation=dilate element=cube radius=3");
    closeImages();
    ImagePlus stack = IJ.openVirtual("foam.tif");
    show(stack);
    expect("a virtual stack", true, stack.getStack().isVirtual());
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    choose(dialog, 0, "dilate");
    type(dialog, 0, "3");
    tick(dialog, true);
    for (int slice : new int[] {1, 20, 30}) {
      stack.setSlice(slice);
      waitForPicture("of slice " + slice, stack, three, slice);
    }
    press(dialog, 1, MORPHOLOGY);
    expect("the overlay of a virtual stack", null, stack.getOverlay());
    closeImages();
  }

  /** And comes when the image is free and has been drawn again. */
  private static void waitsForALockedImage() throws Exception {
    ImagePlus foam = open("foam.tif");
    GenericDialog dialog = dialogOf(MORPHOLOGY);
    foam.lockSilently();
    tick(dialog, true);
    Thread.sleep(500);
    expect("no preview of a locked image", null, picture(foam));
    waitForSentence(dialog, "No preview: the image 'foam.tif' is in use by another command");
    foam.unlock();
    foam.updateAndDraw();
    waitFor("a preview", () -> picture(foam));
    foam.lockSilently();
    press(dialog, 1, MORPHOLOGY);
    expect("who locked it still has it", true, foam.isLocked());
    foam.unlock();
    closeImages();
  }

  /** For the manual: a dialog, and its image with the preview. */
  private static void makesThePicture() throws Exception {
    ImagePlus foam = open("large.tif");
    foam.setSlice(30);
    foam.getWindow().setLocation(20, 150);
    hideTables();
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
}
