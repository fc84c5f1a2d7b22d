// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "meshes/mesh_words.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "ops/agents/agent_overlaps.hpp"
#include "ops/agents/agent_tables.hpp"

namespace bitvox::agents {
namespace {

constexpr double kLeastRadius = 1e-30;
constexpr double kMostRadius = 1e12;
constexpr double kTolerance = 1e-6;  // files have as few digits as that

// What tracks are called, each once.
class TrackNames {
 public:
  std::int64_t number_of(std::string_view name) {
    // Files have rows of a track one behind the other, or tracks in the same order in each frame.
    for (const std::int64_t guess : {last_, last_ + 1}) {
      if (guess < count() && this->name(guess) == name) return last_ = guess;
    }
    return last_ = look_up(name);
  }
  const std::string& name(std::int64_t number) const {
    return *names_[static_cast<std::size_t>(number)];
  }
  std::int64_t count() const { return std::ssize(names_); }

 private:
  std::int64_t look_up(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const auto [added, is_new] = numbers_.emplace(name, std::ssize(names_));
    names_.push_back(&added->first);
    return added->second;
  }

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> numbers_;
  std::vector<const std::string*> names_;
  std::int64_t last_ = 0;
};

struct FrameRows {
  std::vector<Place> places;
  std::vector<std::int64_t> tracks;
};

struct Recording {
  std::int64_t rows = 0;
  std::map<std::int64_t, FrameRows> frames;
  TrackNames tracks;
};

std::size_t need(const meshes::TableFile& table, std::initializer_list<std::string_view> names) {
  if (const std::optional<std::size_t> found = table.find(names)) return *found;
  table.file().refuse("has no column '" + std::string(*(names.end() - 1)) +
                      "'; its columns must be track, frame, x and y, or TRACK_ID, FRAME, "
                      "POSITION_X and POSITION_Y");
}

// Without what a terminal would act on.
std::string readable(const std::string& name) {
  const std::string in_quotes = meshes::shown(name);
  return in_quotes.substr(1, in_quotes.size() - 2);
}

Recording read_recording(const std::string& file, Progress& progress) {
  meshes::TableFile table(file, progress);
  const std::size_t track = need(table, {"track_id", "track"});
  const std::size_t frame = need(table, {"frame"});
  const PlaceColumns places(table);
  Recording recording;
  // Of the memory for the next rows, with what vectors take when they grow.
  constexpr std::int64_t kRowsAtOnce = 1 << 20;
  constexpr std::int64_t kBytesOfRow = 3 * (sizeof(Place) + sizeof(std::int64_t));
  std::int64_t last_frame = 0;
  FrameRows* rows = nullptr;
  for (bool is_row = places.go_to_first_row(table, frame); is_row; is_row = table.next()) {
    if (recording.rows % kRowsAtOnce == 0) {
      require_memory({"The check of tracks", "Check fewer frames at a time."}, host_memory(),
                     kRowsAtOnce * kBytesOfRow);
    }
    const std::int64_t number = frame_of(table, frame);
    if (rows == nullptr || number != last_frame) rows = &recording.frames[number];
    last_frame = number;
    rows->places.push_back(places.place(table));
    rows->tracks.push_back(recording.tracks.number_of(table.cell(track)));
    ++recording.rows;
  }
  if (recording.rows == 0) table.file().refuse("has no places");
  return recording;
}

}  // namespace

Overlaps check_tracks(const std::string& file, double radius, Progress& progress) {
  if (!(radius >= kLeastRadius && radius <= kMostRadius)) {
    throw InvalidInput("radius=" + short_number(radius) + " is not allowed; use 1e-30 to 1e12");
  }
  auto [reading, looking] = progress_parts(progress, 3, 1);
  const Recording recording = read_recording(file, reading);
  std::vector<const FrameRows*> frames;
  std::vector<std::int64_t> numbers;
  for (const auto& [number, rows] : recording.frames) {
    numbers.push_back(number);
    frames.push_back(&rows);
  }
  std::vector<NearPairs> pairs(frames.size());
  parallel_for(
      std::ssize(frames), thread_count(0), looking, [] { return 0; },
      [&](int, std::int64_t i, const Team& team) {
        const auto at = static_cast<std::size_t>(i);
        pairs[at] = near_pairs(frames[at]->places, 2 * radius * (1 - kTolerance),
                               [&] { return team.stopped(); });
      });

  Overlaps found;
  found.rows = recording.rows;
  found.frames = std::ssize(frames);
  found.tracks = recording.tracks.count();
  found.nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    found.most_in_frame =
        std::max<std::int64_t>(found.most_in_frame, std::ssize(frames[i]->places));
    found.nearest = std::min(found.nearest, pairs[i].nearest);
    if (pairs[i].count > 0 && found.overlaps == 0) {
      const auto name = [&](std::int64_t row) {
        return readable(recording.tracks.name(frames[i]->tracks[static_cast<std::size_t>(row)]));
      };
      found.first_frame = numbers[i];
      found.first_one = name(pairs[i].first);
      found.first_other = name(pairs[i].second);
    }
    found.overlaps += pairs[i].count;
  }
  return found;
}

}  // namespace bitvox::agents
