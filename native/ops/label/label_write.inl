// SPDX-License-Identifier: BSD-2-Clause
// A row's labels, eight voxels at a time: the labels of the runs that they are in lie side by side,
// and a table says which of them each voxel takes, whatever the voxels are.

#include "cpu/lanes.inl"

// For each pattern of voxels where runs begin: how many begin at voxels 0 to i, less 1 where any
// does.
struct Places {
  uint8_t of[256][8];
};
constexpr Places make_places() {
  Places places{};
  for (int starts = 0; starts < 256; ++starts) {
    int begun = 0;
    for (int i = 0; i < 8; ++i) {
      begun += starts >> i & 1;
      places.of[starts][i] = (uint8_t)(begun > 0 ? begun - 1 : 0);
    }
  }
  return places;
}
alignas(64) constexpr Places kPlaces = make_places();

// The voxels of a word. `labels` are those of the runs that begin in it, behind the label of the
// run before; 8 behind these may be read too.
BITVOX_INLINE void write_word(uint64_t word, uint64_t starts, const uint32_t* labels,
                              uint32_t* pixels) {
  constexpr uint64_t kFirstVoxels = 0x0101010101010101;  // of the bytes
  const uint64_t goes_on = word & kFirstVoxels & ~starts;
  const uint64_t begins = starts | goes_on;  // as if a run began where one goes on
  for (int i = 0; i < 64; i += 8) {
    EightWords label;
    choose(labels + 1 - (int64_t)(goes_on >> i & 1), kPlaces.of[(uint8_t)(begins >> i)],
           (uint8_t)(word >> i), label);
    store(pixels + i, label & (kIsLabel - 1));
    labels += BITVOX_POPCOUNT((uint8_t)(starts >> i));
  }
}

// Voxel by voxel.
BITVOX_INLINE void write_voxels(uint64_t word, uint64_t starts, const uint32_t* labels, int64_t run,
                                int64_t count, uint32_t* pixels) {
  for (int64_t i = 0; i < count; ++i) {
    run += (int64_t)(starts >> i & 1);
    pixels[i] = (word >> i & 1) != 0 ? labels[run - 1] & ~kIsLabel : 0;
  }
}

static void write_labels(const uint64_t* words, int64_t width, const uint32_t* labels, int64_t run,
                         int64_t count, uint32_t* pixels) {
  uint64_t before = 0;
  for (int64_t x = 0; x < width; x += 64) {
    const uint64_t word = *words++;
    const int64_t voxels = width - x < 64 ? width - x : 64;
    const uint64_t starts = run_starts({before, word, 0});
    before = word;
    if (word == 0 || (voxels == 64 && starts == 0 && word == ~uint64_t{0})) {
      const uint32_t label = word == 0 ? 0 : labels[run - 1] & ~kIsLabel;
      for (int64_t i = 0; i < voxels; ++i) pixels[x + i] = label;
      continue;
    }
    constexpr int64_t kMostRead = 32 + 8;  // labels
    if (kChoosesLanes && run > 0 && run + kMostRead <= count) {
      if (voxels == 64) {
        write_word(word, starts, labels + run - 1, pixels + x);
      } else {
        uint32_t piece[64];
        write_word(word, starts, labels + run - 1, piece);
        __builtin_memcpy(pixels + x, piece, (uint64_t)voxels * sizeof(uint32_t));
      }
      run += BITVOX_POPCOUNT(starts);
      continue;
    }
    write_voxels(word, starts, labels, run, voxels, pixels + x);
    run += BITVOX_POPCOUNT(starts);
  }
}
