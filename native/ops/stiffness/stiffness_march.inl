// SPDX-License-Identifier: BSD-2-Clause
// Forces on nodes from displacements, element row after element row. Whoever includes this is
// freestanding, see cpu/rows.cpp.in.
//
// Each row of elements is computed once for its four rows of nodes: sums and differences along y
// and z of the four, then along x, the element, and the same back to front, of which the step along
// x waits until all rows of elements around a row of nodes have been added up. The order in which
// they are, (y - 1, z - 1), (y, z - 1), (y - 1, z), (y, z), does not depend on the range.

#include "cpu/lanes.inl"

template <class Real>
struct LanesFor;
template <>
struct LanesFor<float> {
  typedef LanesOf<float, 8> Lanes;
  static constexpr int kCount = 8;
};
template <>
struct LanesFor<double> {
  typedef LanesOf<double, 4> Lanes;
  static constexpr int kCount = 4;
};

inline __attribute__((always_inline)) void load(const float* from, LanesFor<float>::Lanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
inline __attribute__((always_inline)) void load(const double* from, LanesFor<double>::Lanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
inline __attribute__((always_inline)) void load(const float* from, LanesFor<double>::Lanes& to) {
  to = LanesFor<double>::Lanes{from[0], from[1], from[2], from[3]};
}

// The place of row or layer i where there is one beyond the border, else -1.
inline int64_t wrapped(int64_t i, int64_t count, bool periodic) {
  if (i >= 0 && i < count) return i;
  if (!periodic) return -1;
  return i < 0 ? count - 1 : 0;
}

// What a march adds up: six sums a node, at 2 c + a for component c, with (a = 1) or without a
// difference along x.
template <class Real>
struct Sums {
  Real* values;
  int64_t stride;
  Real* of(int64_t row, int i) const { return values + (row * 6 + i) * stride + kLanes; }
};

template <class Real, class Stored>
struct Marching {
  const LevelRows& level;
  const Stored* u;
  const double* strain;  // or null
  Real* modes;           // 12 rows
  int64_t stride;

  using Lanes = typename LanesFor<Real>::Lanes;
  static constexpr int kCount = LanesFor<Real>::kCount;

  // Sums and differences along y and z: at 4 c + b + 2 d for component c, differences along y (b)
  // and z (d). Of a block of four rows of nodes.
  inline __attribute__((always_inline)) void find_modes(const int32_t* const (&rows)[4],
                                                        int64_t block) const {
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < kLanes; i += kCount) {
        const int at = c * kLanes + i;
        Lanes v[4];
        for (int row = 0; row < 4; ++row) {
          load(u + static_cast<int64_t>(rows[row][block]) * kOfBlock + at, v[row]);
        }
        const Lanes sum = v[0] + v[1], difference = v[1] - v[0];
        const Lanes next_sum = v[2] + v[3], next_difference = v[3] - v[2];
        Real* const out = modes + kLanes + block * kLanes + i;
        store(sum + next_sum, out + (4 * c) * stride);
        store(difference + next_difference, out + (4 * c + 1) * stride);
        store(next_sum - sum, out + (4 * c + 2) * stride);
        store(next_difference - difference, out + (4 * c + 3) * stride);
      }
  }

  static inline __attribute__((always_inline)) void store(const Lanes& from, Real* to) {
    __builtin_memcpy(to, &from, sizeof from);
  }
  static inline __attribute__((always_inline)) void add(const Lanes& value, Real* to) {
    Lanes sum;
    load(to, sum);
    store(sum + value, to);
  }

  // Some elements of a row, those from x on, whose materials are at `at`.
  inline __attribute__((always_inline)) void add_elements(int64_t x, int64_t at,
                                                          const Sums<Real>& lower,
                                                          const Sums<Real>& upper,
                                                          int64_t row) const {
    Lanes w[3][kModes];
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 4; ++i) {
        const Real* const from = modes + (4 * c + i) * stride + kLanes + x;
        Lanes here, next;
        load(from, here);
        load(from + 1, next);
        w[c][2 * i] = here + next;
        w[c][2 * i + 1] = next - here;
      }
    if (strain != nullptr) {
      for (int c = 0; c < 3; ++c)
        for (int axis = 0; axis < 3; ++axis) {
          w[c][1 << axis] = w[c][1 << axis] + static_cast<Real>(4 * strain[3 * c + axis]);
        }
    }
    Lame<Lanes> lame;
    load(level.mean + at, lame.mean);
    load(level.rest + at, lame.rest);
    load(level.shear + at, lame.shear);
    if constexpr (sizeof(Real) == sizeof(double)) {
      to_forces(w, lame, level.precise_ratios);
    } else {
      to_forces(w, lame, level.ratios);
    }
    for (int c = 0; c < 3; ++c) {
      w[c][0] = Lanes{};
      for (int a = 0; a < 2; ++a) {
        // Back along z, then along y.
        const Lanes sum_low = w[c][a] - w[c][a + kOddZ], sum_high = w[c][a] + w[c][a + kOddZ];
        const Lanes low = w[c][a + kOddY] - w[c][a + kOddY + kOddZ],
                    high = w[c][a + kOddY] + w[c][a + kOddY + kOddZ];
        const int i = 2 * c + a;
        add(sum_low - low, lower.of(row, i) + x);
        add(sum_low + low, lower.of(row + 1, i) + x);
        add(sum_high - high, upper.of(row, i) + x);
        add(sum_high + high, upper.of(row + 1, i) + x);
      }
    }
  }

  // The elements (y, z), which become rows `row` and `row + 1` of the sums.
  void add_row(int64_t y, int64_t z, const Sums<Real>& lower, const Sums<Real>& upper,
               int64_t row) const {
    const int64_t y_next = wrapped(y + 1, level.nodes[1], true);
    const int64_t z_next = wrapped(z + 1, level.nodes[2], true);
    const auto places = [&](int64_t j, int64_t k) {
      return level.place + (k * level.nodes[1] + j) * level.blocks;
    };
    const int32_t* const rows[4] = {places(y, z), places(y_next, z), places(y, z_next),
                                    places(y_next, z_next)};
    bool any = false, before = false;
    for (int64_t block = 0; block < level.blocks; ++block) {
      const bool here = level.solid[rows[0][block]] != 0;
      if (here || before || (block == 0 && level.periodic[0])) find_modes(rows, block);
      any = any || here;
      before = here;
    }
    if (!any) return;
    // Behind the last node is the first one, or nothing that has a material.
    for (int i = 0; i < 12; ++i) {
      Real* const of = modes + i * stride + kLanes;
      of[level.blocks * kLanes] = 0;
      if (level.periodic[0]) of[level.nodes[0]] = of[0];
    }
    for (int64_t block = 0; block < level.blocks; ++block) {
      const int64_t place = rows[0][block];
      if (level.solid[place] == 0) continue;
      for (int i = 0; i < kLanes; i += kCount) {
        add_elements(block * kLanes + i, place * kLanes + i, lower, upper, row);
      }
    }
  }
};

