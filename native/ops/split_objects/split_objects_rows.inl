// SPDX-License-Identifier: BSD-2-Clause
// See split_objects_rows.hpp. Plain loops along rows, one row of neighbours after the other, which
// compilers turn into vectors.

// What is outside is 0, so that a row that is not there changes nothing.
template <class T>
static void climb_row(const T* __restrict own, const T* __restrict row, int64_t width, int reach,
                      int first, T* __restrict codes, T* __restrict best) {
  for (int dx = -reach; dx <= reach; ++dx) {
    const T code = (T)(first + dx + 1);
    const T* __restrict const other = row + dx;
    if (row == own && dx == 0) continue;
    for (int64_t x = 0; x < width; ++x) {
      const T higher = other[x] > best[x];
      const T equal = (T)((other[x] == own[x]) & (codes[x] == kPeak));
      best[x] = higher ? other[x] : best[x];
      codes[x] = higher ? code : equal ? (T)kFlat : codes[x];
    }
  }
}

template <class T>
static void climb(NineRows<T> rows, int64_t width, int most, T* codes, T* best) {
  for (int64_t x = 0; x < width; ++x) {
    best[x] = rows[4][x];
    codes[x] = (T)kPeak;
  }
  for (int row = 0; row < 9; ++row) {
    const int axes = (row / 3 != 1) + (row % 3 != 1);
    if (axes <= most) {
      climb_row(rows[4], rows[row], width, axes < most ? 1 : 0, 3 * row, codes, best);
    }
  }
}

// A label that is not there, 0, is larger than all others less 1.
static int find_smaller(NineRows<uint32_t> rows, int64_t width, int most, uint8_t* flags) {
  for (int64_t x = 0; x < width; ++x) flags[x] = 0;
  const uint32_t* __restrict const own = rows[4];
  for (int row = 0; row < 9; ++row) {
    const int axes = (row / 3 != 1) + (row % 3 != 1);
    if (axes > most) continue;
    const int reach = axes < most ? 1 : 0;
    for (int dx = -reach; dx <= reach; ++dx) {
      const uint32_t* const other = rows[row] + dx;
      uint8_t* __restrict const to = flags;
      for (int64_t x = 0; x < width; ++x) {
        const uint32_t label = own[x];
        to[x] = (uint8_t)(to[x] | (uint8_t)((label != 0) & (other[x] - 1 < label - 1)));
      }
    }
  }
  int any = 0;
  for (int64_t x = 0; x < width; ++x) any |= flags[x];
  return any;
}

constexpr Rows kRows = {
    .of_16 = {.climb = climb<uint16_t>},
    .of_32 = {.climb = climb<uint32_t>},
    .find_smaller = find_smaller,
};
