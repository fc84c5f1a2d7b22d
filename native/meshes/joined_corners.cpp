// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/joined_corners.hpp"

#include <bit>

#include "core/memory/memory.hpp"

namespace bitvox::meshes {
namespace {

std::uint64_t mixed(std::uint64_t bits) {  // the finalizer of splitmix64
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
  return bits ^ bits >> 31;
}

}  // namespace

void JoinedCorners::add_triangle(const std::array<Point, 3>& corners) {
  Triangle triangle{};
  for (std::size_t k = 0; k < 3; ++k) triangle[k] = number(corners[k]);
  builder_.add_triangle(triangle);
}

std::uint32_t JoinedCorners::number(Point corner) {
  for (double& coordinate : corner) coordinate += 0.0;  // -0 becomes 0
  std::uint32_t& entry = table_[place(corner)];
  if (entry != kNone) return entry;
  const auto next = static_cast<std::uint32_t>(builder_.vertices());
  builder_.add_vertex(corner);
  entry = next;
  if (2 * static_cast<std::size_t>(builder_.vertices()) > table_.size()) grow();
  return next;
}

// Where the corner stands in the table, or would.
std::size_t JoinedCorners::place(const Point& corner) const {
  std::uint64_t hash = 0;
  for (const double coordinate : corner) {
    hash = mixed(hash + 0x9e3779b97f4a7c15U + std::bit_cast<std::uint64_t>(coordinate));
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  while (table_[at] != kNone && builder_.vertex(table_[at]) != corner) at = (at + 1) & mask;
  return at;
}

void JoinedCorners::grow() {
  const std::size_t size = 2 * table_.size();
  require_memory({"A mesh", "Use a smaller one."}, host_memory(),
                 static_cast<std::int64_t>(size * sizeof(std::uint32_t)));
  table_.assign(size, kNone);
  for (std::uint32_t v = 0; v < builder_.vertices(); ++v) table_[place(builder_.vertex(v))] = v;
}

}  // namespace bitvox::meshes
