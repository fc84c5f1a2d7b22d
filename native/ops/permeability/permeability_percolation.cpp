// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_percolation.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "core/backends/run_on.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_runs.hpp"

namespace bitvox::permeability {
namespace {

// Components that periodic borders join, and in which period of the flow's axis each lies, seen
// from the first one: a union-find with distances.
class Clusters {
 public:
  explicit Clusters(std::size_t count) : parent_(count), periods_(count), endless_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  // Component b, moved by `periods`, touches component a. A cluster that touches itself in another
  // period goes on for ever.
  void join(std::size_t a, std::size_t b, std::int64_t periods) {
    const std::size_t root_a = root(a);
    const std::size_t root_b = root(b);
    const std::int64_t apart = periods_[a] + periods - periods_[b];
    if (root_a == root_b) {
      endless_[root_a] = endless_[root_a] != 0 || apart != 0;
      return;
    }
    parent_[root_b] = root_a;
    periods_[root_b] = apart;
    endless_[root_a] = endless_[root_a] != 0 || endless_[root_b] != 0;
  }

  // Afterwards periods_[i] is the distance of i to its root.
  std::size_t root(std::size_t i) {
    std::size_t top = i;
    std::int64_t whole = 0;
    while (parent_[top] != top) {
      whole += periods_[top];
      top = parent_[top];
    }
    while (parent_[i] != i) {
      const std::size_t next = parent_[i];
      const std::int64_t step = periods_[i];
      parent_[i] = top;
      periods_[i] = whole;
      whole -= step;
      i = next;
    }
    return top;
  }

  bool endless(std::size_t i) { return endless_[root(i)] != 0; }

 private:
  std::vector<std::size_t> parent_;
  std::vector<std::int64_t> periods_;
  std::vector<std::uint8_t> endless_;
};

std::uint32_t count_runs(const std::uint64_t* row, std::int64_t words) {
  std::uint32_t runs = 0;
  std::uint64_t before = 0;
  for (std::int64_t i = 0; i < words; ++i) {
    runs += static_cast<std::uint32_t>(std::popcount(row[i] & ~(row[i] << 1 | before)));
    before = row[i] >> 63;
  }
  return runs;
}

// The labels of the six faces, from those of all runs: at 2 a and 2 a + 1 the first and the last
// layer of axis a, the coordinates of the other two axes in their order.
class FaceLabels {
 public:
  FaceLabels(const BitVolume& pores, const std::vector<std::uint32_t>& of_runs)
      : size_{pores.shape().width, pores.shape().height, pores.shape().depth} {
    for (std::size_t a = 0; a < 3; ++a) {
      const auto count = static_cast<std::size_t>(size_[(a + 1) % 3] * size_[(a + 2) % 3]);
      faces_[2 * a].resize(count);
      faces_[2 * a + 1].resize(count);
    }
    const auto [w, h, d] = size_;
    const std::int64_t words = pores.shape().words_per_row();
    std::uint32_t rank = 0;
    for (std::int64_t z = 0; z < d; ++z)
      for (std::int64_t y = 0; y < h; ++y) {
        const std::uint64_t* const row = pores.slice(z) + y * words;
        const std::uint32_t runs = count_runs(row, words);
        if ((row[0] & 1U) != 0) face(0)[z * h + y] = of_runs[rank];
        if ((row[(w - 1) / 64] >> ((w - 1) % 64) & 1U) != 0) {
          face(1)[z * h + y] = of_runs[rank + runs - 1];
        }
        const auto write = [&](std::uint32_t* out) {
          label::for_each_run(row, words, rank,
                              [&](std::uint32_t run, std::int64_t first, std::int64_t last) {
                                std::fill(out + first, out + last + 1, of_runs[run]);
                              });
        };
        if (y == 0) write(face(2) + z * w);
        if (y == h - 1) write(face(3) + z * w);
        if (z == 0) write(face(4) + y * w);
        if (z == d - 1) write(face(5) + y * w);
        rank += runs;
      }
  }

