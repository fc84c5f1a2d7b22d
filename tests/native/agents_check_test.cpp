// SPDX-License-Identifier: BSD-2-Clause
// The check of recorded tracks against all pairs, and what tables may look like.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "agents_frames.hpp"
#include "asked_progress.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "ops/agents/agent_overlaps.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::agents {
namespace {

using bitvox::test::TextFile;

NearPairs all_pairs(const std::vector<Place>& places, double distance) {
  NearPairs pairs;
  pairs.nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const double dx = places[i][0] - places[j][0];
      const double dy = places[i][1] - places[j][1];
      const double dz = places[i][2] - places[j][2];
      const double squared = dx * dx + dy * dy + dz * dz;
      pairs.nearest = std::min(pairs.nearest, std::sqrt(squared));
      if (squared >= distance * distance) continue;
      if (pairs.count++ > 0) continue;
      pairs.first = static_cast<std::int64_t>(i);
      pairs.second = static_cast<std::int64_t>(j);
    }
  }
  return pairs;
}

void expect_all_pairs(const std::vector<Place>& places, double distance) {
  const NearPairs expected = all_pairs(places, distance);
  const NearPairs found = near_pairs(places, distance, [] { return false; });
  EXPECT_EQ(found.count, expected.count) << distance;
  EXPECT_EQ(found.first, expected.first) << distance;
  EXPECT_EQ(found.second, expected.second) << distance;
  EXPECT_EQ(found.nearest, expected.nearest) << distance;
}

TEST(AgentCheckTest, TheGridFindsWhatAllPairsHave) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> number;
  for (const std::size_t count : {0U, 1U, 2U, 3U, 10U, 300U, 2000U}) {
    // Flat, long, in a lump far from the origin, and full.
    for (const Place& size :
         {Place{1, 1, 1}, Place{10, 10, 0}, Place{1e5, 1e-3, 0}, Place{0, 0, 3}}) {
      for (const double far : {0.0, 1e6}) {
        std::vector<Place> places(count);
        for (Place& place : places) {
          for (std::size_t axis = 0; axis < 3; ++axis) {
            place[axis] = far + size[axis] * number(random);
          }
        }
        for (const double distance : {1e-12, 1e-4, 0.01, 0.1, 1.0, 100.0}) {
          expect_all_pairs(places, distance);
        }
      }
    }
  }
}

TEST(AgentCheckTest, LatticesAndPilesAreCounted) {
  std::vector<Place> lattice;
  for (int i = 0; i < 1000; ++i) {
    lattice.push_back({i % 10 * 1.0, i / 10 % 10 * 1.0, i / 100 * 1.0});
  }
  for (const double distance : {0.999999, 1.0, 1.0000001, 1.5, 2.0}) {
    expect_all_pairs(lattice, distance);
  }
  expect_all_pairs(std::vector<Place>(100, Place{3, 4, 5}), 1e-30);
  // Two near each other among many that are not: farther apart than cells are wide.
  expect_all_pairs({{0, 0, 0}, {1e90, 0, 0}, {1e90, 1e80, 0}}, 1);
}

std::string table_of(const std::vector<SampleAgents>& frames, unsigned seed) {
  std::vector<std::string> rows;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < frames[f].ids.size(); ++i) {
      std::ostringstream row;
      row.precision(17);
      const Place& place = frames[f].places[i];
      row << place[0] << "," << f << ",track " << frames[f].ids[i] << "," << place[2] << ","
          << place[1] << "\n";
      rows.push_back(row.str());
    }
  }
  std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
  std::string text = "X (mm),Frame,Track,Z (mm),Y (mm)\n";
  for (const std::string& row : rows) text += row;
  return text;
}

