// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;

/**
 * ImageJ with its window: opens the menu command with the recorder on, waits until somebody has
 * filled in the dialog, saves the table and a screenshot, and replays what was recorded.
 */
public final class GuiDriver {
  private static final String COMMAND = "Bitvox Granulometry...";

  private GuiDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    Recorder recorder = new Recorder();
    recorder.setLocation(20, 660);
    IJ.openImage("foam.tif").show();
    ImagePlus foam = WindowManager.getCurrentImage();
    IJ.doCommand(COMMAND);
    waitFor("the table and the map", () -> rows() > 0 && WindowManager.getImageCount() >= 2);
    waitFor("the recorded line", () -> recorder.getText().contains(COMMAND));
    arrange();
    screenshot("screenshot.png");
    save("dialog.csv");

    String recorded = recorder.getText();
    recorder.close();
    System.out.println("RECORDED " + recorded.trim());
    ResultsTable.getResultsTable().reset();
    WindowManager.setCurrentWindow(foam.getWindow());
    IJ.runMacro(recorded.substring(recorded.indexOf("run(\"" + COMMAND)));
    save("replayed.csv");
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** For the screenshot: every window is seen, and has painted itself. */
  private static void arrange() throws Exception {
    for (int id : WindowManager.getIDList()) {
      ImagePlus image = WindowManager.getImage(id);
      List<String> leftToRight = Arrays.asList("foam.tif", "foam_map", image.getTitle());
      image.getWindow().setLocation(20 + 280 * leftToRight.indexOf(image.getTitle()), 100);
    }
    WindowManager.getFrame("Results").setLocation(20, 360);
    WindowManager.getFrame("Bitvox Granulometry Summary").setLocation(620, 560);
    Thread.sleep(1000);
  }

  private static int rows() {
    return ResultsTable.getResultsTable().size();
  }

  private static void save(String file) throws Exception {
    ResultsTable.getResultsTable().saveAs(file);
  }

  private static void waitFor(String what, BooleanSupplier condition) throws Exception {
    for (int tenths = 0; !condition.getAsBoolean(); tenths++) {
      if (tenths == 300) {
        System.out.println("WAITED IN VAIN for " + what);
        screenshot("screenshot.png");
        System.exit(1);
      }
      Thread.sleep(100);
    }
  }

  private static void screenshot(String file) throws Exception {
    Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
    ImageIO.write(new Robot().createScreenCapture(screen), "png", new File(file));
  }
}
