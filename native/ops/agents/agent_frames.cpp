// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_frames.hpp"

#include <algorithm>
#include <limits>

#include "core/threads/parallel.hpp"

namespace bitvox::agents {
namespace {

// A sum of whole numbers below 2^63, of 128 bits.
class WideSum {
 public:
  void add(std::int64_t number) {
    const auto more = static_cast<std::uint64_t>(number);
    low_ += more;
    if (low_ < more) ++high_;
  }
  double value() const { return static_cast<double>(high_) * 0x1p64 + static_cast<double>(low_); }

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

}  // namespace

template <int kAxes>
void Frames<kAxes>::take(const Engine<kAxes>& engine, Progress& progress) {
  points_.resize(family_.ids().size());
  engine.list_places(family_.positions(), points_, progress);
}

template <int kAxes>
void Frames<kAxes>::hand_on(std::int64_t step, const Tally& tally, FrameSink& sink,
                            Progress& progress) {
  constexpr std::int64_t kAtATime = 16384;
  const std::vector<std::int64_t>& ids = family_.ids();
  places_.resize(ids.size());
  const std::int64_t count = std::ssize(ids);
  parallel_for((count + kAtATime - 1) / kAtATime, threads_, progress, [&](std::int64_t part) {
    const std::int64_t end = std::min(count, (part + 1) * kAtATime);
    for (std::int64_t i = part * kAtATime; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      places_[at] = ground_.place_of(points_[at]);
    }
  });
  sink.take({std::ssize(counts_.step), step, ids, places_});
  family_.begin_frame();

  counts_.step.push_back(step);
  counts_.asked.push_back(tally.asked);
  counts_.refused_walls.push_back(tally.walls);
  counts_.refused_places.push_back(tally.places);
  counts_.refused_requests.push_back(tally.requests);
  counts_.divisions.push_back(count - (step == 0 ? count : counts_.agents.back()));
  counts_.agents.push_back(count);
  counts_.squared_displacement.push_back(mean_squared_displacement());
}

// The first ones stand first, as ids ascend.
template <int kAxes>
double Frames<kAxes>::mean_squared_displacement() const {
  const std::vector<std::int64_t>& ids = family_.ids();
  WideSum sum;
  std::int64_t count = 0;
  for (; count < std::ssize(ids); ++count) {
    const auto at = static_cast<std::size_t>(count);
    if (ids[at] > std::ssize(starts_)) break;
    sum.add(squared_distance(points_[at], starts_[static_cast<std::size_t>(ids[at] - 1)]));
  }
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return sum.value() / static_cast<double>(count) * ground_.unit() * ground_.unit();
}

template class Frames<2>;
template class Frames<3>;

}  // namespace bitvox::agents
