// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace bitvox::paths {

// The sums of a finished map, one a voxel. Where they lie in another memory, parts of them are
// fetched when they are first asked for: a path crosses few. Where many are asked for, all come at
// once, which is faster than one after the other. For one thread.
template <class Word>
class SumMap {
 public:
  // fetch(first, count, to) copies sums to the host's memory, and may throw; all() does with all of
  // them, which stay where it says as long as this.
  using Fetch = std::function<void(std::int64_t first, std::int64_t count, Word* to)>;
  using FetchAll = std::function<const Word*()>;
  SumMap(std::int64_t count, Fetch fetch, FetchAll all)
      : count_(count), fetch_(std::move(fetch)), all_(std::move(all)) {
    parts_.resize(static_cast<std::size_t>((count + kPart - 1) / kPart));
  }

  // Of sums that are all here, and stay here as long as this.
  SumMap(std::int64_t count, const Word* words) : count_(count) { set_all(words); }

  Word operator[](std::int64_t voxel) {
    const Word*& part = parts_[static_cast<std::size_t>(voxel / kPart)];
    if (part == nullptr) part = fetched(voxel / kPart * kPart);
    return part[voxel % kPart];
  }

 private:
  // 32 or 64 KiB: on the way they take hardly longer than one sum.
  static constexpr std::int64_t kPart = std::int64_t{1} << 13;
  static constexpr std::size_t kMany = 16;  // of so many parts, one

  void set_all(const Word* words) {
    parts_.clear();
    for (std::int64_t first = 0; first < count_; first += kPart) parts_.push_back(words + first);
  }

  const Word* fetched(std::int64_t first) {
    if ((owned_.size() + 1) * kMany > parts_.size()) {
      const Word* const all = all_();
      set_all(all);
      return all + first;
    }
    const std::int64_t count = std::min(kPart, count_ - first);
    owned_.push_back(std::make_unique_for_overwrite<Word[]>(static_cast<std::size_t>(count)));
    fetch_(first, count, owned_.back().get());
    return owned_.back().get();
  }

  std::int64_t count_;
  Fetch fetch_;
  FetchAll all_;
  std::vector<const Word*> parts_;
  std::vector<std::unique_ptr<Word[]>> owned_;
};

}  // namespace bitvox::paths
