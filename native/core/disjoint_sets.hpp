// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace bitvox {

// Which of so many items, numbered from 0, belong together: union-find with path halving, in which
// the smallest item of a set is its root, whatever the order of the joins.
//
// R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the ACM 22
// (1975) 215-225.
template <class Item>
class DisjointSets {
 public:
  // Each a set of its own.
  explicit DisjointSets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), Item{0});
  }

  Item root(Item item) {
    while (parent(item) != item) item = parent(item) = parent(parent(item));
    return item;
  }

  // Returns the root of both.
  Item join(Item a, Item b) {
    a = root(a);
    b = root(b);
    return parent(std::max(a, b)) = std::min(a, b);
  }

  std::size_t size() const { return parents_.size(); }

 private:
  Item& parent(Item item) { return parents_[static_cast<std::size_t>(item)]; }

  std::vector<Item> parents_;
};

}  // namespace bitvox
