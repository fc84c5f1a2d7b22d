// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The border rule of structuring elements. */
public enum Edges {
  /** Elements must lie wholly inside the volume: outside is background. */
  BACKGROUND,
  /** The centre must lie inside the volume; the part of the element outside is ignored. */
  CLIPPED
}
