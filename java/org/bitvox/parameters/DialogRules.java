// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** What a dialog does with a key besides asking for a value. */
public final class DialogRules {
  /** Said behind the key; empty for nothing. */
  String hint;

  /** What the first dialog of all begins with; empty for the default. */
  String firstValue = "";

  String flatValue = "";
  String valueWithoutImage = "";
  boolean otsuElse;

  /** What the values of an image without a threshold are; empty if it needs one. */
  String elseWords = "";

  boolean rare;
  boolean ofOneImage;
  boolean offeredIfAny;
  boolean proposed;
  boolean browsed;
  boolean fromThreshold;
  boolean otherChannel;

  /** What the phase that it chooses is, such as "the pores"; empty if it chooses no such phase. */
  String fluid = "";

  /** The key of the image of which it chooses a channel; empty if it chooses none. */
  String channelsOf = "";

  /** Commands that share a choice by this name begin with what any of them had; empty for none. */
  String shared = "";

  /** Of an image, and the one that the dialog is for: whether it may be suggested. */
  BiPredicate<ImagePlus, ImagePlus> suggestion = (image, input) -> false;

  Supplier<String> newest = () -> "";

  DialogRules(String hint) {
    this.hint = hint;
  }

  /** Begins with this instead of the default. */
  public DialogRules begins(String value) {
    firstValue = value;
    return this;
  }

  /** Begins with this instead of the default for an image of one slice. */
  public DialogRules orFlat(String value) {
    flatValue = value;
    return this;
  }

  /** Begins with this where it has no value and no image is open, in whose place it may stand. */
  public DialogRules orWithoutImage(String value) {
    valueWithoutImage = value;
    return this;
  }

  /** Is a threshold that Otsu's method finds where none is given. */
  public DialogRules orOtsu() {
    otsuElse = true;
    hint = "empty: Otsu's";
    return this;
  }

  /** Is a threshold of grey images; else values are what these words say, such as "labels". */
  public DialogRules orValues(String words) {
    elseWords = words;
    return this;
  }

  /** Is of use to few: with others like it, it lies behind a button. */
  public DialogRules rare() {
    rare = true;
    return this;
  }

  /** Belongs to the image that it was given for: the dialog for another one begins without it. */
  public DialogRules ofOneImage() {
    ofOneImage = true;
    return this;
  }

  /** Asks for it only where another image is open that fits. */
  public DialogRules offeredIfAny() {
    offeredIfAny = true;
    return this;
  }

  /** Has a button that chooses a file, though it may name several. */
  public DialogRules browsed() {
    browsed = true;
    return this;
  }

  /** Is a value of the image: begins with the live threshold, else with that of Otsu's method. */
  public DialogRules fromThreshold() {
    fromThreshold = true;
    return this;
  }

  /** Chooses the phase in which something flows: "the pores", or "the fluid". */
  public DialogRules ofFluid(String words) {
    fluid = words;
    hint = words;
    return sharedAs("fluid");
  }

  /** Chooses a channel of the image of this key: asked for only if there are several. */
  public DialogRules ofChannels(String imageKey) {
    channelsOf = imageKey;
    return this;
  }

  /** Is an image that is another channel of the input, where that has several. */
  public DialogRules orOtherChannel() {
    otherChannel = true;
    return this;
  }

  /** Begins with what was chosen last for the same image in any dialog that shares this name. */
  public DialogRules sharedAs(String name) {
    shared = name;
    return this;
  }

  /** Begins with this in place of the value of the last time, unless it is empty. */
  public DialogRules newest(Supplier<String> value) {
    newest = value;
    return this;
  }

  /** Proposes an image for one volume, though there need not be any. */
  public DialogRules proposed() {
    proposed = true;
    return this;
  }

  /**
   * Begins with the first image beside its own of which this holds, until another one, or none, is
   * chosen.
   */
  public DialogRules suggested(BiPredicate<ImagePlus, ImagePlus> which) {
    suggestion = which;
    return this;
  }
}
