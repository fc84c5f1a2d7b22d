// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/link_levels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "diffusion/link_rows.hpp"
#include "test_volumes.hpp"

namespace bitvox::weighted_grid {
namespace {

// What joins two nodes, and every node to its ground.
struct Graph {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> links;
  std::map<std::uint32_t, double> grounds;
};

Graph graph_of(const Links& links) {
  Graph graph;
  const Grid& grid = links.grid;
  const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::uint32_t>((z * grid.height + y) * grid.stride() + x);
  };
  for (std::int64_t z = 0; z < grid.depth; ++z)
    for (std::int64_t y = 0; y < grid.height; ++y)
      for (std::int64_t x = 0; x < grid.width; ++x) {
        const auto link = [&](bool there, std::uint32_t to, float weight) {
          if (!there || weight == 0) return;
          graph.links[{at(x, y, z), to}] = graph.links[{to, at(x, y, z)}] =
              static_cast<double>(weight);
        };
        link(x + 1 < grid.width, at(x + 1, y, z), links.x.row(y, z)[x]);
        link(y + 1 < grid.height, at(x, y + 1, z), links.y.row(y, z)[x]);
        link(z + 1 < grid.depth, at(x, y, z + 1), links.z.row(y, z)[x]);
        graph.grounds[at(x, y, z)] = static_cast<double>(links.ground.row(y, z)[x]);
      }
  return graph;
}

Graph graph_of(const LinkLevel& level) {
  Graph graph;
  for (std::uint32_t i = 0; i < level.ground.size(); ++i) {
    graph.grounds[i] = static_cast<double>(level.ground[i]);
    for (auto k = level.first_link[i]; k < level.first_link[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_TRUE(
          graph.links.insert({{i, level.to[at]}, static_cast<double>(level.weight[at])}).second);
    }
  }
  return graph;
}

// By the definition.
Graph coarse_of(const Graph& finer, const LinkLevel& level) {
  std::map<std::uint32_t, std::uint32_t> of;
  Graph coarse;
  for (std::uint32_t i = 0; i < level.ground.size(); ++i) {
    coarse.grounds[i] = 0;
    for (auto k = level.first_member[i]; k < level.first_member[i + 1]; ++k) {
      const std::uint32_t member = level.member[static_cast<std::size_t>(k)];
      EXPECT_TRUE(finer.grounds.contains(member));
      EXPECT_TRUE(of.insert({member, i}).second) << "is in two";
      coarse.grounds[i] += finer.grounds.at(member);
    }
  }
  for (const auto& [ends, weight] : finer.links) {
    const auto from = of.find(ends.first), to = of.find(ends.second);
    if (from == of.end()) continue;
    if (to == of.end()) {
      coarse.grounds[from->second] += weight;
    } else if (from->second != to->second) {
      coarse.links[{from->second, to->second}] += weight;
    }
  }
  return coarse;
}

template <class Key>
void expect_near(const std::map<Key, double>& found, const std::map<Key, double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [key, value] : expected) {
    ASSERT_TRUE(found.contains(key));
    ASSERT_NEAR(found.at(key), value, 1e-5 * value);
  }
}

// Weights of ten orders of magnitude; every hundredth cell has a ground.
Links random_links(const Grid& grid, std::uint64_t seed, const RowLoop& loop) {
  Links links(grid);
  links.clear(loop);
  test::Random random(seed);
  const auto weight = [&] {
    return static_cast<float>(std::pow(10.0, -static_cast<double>(random.below(1000)) / 100));
  };
  for (std::int64_t z = 0; z < grid.depth; ++z)
    for (std::int64_t y = 0; y < grid.height; ++y)
      for (std::int64_t x = 0; x < grid.width; ++x) {
        if (x + 1 < grid.width) links.x.row(y, z)[x] = weight();
        if (y + 1 < grid.height) links.y.row(y, z)[x] = weight();
        if (z + 1 < grid.depth) links.z.row(y, z)[x] = weight();
        if (random.below(100) == 0) links.ground.row(y, z)[x] = weight();
      }
  links.set_diagonal(Rows::scalar, loop);
  return links;
}

TEST(LinkLevelsTest, LinksAreSumsOfFinerOnes) {
  NoProgress progress;
  const RowLoop loop(2, progress);
  for (const Grid& grid : {Grid{17, 11, 9}, Grid{40, 33, 1}, Grid{1, 1, 50}, Grid{1, 1, 1}}) {
    const Links links = random_links(grid, 3, loop);
    Graph finer = graph_of(links);
    const std::vector<LinkLevel> levels = link_levels(links, loop);
    std::size_t nodes = finer.grounds.size();
    for (const LinkLevel& level : levels) {
      const Graph expected = coarse_of(finer, level);
      finer = graph_of(level);
      expect_near(finer.links, expected.links);
      expect_near(finer.grounds, expected.grounds);
      for (std::uint32_t i = 0; i < level.ground.size(); ++i) {
        double sum = finer.grounds.at(i);
        for (auto k = level.first_link[i]; k < level.first_link[i + 1]; ++k) {
          sum += static_cast<double>(level.weight[static_cast<std::size_t>(k)]);
        }
        ASSERT_NEAR(level.diagonal[i], sum > 0 ? sum : -1, 1e-5 * sum);
      }
      EXPECT_LE(level.ground.size(), nodes * 9 / 10) << "fewer and fewer";
      nodes = level.ground.size();
    }
    EXPECT_LE(nodes, 20U);
  }
}

// More nodes than are gone through as one.
TEST(LinkLevelsTest, SameForAnyNumberOfThreads) {
  NoProgress progress;
  const RowLoop one(1, progress), three(3, progress);
  const Links links = random_links({1500, 900, 1}, 5, three);
  const std::vector<LinkLevel> a = link_levels(links, one), b = link_levels(links, three);
  ASSERT_EQ(a.size(), b.size());
  EXPECT_GT(a.size(), 10U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].first_link, b[i].first_link);
    EXPECT_EQ(a[i].to, b[i].to);
    EXPECT_EQ(a[i].weight, b[i].weight);
    EXPECT_EQ(a[i].ground, b[i].ground);
    EXPECT_EQ(a[i].first_member, b[i].first_member);
    EXPECT_EQ(a[i].member, b[i].member);
  }
}

