// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What radiographs and doses read: labels with their values, or a foreground; native code reads the
 * fields.
 */
final class RadiographInputs {
  final GreyInput labels;
  final double[] values;
  final VolumeInput foreground;
  final PhotonBeam photons;

  RadiographInputs(GreyInput labels, double[] values, VolumeInput foreground, PhotonBeam photons) {
    this.labels = labels;
    this.values = values;
    this.foreground = foreground;
    this.photons = photons;
  }
}