  // With what they are made of.
  static std::int64_t bytes(const BitVolume& pores) {
    const Shape& s = pores.shape();
    std::int64_t runs = 0;
    for (std::int64_t row = 0; row < s.height * s.depth; ++row) {
      runs += count_runs(pores.words() + row * s.words_per_row(), s.words_per_row());
    }
    return 4 * runs + 8 * (s.width * s.height + s.height * s.depth + s.depth * s.width);
  }

  std::uint32_t at(int face_number, std::int64_t u, std::int64_t v) const {
    const std::size_t a = static_cast<std::size_t>(face_number) / 2;
    const std::int64_t width = a == 0 ? size_[1] : size_[0];
    return faces_[static_cast<std::size_t>(face_number)][static_cast<std::size_t>(v * width + u)];
  }

 private:
  std::uint32_t* face(std::size_t i) { return faces_[i].data(); }

  std::array<std::int64_t, 3> size_;
  std::array<std::vector<std::uint32_t>, 6> faces_;
};

// Joins what touches across the periodic border of axis a: each voxel of the first layer with the
// one before it and, where edges join too, the four around that, which may lie beyond another
// border.
void join_across(const FaceLabels& labels, const std::array<std::int64_t, 3>& size,
                 const std::array<Border, 3>& borders, label::Connectivity connectivity, int a,
                 int axis, Clusters& clusters) {
  const int u_axis = a == 0 ? 1 : 0;
  const int v_axis = a == 2 ? 1 : 2;
  const std::int64_t u_size = size[static_cast<std::size_t>(u_axis)];
  const std::int64_t v_size = size[static_cast<std::size_t>(v_axis)];
  // A step within the layer: where it ends, and in which period of the flow; false at a wall.
  const auto move = [&](std::int64_t& at, std::int64_t to, int along, std::int64_t& periods) {
    const std::int64_t count = size[static_cast<std::size_t>(along)];
    at = to;
    if (to >= 0 && to < count) return true;
    if (borders[static_cast<std::size_t>(along)] != Border::kPeriodic) return false;
    at = to < 0 ? count - 1 : 0;
    periods += along == axis ? (to < 0 ? -1 : 1) : 0;
    return true;
  };
  // Neighbours mostly touch what the one before touched.
  struct Touch {
    std::uint32_t here = 0, there = 0;
    std::int64_t periods = 0;
    bool operator==(const Touch&) const = default;
  } last[5];
  constexpr int kSteps[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  const int steps = connectivity == label::Connectivity::kFaces ? 1 : 5;
  for (std::int64_t v = 0; v < v_size; ++v)
    for (std::int64_t u = 0; u < u_size; ++u) {
      const std::uint32_t here = labels.at(2 * a, u, v);
      if (here == 0) continue;
      for (int i = 0; i < steps; ++i) {
        std::int64_t to_u = u, to_v = v, periods = a == axis ? -1 : 0;
        if (!move(to_u, u + kSteps[i][0], u_axis, periods)) continue;
        if (!move(to_v, v + kSteps[i][1], v_axis, periods)) continue;
        const std::uint32_t there = labels.at(2 * a + 1, to_u, to_v);
        const Touch touch{here, there, periods};
        if (there == 0 || touch == last[i]) continue;
        last[i] = touch;
        clusters.join(static_cast<std::size_t>(here), static_cast<std::size_t>(there), periods);
      }
    }
}

bool is_periodic(const std::array<Border, 3>& borders, int axis) {
  return borders[static_cast<std::size_t>(axis)] == Border::kPeriodic;
}

// Components that periodic borders join, seen along an axis.
Clusters join_periodic(const FaceLabels& labels, const std::array<std::int64_t, 3>& size,
                       const std::array<Border, 3>& borders, label::Connectivity connectivity,
                       int axis, Clusters clusters) {
  for (int a = 0; a < 3; ++a) {
    if (is_periodic(borders, a)) {
      join_across(labels, size, borders, connectivity, a, axis, clusters);
    }
  }
  return clusters;
}

// Those that carry fluid along any of some axes; and along which there are any.
BitVolume keep_conducting(label::Components& components, const BitVolume& pores,
                          const std::array<Border, 3>& borders, label::Connectivity connectivity,
                          const std::vector<int>& axes, std::array<bool, 3>& along,
                          Progress& progress) {
  const auto count = static_cast<std::size_t>(components.count());
  const Shape& shape = pores.shape();
  const std::array<std::int64_t, 3> size{shape.width, shape.height, shape.depth};
  auto [reading, changing, writing] = progress_parts(progress, 2, 1, 1);
  require_memory(
      {"Permeability", "Crop the image."}, host_memory(),
      FaceLabels::bytes(pores) + static_cast<std::int64_t>(count) * 40 + shape.word_count() * 8);
  const Clusters apart(count + 1);  // labels begin at 1
  std::optional<FaceLabels> labels;
  if (is_periodic(borders, 0) || is_periodic(borders, 1) || is_periodic(borders, 2)) {
    labels.emplace(pores, components.labels_of_runs(reading));
  }
  std::vector<std::uint8_t> stay(count);
  for (const int axis : axes) {
    bool& any = along[static_cast<std::size_t>(axis)];
    any = false;
    const auto keep = [&](std::size_t i) { stay[i] = any = true; };
    Clusters clusters =
        labels ? join_periodic(*labels, size, borders, connectivity, axis, apart) : apart;
    if (is_periodic(borders, axis)) {
      for (std::size_t i = 0; i < count; ++i) {
        if (clusters.endless(i + 1)) keep(i);
      }
      continue;
    }
    const std::vector<std::uint8_t> faces = components.faces(changing);
    std::vector<std::uint8_t> touched(count + 1);
    for (std::size_t i = 0; i < count; ++i) touched[clusters.root(i + 1)] |= faces[i];
    const auto ends = static_cast<std::uint8_t>(3 << (2 * axis));
    for (std::size_t i = 0; i < count; ++i) {
      if ((touched[clusters.root(i + 1)] & ends) == ends) keep(i);
    }
  }
  components.keep(stay, changing);
  BitVolume out(shape);
  components.write(out, writing);
  return out;
}

BitVolume find_conducting(const BitVolume& pores, const std::array<Border, 3>& borders,
                          const std::vector<int>& axes, const std::string& backend, int threads,
                          std::array<bool, 3>& along, Progress& progress,
                          label::Connectivity connectivity) {
  // Below this the CPU is done before a GPU has been given its work.
  constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;
  std::array parts = progress_parts(progress, 1, 1);
  Progress& finding = parts[0];
  Progress& keeping = parts[1];
  const label::Job job{pores, connectivity, Extent::kVolume, threads};
  RunReport run;
  return run_on(
      backend, pores.shape().voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      run,
      [&](Gpu) {
        return keep_conducting(*label::components_cuda(job, finding), pores, borders, connectivity,
                               axes, along, keeping);
      },
      [&](InstructionSet instructions) {
        return keep_conducting(*label::components_cpu(instructions, job, finding), pores, borders,
                               connectivity, axes, along, keeping);
      },
      nullptr, &finding);
}

}  // namespace

BitVolume conducting_pores(const BitVolume& pores, const std::array<Border, 3>& borders, int axis,
                           const std::string& backend, int threads, Progress& progress,
                           label::Connectivity connectivity) {
  std::array<bool, 3> along{};
  return find_conducting(pores, borders, {axis}, backend, threads, along, progress, connectivity);
}

BitVolume endless_pores(const BitVolume& pores, const std::string& backend, int threads,
                        std::array<bool, 3>& along, Progress& progress,
                        label::Connectivity connectivity) {
  return find_conducting(pores, {Border::kPeriodic, Border::kPeriodic, Border::kPeriodic},
                         {0, 1, 2}, backend, threads, along, progress, connectivity);
}

}  // namespace bitvox::permeability
