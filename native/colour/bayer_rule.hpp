// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include "core/host_and_device.hpp"

// What the colours of a pixel are, once for vectors of the CPU and for packed words of the GPU.
// Whole numbers, so the same on both. A measured value is kept. By means a missing colour is that
// of all neighbours that have measured it: (a + b + 1) >> 1, or (a + b + c + d + 2) >> 2. With
// gradients it is a sum of values in a 5 x 5 neighbourhood in sixteenths, rounded half up and
// clamped to the pixels' range.
//
// Literature: H. S. Malvar, L.-W. He, R. Cutler, "High-quality linear interpolation for demosaicing
// of Bayer-patterned color images", ICASSP 2004.
//
// Math says what numbers are: Value, which has several pixels as a rule, with + - and * of small
// numbers; half(), quarter() and sixteenth(), which divide and round as above; kIsGradient. It
// belongs to an unnamed namespace where it is compiled for one instruction set.
namespace bitvox::bayer {

// A row at some pixels, of which the even and the odd ones are apart, as a colour is measured at
// one sort of them; and what lies one pixel before and behind, or two.
template <class Math>
struct Lanes {
  using Value = typename Math::Value;
  Value even;
  Value odd;
  Value odd_before;   // of each even pixel the one at its left
  Value even_after;   // of each odd pixel the one at its right
  Value even_before;  // of each even pixel the second one at its left
  Value odd_after;    // of each odd pixel the second one at its right
};

// Two rows above to two rows below.
template <class Math>
struct Neighbourhood {
  Lanes<Math> up2, up, here, down, down2;
};

// What the rules add: of a pixel its neighbours, and those two pixels away.
template <class Math>
struct Sums {
  using Value = typename Math::Value;
  Value here;
  Value beside;
  Value above_below;
  Value diagonal;
  Value far_beside;
  Value far_above_below;
};

template <class Math>
struct Colours {
  using Value = typename Math::Value;
  Value chroma;  // the one of the row
  Value green;
  Value other;  // the chroma of the rows above and below
};

template <class Math>
BITVOX_BOTH inline Sums<Math> even_sums(const Neighbourhood<Math>& n) {
  return {n.here.even,
          n.here.odd_before + n.here.odd,
          n.up.even + n.down.even,
          n.up.odd_before + n.up.odd + n.down.odd_before + n.down.odd,
          n.here.even_before + n.here.even_after,
          n.up2.even + n.down2.even};
}

template <class Math>
BITVOX_BOTH inline Sums<Math> odd_sums(const Neighbourhood<Math>& n) {
  return {n.here.odd,
          n.here.even + n.here.even_after,
          n.up.odd + n.down.odd,
          n.up.even + n.up.even_after + n.down.even + n.down.even_after,
          n.here.odd_before + n.here.odd_after,
          n.up2.odd + n.down2.odd};
}

// Where the chroma was measured.
template <class Math>
BITVOX_BOTH inline Colours<Math> at_chroma(const Sums<Math>& s) {
  if constexpr (Math::kIsGradient) {
    const auto far = s.far_beside + s.far_above_below;
    return {s.here, Math::sixteenth(s.here * 8 + (s.beside + s.above_below) * 4 - far * 2),
            Math::sixteenth(s.here * 12 + s.diagonal * 4 - far * 3)};
  } else {
    return {s.here, Math::quarter(s.beside + s.above_below), Math::quarter(s.diagonal)};
  }
}

// Where green was measured: the chroma is beside it, the other one above and below.
template <class Math>
BITVOX_BOTH inline Colours<Math> at_green(const Sums<Math>& s) {
  if constexpr (Math::kIsGradient) {
    const auto both = s.here * 10 - s.diagonal * 2;
    return {Math::sixteenth(both + s.beside * 8 - s.far_beside * 2 + s.far_above_below), s.here,
            Math::sixteenth(both + s.above_below * 8 - s.far_above_below * 2 + s.far_beside)};
  } else {
    return {Math::half(s.beside), s.here, Math::half(s.above_below)};
  }
}

template <class Math>
struct Demosaiced {
  Colours<Math> even;
  Colours<Math> odd;
};

template <class Math>
BITVOX_BOTH inline Demosaiced<Math> demosaic(const Neighbourhood<Math>& n, bool chroma_first) {
  if (chroma_first) return {at_chroma(even_sums(n)), at_green(odd_sums(n))};
  return {at_green(even_sums(n)), at_chroma(odd_sums(n))};
}

}  // namespace bitvox::bayer
