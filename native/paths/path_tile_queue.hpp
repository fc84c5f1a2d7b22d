// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <utility>
#include <vector>

#include "core/threads/between_reports.hpp"
#include "core/threads/parallel.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::paths {

// The tiles that are to be worked on, and those that are: the one with the smallest key comes
// first. It is over when none waits and nobody works, as only who works can make one wait.
template <class Word>
class TileQueue {
 public:
  // What of a tile is to be looked at: a bit for each side where something is new (tile_side()).
  static constexpr std::uint32_t kAll = (std::uint32_t{1} << 27) - 1;
  struct Work {
    std::int64_t tile = -1;  // none: it is over
    std::uint32_t sides = 0;
  };

  explicit TileQueue(std::int64_t tiles) : tiles_(static_cast<std::size_t>(tiles)) {}

  void wake(std::int64_t tile, std::uint32_t sides, Word key) {
    const std::lock_guard lock(mutex_);
    add(tile, sides, key);
  }

  // Nobody asks for words above this one. It may become less, never more.
  void limit(Word most) {
    const std::lock_guard lock(mutex_);
    most_ = most;
  }

  // The tile that was taken before, if any, is done; waits for the next one.
  Work next(std::int64_t done, const Team& team) {
    std::unique_lock lock(mutex_);
    if (done >= 0) release(done);
    while (!team.stopped()) {
      while (!queue_.empty()) {
        const auto [key, tile] = queue_.top();
        if (key > most_) {  // and so are all others, and what would come of them
          queue_ = {};
          break;
        }
        queue_.pop();
        State& state = at(tile);
        if (state.works || state.key != key) continue;  // is added again, or was, with another key
        state.works = true;
        state.key = kFar<Word>;
        ++working_;
        return {tile, std::exchange(state.sides, 0)};
      }
      if (working_ == 0) {
        changed_.notify_all();
        return {};
      }
      changed_.wait_for(lock, kBetweenReports);
    }
    return {};
  }

 private:
  struct State {
    Word key = kFar<Word>;  // kFar: does not wait
    std::uint32_t sides = 0;
    bool works = false;
  };
  using Entry = std::pair<Word, std::int64_t>;

  State& at(std::int64_t tile) { return tiles_[static_cast<std::size_t>(tile)]; }

  void add(std::int64_t tile, std::uint32_t sides, Word key) {
    State& state = at(tile);
    state.sides |= sides;
    if (key >= state.key) return;
    state.key = key;
    if (state.works) return;  // when it is done
    queue_.emplace(key, tile);
    changed_.notify_one();
  }

  void release(std::int64_t tile) {
    State& state = at(tile);
    state.works = false;
    --working_;
    if (state.key == kFar<Word>) return;
    queue_.emplace(state.key, tile);
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> tiles_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::int64_t working_ = 0;
  Word most_ = kFar<Word>;
};

}  // namespace bitvox::paths
