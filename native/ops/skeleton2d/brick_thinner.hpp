// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/platform/platform.hpp"
#include "core/threads/barrier.hpp"
#include "core/volumes/shape.hpp"
#include "ops/skeleton2d/passes.hpp"
#include "ops/skeleton2d/skeleton2d_rows.hpp"

namespace bitvox::skeleton2d {

// Thins one slice after another with a crew of `size` workers that all call the same functions.
//
// Time counts the passes of a stage. A brick is evaluated only where something changed in or next
// to it since the same pass was there before, for otherwise the answer is the old one: nothing.
// Its stamp is the time of the last such change.
class BrickThinner {
 public:
  BrickThinner(const Rows& rows, const Shape& shape, int size);

  static std::int64_t bytes(const Shape& shape);

  // Slice to bricks, and back. Return false when the team was stopped.
  bool load(const Team& team, int worker, const std::uint64_t* slice);
  bool store(const Team& team, int worker, std::uint64_t* slice);

  // Repeats the stage's passes until they delete nothing.
  bool run(const Team& team, int worker, const ThinningStage& stage);

  // How often the last run() repeated them, the last time without effect.
  std::int64_t rounds() const { return rounds_; }

 private:
  void list_bricks(int worker);
  std::int64_t find(int pass, std::int32_t oldest, std::vector<PixelDeletion>& deletions);
  void apply(std::int32_t time, std::span<const PixelDeletion> deletions);
  void stamp_columns(std::int32_t time, std::int64_t b, std::uint64_t deleted);
  void stamp(std::int32_t time, std::int64_t b);
  void end_round(std::int32_t begin);
  bool is_empty(std::int64_t b) const;

  const Rows& rows_;
  const Shape shape_;
  const int size_;
  const std::int64_t column_;  // bricks of one, with the padding
  const std::int64_t count_;
  std::unique_ptr<std::uint64_t[], platform::FreeMemory> words_;
  std::unique_ptr<std::int32_t[]> stamps_;
  std::unique_ptr<std::uint32_t[]> list_;
  std::atomic<std::int64_t> listed_{0};
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> changed_{false};
  std::atomic<bool> finished_{false};
  std::int64_t rounds_ = 0;
  Barrier barrier_;
};

}  // namespace bitvox::skeleton2d