TEST(AgentCheckTest, PlantedOverlapsAreFound) {
  std::vector<SampleAgents> frames;
  for (unsigned f = 0; f < 20; ++f) frames.emplace_back(Place{50, 50, 50}, 2.0, 400, f);
  NoProgress quiet;
  const TextFile clear("tracks.csv", table_of(frames, 1));
  const Overlaps none = check_tracks(clear.path(), 2, quiet);
  EXPECT_EQ(none.frames, 20);
  EXPECT_EQ(none.overlaps, 0);
  EXPECT_EQ(none.first_frame, -1);
  EXPECT_GT(none.nearest, 4);
  std::int64_t rows = 0, most = 0, largest_id = 0;
  for (const SampleAgents& frame : frames) {
    rows += std::ssize(frame.ids);
    most = std::max(most, std::ssize(frame.ids));
    largest_id = std::max(largest_id, frame.ids.back());
  }
  EXPECT_EQ(none.rows, rows);
  EXPECT_EQ(none.most_in_frame, most);
  EXPECT_LE(none.tracks, largest_id);

  // One in frame 7, two in frame 11.
  const auto plant = [&](std::size_t frame, std::size_t agent, double distance) {
    Place place = frames[frame].places[agent];
    place[1] += distance;
    frames[frame].places.push_back(place);
    frames[frame].ids.push_back(900000 + static_cast<std::int64_t>(agent));
  };
  for (std::size_t f : {7U, 11U}) {
    frames[f].places.resize(3);
    frames[f].places = {{10, 10, 10}, {20, 20, 20}, {30, 30, 30}};
    frames[f].ids.resize(3);
  }
  plant(7, 1, 3.9);
  plant(11, 0, 0.5);
  plant(11, 2, 3.99);
  for (const unsigned seed : {1U, 2U}) {
    const TextFile file("tracks.csv", table_of(frames, seed));
    const Overlaps found = check_tracks(file.path(), 2, quiet);
    EXPECT_EQ(found.overlaps, 3);
    EXPECT_EQ(found.first_frame, 7);
    const std::string planted = "track 900001";
    const std::string other = "track " + std::to_string(frames[7].ids[1]);
    EXPECT_TRUE((found.first_one == planted && found.first_other == other) ||
                (found.first_one == other && found.first_other == planted));
    EXPECT_NEAR(found.nearest, 0.5, 1e-12);
  }
}

TEST(AgentCheckTest, AMillionthIsTolerated) {
  NoProgress quiet;
  const auto overlaps = [&](const char* x) {
    const TextFile file("tracks.csv", std::string("track,frame,x,y\na,3,0,1\nb,3,") + x + ",1\n");
    return check_tracks(file.path(), 1, quiet).overlaps;
  };
  EXPECT_EQ(overlaps("1.9999981"), 0);
  EXPECT_EQ(overlaps("1.9999979"), 1);
  EXPECT_EQ(overlaps("2.1"), 0);
}

TEST(AgentCheckTest, TablesOfOtherProgramsAreRead) {
  NoProgress quiet;
  for (const char* text : {
           // TrackMate's, with names, short names and units
           "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME\n"
           "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\n"
           "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\n"
           ",,,(quality),(micron),(micron),(micron),(sec),\n"
           "ID1,1,0,1,1,1,0,0,0\nID2,2,7,1,2,1,0,0,0\nID3,3,0,1,9,9,0,1,1\n",
           "track;frame;x;y\n0;0;1;1\n7;0;2;1\n0;1;9;9\n",
           "\xef\xbb\xbf\"Frame\"\t\"Track\"\t\"Y [um]\"\t\"X [um]\"\t\"Area\"\r\n"
           "0.0\t\"0\"\t1\t1\t\r\n0\t7\t1\t2\t5\r\n\r\n1e0\t0\t9\t9\t\r\n",
       }) {
    const TextFile file("tracks.csv", text);
    const Overlaps found = check_tracks(file.path(), 0.75, quiet);
    EXPECT_EQ(found.rows, 3) << text;
    EXPECT_EQ(found.frames, 2) << text;
    EXPECT_EQ(found.tracks, 2) << text;
    EXPECT_EQ(found.most_in_frame, 2) << text;
    EXPECT_EQ(found.overlaps, 1) << text;
    EXPECT_EQ(found.nearest, 1) << text;
    EXPECT_EQ(found.first_frame, 0) << text;
    EXPECT_EQ(found.first_one, "0") << text;
    EXPECT_EQ(found.first_other, "7") << text;
  }
  const TextFile lonely("tracks.csv", "track,frame,x,y\na,0,1,1\na,1,1,1\n");
  EXPECT_EQ(check_tracks(lonely.path(), 1, quiet).nearest, std::numeric_limits<double>::infinity());
  const TextFile strange("tracks.csv", "track,frame,x,y\na\x1b[2J,0,1,1\n,0,1,1\n");
  EXPECT_EQ(check_tracks(strange.path(), 1, quiet).first_one, "a?[2J");
  EXPECT_EQ(check_tracks(strange.path(), 1, quiet).first_other, "");
}

