// SPDX-License-Identifier: BSD-2-Clause
// Plain loops that the compiler makes vectors of. Words are whole numbers: the same for every
// instruction set.

template <class Word>
static inline Word lesser(Word a, Word b) {
  return a < b ? a : b;
}

template <class Word>
static void load(const Word* from, int64_t count, Word* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = loaded(from[i]);
}

template <class Word>
static void store(const Word* from, int64_t count, Word* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = stored(from[i]);
}

// Steps from one row to the same places of another, or places that are `shift` further on.
template <class Algebra>
static inline void step(const Algebra& algebra, const typename Algebra::Word* from,
                        const typename Algebra::Node* at, const typename Algebra::Node* to,
                        uint32_t length, typename Algebra::Word* best) {
  for (int x = 0; x < kTileWidth; ++x) {
    best[x] = lesser(best[x], algebra.onward(from[x], at[x], to[x], length));
  }
}

// The best that comes from rows beside that are within the tile (inside) or anywhere.
template <class Algebra>
static inline void steps_from_beside(const Tile<Algebra>& tile, int64_t at,
                                     typename Algebra::Word* best) {
  const typename Algebra::Node* const to = tile.nodes + at * kTileStride;
  for (int i = 0; i < tile.beside_count; ++i) {
    const RowStep& beside = tile.beside[i];
    const int64_t from = (at + tile.row(beside.dy, beside.dz)) * kTileStride;
    const typename Algebra::Word* const words = tile.words + from;
    const typename Algebra::Node* const nodes = tile.nodes + from;
    if (beside.step != 0) step(tile.algebra, words, nodes, to, beside.step, best);
    if (beside.side != 0) {
      step(tile.algebra, words - 1, nodes - 1, to, beside.side, best);
      step(tile.algebra, words + 1, nodes + 1, to, beside.side, best);
    }
  }
}

// Forth and back along a row at the same time: the best path comes from one side.
template <class Algebra>
static inline void steps_along(const Tile<Algebra>& tile, int64_t at,
                               const typename Algebra::Word* best) {
  using Word = typename Algebra::Word;
  Word* const words = tile.words + at * kTileStride;
  const typename Algebra::Node* const nodes = tile.nodes + at * kTileStride;
  Word longer[kTileWidth], forth[kTileWidth], back[kTileWidth];
  if constexpr (Algebra::kAdds) {
    for (int x = 0; x < kTileWidth; ++x) {
      longer[x] = tile.algebra.onward(0, nodes[x], nodes[x], tile.step_x);
    }
  }
  const auto onward = [&](Word from, int x, int dx) {
    if constexpr (Algebra::kAdds) {
      return static_cast<Word>(from + longer[x]);
    } else {
      return tile.algebra.onward(from, nodes[x - dx], nodes[x], tile.step_x);
    }
  };
  Word from_left = words[-1], from_right = words[kTileWidth];
  for (int x = 0; x < kTileWidth; ++x) {
    forth[x] = from_left = lesser(best[x], onward(from_left, x, 1));
    const int other = kTileWidth - 1 - x;
    back[other] = from_right = lesser(best[other], onward(from_right, other, -1));
  }
  for (int x = 0; x < kTileWidth; ++x) words[x] = lesser(forth[x], back[x]);
}

// Whether any word of a row has changed.
template <class Algebra>
static inline bool settle_row(Tile<Algebra>& tile, int64_t at, uint8_t why) {
  using Word = typename Algebra::Word;
  Word* const words = tile.words + at * kTileStride;
  Word old[kTileWidth], best[kTileWidth];
  for (int x = 0; x < kTileWidth; ++x) best[x] = old[x] = words[x];
  steps_from_beside(tile, at, best);
  Word differs = 0;
  for (int x = 0; x < kTileWidth; ++x) differs |= best[x] ^ old[x];
  if (differs == 0 && (why & kRowEnds) == 0) return false;
  if (tile.step_x != 0) {
    steps_along(tile, at, best);
  } else {
    for (int x = 0; x < kTileWidth; ++x) words[x] = best[x];
  }
  differs = 0;
  for (int x = 0; x < kTileWidth; ++x) differs |= words[x] ^ old[x];
  return differs != 0;
}

template <class Algebra>
static void settle(Tile<Algebra>& tile) {
  const auto look = [&](int64_t at) {
    const uint8_t why = tile.waiting[at];
    if (why == 0) return false;
    tile.waiting[at] = 0;
    if (settle_row(tile, at, why)) {
      tile.changed[at] = 1;
      for (int i = 0; i < tile.beside_count; ++i) {
        tile.waiting[at + tile.row(tile.beside[i].dy, tile.beside[i].dz)] |= kRowBeside;
      }
    }
    return true;
  };
  for (bool any = true; any;) {
    any = false;
    for (int z = 0; z < tile.depth; ++z) {
      for (int y = 0; y < tile.height; ++y) any |= look(tile.row(y, z));
    }
    for (int z = tile.depth - 1; z >= 0; --z) {
      for (int y = tile.height - 1; y >= 0; --y) any |= look(tile.row(y, z));
    }
  }
}

