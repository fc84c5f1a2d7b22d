// SPDX-License-Identifier: BSD-2-Clause
// Every thinning rule as a function of the eight neighbours, numbered as in skeleton2d.hpp, and
// that function as a Boolean formula on whole words, derived by the compiler. Included inside an
// unnamed namespace by both twins, after a definition of BITVOX_INLINE and of
// select(mask, a, b): bit by bit b where mask, else a.

// The values of a Boolean function of up to eight variables; variable i is bit i of the index.
struct TruthTable {
  uint64_t words[4];
  constexpr bool operator[](int i) const { return (words[i / 64] >> (i % 64) & 1) != 0; }
  constexpr bool operator==(const TruthTable&) const = default;
};

template <class Function>
constexpr TruthTable tabulate(int variables, Function function) {
  TruthTable table{};
  for (int i = 0; i < 1 << variables; ++i) {
    table.words[i / 64] |= static_cast<uint64_t>(function(i)) << (i % 64);
  }
  return table;
}

// ---- The rules -------------------------------------------------------------------------------

struct Neighbours {
  int ring;
  constexpr int operator[](int i) const { return ring >> (i % 8) & 1; }
};

// 2 <= NZ <= 6 and TR = 1.
constexpr bool hilditch_border(int ring) {
  const Neighbours p{ring};
  int black = 0;
  int steps = 0;
  for (int i = 0; i < 8; ++i) {
    black += p[i];
    steps += (1 - p[i]) * p[i + 1];
  }
  return 2 <= black && black <= 6 && steps == 1;
}

// TR = 1 around a pixel, five of whose neighbours are given, and the other three, all foreground,
// join the ends of that chain.
constexpr bool one_gap(int chain) {
  int gaps = 0;
  int last = 1;
  for (int i = 0; i < 5; ++i) {
    const int now = chain >> i & 1;
    gaps += last * (1 - now);
    last = now;
  }
  return gaps == 1;
}

enum GuoHallSide { kNorthEast, kSouthWest };

// C = 1, 2 <= N <= 3, and on the side of this pass: background.
constexpr bool guo_hall(int ring, GuoHallSide side) {
  const Neighbours p{ring};
  int parts = 0;
  int pairs = 0;
  int other_pairs = 0;
  for (int i = 1; i < 8; i += 2) {  // N, E, S, W
    parts += (1 - p[i]) * (p[i + 1] | p[i + 2]);
    pairs += p[i - 1] | p[i];
    other_pairs += p[i] | p[i + 1];
  }
  const int fewest = pairs < other_pairs ? pairs : other_pairs;
  const int kept = side == kNorthEast ? (p[1] | p[2] | (1 - p[4])) & p[3]   // N, NE, SE, E
                                      : (p[5] | p[6] | (1 - p[0])) & p[7];  // S, SW, NW, W
  return parts == 1 && 2 <= fewest && fewest <= 3 && kept == 0;
}

constexpr bool image_j(int ring, const char* table, int pass) {
  return ((table[ring] - '0') & pass) != 0;
}

// ---- From tables to formulas -----------------------------------------------------------------

// The half of a table in which the last of its variables has this value.
constexpr TruthTable half(const TruthTable& table, int variables, int value) {
  const int last = 1 << (variables - 1);
  return tabulate(variables - 1, [&](int i) { return table[i + value * last]; });
}

constexpr bool is_constant(const TruthTable& table, int variables) {
  for (int i = 1; i < 1 << variables; ++i) {
    if (table[i] != table[0]) {
      return false;
    }
  }
  return true;
}

// What a formula needs to know of its table; as constants, for device code may not call the above.
template <TruthTable kTable, int kVariables>
struct Expansion {
  static constexpr bool kIsConstant = is_constant(kTable, kVariables);
  static constexpr bool kFirst = kTable[0];
  static constexpr TruthTable kWithout = half(kTable, kVariables, 0);
  static constexpr TruthTable kWith = half(kTable, kVariables, 1);
  static constexpr bool kSameHalves = kWithout == kWith;
};

template <TruthTable kTable>
struct Expansion<kTable, 0> {
  static constexpr bool kIsConstant = true;
  static constexpr bool kFirst = kTable[0];
};

