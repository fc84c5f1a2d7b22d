// SPDX-License-Identifier: BSD-2-Clause
// A simulation with all its outputs: they say the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "asked_progress.hpp"
#include "collect_slices.hpp"
#include "meshes/table_file.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::agents {
namespace {

using bitvox::test::CollectSlices;
using bitvox::test::TextFile;

Arena outputs_arena(const Shape& shape) {
  Arena arena;
  arena.shape = shape;
  return arena;
}

Options crowd(double divide) {
  Options options;
  options.radius = 4;
  options.agents = 15;
  options.steps = 24;
  options.every = 3;
  options.step = 2;
  options.divide = divide;
  options.spacing = {1, 0.8, 2};
  return options;
}

struct Recorded {
  Result result;
  std::vector<float> labels, movie, density;
  std::string tracks, lineage;
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Recorded record(const Shape& shape, const Options& options) {
  const TextFile tracks("tracks.csv", "");
  const TextFile lineage("lineage.txt", "");
  CollectSlices labels(options.divide > 0 ? PixelType::kFloat32 : PixelType::kUint16);
  CollectSlices movie(PixelType::kUint16);
  CollectSlices density;
  NoProgress quiet;
  Recorded recorded;
  recorded.result =
      simulate_to(outputs_arena(shape), options, {200, 10, 1.5, 2}, {&labels, &movie, &density},
                  {tracks.path(), lineage.path()}, quiet);
  recorded.labels = labels.values();
  recorded.movie = movie.values();
  recorded.density = density.values();
  recorded.tracks = content(tracks.path());
  recorded.lineage = content(lineage.path());
  return recorded;
}

// Each row of the tracks is a ball of its label, and there is nothing else. Their places count from
// the centre of the first pixel.
void expect_labels_of_tracks(const Shape& shape, const Options& options, const Recorded& recorded) {
  const TextFile copy("copy.csv", recorded.tracks);
  NoProgress quiet;
  meshes::TableFile table(copy.path(), quiet);
  std::vector<float> expected(recorded.labels.size(), 0.0F);
  while (table.next()) {
    const auto id = static_cast<float>(table.number(2, "id"));
    const Place place{table.number(4, "x"), table.number(5, "y"), table.number(6, "z")};
    const auto frame = static_cast<std::int64_t>(table.number(8, "frame"));
    EXPECT_EQ(table.number(7, "t"), static_cast<double>(frame * options.every));
    EXPECT_EQ(table.number(9, "radius"), options.radius);
    std::size_t i = static_cast<std::size_t>(frame * shape.voxel_count());
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      for (std::int64_t y = 0; y < shape.height; ++y) {
        for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
          const double dx = static_cast<double>(x) * options.spacing.x - place[0];
          const double dy = static_cast<double>(y) * options.spacing.y - place[1];
          const double dz = static_cast<double>(z) * options.spacing.z - place[2];
          if (dx * dx + (dy * dy + dz * dz) <= options.radius * options.radius) expected[i] = id;
        }
      }
    }
  }
  EXPECT_EQ(recorded.labels, expected);
}

TEST(AgentOutputsTest, AllOutputsSayTheSame) {
  for (const Shape& shape : {Shape{90, 100, 1}, Shape{40, 51, 20}}) {
    for (const double divide : {0.0, 6.0}) {
      const Options options = crowd(divide);
      const Recorded recorded = record(shape, options);
      const Result& result = recorded.result;
      EXPECT_EQ(result.placed, 15);
      const auto frames = static_cast<std::int64_t>(result.counts.step.size());
      ASSERT_EQ(frames, 9);
      ASSERT_EQ(std::ssize(recorded.labels), frames * shape.voxel_count());
      expect_labels_of_tracks(shape, options, recorded);

      const TextFile copy("copy.csv", recorded.tracks);
      NoProgress quiet;
      const Overlaps overlaps = check_tracks(copy.path(), options.radius, quiet);
      EXPECT_EQ(overlaps.overlaps, 0);
      EXPECT_GE(overlaps.nearest, 2 * options.radius);
      EXPECT_EQ(overlaps.frames, frames);
      std::int64_t rows = 0;
      for (const std::int64_t agents : result.counts.agents) rows += agents;
      EXPECT_EQ(overlaps.rows, rows);
      const auto lines = std::count(recorded.lineage.begin(), recorded.lineage.end(), '\n');
      EXPECT_EQ(overlaps.tracks, lines);
      const auto seen = std::count_if(result.lives.first.begin(), result.lives.first.end(),
                                      [](std::int64_t first) { return first >= 0; });
      EXPECT_EQ(lines, seen);
      EXPECT_EQ(lines > result.placed, divide > 0);

      for (std::size_t i = 0; i < recorded.density.size(); ++i) {
        double covered = 0;
        for (std::int64_t f = 0; f < frames; ++f) {
          covered += recorded.labels[static_cast<std::size_t>(f) * recorded.density.size() + i] > 0
                         ? 1
                         : 0;
        }
        ASSERT_EQ(recorded.density[i], static_cast<float>(covered / static_cast<double>(frames)));
      }
    }
  }
}

TEST(AgentOutputsTest, OutputsAreTheSameForAllThreadsAndStrips) {
  const Shape shape{40, 51, 20};
  Options options = crowd(6);
  const Recorded expected = record(shape, options);
  options.threads = 3;
  options.strips = 2;
  const Recorded found = record(shape, options);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.movie, expected.movie);
  EXPECT_EQ(found.density, expected.density);
  EXPECT_EQ(found.tracks, expected.tracks);
  EXPECT_EQ(found.lineage, expected.lineage);
}

TEST(AgentOutputsTest, WrongOptionsAndFilesAreSaidAtOnce) {
  const auto said = [](const Options& options, const MovieOptions& movie, const TrackFiles& files) {
    NoProgress quiet;
    return bitvox::test::refusal([&] {
      simulate_to(outputs_arena({50, 50, 1}), options, movie, {}, files, quiet);
    });
  };
  EXPECT_EQ(said({}, {-1}, {}), "photons=-1 is not allowed; use 0 to 30000");
  Options none;
  none.radius = 0;
  EXPECT_NE(said(none, {}, {}).find("radius=0 is not allowed"), std::string::npos);
  EXPECT_EQ(said({}, {}, {"/nowhere/tracks.csv", ""}),
            "the tracks cannot be written: No such file or directory");
  EXPECT_EQ(said({}, {}, {"", ""}), "accepted");
}

TEST(AgentOutputsTest, ItStopsWheneverItIsAsked) {
  const auto run = [](Progress& progress) {
    CollectSlices movie(PixelType::kUint16);
    const TextFile tracks("tracks.csv", "");
    Options options = crowd(0);
    options.threads = 1;
    simulate_to(outputs_arena({60, 60, 1}), options, {}, {nullptr, &movie}, {tracks.path(), ""},
                progress);
  };
  bitvox::test::AskedProgress all;
  run(all);
  for (std::int64_t most = 1; most < all.times - 2; most += 1 + all.times / 40) {
    bitvox::test::AskedProgress stop(most);
    EXPECT_THROW(run(stop), Cancelled) << most << " of " << all.times;
  }
}

}  // namespace
}  // namespace bitvox::agents
