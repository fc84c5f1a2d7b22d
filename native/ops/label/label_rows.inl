// SPDX-License-Identifier: BSD-2-Clause
// See label_rows.hpp. The loops are over contacts, not vectors: what an instruction set adds is
// counting bits.

#define BITVOX_INLINE __attribute__((always_inline)) static inline
#define BITVOX_POPCOUNT __builtin_popcountll
#include "ops/label/label_contacts.inl"

BITVOX_INLINE RowWords words_at(const uint64_t* words, int64_t i, int64_t count) {
  return {i > 0 ? words[i - 1] : 0, words[i], i + 1 < count ? words[i + 1] : 0};
}

static int64_t count_runs(const uint64_t* words, int64_t count) {
  int64_t runs = 0;
  uint64_t before = 0;
  for (int64_t i = 0; i < count; ++i) {
    runs += BITVOX_POPCOUNT(run_starts({before, words[i], 0}));
    before = words[i];
  }
  return runs;
}

static uint32_t rank_runs(const uint64_t* words, int64_t count, uint32_t first, uint32_t* bases) {
  uint64_t before = 0;
  for (int64_t i = 0; i < count; ++i) {
    bases[i] = first;
    first += static_cast<uint32_t>(BITVOX_POPCOUNT(run_starts({before, words[i], 0})));
    before = words[i];
  }
  return first;
}

BITVOX_INLINE uint32_t find_root(uint32_t* parents, uint32_t run) {
  while (parents[run] != run) {
    run = parents[run] = parents[parents[run]];
  }
  return run;
}

BITVOX_INLINE void join_runs(uint32_t* parents, uint32_t a, uint32_t b) {
  a = find_root(parents, a);
  b = find_root(parents, b);
  if (a < b) {
    parents[b] = a;
  } else {
    parents[a] = b;
  }
}

template <Connectivity kConnectivity>
static void join_words(const RankedRow& row, const RankedRow (&before)[kRowsBefore], int64_t count,
                       uint32_t* parents) {
  for (int64_t i = 0; i < count; ++i) {
    if (row.words[i] == 0) {
      continue;
    }
    const RowWords a = words_at(row.words, i, count);
    RowWords r[kRowsBefore];
    for (int k = 0; k < kRowsBefore; ++k) {
      r[k] = words_at(before[k].words, i, count);
    }
    const uint64_t starts = run_starts(a);
    find_contacts(
        kConnectivity, a, r[kRowB], r[kRowC], r[kRowD],
        r[kRowE], [&](int k, int shift, uint64_t contacts) __attribute__((always_inline)) {
          if (contacts == 0) {
            return;
          }
          const uint64_t other_starts = run_starts(r[k]);
          const uint32_t base = before[k].bases[i];
          for (; contacts != 0; contacts &= contacts - 1) {
            const int x = __builtin_ctzll(contacts);
            uint32_t other;
            if (shift > 0 && x == 63) {
              other = before[k].bases[i + 1];  // it begins there
            } else if (shift < 0 && x == 0) {
              other = base - 1;
            } else {
              other = run_at(base, other_starts, x + shift);
            }
            join_runs(parents, run_at(row.bases[i], starts, x), other);
          }
        });
  }
}

static void join_row(Connectivity connectivity, const RankedRow& row,
                     const RankedRow (&before)[kRowsBefore], int64_t count, uint32_t* parents) {
  switch (connectivity) {
    case Connectivity::kFaces:
      return join_words<Connectivity::kFaces>(row, before, count, parents);
    case Connectivity::kEdges:
      return join_words<Connectivity::kEdges>(row, before, count, parents);
    case Connectivity::kAll:
      return join_words<Connectivity::kAll>(row, before, count, parents);
  }
}

#include "ops/label/label_write.inl"

#undef BITVOX_POPCOUNT
#undef BITVOX_INLINE

constexpr Rows kRows = {
    .count_runs = count_runs,
    .rank_runs = rank_runs,
    .join_row = join_row,
    .write_labels = write_labels,
};