// A row of nodes whose forces are known but for the step along x. Called with use(at, forces), it
// calls that for all stored blocks and components; `at` is where in a vector they are.
template <class Real>
struct FinishedRow {
  const LevelRows& level;
  const Sums<Real>& sums;
  int64_t row, y, z;

  int64_t number() const { return z * level.nodes[1] + y; }

  template <class Use>
  inline __attribute__((always_inline)) void operator()(const Use& use) const {
    using Lanes = typename LanesFor<Real>::Lanes;
    for (int i = 0; i < 6; ++i) {
      Real* const of = sums.of(row, i);
      of[-1] = level.periodic[0] ? of[level.nodes[0] - 1] : 0;
    }
    const int32_t* const places = level.place + number() * level.blocks;
    for (int64_t block = 0; block < level.blocks; ++block) {
      const int64_t place = places[block];
      if (place == 0) continue;
      for (int c = 0; c < 3; ++c)
        for (int i = 0; i < kLanes; i += LanesFor<Real>::kCount) {
          const int64_t x = block * kLanes + i;
          Lanes sum, difference, sum_before, difference_before;
          load(sums.of(row, 2 * c) + x, sum);
          load(sums.of(row, 2 * c + 1) + x, difference);
          load(sums.of(row, 2 * c) + x - 1, sum_before);
          load(sums.of(row, 2 * c + 1) + x - 1, difference_before);
          Lanes force = (sum - difference) + (sum_before + difference_before);
          use(place * kOfBlock + c * kLanes + i, force);
        }
    }
  }
};

// finish(row) for each row of nodes in the range; see FinishedRow.
template <class Real, class Stored, class Finish>
inline void march(const LevelRows& level, RowRange range, const Stored* u, const double* strain,
                  Real* scratch, const Finish& finish) {
  const int64_t stride = scratch_stride(level.blocks);
  const int64_t rows = range.y_end - range.y + 2;  // one more at both ends, which nobody reads
  const Marching<Real, Stored> marching{level, u, strain, scratch, stride};
  Sums<Real> lower{scratch + 12 * stride, stride};
  Sums<Real> upper{lower.values + rows * 6 * stride, stride};
  const auto clear = [&](const Sums<Real>& sums) {
    __builtin_memset(sums.values, 0, static_cast<uint64_t>(rows * 6 * stride) * sizeof(Real));
  };
  clear(lower);
  for (int64_t z = range.z - 1; z < range.z_end; ++z) {
    clear(upper);
    const int64_t layer = wrapped(z, level.elements[2], level.periodic[2]);
    for (int64_t y = range.y - 1; layer >= 0 && y < range.y_end; ++y) {
      const int64_t of = wrapped(y, level.elements[1], level.periodic[1]);
      if (of >= 0) marching.add_row(of, layer, lower, upper, y - range.y + 1);
    }
    for (int64_t y = range.y; z >= range.z && y < range.y_end; ++y) {
      finish(FinishedRow<Real>{level, lower, y - range.y + 1, y, z});
    }
    const Sums<Real> done = lower;
    lower = upper;
    upper = done;
  }
}
