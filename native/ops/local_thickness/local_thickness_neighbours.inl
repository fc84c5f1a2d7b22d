// SPDX-License-Identifier: BSD-2-Clause
// Which balls lie in those of neighbours.

template <class T>
static inline T larger_of(T a, T b) {
  return a < b ? b : a;
}

template <class T>
static inline void put_largest(const T* __restrict a, const T* __restrict b, const T* __restrict c,
                               const T* __restrict d, int64_t width, T* __restrict to) {
  for (int64_t x = 0; x < width; ++x)
    to[x] = larger_of(larger_of(a[x], b[x]), larger_of(c[x], d[x]));
}

template <class T>
static void largest_neighbours(const T* const (&rows)[9], int64_t width, T* const (&scratch)[3],
                               T* __restrict faces, T* __restrict edges, T* __restrict corners) {
  // Of the rows around this one those that share a face with it, those that share an edge.
  T* const __restrict own = scratch[0] + 1;
  T* const __restrict near = scratch[1] + 1;
  T* const __restrict far = scratch[2] + 1;
  for (T* const row : scratch) row[0] = row[width + 1] = 0;
  __builtin_memcpy(own, rows[4], (uint64_t)width * sizeof(T));
  put_largest(rows[1], rows[3], rows[5], rows[7], width, near);
  put_largest(rows[0], rows[2], rows[6], rows[8], width, far);
  for (int64_t x = 0; x < width; ++x) {
    faces[x] = larger_of(larger_of(own[x - 1], own[x + 1]), near[x]);
    edges[x] = larger_of(larger_of(near[x - 1], near[x + 1]), far[x]);
    corners[x] = larger_of(far[x - 1], far[x + 1]);
  }
}

// As many values as Ints has.
template <class T>
static inline Ints widen(const T* values) {
  return __builtin_convertvector((load<LanesOf<T, kLanes>>(values)), Ints);
}

static inline Ints look_up(const uint32_t* table, Ints places) {
  Ints found;
  gather<sizeof *table>(table, places, found);
  return found;
}

template <class T>
static uint64_t uncovered(const Candidates<T>& row, int64_t first, int64_t count, T smallest) {
  uint64_t bits = 0;
  int64_t i = 0;
  if constexpr (sizeof(T) < sizeof(double)) {
    const int32_t last = (int32_t)row.known - 1;
    for (; i + kLanes <= count; i += kLanes) {
      const int64_t x = first + i;
      const Ints own = widen(row.own + x);
      const uint32_t large = lanes_of(own > (int32_t)smallest);
      if (large == 0) continue;
      const Ints place = 3 * (own < last ? own : Ints{} + last);
      const Ints covered = (widen(row.faces + x) >= look_up(row.least, place)) |
                           (widen(row.edges + x) >= look_up(row.least + 1, place)) |
                           (widen(row.corners + x) >= look_up(row.least + 2, place));
      bits |= (uint64_t)(large & ~lanes_of(covered & (own <= last))) << i;
    }
  }
  for (; i < count; ++i) {
    const int64_t x = first + i;
    bool covered = false;
    if constexpr (sizeof(T) < sizeof(double)) {
      if ((int64_t)row.own[x] < row.known) {
        const uint32_t* const least = row.least + 3 * (int64_t)row.own[x];
        covered =
            row.faces[x] >= least[0] || row.edges[x] >= least[1] || row.corners[x] >= least[2];
      }
    }
    bits |= (uint64_t)(row.own[x] > smallest && !covered) << i;
  }
  return bits;
}
