// SPDX-License-Identifier: BSD-2-Clause
// Values are looked at 64 at a time, as their bits are. Few of these have one larger than all
// before, so that all of them are asked for that first, whether their bits are set or not.

constexpr int kLooks = 64;

template <class T>
static inline T largest_of_looks(const T* values) {
  Register<T> most = load(values);
  for (int i = kLanes<T>; i < kLooks; i += kLanes<T>) most = largest_of(most, load(values + i));
  T lanes[kLanes<T>];
  store(lanes, most);
  T largest = lanes[0];
  for (int i = 1; i < kLanes<T>; ++i) largest = largest < lanes[i] ? lanes[i] : largest;
  return largest;
}

template <class T>
static T largest_where(const T* values, int64_t count, const uint64_t* bits, int64_t first,
                       T so_far) {
  for (int64_t i = 0; i < count; i += kLooks) {
    const int64_t there = count - i < kLooks ? count - i : kLooks;
    const int64_t word = (first + i) / 64;
    const int64_t shift = (first + i) % 64;
    uint64_t here = bits[word] >> shift;
    if (shift + there > 64) here |= bits[word + 1] << (64 - shift);
    if (there < kLooks) here &= (uint64_t{1} << there) - 1;
    if (here == 0 || (there == kLooks && largest_of_looks(values + i) <= so_far)) continue;
    for (; here != 0; here &= here - 1) {
      const T value = values[i + __builtin_ctzll(here)];
      so_far = so_far < value ? value : so_far;
    }
  }
  return so_far;
}
