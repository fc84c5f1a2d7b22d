// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.Serializable;

/**
 * What a new image is.
 *
 * @param channels of which there is an axis c if there are several
 * @param times of which there is an axis t if there are several
 * @param size voxels along z, y and x
 * @param spacing of voxels along t, z, y and x
 * @param origin of the centre of the first voxel along z, y and x
 * @param unit as ImageJ has it; empty for none
 * @param timeUnit as OME has it; null for none
 * @param labels whether its values are numbers of objects
 */
public record OmeForm(
    int channels,
    int times,
    int[] size,
    VoxelType type,
    double[] spacing,
    double[] origin,
    String unit,
    String timeUnit,
    boolean labels)
    implements Serializable {
  private static final long serialVersionUID = 1;
}
