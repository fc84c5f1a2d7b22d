// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface_sort.hpp"

#include <utility>
#include <vector>

#include "linear_systems/steady.hpp"
#include "ops/surface/surface.hpp"

namespace bitvox::surface {

std::int64_t bytes_of_sorting(std::int64_t triangles, std::uint32_t largest) {
  return 16 * triangles + 16 * std::int64_t{largest};
}

void sort_by_label(SurfaceMesh& mesh, AlignedArray<std::uint32_t> labels, std::uint32_t largest,
                   Progress& progress) {
  StandingProgress standing(progress);
  sparse::Steady steady(standing);
  std::vector<std::int64_t> next(std::size_t{largest} + 1);  // place of a label's next one
  const auto count = static_cast<std::size_t>(mesh.triangle_count);
  for (std::size_t t = 0; t < count; ++t) {
    ++next[labels[t]];
    steady.worked(1);
  }
  standing.move_to(1, 3);
  mesh.of_labels.clear();
  std::int64_t first = 0;
  for (std::size_t label = 0; label < next.size(); ++label) {
    const std::int64_t end = first + next[label];
    if (end > first) mesh.of_labels.push_back({static_cast<std::int64_t>(label), first, end});
    next[label] = std::exchange(first, end);
  }
  AlignedArray<Triangle> sorted = aligned_array<Triangle>(mesh.triangle_count);
  for (std::size_t t = 0; t < count; ++t) {
    sorted[static_cast<std::size_t>(next[labels[t]]++)] = mesh.corners[t];
    steady.worked(1);
  }
  mesh.corners = std::move(sorted);
  progress.report(1, 1);
}

}  // namespace bitvox::surface
