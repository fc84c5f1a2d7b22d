// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
namespace bitvox {

// Four neighbours of a row; the other two are in the row, which has a cell more at both ends.
template <class T>
struct Around {
  const T* y_before;
  const T* y_after;
  const T* z_before;
  const T* z_after;
};

}  // namespace bitvox
