// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.plugin.PlugIn;

/** Plugins > Bitvox > Bitvox Backends */
public final class BackendsCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      IJ.log(BackendsText.text());
    } catch (RuntimeException e) {
      Failures.show(Messages.BACKENDS, e);
    }
  }
}
