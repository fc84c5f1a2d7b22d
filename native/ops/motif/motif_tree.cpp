// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "core/threads/stop_request.hpp"

namespace bitvox::motif {
namespace {

// With so few words left, each is tested by itself, which costs less than the blocks of one more
// sequence.
constexpr std::int64_t kFewWords = 12;
constexpr int kFewBlocks = 12;

constexpr int kMostLevels = 3;  // a root's own lists cost less than 3 % then
// Sequences that all leaves of a root ask, at least: some tenths of a second.
constexpr std::int64_t kMostAsked = 1 << 15;
constexpr int kRootLettersAtLeast = 3;  // so that there is work for many threads
constexpr std::int64_t kMostListBytes = std::int64_t{32} << 20;  // of one thread

constexpr std::int64_t kMostOrdered = 32;  // sequences, of which some ten are asked at a leaf

// How many words of the letters below a leaf's parent are within a budget.
constexpr std::array<double, kLongest + 1> kBalls = [] {
  constexpr int kLetters = kLeafLetters + 1;
  std::array<double, kLongest + 1> balls{};
  double shell = 1;
  double sum = 0;
  for (int budget = 0; budget <= kLongest; ++budget) {
    sum += shell;
    balls[static_cast<std::size_t>(budget)] = sum;
    shell *= budget < kLetters ? 3.0 * (kLetters - budget) / (budget + 1) : 0;
  }
  return balls;
}();

// Of the lists of one sequence: the root's, and those of four letters at each level.
std::int64_t list_entries(std::int64_t windows, int levels) {
  return (1 + 4 * levels) * (windows + kListSlack);
}

std::int64_t list_bytes(std::int64_t windows, int levels) {
  return list_entries(windows, levels) * static_cast<std::int64_t>(sizeof(std::uint32_t));
}

// All words that end with the letters A that fill up short ones; the planes count from so far below
// their overflow as sequences may lack a word.
AlignedArray<Alive> all_words(const Problem& problem, int planes) {
  auto all = aligned_array<Alive>(1);
  std::uint64_t word = 0;
  const int step = 1 << (2 * std::min(problem.filled, 3));
  for (int bit = 0; bit < 64; bit += step) word |= std::uint64_t{1} << bit;
  const int every = 1 << (2 * std::max(problem.filled - 3, 0));  // of the words
  for (int i = 0; i < kAliveWords; ++i) all[0].words[i] = i % every == 0 ? word : 0;
  const int start = (1 << planes) - 1 - problem.misses;
  for (int plane = 0; plane < planes; ++plane) {
    std::fill_n(all[0].planes[plane], kAliveWords,
                (start >> plane & 1) != 0 ? ~std::uint64_t{0} : 0);
  }
  return all;
}

}  // namespace

TreePlan::TreePlan(const Problem& problem) {
  const int above = problem.letters - kLeafLetters;
  levels = std::clamp(above - kRootLettersAtLeast, 0, kMostLevels);
  while (levels > 0 && (std::int64_t{problem.misses} + 1) << (2 * levels) > kMostAsked) --levels;
  root_letters = above - levels;
  planes = static_cast<int>(std::bit_width(static_cast<unsigned>(problem.misses)));
  std::int64_t sum = 0;
  while (listed < problem.sequences()) {
    sum += list_bytes(problem.window_count(listed), levels);
    if (sum > kMostListBytes) {
      break;
    }
    ++listed;
  }
}

std::int64_t TreePlan::bytes(const Problem& problem) const {
  std::int64_t sum = 2 * static_cast<std::int64_t>(sizeof(Alive));
  for (std::int64_t i = 0; i < listed; ++i) {
    sum += list_bytes(problem.window_count(i), levels);
  }
  constexpr std::int64_t kBytesPerWindow = sizeof(std::uint32_t) + sizeof(std::uint8_t);
  return sum + problem.window_count(problem.sequences() - 1) * kBytesPerWindow;
}

Tree::Tree(const Problem& problem, const TreePlan& plan, const Rows& rows, const Tables& tables)
    : problem_(problem),
      plan_(plan),
      rows_(rows),
      tables_(tables),
      budgets_(problem.distance + 1),
      cells_(aligned_array<std::uint64_t>(kCellWords)),
      all_words_(all_words(problem, plan.planes)),
      alive_(aligned_array<Alive>(1)) {
  const std::int64_t most = problem.window_count(problem.sequences() - 1);  // the last has most
  const std::int64_t lists = plan.listed * (1 + 4 * plan.levels);
  std::int64_t entries = most + kListSlack;
  for (std::int64_t i = 0; i < plan.listed; ++i) {
    entries += list_entries(problem.window_count(i), plan.levels);
  }
  entries_ = aligned_array<std::uint32_t>(entries);
  ends_.resize(static_cast<std::size_t>((lists + 1) * budgets_));
  scratch_.resize(static_cast<std::size_t>(most));

  std::uint32_t* next_entries = entries_.get();
  std::uint32_t* next_ends = ends_.data();
  const auto take = [&](std::int64_t windows) {
    const List list{next_entries, next_ends};
    next_entries += windows + kListSlack;
    next_ends += budgets_;
    return list;
  };
  levels_.resize(static_cast<std::size_t>(plan.levels) + 1);
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    for (int letter = 0; letter < (level == 0 ? 1 : 4); ++letter) {
      for (std::int64_t i = 0; i < plan.listed; ++i) {
        levels_[level].lists.push_back(take(problem.window_count(i)));
      }
    }
  }
  spare_ = take(most);
  for (Level& level : levels_) level.split.resize(static_cast<std::size_t>(plan.listed));
  sizes_.resize(static_cast<std::size_t>(plan.listed));
  order_.resize(static_cast<std::size_t>(problem.sequences()));
  std::iota(order_.begin(), order_.end(), 0);
}

