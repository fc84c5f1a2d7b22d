// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "ops/motif/motif.hpp"
#include "ops/motif/motif_tree.hpp"

namespace bitvox::motif {
namespace {

int differing_letters(unsigned a, unsigned b) {
  const unsigned bits = a ^ b;
  return std::popcount((bits | bits >> 1) & 0x15U);
}

std::unique_ptr<const Tables> make_tables() {
  auto tables = std::make_unique<Tables>();
  constexpr unsigned kSets[kStarSets] = {0, 1, 2, 4, 8,  // the highest bit is the first letter
                                         3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};
  for (unsigned letters = 0; letters < 256; ++letters) {
    for (unsigned set = 0; set < kStarSets; ++set) {
      unsigned cell = 0;
      for (int i = 3; i >= 0; --i) {
        constexpr unsigned kAny = 4;
        cell = 5 * cell + ((kSets[set] >> i & 1) != 0 ? kAny : letters >> (2 * i) & 3);
      }
      tables->place[letters][set] = static_cast<std::uint16_t>(cell * kRowWords);
    }
  }
  for (unsigned centre = 0; centre < 64; ++centre) {
    for (unsigned word = 0; word < 64; ++word) {
      for (int budget = differing_letters(centre, word); budget < 5; ++budget) {
        tables->near[budget][centre] |= std::uint64_t{1} << word;
      }
    }
  }
  return tables;
}

}  // namespace

std::int64_t cpu_roots(const Problem& problem) {
  return std::int64_t{1} << (2 * TreePlan(problem).root_letters);
}

std::vector<std::uint64_t> search_cpu(InstructionSet instructions, const Problem& problem,
                                      const Roots& roots, std::int64_t most, int threads,
                                      Progress& progress) {
  const TreePlan plan(problem);
  require_memory({"Planted Motif", "Use fewer threads, or fewer or shorter sequences."},
                 host_memory(), plan.bytes(problem) * threads);
  const Rows& rows = rows_for<Rows>(instructions);
  static const std::unique_ptr<const Tables> tables = make_tables();

  struct Own {
    Tree tree;
    std::vector<std::uint64_t> found;
  };
  std::mutex mutex;
  std::vector<std::uint64_t> all;
  const auto at_most = static_cast<std::size_t>(most);
  parallel_for(
      roots.count, threads, progress,
      [&] {
        return Own{Tree(problem, plan, rows, *tables), {}};
      },
      [&](Own& own, std::int64_t i) {
        own.found.clear();
        own.tree.search(roots[i], at_most, own.found);
        if (own.found.empty()) {
          return;
        }
        const std::lock_guard lock(mutex);
        all.insert(all.end(), own.found.begin(), own.found.end());
        if (all.size() > at_most) {
          throw TooManyWords();
        }
      });
  return all;
}

}  // namespace bitvox::motif
