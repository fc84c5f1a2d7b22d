// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.ImageCanvas;
import ij.gui.MultiLineLabel;
import ij.measure.Measurements;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Robot;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.lang.reflect.Field;

/**
 * ImageJ with its window: draws an oval with the mouse, measures what is in it from the dialog,
 * with the recorder on, compares with ImageJ's %Area, and replays what was recorded.
 */
public final class MaskDriver extends WindowSteps {
  private static final String TABLE = "Bitvox Shape Numbers";
  private static final String COMMAND = TABLE + "...";

  private MaskDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    Recorder recorder = new Recorder();
    recorder.setLocation(20, 700);
    ImagePlus foam = IJ.openImage("foam.tif");
    show(foam);
    IJ.setTool("oval");
    draw(foam);
    waitUntil("the recorded oval", () -> recorder.getText().contains("makeOval("));

    measure("Only its selection is used.", 0);
    double fraction = table().getValue("BV/TV", 0);
    check("%Area", percentOfImageJ(foam) / 100, fraction);
    waitUntil("the recorded line", () -> recorder.getText().contains("run(\"" + COMMAND));

    String text = recorder.getText();
    String recorded = text.substring(text.lastIndexOf("makeOval("));
    System.out.println("RECORDED " + recorded.trim());
    recorder.close();
    foam.deleteRoi();
    IJ.runMacro(recorded);
    check("rows", 2, table().size());
    check("the replayed fraction", fraction, table().getValue("BV/TV", 1));
    String words = table().getStringValue("Mask", 1);
    check("the mask's name", 1, words.startsWith("selection (oval of ") ? 1 : 0);

    ImagePlus core = IJ.openImage("core.tif"); // which is the current one for a moment
    show(core);
    WindowManager.setCurrentWindow(foam.getWindow());
    foam.deleteRoi();
    measure("", 1);
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** By the mouse; without a window manager it may miss at first. */
  private static void draw(ImagePlus image) throws Exception {
    Robot robot = new Robot();
    robot.setAutoDelay(50);
    for (int tries = 0; tries < 10 && image.getRoi() == null; tries++) {
      ImageCanvas canvas = image.getCanvas();
      Point corner = canvas.getLocationOnScreen();
      double zoom = canvas.getMagnification();
      robot.mouseMove(corner.x + (int) (15 * zoom), corner.y + (int) (10 * zoom));
      robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
      for (int step = 1; step <= 6; step++) {
        int x = corner.x + (int) ((15 + 14 * step) * zoom);
        robot.mouseMove(x, corner.y + (int) ((10 + 12 * step) * zoom));
      }
      robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
      robot.waitForIdle();
    }
    waitUntil("the selection", () -> image.getRoi() != null);
  }

  /** Over all slices, by the pixels of the selection. */
  private static double percentOfImageJ(ImagePlus image) {
    double sum = 0;
    for (int z = 1; z <= image.getStackSize(); z++) {
      image.setSlice(z);
      sum += image.getStatistics(Measurements.AREA_FRACTION).areaFraction;
    }
    return sum / image.getStackSize();
  }

  /** Presses OK in a dialog that says this, and has so many more choices than without masks. */
  private static void measure(String words, int masks) throws Exception {
    int rows = table() == null ? 0 : table().size();
    GenericDialog dialog = dialogOf(TABLE);
    check("'" + words + "'", 1, textOf(dialog).contains(words) ? 1 : 0);
    check("choices", 3 + masks, dialog.getChoices().size());
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[0], 0, "OK")));
    waitUntil("the table", () -> table() != null && table().size() > rows);
  }

  /** What the dialog says; ImageJ's labels of several lines do not give it away. */
  private static String textOf(GenericDialog dialog) throws ReflectiveOperationException {
    Field lines = MultiLineLabel.class.getDeclaredField("lines");
    lines.setAccessible(true);
    return String.join("\n", (String[]) lines.get(dialog.getMessage()));
  }

  private static ResultsTable table() {
    return ResultsTable.getResultsTable(TABLE);
  }

  private static void check(String what, double expected, double actual) {
    if (!(Math.abs(expected - actual) < 1e-9)) {
      System.out.println(what + ": EXPECTED " + expected + " GOT " + actual);
      System.exit(1);
    }
  }
}