void Tree::search(std::uint64_t root, std::size_t most, std::vector<std::uint64_t>& found) {
  found_ = &found;
  most_ = most;
  root_ = root;
  for (std::int64_t i = 0; i < plan_.listed; ++i) {
    collect(i, root, plan_.root_letters, levels_[0].lists[static_cast<std::size_t>(i)]);
  }
  visit(0, root);
}

void Tree::visit(int level, std::uint64_t prefix) {
  if (level == plan_.levels) {
    search_leaf(prefix);
    return;
  }
  std::vector<char>& split = levels_[static_cast<std::size_t>(level)].split;
  std::fill(split.begin(), split.end(), 0);
  if (level == plan_.levels - 1) {
    choose_order(level);
  }
  for (int letter = 0; letter < 4 && !stop_requested() && found_->size() <= most_; ++letter) {
    levels_[static_cast<std::size_t>(level) + 1].letter = letter;
    visit(level + 1, prefix << 2 | static_cast<std::uint64_t>(letter));
  }
}

void Tree::collect(std::int64_t sequence, std::uint64_t prefix, int letters, List to) {
  rows_.collect(problem_.windows_of(sequence), problem_.window_count(sequence), prefix,
                2 * (problem_.letters - letters), budgets_, scratch_.data(), to);
}

// The first sequences in the order in which leaves ask them: those whose windows few words are near
// exclude most, and take least time. That is known well enough from the lists above the leaves.
void Tree::choose_order(int level) {
  const auto ordered = static_cast<std::size_t>(std::min(plan_.listed, kMostOrdered));
  for (std::size_t i = 0; i < ordered; ++i) {
    const List windows = list(level, static_cast<std::int64_t>(i));
    double size = 0;
    std::uint32_t first = 0;
    for (int budget = 0; budget < budgets_; ++budget) {
      size += kBalls[static_cast<std::size_t>(budget)] * (windows.ends[budget] - first);
      first = windows.ends[budget];
    }
    sizes_[i] = size;
  }
  std::iota(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(ordered), 0);
  std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(ordered),
            [this](std::int64_t a, std::int64_t b) {
              const double size_a = sizes_[static_cast<std::size_t>(a)];
              const double size_b = sizes_[static_cast<std::size_t>(b)];
              return size_a != size_b ? size_a < size_b : a < b;
            });
}

