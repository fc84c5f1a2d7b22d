// SPDX-License-Identifier: BSD-2-Clause

import ij.CompositeImage;
import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.GenericDialog;
import ij.plugin.frame.Recorder;
import ij.process.ImageProcessor;
import java.awt.Choice;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.TextField;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.util.stream.Stream;

/** Chooses channels in dialogs: channels_test.sh. */
public final class ChannelsDriver extends PreviewSteps {
  private static final String HISTOGRAM = "Bitvox Joint Histogram";
  private static final String LABEL = "Bitvox Label Components";

  /** Choices of these dialogs, from 0. */
  private static final int CHANNEL = 0;

  private static Recorder recorder;

  private ChannelsDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 500);
    beginsWithTheOtherChannel();
    asksForWhatThereIs();
    thresholdsFollow();
    masksHaveChannels();
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** Whatever else is open; and is an error if it is the same one. */
  private static void beginsWithTheOtherChannel() throws Exception {
    open("foam.tif");
    merged("cells", "blur.tif", "foam.tif");
    GenericDialog dialog = dialogOf(HISTOGRAM);
    expect("the channel that is seen", "1 cells 2", chosen(dialog, 3));
    choose(dialog, CHANNEL, "2");
    settle();
    expect("the two trade places", "2 cells 1", chosen(dialog, 3));
    choose(dialog, 2, "2");
    screenshot("same channel.png", dialog.getBounds());
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[0], 0, "OK")));
    closeMessage(HISTOGRAM);
    GenericDialog again =
        waitFor(
            "the dialog again",
            () -> {
              GenericDialog next = waiting(HISTOGRAM);
              return next == dialog ? null : next;
            });
    expect("what was entered", "2 cells 2", chosen(again, 3));
    choose(again, CHANNEL, "1");
    String line = recorded(again, HISTOGRAM);
    expect("recorded", true, line.contains("channel=1 second=cells second_channel=2 "));
    closeImages();
  }

  /** An image of one channel has nothing to choose, which is not recorded either. */
  private static void asksForWhatThereIs() throws Exception {
    open("foam.tif");
    merged("cells", "blur.tif", "foam.tif", "foam.tif");
    GenericDialog dialog = dialogOf(HISTOGRAM);
    int height = dialog.getHeight();
    expect("three channels", "1 cells 2", chosen(dialog, 3));
    choose(dialog, 1, "foam.tif");
    settle();
    expect("one channel", false, choice(dialog, 2).isShowing());
    expect("no room for it", true, dialog.getHeight() < height);
    screenshot("one channel.png", dialog.getBounds());
    String line = recorded(dialog, HISTOGRAM);
    expect("recorded", true, line.contains(" second=foam.tif "));
    expect("the second channel recorded", false, line.contains("second_channel"));
    activate(ij.WindowManager.getImage("cells").getWindow());
    GenericDialog same = dialogOf(HISTOGRAM);
    expect("the choice for the same image", "1 foam.tif", chosen(same, 2));
    press(same, 1, HISTOGRAM);
    merged("others", "foam.tif", "blur.tif");
    GenericDialog other = dialogOf(HISTOGRAM);
    expect("another image", "1 others 2", chosen(other, 3));
    choose(other, 1, "cells");
    expect("channels of that", 3, choice(other, 2).getItemCount());
    press(other, 1, HISTOGRAM);
    closeImages();
  }

  /** Those that were found, with what is said and shown; one that was typed stays. */
  private static void thresholdsFollow() throws Exception {
    ImagePlus cells = merged("cells", "blur.tif", "half", "foam.tif");
    GenericDialog dialog = dialogOf(LABEL);
    expect("no second image, no channel of it", false, second(dialog).isShowing());
    TextField threshold = (TextField) dialog.getStringFields().get(0);
    int first = Integer.parseInt(threshold.getText());
    choose(dialog, CHANNEL, "2");
    waitUntil("another threshold", () -> !threshold.getText().equals("" + first));
    int half = Integer.parseInt(threshold.getText());
    expect("half the threshold", true, Math.abs(half - first / 2) <= 2);
    waitForRed(
        "the foreground of the other channel",
        cells,
        (x, y) -> cells.getStack().getProcessor(2).get(x, y) >= half ? 255 : 0);
    screenshot("threshold.png", dialog.getBounds());
    choose(dialog, CHANNEL, "3");
    waitUntil("none, as it is binary", () -> threshold.getText().isEmpty());
    choose(dialog, CHANNEL, "1");
    waitUntil("the first one", () -> threshold.getText().equals("" + first));
    EventQueue.invokeAndWait(() -> threshold.setText("99"));
    choose(dialog, CHANNEL, "2");
    settle();
    expect("what was typed", "99", threshold.getText());
    choose(dialog, secondChoice(dialog), "cells");
    settle();
    expect("the channel of a second image", true, second(dialog).isShowing());
    expect("which is another one", "1", second(dialog).getSelectedItem());
    screenshot("second channel.png", dialog.getBounds());
    press(dialog, 1, LABEL);
    closeImages();
  }

  private static void masksHaveChannels() throws Exception {
    merged("cells", "blur.tif", "foam.tif");
    open("foam.tif");
    String title = "Bitvox Shape Numbers";
    GenericDialog dialog = dialogOf(title);
    int mask = indexOf(dialog, "none");
    Choice channel = choice(dialog, mask + 1);
    expect("no mask", false, channel.isShowing());
    choose(dialog, mask, "cells");
    choose(dialog, mask + 1, "2");
    settle();
    expect("a mask", true, channel.isShowing());
    String line = recorded(dialog, title);
    expect("recorded", true, line.contains(" mask=cells mask_channel=2 "));
    closeImages();
  }

  /** An image of these channels, the current one; "half" is blurred and half as bright. */
  private static ImagePlus merged(String title, String... files) throws Exception {
    ImagePlus[] channels = new ImagePlus[files.length];
    for (int c = 0; c < files.length; c++) {
      channels[c] = IJ.openImage(files[c].equals("half") ? "blur.tif" : files[c]);
    }
    ImageStack all = new ImageStack(channels[0].getWidth(), channels[0].getHeight());
    for (int z = 1; z <= channels[0].getStackSize(); z++) {
      for (int c = 0; c < files.length; c++) {
        ImageProcessor slice = channels[c].getStack().getProcessor(z);
        if (files[c].equals("half")) {
          slice.multiply(0.5);
        }
        all.addSlice(slice);
      }
    }
    ImagePlus merged = new ImagePlus(title, all);
    merged.setDimensions(files.length, all.size() / files.length, 1);
    merged.setOpenAsHyperStack(true);
    ImagePlus composite = new CompositeImage(merged, IJ.GRAYSCALE);
    show(composite);
    return composite;
  }

  private static Choice choice(GenericDialog dialog, int index) {
    return (Choice) dialog.getChoices().get(index);
  }

  /** What the first fields have. */
  private static String chosen(GenericDialog dialog, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(choice(dialog, i).getSelectedItem()).append(' ');
    }
    return text.toString().trim();
  }

  private static int secondChoice(GenericDialog dialog) {
    return indexOf(dialog, "none");
  }

  /** Of the last choice that has this item first. */
  private static int indexOf(GenericDialog dialog, String item) {
    int index = dialog.getChoices().size() - 1;
    while (!choice(dialog, index).getItem(0).equals(item)) {
      index--;
    }
    return index;
  }

  private static Choice second(GenericDialog dialog) {
    return choice(dialog, secondChoice(dialog) + 1);
  }

  /** OK, and the line of the recorder. */
  private static String recorded(GenericDialog dialog, String title) throws Exception {
    String before = recorder.getText();
    press(dialog, 0, title);
    String line =
        waitFor(
            "the recorded line",
            () -> {
              String more = recorder.getText().substring(before.length());
              int start = more.indexOf("run(\"" + title);
              return start < 0 ? null : more.substring(start).trim();
            });
    System.out.println("RECORDED " + line);
    return line;
  }

  private static void closeMessage(String title) throws Exception {
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
    screenshot("error.png", message.getBounds());
    EventQueue.invokeAndWait(message::dispose);
  }
}
