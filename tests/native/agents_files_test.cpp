// SPDX-License-Identifier: BSD-2-Clause
// Files of tracks and lineages, as text.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "agents_frames.hpp"
#include "asked_progress.hpp"
#include "ops/agents/agent_files.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::agents {
namespace {

constexpr const char* kHeading =
    "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS\n";

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(AgentFilesTest, TracksHaveARowForEachAgentOfEachFrame) {
  const bitvox::test::TextFile file("tracks.csv", "what was there before");
  Options options;
  options.radius = 0.1;
  options.spacing = {0.5, 1, 2};
  NoProgress quiet;
  TrackWriter writer(file.path(), options, quiet);
  const SampleAgents first({Place{0.375, 2.5, 1}, Place{0.25 + 0x1p-40, 5.0 / 6, 5}});
  const SampleAgents second({Place{0.5, 2e20, 1}});
  writer.take(first.frame(0, 0));
  writer.take(second.frame(1, 7));
  writer.close();
  EXPECT_EQ(text_of(file.path()),
            std::string(kHeading) +
                "ID0,0,1,1,0.125,2,0,0,0,0.1\n"
                "ID1,1,3,1,9.094947017729282e-13,0.33333333333333337,4,0,0,0.1\n"
                "ID2,2,1,1,0.25,2e+20,0,7,1,0.1\n");
}

TEST(AgentFilesTest, TracksAreTheSameForAllThreadsAndReadBackAsTheyWere) {
  std::vector<Place> places;
  for (int i = 0; i < 20000; ++i) places.push_back({i % 100 * 1.37, i / 100 * 1.0001, 0.1 * i});
  const SampleAgents agents(places);
  NoProgress quiet;
  std::string expected;
  for (const int threads : {1, 2, 7}) {
    const bitvox::test::TextFile file("tracks.csv", "");
    Options options;
    options.threads = threads;
    TrackWriter writer(file.path(), options, quiet);
    writer.take(agents.frame());
    writer.take(agents.frame(1, 1));
    writer.close();
    const std::string text = text_of(file.path());
    if (expected.empty()) expected = text;
    EXPECT_EQ(text, expected);
    // Those of the first frame, from the middle of the first voxel.
    const GivenPlaces read = read_places(file.path(), 3, quiet);
    EXPECT_TRUE(read.from_middle);
    ASSERT_EQ(read.places.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(read.places[i][axis] + 0.5, places[i][axis], 1e-11);
      }
    }
  }
}

TEST(AgentFilesTest, LineageSkipsWhoIsInNoFrame) {
  const bitvox::test::TextFile file("lineage.txt", "");
  // 1 divides into 2 and 3 between two frames, 3 into 4 and 5 before the next one.
  Lives lives;
  lives.first = {0, 1, -1, 1, 1};
  lives.last = {0, 4, -1, 2, 4};
  lives.parent = {0, 1, 1, 3, 3};
  NoProgress quiet;
  write_lineage(file.path(), lives, quiet);
  EXPECT_EQ(text_of(file.path()), "1 0 0 0\n2 1 4 1\n4 1 2 1\n5 1 4 1\n");
}

TEST(AgentFilesTest, FilesThatCannotBeWrittenAreSaid) {
  NoProgress quiet;
  EXPECT_EQ(bitvox::test::refusal([&] { TrackWriter("/nowhere/tracks.csv", {}, quiet); }),
            "the tracks cannot be written: No such file or directory");
  EXPECT_EQ(bitvox::test::refusal([&] { write_lineage("/nowhere/lineage.txt", {}, quiet); }),
            "the lineage cannot be written: No such file or directory");
  TrackWriter full("/dev/full", {}, quiet);
  const SampleAgents agents(std::vector<Place>(1000, Place{1, 2, 3}));
  EXPECT_EQ(bitvox::test::refusal([&] {
              full.take(agents.frame());
              full.close();
            }),
            "the tracks cannot be written: No space left on device");
}

TEST(AgentFilesTest, WritingStopsWhenAsked) {
  const bitvox::test::TextFile file("tracks.csv", "");
  bitvox::test::AskedProgress stop(1);
  TrackWriter writer(file.path(), {}, stop);
  const SampleAgents agents(std::vector<Place>(1000, Place{1, 2, 3}));
  EXPECT_THROW(writer.take(agents.frame()), Cancelled);
}

}  // namespace
}  // namespace bitvox::agents