// That of the current prefix; splits the one above when it is asked for the first time.
List Tree::list(int level, std::int64_t sequence) {
  if (level > 0) {
    char& is_split =
        levels_[static_cast<std::size_t>(level) - 1].split[static_cast<std::size_t>(sequence)];
    if (is_split == 0) {
      List to[4];
      for (std::int64_t letter = 0; letter < 4; ++letter) {
        to[letter] = levels_[static_cast<std::size_t>(level)]
                         .lists[static_cast<std::size_t>(letter * plan_.listed + sequence)];
      }
      const int letters = kLeafLetters + plan_.levels - level + 1;
      rows_.split(list(level - 1, sequence), budgets_, letters, to);
      is_split = 1;
    }
  }
  const Level& here = levels_[static_cast<std::size_t>(level)];
  return here.lists[static_cast<std::size_t>(here.letter * plan_.listed + sequence)];
}

List Tree::leaf_list(std::int64_t sequence, std::uint64_t prefix) {
  if (sequence < plan_.listed) {
    return list(plan_.levels, sequence);
  }
  collect(sequence, prefix, problem_.letters - kLeafLetters, spare_);
  return spare_;
}

void Tree::search_leaf(std::uint64_t prefix) {
  std::memcpy(alive_.get(), all_words_.get(),
              sizeof(Alive::words) * static_cast<std::size_t>(1 + plan_.planes));  // as are used
  std::uint64_t live = ~std::uint64_t{0};
  std::int64_t next = 0;
  while (next < problem_.sequences()) {
    if (stop_requested()) {
      return;
    }
    rows_.fill(leaf_list(order_[static_cast<std::size_t>(next)], prefix), budgets_, &tables_,
               cells_.get());
    live = rows_.narrow(cells_.get(), &tables_, live, plan_.planes, alive_.get());
    ++next;
    if (live == 0) {
      return;
    }
    if (std::popcount(live) <= kFewBlocks && rows_.count_words(alive_.get(), live) <= kFewWords) {
      break;
    }
  }
  test_words(live, next, prefix);
}

// How many of the sequences that the planes have counted lack a word.
int Tree::lacked_by(int word) const {
  int count = 0;
  for (int plane = 0; plane < plan_.planes; ++plane) {
    const std::uint64_t bits = alive_[0].planes[plane][word / 64];
    count |= static_cast<int>(bits >> (word % 64) & 1) << plane;
  }
  return count - ((1 << plan_.planes) - 1 - problem_.misses);
}

// The words left, in the sequences from `next` on.
void Tree::test_words(std::uint64_t live, std::int64_t next, std::uint64_t prefix) {
  for (std::uint64_t left = live; left != 0; left &= left - 1) {
    const int first = std::countr_zero(left) * kBlockWords;
    for (int i = first; i < first + kBlockWords; ++i) {
      for (std::uint64_t bits = alive_[0].words[i]; bits != 0; bits &= bits - 1) {
        const int word = i * 64 + std::countr_zero(bits);
        int lacking = lacked_by(word);
        for (std::int64_t k = next; k < problem_.sequences() && lacking <= problem_.misses; ++k) {
          const std::int64_t sequence = order_[static_cast<std::size_t>(k)];
          lacking += has(sequence, prefix, static_cast<std::uint32_t>(word)) ? 0 : 1;
        }
        if (stop_requested() || found_->size() > most_) {
          return;
        }
        if (lacking <= problem_.misses) {
          const std::uint64_t whole = prefix << (2 * kLeafLetters) | static_cast<unsigned>(word);
          found_->push_back(whole >> (2 * problem_.filled));
        }
      }
    }
  }
}

bool Tree::has(std::int64_t sequence, std::uint64_t prefix, std::uint32_t word) {
  if (sequence < plan_.listed) {
    return rows_.has(leaf_list(sequence, prefix), budgets_, word);
  }
  int distance = 0;
  rows_.nearest(problem_.windows_of(sequence), problem_.window_count(sequence),
                prefix << (2 * kLeafLetters) | word, &distance);
  return distance <= problem_.distance;
}

}  // namespace bitvox::motif
