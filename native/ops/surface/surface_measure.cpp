// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface_measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/threads/parallel.hpp"

namespace bitvox::surface {
namespace {

__extension__ using Int128 = __int128;

constexpr std::int64_t kTrianglesAtOnce = 1 << 15;  // triangles a task

// Sums over triangles of one group. Those of a task are added in the order of the triangles, and
// tasks in their order, so that the area has the same bits for any number of threads.
struct Sums {
  std::size_t group = 0;
  double area = 0;
  Int128 volume = 0;        // six times that of the box of a step's grid
  std::uint64_t sides = 0;  // 0 where every side is met by one that goes the other way

  void add(const Sums& other) {
    area += other.area;
    volume += other.volume;
    sides += other.sides;
  }
};

std::uint64_t scattered(std::uint64_t bits) {  // the finalizer of splitmix64
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
  return bits ^ bits >> 31;
}

std::uint64_t side_number(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t number =
      scattered((std::uint64_t{std::min(a, b)} << 32 | std::max(a, b)) + 0x9e3779b97f4a7c15U);
  return a < b ? number : 0 - number;
}

class Measure {
 public:
  explicit Measure(const SurfaceMesh& mesh)
      : mesh_(mesh),
        step_{mesh.spacing.x / kVoxel, mesh.spacing.y / kVoxel, mesh.spacing.z / kVoxel} {}

  void add(std::int64_t number, Sums& sums) const {
    const Triangle& corners = mesh_.corners[static_cast<std::size_t>(number)];
    std::array<const GridPoint*, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) {
      at[k] = &mesh_.points[corners[k]];
      sums.sides += side_number(corners[k], corners[(k + 1) % 3]);
    }
    std::array<std::int64_t, 3> u{};
    std::array<std::int64_t, 3> v{};
    std::array<double, 3> a{};
    std::array<double, 3> b{};
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] = std::int64_t{(*at[1])[k]} - (*at[0])[k];
      v[k] = std::int64_t{(*at[2])[k]} - (*at[0])[k];
      a[k] = static_cast<double>(u[k]) * step_[k];
      b[k] = static_cast<double>(v[k]) * step_[k];
    }
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    const double z = a[0] * b[1] - a[1] * b[0];
    sums.area += 0.5 * std::sqrt(x * x + y * y + z * z);
    // The prism down to z = 0: twice its base times three times its mean height.
    const Int128 base = Int128{u[0]} * v[1] - Int128{u[1]} * v[0];
    sums.volume += base * (std::int64_t{(*at[0])[2]} + (*at[1])[2] + (*at[2])[2]);
  }

  double volume(const Sums& sums) const {
    return static_cast<double>(sums.volume) * step_[0] * step_[1] * step_[2] / 6;
  }

 private:
  const SurfaceMesh& mesh_;
  std::array<double, 3> step_;
};

// Of each group.
std::vector<Sums> sums_of(const Measure& measuring, const SurfaceMesh& mesh, int threads,
                          Progress& progress) {
  const std::vector<meshes::MeshSource::Group>& groups = mesh.of_labels;
  const std::int64_t tasks = (mesh.triangle_count + kTrianglesAtOnce - 1) / kTrianglesAtOnce;
  std::vector<std::vector<Sums>> parts(static_cast<std::size_t>(tasks));
  parallel_for(tasks, threads, progress, [&](std::int64_t task) {
    const std::int64_t end = std::min(mesh.triangle_count, (task + 1) * kTrianglesAtOnce);
    std::int64_t t = task * kTrianglesAtOnce;
    auto group = std::upper_bound(groups.begin(), groups.end(), t,
                                  [](std::int64_t at, const auto& of) { return at < of.end; });
    for (; t < end; ++group) {
      Sums sums;
      sums.group = static_cast<std::size_t>(group - groups.begin());
      for (; t < std::min(end, group->end); ++t) measuring.add(t, sums);
      parts[static_cast<std::size_t>(task)].push_back(sums);
    }
  });
  std::vector<Sums> all(groups.size());
  for (const auto& part : parts) {
    for (const Sums& sums : part) all[sums.group].add(sums);
  }
  return all;
}

}  // namespace

std::vector<double> volumes(const SurfaceMesh& mesh, int threads, Progress& progress) {
  const Measure measuring(mesh);
  std::vector<double> volumes;
  for (const Sums& sums : sums_of(measuring, mesh, threads, progress)) {
    volumes.push_back(measuring.volume(sums));
  }
  return volumes;
}

void measure(const SurfaceMesh& mesh, int threads, Result& result, Progress& progress) {
  const std::vector<meshes::MeshSource::Group>& groups = mesh.of_labels;
  const Measure measuring(mesh);
  const std::vector<Sums> all = sums_of(measuring, mesh, threads, progress);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::int64_t triangles = groups[g].end - groups[g].first;
    result.labels.push_back(groups[g].label);
    result.triangles.push_back(triangles);
    result.area.push_back(all[g].area);
    result.volume.push_back(measuring.volume(all[g]));
    result.euler.push_back(result.vertices[g] - 3 * triangles / 2 + triangles);
    result.closed.push_back(all[g].sides == 0 ? 1 : 0);
  }
}

}  // namespace bitvox::surface
