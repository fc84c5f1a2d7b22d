// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.IJ;
import ij.Prefs;
import ij.gui.GUI;
import ij.plugin.BrowserLauncher;
import java.awt.BorderLayout;
import java.awt.Dialog;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JEditorPane;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.SwingUtilities;
import javax.swing.event.HyperlinkEvent;
import javax.swing.text.BadLocationException;
import javax.swing.text.Element;
import javax.swing.text.html.HTMLDocument;
import javax.swing.text.html.HTMLEditorKit;
import javax.swing.text.html.StyleSheet;

/**
 * The manual in a window, as it is in the jar: that of this version, with its pictures, and without
 * a network or a browser. The folder docs/ becomes web pages when the jar is built. Links to other
 * pages are followed in the window, those to the web in the browser.
 */
public final class Manual {
  private static final String[] STYLE = {
    "body { font-family: SansSerif; margin: 12px; }",
    "code, pre { font-family: Monospaced; }",
    "pre { background-color: #f2f2f2; padding: 6px; }",
    "td, th { border-width: 1px; border-style: solid; border-color: #cccccc; padding: 3px; }",
    "h1 a, h2 a, h3 a { color: black; text-decoration: none; }",
  };

  private static final String CONTENTS = "README";

  /** Pixels. */
  private static final int WIDEST = 1040;

  private static final int NARROWEST = 560;

  private final JEditorPane pane = new JEditorPane();
  private final Deque<URL> before = new ArrayDeque<>();
  private URL shown;

  private Manual() {}

  /**
   * Where a page is.
   *
   * @param command as on the command line
   * @return null if there is none
   */
  static URL page(String command) {
    return Manual.class.getResource("/org/bitvox/manual/" + command + ".html");
  }

  /**
   * Opens a window with the page that leads to all others.
   *
   * @return false if there is no ImageJ window, or no such page
   */
  public static boolean openContents() {
    URL page = page(CONTENTS);
    if (page == null || IJ.getInstance() == null) {
      return false;
    }
    open(null, page);
    return true;
  }

  /** Where that page is, in words. */
  public static String place() {
    URL page = page(CONTENTS);
    return page == null ? "This build is without the manual." : page.toString();
  }

  /**
   * Opens a window with a page.
   *
   * @param owner which leaves it usable while it waits; null for none
   */
  static void open(Dialog owner, URL page) {
    SwingUtilities.invokeLater(() -> new Manual().show(owner, page));
  }

  private void show(Dialog owner, URL page) {
    pane.setEditable(false);
    pane.addHyperlinkListener(this::follow);
    JButton back = new JButton("Back");
    back.addActionListener(event -> back());
    JButton contents = new JButton("All Commands");
    contents.addActionListener(event -> go(page(CONTENTS)));
    JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT));
    buttons.add(back);
    buttons.add(contents);

    JDialog window = new JDialog(owner, "Bitvox Manual");
    window.setDefaultCloseOperation(JDialog.DISPOSE_ON_CLOSE);
    window.add(buttons, BorderLayout.NORTH);
    window.add(new JScrollPane(pane), BorderLayout.CENTER);
    Dimension screen = Toolkit.getDefaultToolkit().getScreenSize();
    int width = (int) Math.min(WIDEST * Prefs.getGuiScale(), screen.width);
    window.setSize(width, screen.height * 4 / 5);
    window.setLocationRelativeTo(owner);
    if (owner != null) {
      placeBeside(owner, window);
    }
    show(page);
    window.setVisible(true);
  }

  /** As wide as there is room, and not narrower than lines are read well. */
  private static void placeBeside(Dialog owner, JDialog window) {
    Rectangle screen = GUI.getScreenBounds(owner);
    Rectangle dialog = owner.getBounds();
    int left = dialog.x - screen.x;
    int right = screen.x + screen.width - dialog.x - dialog.width;
    int least = (int) (NARROWEST * Prefs.getGuiScale());
    int width = Math.min(window.getWidth(), Math.max(least, Math.max(left, right)));
    window.setSize(width, window.getHeight());
    window.setLocation(DialogPlace.beside(dialog, window.getSize(), screen));
  }

  private void follow(HyperlinkEvent event) {
    if (event.getEventType() != HyperlinkEvent.EventType.ACTIVATED || event.getURL() == null) {
      return;
    }
    if (event.getURL().getProtocol().startsWith("http")) {
      try {
        BrowserLauncher.openURL(event.getURL().toString());
      } catch (IOException e) {
        Toolkit.getDefaultToolkit().beep();
      }
    } else if (event.getURL().getPath().endsWith(".html")) { // others are source files
      go(event.getURL());
    }
  }

  private void go(URL page) {
    before.push(shown);
    show(page);
  }

  private void back() {
    if (!before.isEmpty()) {
      show(before.pop());
    }
  }

  private void show(URL page) {
    if (shown == null || !page.sameFile(shown)) {
      pane.setEditorKit(new HTMLEditorKit());
      pane.setDocument(read(page));
    }
    shown = page;
    SwingUtilities.invokeLater(() -> scrollTo(page.getRef())); // once it has a layout
  }

  private static HTMLDocument read(URL page) {
    HTMLEditorKit kit = new HTMLEditorKit();
    HTMLDocument document = (HTMLDocument) kit.createDefaultDocument();
    StyleSheet style = document.getStyleSheet();
    for (String rule : STYLE) {
      style.addRule(rule);
    }
    style.addRule("body { font-size: " + (int) (12 * Prefs.getGuiScale()) + "pt; }");
    document.setBase(page);
    try (Reader in = new InputStreamReader(page.openStream(), StandardCharsets.UTF_8)) {
      kit.read(in, document, 0);
    } catch (IOException | BadLocationException e) {
      throw new IllegalStateException("The manual's page " + page + " cannot be read", e);
    }
    return document;
  }

  private void scrollTo(String heading) {
    Element element =
        heading == null ? null : ((HTMLDocument) pane.getDocument()).getElement(heading);
    try {
      Rectangle place = pane.modelToView(element == null ? 0 : element.getStartOffset());
      if (place != null) {
        place.height = pane.getVisibleRect().height; // to the top, not just into view
        pane.scrollRectToVisible(place);
      }
    } catch (BadLocationException e) {
      throw new IllegalStateException(e); // elements lie in their document
    }
  }
}