// Steps out of the tile. Rows and voxels around it are entered from those within.
template <class Algebra>
struct StepsOut {
  using Word = typename Algebra::Word;
  const Tile<Algebra>& tile;

  bool inside(int64_t y, int64_t z) const {
    return y >= 0 && y < tile.height && z >= 0 && z < tile.depth;
  }

  // One voxel at x, which is outside, from one at x + dx of a row within.
  Word step(int64_t from, int x_from, int64_t to, int x_to, uint32_t length) const {
    const int64_t at = from * kTileStride + x_from, onto = to * kTileStride + x_to;
    const Word word = tile.algebra.onward(tile.words[at], tile.nodes[at], tile.nodes[onto], length);
    return word < tile.words[onto] ? word : kFar<Word>;
  }

  // Onto the voxel before (x = -1) or behind (x = kTileWidth) the row y, z.
  Word onto_end(int64_t y, int64_t z, int x) const {
    const int x_from = x < 0 ? 0 : kTileWidth - 1;
    const int64_t to = tile.row(y, z);
    Word smallest = kFar<Word>;
    if (inside(y, z) && tile.changed[to] != 0 && tile.step_x != 0) {
      smallest = step(to, x_from, to, x, tile.step_x);
    }
    for (int i = 0; i < tile.beside_count; ++i) {
      const RowStep& beside = tile.beside[i];
      const int64_t from = tile.row(y + beside.dy, z + beside.dz);
      if (beside.side == 0 || !inside(y + beside.dy, z + beside.dz)) continue;
      if (tile.changed[from] == 0) continue;
      smallest = lesser(smallest, step(from, x_from, to, x, beside.side));
    }
    return smallest;
  }

  // Onto a row that is outside. The voxels beyond the ends of rows within are not.
  Word onto_row(int64_t y, int64_t z) const {
    const int64_t to = tile.row(y, z) * kTileStride;
    Word best[kTileWidth];
    for (int x = 0; x < kTileWidth; ++x) best[x] = kLimit<Word>;
    bool any = false;
    for (int i = 0; i < tile.beside_count; ++i) {
      const RowStep& beside = tile.beside[i];
      if (!inside(y + beside.dy, z + beside.dz)) continue;
      const int64_t row = tile.row(y + beside.dy, z + beside.dz);
      if (tile.changed[row] == 0) continue;
      any = true;
      const int64_t from = row * kTileStride;
      for (int dx = -1; dx <= 1; ++dx) {
        const uint32_t length = dx == 0 ? beside.step : beside.side;
        if (length == 0) continue;
        const int first = dx < 0 ? 1 : 0, end = dx > 0 ? kTileWidth - 1 : kTileWidth;
        for (int x = first; x < end; ++x) {
          best[x] = lesser(best[x],
                           tile.algebra.onward(tile.words[from + x + dx], tile.nodes[from + x + dx],
                                               tile.nodes[to + x], length));
        }
      }
    }
    Word smallest = kFar<Word>;
    if (!any) return smallest;
    for (int x = 0; x < kTileWidth; ++x) {
      const Word improved = best[x] < tile.words[to + x] ? best[x] : kFar<Word>;
      smallest = lesser(smallest, improved);
    }
    return smallest;
  }
};

template <class Algebra>
static void wake(const Tile<Algebra>& tile, typename Algebra::Word (&smallest)[27]) {
  using Word = typename Algebra::Word;
  for (Word& word : smallest) word = kFar<Word>;
  const StepsOut<Algebra> out{tile};
  const auto side = [](int64_t i, int64_t count) { return i < 0 ? -1 : i < count ? 0 : 1; };
  for (int64_t z = -1; z <= tile.depth; ++z) {
    for (int64_t y = -1; y <= tile.height; ++y) {
      const int dy = side(y, tile.height), dz = side(z, tile.depth);
      const auto add = [&](int dx, Word word) {
        Word& known = smallest[tile_side(dx, dy, dz)];
        known = lesser(known, word);
      };
      add(-1, out.onto_end(y, z, -1));
      add(1, out.onto_end(y, z, kTileWidth));
      if (!out.inside(y, z)) add(0, out.onto_row(y, z));
    }
  }
}

template <class Algebra>
constexpr TileRows<Algebra> kTileRowsOf = {
    .load = load<typename Algebra::Word>,
    .store = store<typename Algebra::Word>,
    .settle = settle<Algebra>,
    .wake = wake<Algebra>,
};

constexpr Rows kRows = {
    kTileRowsOf<Sum<uint32_t, uint8_t>>,
    kTileRowsOf<Sum<uint32_t, uint16_t>>,
    kTileRowsOf<Sum<uint64_t, uint8_t>>,
    kTileRowsOf<Sum<uint64_t, uint16_t>>,
};
