// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What radiographs and doses read: labels with their values, a foreground, or meshes with the
 * numbers of those that are chosen; native code reads the fields.
 */
final class RadiographInputs {
  final GreyInput labels;
  final double[] values;
  final VolumeInput foreground;
  final long meshes; // a handle, or 0
  final int[] chosen;
  final PhotonBeam photons;

  private RadiographInputs(
      GreyInput labels,
      double[] values,
      VolumeInput foreground,
      long meshes,
      int[] chosen,
      PhotonBeam photons) {
    this.labels = labels;
    this.values = values;
    this.foreground = foreground;
    this.meshes = meshes;
    this.chosen = chosen;
    this.photons = photons;
  }

  static RadiographInputs ofLabels(GreyInput labels, double[] values, PhotonBeam photons) {
    return new RadiographInputs(labels, values, null, 0, null, photons);
  }

  static RadiographInputs ofForeground(VolumeInput foreground, PhotonBeam photons) {
    return new RadiographInputs(null, null, foreground, 0, null, photons);
  }

  static RadiographInputs ofMeshes(long meshes, int[] chosen, PhotonBeam photons) {
    return new RadiographInputs(null, null, null, meshes, chosen, photons);
  }
}