template <class Read>
std::string said(const std::string& text, const Read& read) {
  const TextFile file("table.csv", text);
  const std::string sentence = bitvox::test::refusal([&] { read(file.path()); });
  const std::size_t name = sentence.find(": ");
  return name == std::string::npos ? sentence : sentence.substr(name + 2);
}

TEST(AgentCheckTest, WrongTablesAreSaidByTheirLine) {
  NoProgress quiet;
  const auto check = [&](const std::string& text) {
    return said(text, [&](const std::string& path) { check_tracks(path, 1, quiet); });
  };
  const std::string columns =
      "; its columns must be track, frame, x and y, or TRACK_ID, FRAME, POSITION_X and POSITION_Y";
  EXPECT_EQ(check(""), "has no column 'track'" + columns);
  EXPECT_EQ(check("1,2,3,4\n"), "has no column 'track'" + columns);
  EXPECT_EQ(check("track,x,y\n"), "has no column 'frame'" + columns);
  EXPECT_EQ(check("track,frame,POSITION_X,y\n"), "has POSITION_X, but no column 'POSITION_Y'");
  EXPECT_EQ(check("track,frame,x\n"),
            "has no column 'y'; its columns must be x, y and, for spheres, z");
  EXPECT_EQ(check("track,frame,x,y,Frame\n"), "has two columns 'frame'");
  EXPECT_EQ(check("track,frame,x (mm),y (um)\n"),
            "its column x is in 'mm', but y in 'um'; x and y must have the same unit");
  EXPECT_EQ(check("track,frame,x,y\n"), "has no places");
  const std::string heading = "track,frame,x,y\n1,0,1,1\n";
  EXPECT_EQ(check(heading + "1,2,3\n"), "line 3: has 3 cells, but there are 4 columns");
  EXPECT_EQ(check(heading + "\n1,a,3,4\n"), "line 4: the frame is 'a', which is no number");
  EXPECT_EQ(check(heading + "1,1.5,3,4\n"), "line 3: the frame is '1.5', which is no whole number");
  EXPECT_EQ(check(heading + "1,1e30,3,4\n"),
            "line 3: the frame is '1e30', which is no whole number");
  EXPECT_EQ(check(heading + "1,1,,4\n"), "line 3: a coordinate is missing");
  EXPECT_EQ(check(heading + "1,1,nan,4\n"), "line 3: a coordinate is 'nan', which is not finite");
  EXPECT_EQ(check(heading + "1,1,3,-2e100\n"),
            "line 3: a coordinate is -2e+100, which is larger than 1e100");
  EXPECT_EQ(check(heading + "a,b,c,d\n"), "line 3: the frame is 'b', which is no number");
}

