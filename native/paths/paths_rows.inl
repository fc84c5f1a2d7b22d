// SPDX-License-Identifier: BSD-2-Clause
// Words are whole numbers: the same for every instruction set.

#define BITVOX_UNROLL _Pragma("GCC unroll 16")
#include "paths/paths_lanes.inl"
#include "paths/paths_steps.inl"
#undef BITVOX_UNROLL

template <class Algebra>
static void load(const RowOfVolume<Algebra>& from, const Tile<Algebra>& tile, int64_t at) {
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;
  const Word* known = from.words;
  const Node* nodes = from.nodes;
  Word some_words[kTileWidth];
  Node some_nodes[kTileWidth];
  if (from.count < kTileWidth) {
    for (int x = 0; x < kTileWidth; ++x) {
      some_words[x] = x < from.count ? from.words[x] : kLimit<Word>;
      some_nodes[x] = x < from.count ? from.nodes[x] : kWall<Node>;
    }
    known = some_words;
    nodes = some_nodes;
  }
  Word* const words = tile.words_of(at);
  Row<Word> row = Row<Word>::at(known);
  row.take_less(Row<Word>::filled(kLimit<Word>));
  Row<Word>::split(row).put(words);
  words[kRowBefore] = from.before ? loaded(from.words[-1]) : kLimit<Word>;
  words[kRowAfter] = from.after ? loaded(from.words[kTileWidth]) : kLimit<Word>;
  for (int kind = 0; kind < tile.kind_count; ++kind) {
    const auto longer_to = [&](Node node) {
      return tile.algebra.longer(node, tile.kinds[kind].length);
    };
    Word* const longer = tile.longer_of(kind, at);
    Word all[kTileWidth];
    for (int x = 0; x < kTileWidth; ++x) all[x] = longer_to(nodes[x]);
    Row<Word>::split(Row<Word>::at(all)).put(longer);
    longer[kRowBefore] = from.before ? longer_to(from.nodes[-1]) : kLimit<Word>;
    longer[kRowAfter] = from.after ? longer_to(from.nodes[kTileWidth]) : kLimit<Word>;
  }
}

template <class Algebra>
static void store(const Tile<Algebra>& tile, int64_t at, const RowOfVolume<Algebra>& to) {
  using Word = typename Algebra::Word;
  Row<Word> row = Row<Word>::at(tile.words_of(at));
  for (auto& lanes : row.of) {
    lanes = lanes < all_lanes(kLimit<Word>) ? lanes : all_lanes(kFar<Word>);
  }
  row = Row<Word>::joined(row);
  if (to.count == kTileWidth) return row.put(to.words);
  Word words[kTileWidth];
  row.put(words);
  for (int64_t x = 0; x < to.count; ++x) to.words[x] = words[x];
}

template <class Algebra>
static inline bool ends_improve(const Tile<Algebra>& tile, int64_t at) {
  const auto* const words = tile.words_of(at);
  const auto* const longer = tile.longer_of(tile.along, at);
  return words[kRowBefore] + longer[0] < words[0] ||
         words[kRowAfter] + longer[kTileWidth - 1] < words[kTileWidth - 1];
}

// Whether any word of a row is new.
template <class Algebra>
static inline bool settle_row(Tile<Algebra>& tile, int64_t at, uint8_t why) {
  using Word = typename Algebra::Word;
  const Row<Word> old = Row<Word>::at(tile.words_of(at));
  Row<Word> best = old;
  steps_from_beside(
      tile, at, true, [](const RowBeside&) { return true; }, best);
  const bool from_ends = tile.along >= 0 && ends_improve(tile, at);
  if (why == kNewAround && !from_ends && !best.differs(old)) return false;
  if (tile.along >= 0) steps_along(tile, at, best);
  best.put(tile.words_of(at));
  return true;
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
        tile.waiting[at + tile.beside[i].rows] |= kNewAround;
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

// Steps out of the tile, from rows within that have changed.
template <class Algebra>
struct StepsOut {
  using Word = typename Algebra::Word;
  const Tile<Algebra>& tile;

  bool inside(int64_t y, int64_t z) const {
    return y >= 0 && y < tile.height && z >= 0 && z < tile.depth;
  }
  bool changed(int64_t y, int64_t z) const {
    return inside(y, z) && tile.changed[tile.row(y, z)] != 0;
  }

  // Onto the voxel before or behind the row y, z. first: the voxel within from which steps lead
  // there.
  Word onto_end(int64_t y, int64_t z, int first, int end) const {
    const int64_t to = tile.row(y, z);
    Word best = kLimit<Word>;
    for (int kind = 0; kind < tile.kind_count; ++kind) {
      const StepKind& steps = tile.kinds[kind];
      Word from = kLimit<Word>;
      if (kind == tile.along && changed(y, z)) from = tile.words_of(to)[first];
      for (int i = 0; i < steps.side_count; ++i) {
        const RowBeside& beside = steps.side[i];
        if (!changed(y + beside.dy, z + beside.dz)) continue;
        from = least(from, tile.words_of(to + beside.rows)[first]);
      }
      best = least(best, from + tile.longer_of(kind, to)[end]);
    }
    return best < tile.words_of(to)[end] ? best : kFar<Word>;
  }

  // Onto a row that is outside. The voxels beyond the ends of rows within are not within.
  Word onto_row(int64_t y, int64_t z) const {
    const int64_t to = tile.row(y, z);
    const auto leads = [&](const RowBeside& beside) {
      return changed(y + beside.dy, z + beside.dz);
    };
    Row<Word> best = Row<Word>::filled(kLimit<Word>);
    steps_from_beside(tile, to, false, leads, best);
    const Row<Word> known = Row<Word>::at(tile.words_of(to));
    Lanes<Word> improved = all_lanes(kFar<Word>);
    for (int i = 0; i < Row<Word>::kCount; ++i) {
      improved = least(improved, best.of[i] < known.of[i] ? best.of[i] : all_lanes(kFar<Word>));
    }
    Word smallest = improved[0];
    for (int i = 1; i < kLanes<Word>; ++i) smallest = least(smallest, improved[i]);
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
        known = least(known, word);
      };
      add(-1, out.onto_end(y, z, 0, kRowBefore));
      add(1, out.onto_end(y, z, kTileWidth - 1, kRowAfter));
      if (!out.inside(y, z)) add(0, out.onto_row(y, z));
    }
  }
}

template <class Algebra>
constexpr TileRows<Algebra> kTileRowsOf = {
    .load = load<Algebra>,
    .store = store<Algebra>,
    .settle = settle<Algebra>,
    .wake = wake<Algebra>,
};

constexpr Rows kRows = {
    kTileRowsOf<Sum<uint32_t, uint8_t>>,
    kTileRowsOf<Sum<uint32_t, uint16_t>>,
    kTileRowsOf<Sum<uint64_t, uint8_t>>,
    kTileRowsOf<Sum<uint64_t, uint16_t>>,
};
