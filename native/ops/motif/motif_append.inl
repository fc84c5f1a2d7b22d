// SPDX-License-Identifier: BSD-2-Clause
// Lists are read and written kAppendLanes entries at a time: what lies behind their end, so many
// entries at least, is read and overwritten.
#include "cpu/lanes.inl"

// Appends from[0] .. from[count - 1], without the letters before `shift`, to the lists of the four
// letters that they begin with, or of the three others.
enum class Goes { kToOwn, kToOthers };

typedef Vector<uint32_t> Entries;
constexpr uint32_t kEntries = kVectorLanes<uint32_t>;

template <Goes kGoes>
static inline void append(const uint32_t* from, uint32_t count, int shift, uint32_t** ends) {
  uint32_t* end[4] = {ends[0], ends[1], ends[2], ends[3]};
  const uint32_t rest_bits = (1U << shift) - 1;
  if constexpr (kCompresses) {
    constexpr uint32_t kFull = (1U << kEntries) - 1;
    for (uint32_t i = 0; i < count; i += kEntries) {
      const uint32_t left = count - i;
      const uint32_t there = left < kEntries ? (1U << left) - 1 : kFull;
      const auto entries = load<Entries>(from + i);
      const Entries letters = entries >> shift;
      const Entries rest = entries & rest_bits;
      for (uint32_t letter = 0; letter < 4; ++letter) {
        const auto taken = kGoes == Goes::kToOwn ? equal_lanes(letters, letter, there)
                                                 : other_lanes(letters, letter, there);
        store_lanes(rest, taken, end[letter]);
        end[letter] += __builtin_popcount(taken);
      }
    }
  } else {
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t own = from[i] >> shift;
      const uint32_t rest = from[i] & rest_bits;
      for (uint32_t letter = 0; letter < 4; ++letter) {
        *end[letter] = rest;
        end[letter] += (own == letter) == (kGoes == Goes::kToOwn);
      }
    }
  }
  for (int letter = 0; letter < 4; ++letter) ends[letter] = end[letter];
}
