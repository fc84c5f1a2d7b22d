// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/memory/aligned_array.hpp"
#include "ops/motif/motif_problem.hpp"
#include "ops/motif/motif_rows.hpp"

namespace bitvox::motif {

// How the search is cut: a root is a prefix from which one thread walks, over `levels` letters
// more, to leaves. Lists are kept for the first `listed` sequences; those of the others, which few
// leaves need, are made anew from the windows.
struct TreePlan {
  int root_letters = 0;
  int levels = 0;
  std::int64_t listed = 0;
  int planes = 0;  // that count the sequences which a word lacks

  explicit TreePlan(const Problem& problem);
  std::int64_t bytes(const Problem& problem) const;  // of one Tree
};

// What one thread needs to search roots.
class Tree {
 public:
  Tree(const Problem& problem, const TreePlan& plan, const Rows& rows, const Tables& tables);

  // Appends the words of a root. Returns early, with some of them, once stop_requested() or where
  // more than `most` are found.
  void search(std::uint64_t root, std::size_t most, std::vector<std::uint64_t>& found);

 private:
  struct Level {
    std::vector<List> lists;  // of 4 letters each `listed` sequences; of a root only 1
    int letter = 0;           // whose lists the current prefix has
    std::vector<char> split;  // which sequences have lists one level on
  };

  void visit(int level, std::uint64_t prefix);
  void choose_order(int level);
  void search_leaf(std::uint64_t prefix);
  List list(int level, std::int64_t sequence);
  List leaf_list(std::int64_t sequence, std::uint64_t prefix);
  void collect(std::int64_t sequence, std::uint64_t prefix, int letters, List to);
  void test_words(std::uint64_t live, std::int64_t next, std::uint64_t prefix);
  int lacked_by(int word) const;
  bool has(std::int64_t sequence, std::uint64_t prefix, std::uint32_t word);

  const Problem& problem_;
  TreePlan plan_;
  const Rows& rows_;
  const Tables& tables_;
  int budgets_;
  AlignedArray<std::uint32_t> entries_;
  std::vector<std::uint32_t> ends_;
  std::vector<Level> levels_;
  std::uint64_t root_ = 0;
  List spare_{};
  std::vector<std::int64_t> order_;  // of the sequences, at a leaf
  std::vector<double> sizes_;        // of their balls there
  std::vector<std::uint8_t> scratch_;
  AlignedArray<std::uint64_t> cells_;
  AlignedArray<Alive> all_words_;  // what a leaf starts from
  AlignedArray<Alive> alive_;
  std::vector<std::uint64_t>* found_ = nullptr;
  std::size_t most_ = 0;
};

}  // namespace bitvox::motif
