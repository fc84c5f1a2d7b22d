// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace bitvox::graph_distance {

// Entries in buckets of increasing numbers, for one worker. The current bucket moves on, and
// nothing is put before it. List 0 is the current bucket; list n > 0 has the buckets whose numbers
// differ from the current one's in bit n - 1 and none above it, so that an entry moves at most 64
// times, and few times where weights are alike (a radix heap).
//
// R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, "Faster algorithms for the shortest path
// problem", Journal of the ACM 37 (1990) 213-223.
template <class Entry>
class Buckets {
 public:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void put(const Entry& entry, std::uint64_t bucket) {
    const auto list = static_cast<unsigned>(std::bit_width(bucket ^ current_));
    lists_[list].push_back(entry);
    if (list > 0) filled_ |= std::uint64_t{1} << (list - 1);
  }

  std::vector<Entry>& current() { return lists_[0]; }

  std::size_t size() const {
    std::size_t sum = 0;
    for (const std::vector<Entry>& list : lists_) sum += list.size();
    return sum;
  }

  // Takes all entries of another worker's.
  template <class BucketOf>
  void take_all(Buckets& other, const BucketOf& bucket_of) {
    for (std::vector<Entry>& list : other.lists_) {
      for (const Entry& entry : list) put(entry, bucket_of(entry));
      list.clear();
    }
    other.filled_ = 0;
  }

  // The first bucket that has entries; kNone if none has. bucket_of(entry) is its number.
  template <class BucketOf>
  std::uint64_t first(const BucketOf& bucket_of) const {
    if (!lists_[0].empty()) return current_;
    if (filled_ == 0) return kNone;
    std::uint64_t least = kNone;
    for (const Entry& entry : lists_[first_filled()]) {
      least = std::min(least, bucket_of(entry));
    }
    return least;
  }

  // To the first bucket of all workers.
  template <class BucketOf>
  void move_to(std::uint64_t bucket, const BucketOf& bucket_of) {
    const auto list = static_cast<unsigned>(std::bit_width(bucket ^ current_));
    current_ = bucket;
    if (list == 0 || lists_[list].empty()) return;
    filled_ &= ~(std::uint64_t{1} << (list - 1));
    moved_.swap(lists_[list]);
    for (const Entry& entry : moved_) put(entry, bucket_of(entry));
    moved_.clear();
    if (lists_[list].capacity() < moved_.capacity()) moved_.swap(lists_[list]);
  }

 private:
  std::size_t first_filled() const {
    return static_cast<std::size_t>(std::countr_zero(filled_)) + 1;
  }

  std::uint64_t current_ = 0;
  std::uint64_t filled_ = 0;  // bit n - 1: list n has entries
  std::vector<Entry> lists_[65];
  std::vector<Entry> moved_;
};

}  // namespace bitvox::graph_distance