// Rooms of 16 cells, joined by weak links: nodes are put together across them only once a room is
// one node.
TEST(LinkLevelsTest, RoomsStayApart) {
  NoProgress progress;
  const RowLoop loop(1, progress);
  const Grid grid{32, 16, 1};
  Links links(grid);
  links.clear(loop);
  std::map<std::uint32_t, std::int64_t> room_of;  // of a node
  for (std::int64_t y = 0; y < grid.height; ++y)
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (x + 1 < grid.width) links.x.row(y, 0)[x] = x % 4 == 3 ? 1e-10F : 1.0F;
      if (y + 1 < grid.height) links.y.row(y, 0)[x] = y % 4 == 3 ? 1e-10F : 1.0F;
      room_of[static_cast<std::uint32_t>(y * grid.stride() + x)] = y / 4 * 8 + x / 4;
    }
  links.ground.row(0, 0)[0] = 1e-10F;
  links.set_diagonal(Rows::scalar, loop);
  std::size_t nodes = 0;  // before rooms are put together
  for (const LinkLevel& level : link_levels(links, loop)) {
    std::map<std::uint32_t, std::int64_t> next;
    std::map<std::int64_t, int> nodes_of;
    for (const auto& [node, room] : room_of) ++nodes_of[room];
    bool mixed = false;
    for (std::uint32_t i = 0; i < level.ground.size(); ++i) {
      for (auto k = level.first_member[i]; k < level.first_member[i + 1]; ++k) {
        const std::int64_t room = room_of.at(level.member[static_cast<std::size_t>(k)]);
        const auto [at, first] = next.insert({i, room});
        if (first || at->second == room) continue;
        mixed = true;
        EXPECT_EQ(nodes_of[room], 1);
        EXPECT_EQ(nodes_of[at->second], 1);
      }
    }
    if (mixed) break;
    nodes = next.size();
    room_of = next;
  }
  EXPECT_EQ(nodes, 32U);
}

TEST(LinkLevelsTest, ManyLinksOfANodeAreAddedUp) {
  NodeRow row;
  std::map<std::uint32_t, double> expected;
  test::Random random(4);
  for (const int links : {20, 64, 500}) {
    row.clear();
    expected.clear();
    for (int i = 0; i < links; ++i) {
      const auto to = static_cast<std::uint32_t>(random.below(links / 2));
      row.add(to, static_cast<float>(i));
      expected[to] += i;
    }
    std::map<std::uint32_t, double> found;
    for (const NodeRow::Link& link : row.sums()) {
      EXPECT_TRUE(found.insert({link.to, static_cast<double>(link.weight)}).second);
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace bitvox::weighted_grid
