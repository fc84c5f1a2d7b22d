// SPDX-License-Identifier: BSD-2-Clause
// Along a row a voxel's distance is that to the nearer end of its run of object voxels: the weights
// 1, 2, 3, ... from the left end, ..., 3, 2, 1 up to the right one. So runs are copied from tables,
// whole registers at a time: what is written too much the next run overwrites.

template <class T>
static inline T* copy(const T* from, int64_t count, T* to) {
  for (int64_t i = 0; i < count; i += kLines<T>) copy_lines(from + i, to + i);
  return to + count;
}

template <class T>
static inline void write_run(const BitRow<T>& row, int64_t first, int64_t end) {
  const int64_t length = end - first;
  T* to = row.to + first;
  const bool left = first > 0 || row.outside_is_background != 0;
  const bool right = end < row.width || row.outside_is_background != 0;
  if (left && right && length <= kLines<T>) {
    copy_lines(row.runs + length * kLines<T>, to);
  } else if (left || right) {
    const int64_t rising = left ? (right ? (length + 1) / 2 : length) : 0;
    to = copy(row.rising, rising, to);
    copy(row.falling - (length - rising), length - rising, to);
  } else {
    for (int64_t i = 0; i < length; ++i) to[i] = kInfinite<T>;
  }
}

template <class T>
static void fill_row(const BitRow<T>& row) {
  for (int64_t i = 0; i < row.width; i += kLanes<T>) store<T>(row.to + i, Register<T>{});
  const int64_t words = (row.width + 63) / 64;
  int64_t first = -1;  // of the run that has begun
  uint64_t last = 0;   // the voxel before, at bit 0
  for (int64_t w = 0; w < words; ++w) {
    const uint64_t word = row.bits[w] ^ row.invert;
    uint64_t ends = word ^ (word << 1 | last);  // where runs begin, and behind their ends
    last = word >> 63;
    for (; ends != 0; ends &= ends - 1) {
      const int64_t at = 64 * w + __builtin_ctzll(ends);
      if (at >= row.width) break;
      if (first < 0) {
        first = at;
      } else {
        write_run(row, first, at);
        first = -1;
      }
    }
  }
  if (first >= 0) write_run(row, first, row.width);
}
