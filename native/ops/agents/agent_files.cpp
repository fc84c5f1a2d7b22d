// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_files.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::agents {
namespace {

// Says what it is that cannot be written.
template <class Write>
decltype(auto) writing(const char* what, const Write& write) {
  try {
    return write();
  } catch (const InvalidInput& wrong) {
    throw InvalidInput(std::string(what) + " cannot be written: " + wrong.what());
  }
}

constexpr const char* kTracks = "the tracks";
constexpr const char* kLineage = "the lineage";

}  // namespace

TrackWriter::TrackWriter(const std::string& path, const Options& options, Progress& progress)
    : out_(writing(kTracks, [&] { return sparse::TextOutput(path); })),
      progress_(progress),
      threads_(thread_count(options.threads)),
      half_{options.spacing.x / 2, options.spacing.y / 2, options.spacing.z / 2},
      radius_(exact_number(options.radius)) {
  writing(kTracks, [&] {
    out_.write(
        "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS\n");
  });
}

// Threads turn blocks of agents into text, which is then written in order.
void TrackWriter::take(const Frame& frame) {
  constexpr std::int64_t kAtOnce = 1 << 12;
  const std::int64_t count = std::ssize(frame.ids);
  std::string end = ",";
  sparse::append_number(end, frame.step);
  end.push_back(',');
  sparse::append_number(end, frame.number);
  end += "," + radius_ + "\n";
  std::vector<std::string> blocks(static_cast<std::size_t>((count + kAtOnce - 1) / kAtOnce));
  parallel_for(std::ssize(blocks), threads_, progress_, [&](std::int64_t block) {
    std::string& text = blocks[static_cast<std::size_t>(block)];
    for (std::int64_t i = block * kAtOnce; i < std::min(count, (block + 1) * kAtOnce); ++i) {
      const auto agent = static_cast<std::size_t>(i);
      text += "ID";
      sparse::append_number(text, rows_ + i);
      text.push_back(',');
      sparse::append_number(text, rows_ + i);
      text.push_back(',');
      sparse::append_number(text, frame.ids[agent]);
      text += ",1";
      for (std::size_t axis = 0; axis < half_.size(); ++axis) {
        text.push_back(',');
        sparse::append_number(text, frame.places[agent][axis] - half_[axis]);
      }
      text += end;
    }
  });
  for (const std::string& text : blocks) writing(kTracks, [&] { out_.write(text); });
  rows_ += count;
}

void TrackWriter::close() {
  writing(kTracks, [&] { out_.close(); });
}

void write_lineage(const std::string& path, const Lives& lives, Progress& progress) {
  constexpr std::int64_t kAtOnce = 1 << 16;
  const auto at = [](std::int64_t id) { return static_cast<std::size_t>(id - 1); };
  writing(kLineage, [&] {
    sparse::TextOutput out(path);
    std::string text;
    const std::int64_t agents = std::ssize(lives.first);
    for (std::int64_t id = 1; id <= agents; ++id) {
      if (id % kAtOnce == 0) {
        out.write(text);
        text.clear();
        progress.report(id, agents);
      }
      if (lives.first[at(id)] < 0) continue;
      std::int64_t parent = lives.parent[at(id)];
      while (parent > 0 && lives.first[at(parent)] < 0) parent = lives.parent[at(parent)];
      for (const std::int64_t number : {id, lives.first[at(id)], lives.last[at(id)]}) {
        sparse::append_number(text, number);
        text.push_back(' ');
      }
      sparse::append_number(text, parent);
      text.push_back('\n');
    }
    out.write(text);
    out.close();
  });
}

}  // namespace bitvox::agents
