// SPDX-License-Identifier: BSD-2-Clause
// Steps of one row of a tile: from those beside it, and along it.

// The smallest words beside a row from which steps of one kind lead to it, each where it leads to.
// only: the rows that are looked at. beyond: whether steps from the voxels before and behind rows
// count.
template <class Algebra, class Only>
static inline Row<typename Algebra::Word> least_beside(const Tile<Algebra>& tile,
                                                       const StepKind& kind, int64_t at,
                                                       bool beyond, const Only& only) {
  using Word = typename Algebra::Word;
  constexpr int kLast = Row<Word>::kCount - 1;
  Row<Word> least_words = Row<Word>::filled(kLimit<Word>);
  for (int i = 0; i < kind.straight_count; ++i) {
    if (!only(kind.straight[i])) continue;
    least_words.take_less(Row<Word>::at(tile.words_of(at + kind.straight[i].rows)));
  }
  if (kind.side_count == 0) return least_words;
  Row<Word> sides = Row<Word>::filled(kLimit<Word>);
  Word before = kLimit<Word>, after = kLimit<Word>;
  for (int i = 0; i < kind.side_count; ++i) {
    if (!only(kind.side[i])) continue;
    const Word* const words = tile.words_of(at + kind.side[i].rows);
    sides.take_less(Row<Word>::at(words));
    before = least(before, words[kRowBefore]);
    after = least(after, words[kRowAfter]);
  }
  if (!beyond) before = after = kLimit<Word>;
  Row<Word> shifted;
  shifted.of[0] = up<1>(all_lanes(before), sides.of[kLast]);
  BITVOX_UNROLL
  for (int i = 1; i <= kLast; ++i) shifted.of[i] = sides.of[i - 1];
  least_words.take_less(shifted);
  BITVOX_UNROLL
  for (int i = 0; i < kLast; ++i) shifted.of[i] = sides.of[i + 1];
  shifted.of[kLast] = down<1>(sides.of[0], all_lanes(after));
  least_words.take_less(shifted);
  return least_words;
}

template <class Algebra, class Only>
static inline void steps_from_beside(const Tile<Algebra>& tile, int64_t at, bool beyond,
                                     const Only& only, Row<typename Algebra::Word>& best) {
  using Word = typename Algebra::Word;
  for (int kind = 0; kind < tile.kind_count; ++kind) {
    const StepKind& steps = tile.kinds[kind];
    if (steps.straight_count == 0 && steps.side_count == 0) continue;
    Row<Word> words = least_beside(tile, steps, at, beyond, only);
    const Row<Word> longer = Row<Word>::at(tile.longer_of(kind, at));
    BITVOX_UNROLL
    for (int i = 0; i < Row<Word>::kCount; ++i) words.of[i] += longer.of[i];
    best.take_less(words);
  }
}

// So many lanes on, forth or back; into those that are left what `in` has.
template <bool kForth, int kShift, class Vector>
static inline Vector moved(Vector in, Vector lanes) {
  if constexpr (kForth) {
    return up<kShift>(in, lanes);
  } else {
    return down<kShift>(lanes, in);
  }
}

// in: what comes into the segments of a row from the one before. Becomes what comes from all
// before: through twice as many at a time. through: what going through the one before adds.
template <bool kForth, int kShift, class Word>
static inline Lanes<Word> through_segments(Lanes<Word> in, Lanes<Word> through) {
  if constexpr (kShift == kLanes<Word>) {
    return in;
  } else {
    const Lanes<Word> far = all_lanes(kLimit<Word>);
    in = least(in, moved<kForth, kShift>(far, in) + through);
    through = least(through + moved<kForth, kShift>(far, through), far);
    return through_segments<kForth, 2 * kShift, Word>(in, through);
  }
}

// One way along a row: first within each segment, then from segment to segment, and within each
// once more. from: before the row.
template <bool kForth, class Word>
static inline Row<Word> one_way(Row<Word> row, const Row<Word>& longer, Lanes<Word> through,
                                Word from) {
  constexpr int kCount = Row<Word>::kCount;
  const auto place = [](int i) { return kForth ? i : kCount - 1 - i; };
  const auto go = [&] {
    BITVOX_UNROLL
    for (int i = 1; i < kCount; ++i) {
      row.of[place(i)] = least(row.of[place(i)], row.of[place(i - 1)] + longer.of[place(i)]);
    }
  };
  go();
  Lanes<Word> in = moved<kForth, 1>(all_lanes(from), row.of[place(kCount - 1)]);
  in = through_segments<kForth, 1, Word>(in, moved<kForth, 1>(all_lanes(kLimit<Word>), through));
  row.of[place(0)] = least(row.of[place(0)], in + longer.of[place(0)]);
  go();
  return row;
}

// Both at the same time: the best path comes from one side.
template <class Algebra>
static inline void steps_along(const Tile<Algebra>& tile, int64_t at,
                               Row<typename Algebra::Word>& best) {
  using Word = typename Algebra::Word;
  const Word* const words = tile.words_of(at);
  const Row<Word> longer = Row<Word>::at(tile.longer_of(tile.along, at));
  Lanes<Word> through = longer.of[0];
  BITVOX_UNROLL
  for (int i = 1; i < Row<Word>::kCount; ++i) {
    through = least(through + longer.of[i], all_lanes(kLimit<Word>));
  }
  const Row<Word> forth = one_way<true>(best, longer, through, words[kRowBefore]);
  best = one_way<false>(best, longer, through, words[kRowAfter]);
  best.take_less(forth);
}