TEST(AgentCheckTest, PlacesAreRead) {
  NoProgress quiet;
  const auto places = [&](const std::string& text, int axes, bool from_middle = false) {
    const TextFile file("starts.csv", text);
    const GivenPlaces given = read_places(file.path(), axes, quiet);
    EXPECT_EQ(given.from_middle, from_middle) << text;
    return given.places;
  };
  EXPECT_EQ(places("Y,X\n2,1\n4,3\n", 2), (std::vector<Place>{{1, 2, 0}, {3, 4, 0}}));
  EXPECT_EQ(places("z (mm);x (mm);y (mm)\n3;1;2\n", 3), (std::vector<Place>{{1, 2, 3}}));
  // As tracks are written: from the middle of the first voxel.
  EXPECT_EQ(places("POSITION_X,POSITION_Y,POSITION_Z\n1,2,3\n", 3, true),
            (std::vector<Place>{{1, 2, 3}}));
  // Of frames the first, wherever its rows are; as TrackMate exports spots.
  EXPECT_EQ(places("frame,x,y\n3,9,9\n2,1,2\n3,8,8\n2,3,4\n", 2),
            (std::vector<Place>{{1, 2, 0}, {3, 4, 0}}));
  EXPECT_EQ(places("LABEL,TRACK_ID,POSITION_X,POSITION_Y,FRAME\nLabel,Track ID,X,Y,Frame\n"
                   "Label,Track ID,X,Y,Frame\n,,(micron),(micron),\n"
                   "ID1,0,1,2,0\nID2,7,3,4,0\nID3,0,9,9,1\n",
                   2, true),
            (std::vector<Place>{{1, 2, 0}, {3, 4, 0}}));
  const auto read = [&](const std::string& text, int axes = 2) {
    return said(text, [&](const std::string& path) { read_places(path, axes, quiet); });
  };
  EXPECT_EQ(read("x,y\n1,2\n", 3), "has no column 'z'; places of spheres need x, y and z");
  EXPECT_EQ(read("x,y\nX,Y\n1,2\n"), "line 2: a coordinate is 'X', which is no number");
  EXPECT_EQ(read("frame,x,y\n0.5,1,2\n"), "line 2: the frame is '0.5', which is no whole number");
  EXPECT_EQ(read("a,b\n"), "has no column 'x'; its columns must be x, y and, for spheres, z");
  EXPECT_EQ(read("x,y\n"), "has no places");
  EXPECT_EQ(read("x,y\n1,b\n"), "line 2: a coordinate is 'b', which is no number");
  EXPECT_EQ(read("x,y,z (mm)\n"),
            "its column x is in no unit, but z in 'mm'; x, y and z must have the same unit");
}

TEST(AgentCheckTest, RadiusAndFilesAreChecked) {
  NoProgress quiet;
  const auto sentence = [&](double radius) {
    return bitvox::test::refusal([&] { check_tracks("/nowhere/tracks.csv", radius, quiet); });
  };
  EXPECT_EQ(sentence(0), "radius=0 is not allowed; use 1e-30 to 1e12");
  EXPECT_EQ(sentence(std::nan("")), "radius=nan is not allowed; use 1e-30 to 1e12");
  EXPECT_EQ(sentence(1), "tracks.csv: cannot be read: No such file or directory");
}

TEST(AgentCheckTest, CheckingStopsWhenAsked) {
  const TextFile file("tracks.csv", "track,frame,x,y\na,0,1,1\n");
  bitvox::test::AskedProgress all;
  check_tracks(file.path(), 1, all);
  for (std::int64_t most = 1; most < all.times; ++most) {
    bitvox::test::AskedProgress stop(most);
    EXPECT_THROW(check_tracks(file.path(), 1, stop), Cancelled);
  }
  // A frame in which all are near each other takes long.
  std::int64_t asked = 0;
  near_pairs(std::vector<Place>(100000), 1, [&] { return ++asked > 3; });
  EXPECT_LT(asked, 10);
}

}  // namespace
}  // namespace bitvox::agents
