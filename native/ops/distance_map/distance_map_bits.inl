// SPDX-License-Identifier: BSD-2-Clause
// Along a row a voxel's distance is that to the nearer end of its run of object voxels: the weights
// 1, 2, 3, ... from the left end, ..., 3, 2, 1 up to the right one. So runs are copied from tables,
// whole registers at a time: what is written too much the next run overwrites.

template <class T>
static inline T* copy(const T* from, int64_t count, T* to) {
  for (int64_t i = 0; i < count; i += kLines<T>) copy_lines(from + i, to + i);
  return to + count;
}

// The run of voxels first to end - 1, as much of it as is asked for.
template <class T>
static inline void write_run(const BitRow<T>& row, int64_t first, int64_t end) {
  const int64_t from = first < row.first ? row.first : first;
  const int64_t until = end < row.end ? end : row.end;
  if (from >= until) return;
  const int64_t length = end - first;
  T* to = row.to + (from - row.first);
  const bool left = first > 0 || row.outside_is_background != 0;
  const bool right = end < row.width || row.outside_is_background != 0;
  if (left && right && length <= kLines<T> && from == first) {
    copy_lines(row.runs + length * kLines<T>, to);
  } else if (left || right) {
    const int64_t half = first + (left ? (right ? (length + 1) / 2 : length) : 0);
    const int64_t turn = half < from ? from : half < until ? half : until;
    to = copy(row.rising + (from - first), turn - from, to);
    copy(row.falling - (end - turn), until - turn, to);
  } else {
    for (int64_t i = from; i < until; ++i) to[i - from] = kInfinite<T>;
  }
}

// Where the run begins that voxel `at`, the last one of a word, belongs to.
template <class T>
static inline int64_t begin_of_run(const BitRow<T>& row, int64_t at) {
  for (int64_t w = at / 64; w >= 0; --w) {
    const uint64_t background = ~(row.bits[w] ^ row.invert);
    if (background != 0) return 64 * w + 64 - __builtin_clzll(background);
  }
  return 0;
}

template <class T>
static void fill_row(const BitRow<T>& row) {
  for (int64_t i = 0; i < row.end - row.first; i += kLanes<T>) store(row.to + i, Register<T>{});
  const int64_t words = (row.width + 63) / 64;
  int64_t w = row.first / 64;
  uint64_t last = w == 0 ? 0 : (row.bits[w - 1] ^ row.invert) >> 63;  // the voxel before, at bit 0
  int64_t first = last != 0 ? begin_of_run(row, 64 * w - 1) : -1;     // of the run that has begun
  for (; w < words; ++w) {
    const uint64_t word = row.bits[w] ^ row.invert;
    uint64_t ends = word ^ (word << 1 | last);  // where runs begin, and behind their ends
    last = word >> 63;
    for (; ends != 0; ends &= ends - 1) {
      const int64_t at = 64 * w + __builtin_ctzll(ends);
      if (at >= row.width) break;
      if (first < 0) {
        if (at >= row.end) return;
        first = at;
      } else {
        write_run(row, first, at);
        first = -1;
      }
    }
    if (first < 0 && 64 * (w + 1) >= row.end) return;
  }
  if (first >= 0) write_run(row, first, row.width);
}
