// SPDX-License-Identifier: BSD-2-Clause
// Values are looked at 64 at a time, as their bits are. Few of these have one larger than all
// before, so that all of them are asked for that first, whether their bits are set or not.

constexpr int kLooks = 64;

template <class T>
static inline T largest_of_looks(const T* values) {
  Register<T> most = load(values);
  for (int i = kLanes<T>; i < kLooks; i += kLanes<T>) most = largest_of<T>(most, load(values + i));
  T lanes[kLanes<T>];
  store<T>(lanes, most);
  T largest = lanes[0];
  for (int i = 1; i < kLanes<T>; ++i) largest = largest < lanes[i] ? lanes[i] : largest;
  return largest;
}

// As bits.
template <class T>
static inline uint64_t positive_of_looks(const T* values) {
  uint8_t positive[kLooks];
  for (int i = 0; i < kLooks; ++i) positive[i] = values[i] > T{0} ? 1 : 0;
  uint64_t bits = 0;
  for (int i = 0; i < kLooks; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, positive + i, sizeof(eight));
    bits |= (eight * 0x0102040810204080U >> 56) << i;  // the lowest bit of every byte
  }
  return bits;
}

template <class T>
static inline void look_at_each(const T* values, uint64_t bits, Seen<T>* seen) {
  for (; bits != 0; bits &= bits - 1) {
    const T value = values[__builtin_ctzll(bits)];
    if (seen->largest < value) seen->largest = value;
    seen->positive += value > T{0} ? 1 : 0;
  }
}

template <class T>
static void look_at(const T* values, int64_t count, const uint64_t* bits, int64_t first,
                    Seen<T>* seen) {
  for (int64_t i = 0; i < count; i += kLooks) {
    const int64_t there = count - i < kLooks ? count - i : kLooks;
    const int64_t word = (first + i) / 64;
    const int64_t shift = (first + i) % 64;
    uint64_t here = bits[word] >> shift;
    if (shift + there > 64) here |= bits[word + 1] << (64 - shift);
    if (there < kLooks) here &= (uint64_t{1} << there) - 1;
    if (here == 0) continue;
    seen->voxels += __builtin_popcountll(here);
    if (there < kLooks || seen->largest < largest_of_looks(values + i)) {
      look_at_each(values + i, here, seen);
    } else {
      seen->positive += __builtin_popcountll(positive_of_looks(values + i) & here);
    }
  }
}
