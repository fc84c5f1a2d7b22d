// SPDX-License-Identifier: BSD-2-Clause
// Image rows to bricks, and bricks to values.

// Swaps the bits of a chosen by `mask << shift` with those of b chosen by mask.
static inline void swap_bits(Vec& a, Vec& b, int shift, uint64_t mask) {
  const Vec t = ((a >> shift) ^ b) & all_lanes(mask);
  a ^= t << shift;
  b ^= t;
}

// Eight vectors of 8 x 8 bits a lane, where vector i holds bytes i of eight others: transposes
// bytes (unit 8) or bits (unit 1) of each lane against the number of the vector.
static inline void transpose(Vec (&v)[8], int unit, const uint64_t (&masks)[3]) {
  for (int half = 4, level = 0; half >= 1; half /= 2, ++level) {
    for (int i = 0; i < 8; ++i) {
      if ((i & half) == 0) {
        swap_bits(v[i], v[i + half], half * unit, masks[level]);
      }
    }
  }
}

constexpr uint64_t kByteMasks[3] = {0x00000000ffffffffU, 0x0000ffff0000ffffU, 0x00ff00ff00ff00ffU};
constexpr uint64_t kBitMasks[3] = {0x0f0f0f0f0f0f0f0fU, 0x3333333333333333U, 0x5555555555555555U};

static void rows_to_bricks(const uint64_t* const lines[64], int bricks, uint64_t* to) {
  for (int word = 0; 8 * word < bricks; ++word) {
    const int count = bricks - 8 * word < 8 ? bricks - 8 * word : 8;
    for (int part = 0; part < kParts; ++part) {
      // Vector y, lane z: the word of row (y, z), which crosses eight bricks.
      Vec v[8];
      for (int y = 0; y < 8; ++y) {
        uint64_t words[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) {
          const uint64_t* line = lines[8 * (kLanes * part + lane) + y];
          words[lane] = line == nullptr ? 0 : line[word];
        }
        v[y] = load(words);
      }
      transpose(v, 8, kByteMasks);
      for (int i = 0; i < count; ++i) {
        store(to + int64_t{kVectorWords} * (8 * word + i) + kLanes * part, v[i]);
      }
    }
  }
}

// Calls visit(value, where) for each value among the voxels `of` a brick. The next value is that of
// the first voxel left: no branch but the number of values is unpredictable.
template <class Visit>
static inline void for_each_value(const uint64_t* brick, int planes, const uint64_t* of,
                                  Visit visit) {
  uint64_t rest[kVectorWords];
  __builtin_memcpy(rest, of, sizeof(rest));
  for (int lane = 0; lane < kVectorWords; ++lane) {
    while (rest[lane] != 0) {
      const int bit = __builtin_ctzll(rest[lane]);
      uint64_t where[kVectorWords];
      Vec other[kParts] = {};
      int value = 0;
      for (int p = 0; p < planes; ++p) {
        const uint64_t* plane = brick + kVectorWords * p;
        const uint64_t has = plane[lane] >> bit & 1;
        value |= static_cast<int>(has) << p;
        for (int part = 0; part < kParts; ++part) {
          other[part] |= load(plane + kLanes * part) ^ all_lanes(uint64_t{0} - has);
        }
      }
      for (int part = 0; part < kParts; ++part) {
        const Vec left = load(rest + kLanes * part);
        store(where + kLanes * part, left & ~other[part]);
        store(rest + kLanes * part, left & other[part]);
      }
      visit(value, where);
    }
  }
}

static void count_values(const uint64_t* data, int planes, int bricks, int64_t stride,
                         const uint64_t* counted, int64_t* histogram) {
  constexpr int kAhead = 4;  // bricks on their way from memory
  for (int i = 0; i < bricks; ++i) {
    for (int p = 0; p < planes && i + kAhead < bricks; ++p) {
      __builtin_prefetch(data + stride * (i + kAhead) + kVectorWords * p);
    }
    const uint64_t* among = counted + int64_t{kVectorWords} * i;
    for_each_value(data + stride * i, planes, among, [&](int value, const uint64_t* where) {
      for (int lane = 0; lane < kVectorWords; ++lane) {
        histogram[value] += __builtin_popcountll(where[lane]);
      }
    });
  }
}

static void read_values(const uint64_t* brick, int planes, uint16_t* values) {
  for (int part = 0; part < kParts; ++part) {
    Vec low[8] = {};
    Vec high[8] = {};
    for (int p = 0; p < planes; ++p) {
      (p < 8 ? low[p] : high[p - 8]) = load(brick + kVectorWords * p + kLanes * part);
    }
    // Vector x, byte y: the value of voxel (x, y).
    transpose(low, 1, kBitMasks);
    uint8_t bytes[8][8 * kLanes];
    for (int x = 0; x < 8; ++x) {
      __builtin_memcpy(bytes[x], &low[x], sizeof(Vec));
    }
    uint16_t* to = values + 64 * kLanes * part;
    for (int y = 0; y < 8 * kLanes; ++y) {
      for (int x = 0; x < 8; ++x) {
        to[8 * y + x] = bytes[x][y];
      }
    }
    if (planes <= 8) {
      continue;
    }
    transpose(high, 1, kBitMasks);
    for (int x = 0; x < 8; ++x) {
      __builtin_memcpy(bytes[x], &high[x], sizeof(Vec));
    }
    for (int y = 0; y < 8 * kLanes; ++y) {
      for (int x = 0; x < 8; ++x) {
        to[8 * y + x] = static_cast<uint16_t>(to[8 * y + x] | bytes[x][y] << 8);
      }
    }
  }
}