// The function of these words, by Shannon's expansion. What is needed twice is the same expression
// to the compiler: it computes it once, and a pass takes 12 to 38 selections.
template <TruthTable kTable, int kVariables, class Word>
BITVOX_INLINE Word formula(const Word* variables) {
  using E = Expansion<kTable, kVariables>;
  if constexpr (E::kIsConstant) {
    return E::kFirst ? ~Word{} : Word{};
  } else if constexpr (E::kSameHalves) {
    return formula<E::kWith, kVariables - 1>(variables);
  } else {
    return select(variables[kVariables - 1], formula<E::kWithout, kVariables - 1>(variables),
                  formula<E::kWith, kVariables - 1>(variables));
  }
}

// What each pass deletes.
template <int kPass>
constexpr bool deletes(int ring) {
  switch (kPass) {
    case kHilditchPass:
      return hilditch_border(ring);
    case kGuoHallNorthEast:
      return guo_hall(ring, kNorthEast);
    case kGuoHallSouthWest:
      return guo_hall(ring, kSouthWest);
    case kImageJFirst:
      return image_j(ring, kImageJTable, 1);
    case kImageJSecond:
      return image_j(ring, kImageJTable, 2);
    case kImageJStrayFirst:
      return image_j(ring, kImageJStrayTable, 1);
    default:
      return image_j(ring, kImageJStrayTable, 2);
  }
}

// The order of the neighbours that makes the shortest formula; the last one is tested first. Found
// by trying all orders.
constexpr int kOrders[kThinningPasses][8] = {
    {7, 6, 3, 4, 5, 2, 1, 0}, {7, 2, 5, 0, 6, 4, 3, 1}, {3, 6, 1, 4, 5, 2, 7, 0},
    {7, 3, 0, 6, 4, 5, 2, 1}, {5, 0, 1, 3, 6, 4, 7, 2}, {7, 1, 6, 5, 0, 4, 3, 2},
    {0, 7, 5, 3, 1, 4, 2, 6},
};

template <int kPass>
constexpr TruthTable kPassTable = tabulate(8, [](int i) {
  int ring = 0;
  for (int k = 0; k < 8; ++k) {
    ring |= (i >> k & 1) << kOrders[kPass][k];
  }
  return deletes<kPass>(ring);
});

constexpr TruthTable kOneGap = tabulate(5, one_gap);

// ---- Whole words -----------------------------------------------------------------------------

// For every pixel of a word, what is around it.
template <class Word>
struct Surroundings {
  Word centre;
  Word ring[8];
  // For Hilditch's rule alone: from two rows above, NW N NE of N, and from two pixels to the west,
  // NW W SW of W.
  Word above[3];
  Word left[3];
};

template <int kPass>
constexpr bool kLooksFurther = kPass == kHilditchPass;

template <int kPass, int kPlace, class Word>
BITVOX_INLINE Word neighbour(const Surroundings<Word>& s) {
  constexpr int kIndex = kOrders[kPass][kPlace];
  return s.ring[kIndex];
}

// The pixels of the word that the pass deletes.
template <int kPass, class Word>
BITVOX_INLINE Word deletable(const Surroundings<Word>& s) {
  const Word ordered[8] = {neighbour<kPass, 0>(s), neighbour<kPass, 1>(s), neighbour<kPass, 2>(s),
                           neighbour<kPass, 3>(s), neighbour<kPass, 4>(s), neighbour<kPass, 5>(s),
                           neighbour<kPass, 6>(s), neighbour<kPass, 7>(s)};
  Word result = s.centre & formula<kPassTable<kPass>, 8>(ordered);
  if constexpr (kLooksFurther<kPass>) {
    const Word nw = s.ring[0], n = s.ring[1], ne = s.ring[2], east = s.ring[3];
    const Word south = s.ring[5], sw = s.ring[6], west = s.ring[7];
    const Word around_north[5] = {nw, s.above[0], s.above[1], s.above[2], ne};
    const Word around_west[5] = {nw, s.left[0], s.left[1], s.left[2], sw};
    const Word keep =
        (east & formula<kOneGap, 5>(around_north)) | (south & formula<kOneGap, 5>(around_west));
    result &= ~(n & west & keep);
  }
  return result;
}
