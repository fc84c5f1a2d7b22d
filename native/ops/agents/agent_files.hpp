// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/threads/progress.hpp"
#include "linear_systems/text_output.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Writes the rows of each frame to a file of tracks, as TrackFiles says. Throws InvalidInput if it
// cannot be written.
class TrackWriter final : public FrameSink {
 public:
  // `progress` is asked whether to go on.
  TrackWriter(const std::string& path, const Options& options, Progress& progress);

  void take(const Frame& frame) override;
  void close();

 private:
  sparse::TextOutput out_;
  Progress& progress_;
  int threads_;
  Place half_;  // the centre of the first pixel
  std::string radius_;
  std::int64_t rows_ = 0;
};

// Writes a file of lineages, as TrackFiles says.
void write_lineage(const std::string& path, const Lives& lives, Progress& progress);

}  // namespace bitvox::agents
