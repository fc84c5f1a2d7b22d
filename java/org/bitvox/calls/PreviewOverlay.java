// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import java.awt.Graphics;
import java.awt.image.BufferedImage;

/**
 * A picture over one slice of an image, whose pixels, display range and look stay as they are. It
 * is one element more in the image's overlay and is taken out again; what the user does with the
 * overlay meanwhile stays. All on AWT's thread.
 */
final class PreviewOverlay {
  private final ImagePlus image;
  private Overlay overlay;
  private Picture picture;

  PreviewOverlay(ImagePlus image) {
    this.image = image;
  }

  /** Shows a picture of the size of the image over slice, from 1, instead of the one before. */
  void show(BufferedImage pixels, int slice) {
    Picture before = picture;
    Overlay last = overlay;
    picture = new Picture(pixels, image, slice);
    overlay = host(image);
    overlay.add(picture);
    if (before != null) {
      last.remove(before); // at last, so that an overlay of its own is not given up in between
    }
    image.draw();
  }

  /** Takes the picture away; without one it does nothing. */
  void hide() {
    if (picture == null) {
      return;
    }
    overlay.remove(picture);
    if (overlay instanceof Own && image.getOverlay() == overlay) {
      ((Own) overlay).leave(image);
    }
    picture = null;
    overlay = null;
    image.draw();
  }

  /** The image's overlay if it is seen, else one for the preview alone. */
  private static Overlay host(ImagePlus image) {
    Overlay users = image.getOverlay();
    if (users != null && !image.getHideOverlay()) {
      return users;
    }
    Overlay own = new Own(users, image.getHideOverlay());
    image.setOverlay(own);
    return own;
  }

  /** Where the image had no overlay, or hid it. */
  private static final class Own extends Overlay {
    private final Overlay former;
    private final boolean hidden;

    Own(Overlay former, boolean hidden) {
      this.former = former;
      this.hidden = hidden;
    }

    /**
     * Gives the image its former one, with what the user has added; not if another preview is on.
     */
    void leave(ImagePlus image) {
      for (int i = 0; i < size(); i++) {
        if (get(i) instanceof Picture) {
          return;
        }
      }
      if (former == null && size() > 0) {
        return; // now it is the user's
      }
      if (former != null) {
        for (int i = 0; i < size(); i++) {
          former.add(get(i));
        }
      }
      image.setOverlay(former);
      image.setHideOverlay(hidden);
    }
  }

  /** Is drawn over its own slice alone, cannot be clicked, has no label and is not saved. */
  private static final class Picture extends ImageRoi {
    private static final long serialVersionUID = 1;

    private final transient ImagePlus image;
    private final int slice;

    Picture(BufferedImage pixels, ImagePlus image, int slice) {
      super(0, 0, pixels);
      this.image = image;
      this.slice = slice;
      setIsCursor(true); // what ImageJ neither labels nor, alone in an overlay, saves
    }

    @Override
    public void draw(Graphics graphics) {
      if (getImage() == image && image.getCurrentSlice() == slice) {
        super.draw(graphics);
      }
    }

    @Override
    public boolean contains(int x, int y) {
      return false;
    }
  }
}
