// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.TextField;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;

/**
 * ImageJ with its window: opens the menu command with the recorder on, fills in the dialog with the
 * mouse and the keyboard, saves the table and a screenshot, and replays what was recorded. Each
 * step waits for what the one before it leads to.
 */
public final class GuiDriver {
  private static final String TABLE = "Bitvox Granulometry";
  private static final String COMMAND = TABLE + "...";

  private static Robot robot;

  private GuiDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    robot = new Robot();
    robot.setAutoDelay(100);
    Recorder recorder = new Recorder();
    recorder.setLocation(20, 800);
    IJ.openImage("foam.tif").show();
    ImagePlus foam = WindowManager.getCurrentImage();
    IJ.doCommand(COMMAND);
    fillInDialog();
    waitFor("the table and the map", () -> rows() > 0 && WindowManager.getImageCount() >= 2);
    waitFor("the recorded line", () -> recorder.getText().contains(COMMAND));
    IJ.run("Bitvox More Results"); // the summary
    arrange();
    screenshot("imagej.png", new Rectangle(1280, 770));
    save("dialog.csv");

    String recorded = recorder.getText();
    recorder.close();
    System.out.println("RECORDED " + recorded.trim());
    table().reset();
    WindowManager.setCurrentWindow(foam.getWindow());
    IJ.runMacro(recorded.substring(recorded.indexOf("run(\"" + COMMAND)));
    save("replayed.csv");
    System.out.println("FINISHED");
    System.exit(0);
  }

  private static void fillInDialog() throws Exception {
    waitFor("the dialog", () -> dialog() != null);
    Choice element = (Choice) dialog().getChoices().get(1);
    retry("the keyboard in the choice", element::isFocusOwner, element::requestFocus);
    type(KeyEvent.VK_DOWN);
    waitFor("the element", () -> element.getSelectedItem().equals("cube"));
    Checkbox map = (Checkbox) dialog().getCheckboxes().get(1);
    retry(
        "the map",
        map::getState,
        () -> click(map),
        () -> {
          map.requestFocus();
          type(KeyEvent.VK_SPACE);
        });
    TextField radius = (TextField) dialog().getNumericFields().get(0);
    retry(
        "the keyboard in the field",
        radius::isFocusOwner,
        () -> click(radius),
        radius::requestFocus);
    robot.keyPress(KeyEvent.VK_CONTROL);
    type(KeyEvent.VK_A);
    robot.keyRelease(KeyEvent.VK_CONTROL);
    waitFor("all selected", () -> radius.getSelectedText().equals(radius.getText()));
    type(KeyEvent.VK_2, KeyEvent.VK_0);
    waitFor("the radius", () -> radius.getText().equals("20"));
    type(KeyEvent.VK_ENTER);
  }

  private static GenericDialog dialog() {
    for (Window window : Window.getWindows()) {
      if (window instanceof GenericDialog && window.isShowing()) {
        return (GenericDialog) window;
      }
    }
    return null;
  }

  private static void click(Component component) {
    Point corner = component.getLocationOnScreen();
    robot.mouseMove(corner.x + 8, corner.y + 8);
    robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    robot.waitForIdle();
  }

  private static void type(int... keys) {
    for (int key : keys) {
      robot.keyPress(key);
      robot.keyRelease(key);
      robot.waitForIdle();
    }
  }

  /** For the screenshot: every window is seen, and has painted itself. */
  private static void arrange() throws Exception {
    for (int id : WindowManager.getIDList()) {
      ImagePlus image = WindowManager.getImage(id);
      List<String> leftToRight = Arrays.asList("foam.tif", "foam_map", image.getTitle());
      image.getWindow().setLocation(20 + 280 * leftToRight.indexOf(image.getTitle()), 100);
    }
    WindowManager.getFrame(TABLE).setBounds(20, 360, 530, 290);
    WindowManager.getFrame(TABLE + " Summary").setBounds(20, 670, 1240, 90);
    Thread.sleep(1000);
  }

  private static int rows() {
    return table() == null ? 0 : table().size();
  }

  private static ResultsTable table() {
    return ResultsTable.getResultsTable(TABLE);
  }

  private static void save(String file) throws Exception {
    table().saveAs(file);
  }

  private static void waitFor(String what, BooleanSupplier condition) throws Exception {
    if (!becomes(condition, 300)) {
      System.out.println("WAITED IN VAIN for " + what);
      screenshot("waiting.png", new Rectangle(Toolkit.getDefaultToolkit().getScreenSize()));
      System.exit(1);
    }
  }

  /**
   * A window that is still finding its place misses what is done to it, as a person would see and
   * do it again, by one way or another: without a window manager nothing makes sure that a window
   * lies where Java thinks, and above others, so that the mouse may not reach it at all.
   */
  private static void retry(String what, BooleanSupplier condition, Runnable... ways)
      throws Exception {
    for (int tries = 0; tries < 10 && !condition.getAsBoolean(); tries++) {
      ways[tries % ways.length].run();
      becomes(condition, 10);
    }
    waitFor(what, condition);
  }

  private static boolean becomes(BooleanSupplier condition, int seconds) throws Exception {
    for (int tenths = 0; !condition.getAsBoolean(); tenths++) {
      if (tenths == 10 * seconds) {
        return false;
      }
      Thread.sleep(100);
    }
    return true;
  }

  private static void screenshot(String file, Rectangle area) throws Exception {
    ImageIO.write(robot.createScreenCapture(area), "png", new File(file));
  }
}
