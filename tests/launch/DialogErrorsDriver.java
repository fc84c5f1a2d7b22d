// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.gui.GenericDialog;
import ij.gui.MultiLineLabel;
import ij.gui.PointRoi;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import ij.text.TextWindow;
import java.awt.Button;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Rectangle;
import java.awt.TextField;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.awt.event.KeyEvent;
import java.lang.reflect.Field;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Enters what is wrong, stops what runs and replays what was recorded: dialog_errors_test.sh. */
public final class DialogErrorsDriver extends WindowSteps {
  private static Recorder recorder;
  private static ImagePlus foam;

  private DialogErrorsDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 500);
    foam = IJ.openImage("foam.tif");
    show(foam);
    comesAgainAfterAWrongValue();
    comesAgainAfterAFailure();
    opensBesideItsImage();
    recordsNothingThatWasStopped();
    recordsNothingThatHadNoDialog();
    recordsSelectedPoints("Bitvox Minimal Path", "");
    recordsSelectedPoints("Bitvox Split Objects", "Drawn_markers");
    recordsSelectedPoints("Bitvox Geodesic Distance", "");
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** On a busy machine a window reports its old place for a while. */
  private static void isBeside(GenericDialog dialog, ImagePlus image) throws Exception {
    waitUntil(
        dialog.getTitle() + " beside " + image.getTitle(),
        () -> !dialog.getBounds().intersects(image.getWindow().getBounds()));
  }

  /** With what was typed, which is no number; the sentence has the label of the field. */
  private static void comesAgainAfterAWrongValue() throws Exception {
    String title = "Bitvox Granulometry";
    String before = recorder.getText();
    GenericDialog dialog = dialogOf(title);
    isBeside(dialog, foam);
    EventQueue.invokeAndWait(
        () -> {
          ((Choice) dialog.getChoices().get(1)).select("cube");
          number(dialog).setText("many");
        });
    press(dialog, 0);
    expect(true, closeMessage(title).startsWith("Max radius many is not allowed; use 1 to "));
    GenericDialog again = waitForDialog(title, dialog);
    expect("cube", ((Choice) again.getChoices().get(1)).getSelectedItem());
    expect("many", number(again).getText());
    expect("", runsSince(before));
    EventQueue.invokeAndWait(() -> number(again).setText("7"));
    press(again, 0);
    waitForTheEnd(title);
    String line = runsSince(before);
    expect(1, line.split("\n").length);
    expect(true, line.contains("element=cube") && line.contains("max_radius=7 "));
    String all = recorder.getText(); // its windows come up later than the line is written
    expect(false, all.substring(0, all.indexOf(line)).contains("foam granulometry"));
    IJ.selectWindow(title);
    IJ.run("Close");
  }

  /** What only the command itself finds. */
  private static void comesAgainAfterAFailure() throws Exception {
    String title = "Bitvox Split Objects";
    String before = recorder.getText();
    activate(foam.getWindow());
    GenericDialog dialog = dialogOf(title);
    EventQueue.invokeAndWait(() -> box(dialog, "Drawn_markers").setState(true));
    press(dialog, 0);
    expect(true, closeMessage(title).startsWith("markers are needed: select points"));
    GenericDialog again = waitForDialog(title, dialog);
    expect(true, box(again, "Drawn_markers").getState());
    EventQueue.invokeAndWait(() -> box(again, "Drawn_markers").setState(false));
    press(again, 1);
    waitForTheEnd(title);
    expect("", runsSince(before));
  }

  /** A small grey one, whose dialog is wide, and Help beside that. */
  private static void opensBesideItsImage() throws Exception {
    String title = "Bitvox Granulometry";
    ImagePlus small = IJ.createImage("small", "8-bit ramp", 64, 64, 3);
    show(small);
    GenericDialog dialog = dialogOf(title);
    isBeside(dialog, small);
    Button button =
        Stream.of(dialog.getButtons())
            .filter(one -> one != null && one.getLabel().trim().equals("Help"))
            .findAny()
            .get();
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(button, 0, button.getLabel())));
    Window help =
        waitFor(
            "the manual",
            () ->
                Stream.of(dialog.getOwnedWindows())
                    .filter(Window::isShowing)
                    .findAny()
                    .orElse(null));
    settle();
    screenshot("help.png", new Rectangle(1280, 800));
    Rectangle covered = help.getBounds().intersection(dialog.getBounds());
    expect(true, covered.isEmpty() || covered.width < dialog.getWidth() / 4);
    EventQueue.invokeAndWait(help::dispose);
    press(dialog, 1);
    waitForTheEnd(title);
    small.changes = false;
    small.close();
  }

  /** And asks nothing more. */
  private static void recordsNothingThatWasStopped() throws Exception {
    String title = "Bitvox Granulometry";
    String before = recorder.getText();
    ImagePlus large = IJ.createImage("large", "8-bit white", 400, 400, 400);
    show(large);
    GenericDialog dialog = dialogOf(title);
    EventQueue.invokeAndWait(
        () -> {
          ((Choice) dialog.getChoices().get(1)).select("ball");
          number(dialog).setText("200");
        });
    press(dialog, 0);
    waitUntil(
        "the end of what is stopped",
        () -> {
          IJ.setKeyDown(KeyEvent.VK_ESCAPE);
          return !running(title);
        });
    IJ.setKeyUp(KeyEvent.VK_ESCAPE);
    expect("", runsSince(before));
    large.changes = false;
    large.close();
  }

  /** An image that the command does not take is told before a dialog opens. */
  private static void recordsNothingThatHadNoDialog() throws Exception {
    String title = "Bitvox Granulometry";
    ImagePlus colours = IJ.createImage("colours", "RGB ramp", 40, 30, 2);
    show(colours);
    String before = recorder.getText();
    IJ.doCommand(title + "...");
    expect(true, closeMessage(title).contains("colours"));
    waitForTheEnd(title);
    settle();
    expect("", runsSince(before));
    colours.changes = false;
    colours.close();
  }

  /** All of them, in their slices. */
  private static void recordsSelectedPoints(String title, String box) throws Exception {
    PointRoi points = new PointRoi();
    for (int z = 2; z <= 20; z += 9) { // the first voxel of the foreground beyond a corner
      int x = 4 * z;
      while (foam.getStack().getVoxel(x, 40, z - 1) == 0) {
        x++;
      }
      points.addPoint(x, 40, z);
    }
    activate(foam.getWindow());
    foam.setRoi(points);
    String before = recorder.getText();
    GenericDialog dialog = dialogOf(title);
    if (!box.isEmpty()) {
      EventQueue.invokeAndWait(() -> box(dialog, box).setState(true));
    }
    press(dialog, 0);
    waitForTheEnd(title);
    String recorded = runsSince(before);
    System.out.println("RECORDED " + recorded.trim());
    String chosen = closeTable(title);
    closeOthers();
    foam.deleteRoi();
    activate(foam.getWindow());
    IJ.runMacro(recorded);
    expect(chosen, closeTable(title));
    expect(3, ((PointRoi) foam.getRoi()).getNCoordinates());
    foam.deleteRoi();
    closeOthers();
  }

  /** What was recorded since, but for windows that became active. */
  private static String runsSince(String before) {
    return Stream.of(recorder.getText().substring(before.length()).split("\n"))
        .filter(line -> !line.isEmpty() && !line.startsWith("selectImage("))
        .collect(Collectors.joining("\n"));
  }

  private static String closeTable(String title) throws Exception {
    ResultsTable table = waitFor("the table " + title, () -> ResultsTable.getResultsTable(title));
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < table.size(); row++) {
      text.append(table.getRowAsString(row).replaceAll("\\d+\\.\\d+ s", "")).append('\n');
    }
    expect(true, table.size() > 0);
    ((TextWindow) ij.WindowManager.getFrame(title)).close();
    return text.toString();
  }

  private static void closeOthers() {
    for (int id : ij.WindowManager.getIDList()) {
      ImagePlus image = ij.WindowManager.getImage(id);
      if (image != foam) {
        image.changes = false;
        image.close();
      }
    }
  }

  private static TextField number(GenericDialog dialog) {
    return (TextField) dialog.getNumericFields().get(0);
  }

  private static Checkbox box(GenericDialog dialog, String label) {
    return ((Stream<?>) dialog.getCheckboxes().stream())
        .map(box -> (Checkbox) box)
        .filter(box -> box.getLabel().replace(' ', '_').startsWith(label))
        .findAny()
        .get();
  }

  private static void press(GenericDialog dialog, int button) throws Exception {
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[button], 0, "")));
  }

  private static void waitForTheEnd(String title) throws Exception {
    waitUntil("the end of " + title, () -> !running(title));
  }

  /** The next one of that title. */
  private static GenericDialog waitForDialog(String title, GenericDialog before) throws Exception {
    return waitFor(
        "the dialog again",
        () -> {
          GenericDialog dialog = waiting(title);
          return dialog == before ? null : dialog;
        });
  }

  /** What the error says; it is closed. */
  private static String closeMessage(String title) throws Exception {
    Dialog message =
        waitFor(
            "the error of " + title,
            () ->
                Stream.of(Window.getWindows())
                    .filter(window -> window instanceof Dialog && window.isShowing())
                    .map(window -> (Dialog) window)
                    .filter(one -> !(one instanceof GenericDialog) && one.getTitle().equals(title))
                    .findAny()
                    .orElse(null));
    settle();
    Field lines = MultiLineLabel.class.getDeclaredField("lines");
    lines.setAccessible(true);
    String text = String.join(" ", (String[]) lines.get(label(message)));
    EventQueue.invokeAndWait(message::dispose);
    return text;
  }

  private static Component label(Container container) {
    for (Component one : container.getComponents()) {
      Component found = one instanceof Container ? label((Container) one) : one;
      if (found instanceof MultiLineLabel) {
        return found;
      }
    }
    return null;
  }

  private static void expect(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      stop("EXPECTED\n" + expected + "\nGOT\n" + actual);
    }
  }
}
