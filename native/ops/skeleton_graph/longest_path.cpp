// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/longest_path.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace bitvox::skeleton_graph {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();

}  // namespace

FarthestNodesSearch::FarthestNodesSearch(const Network& network, Progress& progress)
    : network_(network),
      steps_(progress),
      first_arc_(static_cast<std::size_t>(network.nodes()) + 1),
      distances_(static_cast<std::size_t>(network.nodes())),
      came_by_(static_cast<std::size_t>(network.nodes())) {
  for (const Link& link : network.links()) {
    ++first_arc_[static_cast<std::size_t>(link.from)];
    ++first_arc_[static_cast<std::size_t>(link.to)];
    steps_.add();
  }
  std::int64_t sum = 0;
  for (std::int64_t& first : first_arc_) {  // for now where the arcs of each node end
    first = sum += first;
  }
  arcs_.resize(static_cast<std::size_t>(sum));
  for (std::int64_t i = std::ssize(network.links()) - 1; i >= 0; --i) {
    const Link& link = network.links()[static_cast<std::size_t>(i)];
    const auto add = [&](std::int64_t from, std::int64_t to) {
      std::int64_t& end = first_arc_[static_cast<std::size_t>(from)];
      arcs_[static_cast<std::size_t>(--end)] = {to, i, link.length};
    };
    add(link.from, link.to);
    add(link.to, link.from);
    steps_.add();
  }
}

FarthestNodes FarthestNodesSearch::among(const std::vector<std::int64_t>& nodes) {
  const bool tree = link_count(nodes) < std::ssize(nodes);
  FarthestNodes found = tree ? in_a_tree(nodes) : with_loops(nodes);
  if (found.from > found.to) {
    std::swap(found.from, found.to);
    std::reverse(found.links.begin(), found.links.end());
  }
  return found;
}

std::int64_t FarthestNodesSearch::link_count(const std::vector<std::int64_t>& nodes) const {
  std::int64_t arcs = 0;
  for (const std::int64_t node : nodes) {
    const auto i = static_cast<std::size_t>(node);
    arcs += first_arc_[i + 1] - first_arc_[i];
  }
  return arcs / 2;
}

FarthestNodes FarthestNodesSearch::in_a_tree(const std::vector<std::int64_t>& nodes) {
  const std::int64_t from = sweep(nodes.front(), nodes);
  const std::int64_t to = sweep(from, nodes);
  return path_to(from, to);
}

FarthestNodes FarthestNodesSearch::with_loops(const std::vector<std::int64_t>& nodes) {
  FarthestNodes best;
  best.length = -1;
  std::vector<Bounds> left;
  left.reserve(nodes.size());
  for (const std::int64_t node : nodes) {
    left.push_back({node, 0, kUnreached});
  }
  // By turns from the middle, which bounds the others well, and from the border, for long paths.
  for (bool middle = true; !left.empty(); middle = !middle) {
    const auto next = std::min_element(left.begin(), left.end(), [&](const auto& a, const auto& b) {
      return middle ? a.least < b.least : a.most > b.most;
    });
    const std::int64_t from = next->node;
    const std::int64_t to = sweep(from, nodes);
    const double farthest = distance(to);
    if (farthest > best.length) {
      best = path_to(from, to);
    }
    for (Bounds& bounds : left) {
      const double away = distance(bounds.node);
      bounds.least = std::max({bounds.least, away, farthest - away});
      bounds.most = std::min(bounds.most, farthest + away);
    }
    std::erase_if(left, [&](const Bounds& bounds) {
      return bounds.node == from || bounds.most <= best.length;
    });
    steps_.add(3 * std::ssize(nodes));
  }
  return best;
}

// Returns the node that is farthest away, of equals the first.
std::int64_t FarthestNodesSearch::sweep(std::int64_t from, const std::vector<std::int64_t>& nodes) {
  using Reached = std::pair<double, std::int64_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  for (const std::int64_t node : nodes) {
    distances_[static_cast<std::size_t>(node)] = kUnreached;
  }
  distances_[static_cast<std::size_t>(from)] = 0;
  open.push({0, from});
  while (!open.empty()) {
    const auto [away, node] = open.top();
    open.pop();
    steps_.add();
    if (away > distance(node)) {
      continue;  // a shorter way was found since
    }
    for (auto i = static_cast<std::size_t>(first_arc_[static_cast<std::size_t>(node)]);
         i < static_cast<std::size_t>(first_arc_[static_cast<std::size_t>(node) + 1]); ++i) {
      const Arc& arc = arcs_[i];
      if (away + arc.length < distance(arc.node)) {
        distances_[static_cast<std::size_t>(arc.node)] = away + arc.length;
        came_by_[static_cast<std::size_t>(arc.node)] = arc.link;
        open.push({away + arc.length, arc.node});
      }
    }
  }
  return *std::max_element(nodes.begin(), nodes.end(), [&](std::int64_t a, std::int64_t b) {
    return distance(a) < distance(b);
  });
}

FarthestNodes FarthestNodesSearch::path_to(std::int64_t from, std::int64_t to) const {
  FarthestNodes found{distance(to), from, to, {}};
  for (std::int64_t node = to; node != from;) {
    const std::int64_t i = came_by_[static_cast<std::size_t>(node)];
    const Link& link = network_.links()[static_cast<std::size_t>(i)];
    found.links.push_back(i);
    node = link.from == node ? link.to : link.from;
  }
  std::reverse(found.links.begin(), found.links.end());
  return found;
}

void require_searchable(std::int64_t nodes, std::int64_t links) {
  if (links > kMostSearchSteps / nodes) {
    throw InvalidInput("the longest path of a skeleton with loops, " + std::to_string(nodes) +
                       " nodes and " + std::to_string(links) +
                       " branches could take hours: prune it, cut its loops or leave out the"
                       " longest path");
  }
}

}  // namespace bitvox::skeleton_graph
