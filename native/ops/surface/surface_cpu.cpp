// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/surface/surface_extract.hpp"
#include "ops/surface/surface_layers.hpp"
#include "ops/surface/surface_measure.hpp"
#include "ops/surface/surface_smooth.hpp"
#include "ops/surface/surface_sort.hpp"

namespace bitvox::surface {
namespace {

constexpr MemoryUser kUser{"Surface", "Crop the image."};
constexpr std::int64_t kVoxelsAtOnce = 1
                                       << 21;   // of the layers of a task, of which a slice is read
constexpr std::int64_t kMostLayersAtOnce = 16;  // once more

// Goes through all layers in tasks, in any order; make() returns slices for a thread.
template <class Make>
class Extraction {
 public:
  Extraction(const Shape& shape, const Options& options, const Make& make)
      : shape_(shape),
        options_(options),
        make_(make),
        threads_(thread_count(options.threads)),
        layers_(shape.depth + 1),
        at_once_(std::clamp<std::int64_t>(kVoxelsAtOnce / (shape.width * shape.height), 1,
                                          kMostLayersAtOnce)),
        counts_(static_cast<std::size_t>(layers_)) {}

  Result run(SurfaceMesh& mesh, Progress& progress) {
    require_memory(kUser, host_memory(), threads_ * Layers<Slices>::bytes(shape_));
    const bool is_smoothed = options_.smooth > 0;
    auto [counting, filling, sorting, comparing, smoothing, measuring] =
        progress_parts(progress, 3, 6, kLabels ? 2 : 0, is_smoothed ? 2 : 0, options_.smooth, 2);
    count(counting);
    find_places();
    allocate(mesh);
    Result result;
    fill(mesh, filling);
    sort(mesh, result, sorting);
    if (is_smoothed) {
      result.volume_unsmoothed = volumes(mesh, threads_, comparing);
      smooth(mesh, options_.smooth, threads_, smoothing);
    }
    measure(mesh, threads_, result, measuring);
    if (!is_smoothed) result.volume_unsmoothed = result.volume;
    progress.report(1, 1);
    return result;
  }

 private:
  using Slices = decltype(std::declval<const Make&>()());
  static constexpr bool kLabels = Slices::kHasLabels;

  // body(layers, k) for all layers, the layers of each task in order.
  template <class Body>
  void each_layer(Progress& progress, const Body& body) {
    parallel_for((layers_ + at_once_ - 1) / at_once_, threads_, progress,
                 [&] { return Layers<Slices>(make_(), options_.connectivity); },
                 [&](Layers<Slices>& layers, std::int64_t task) {
                   const std::int64_t first = task * at_once_;
                   layers.begin(first, first == 0 ? 0 : behind_z(first - 1));
                   const std::int64_t end = std::min(layers_, first + at_once_);
                   for (std::int64_t k = first; k < end && !stop_requested(); ++k) body(layers, k);
                 });
  }

  std::int64_t behind_z(std::int64_t k) const {
    const auto at = static_cast<std::size_t>(k);
    return first_vertex_.empty() ? 0 : first_vertex_[at] + counts_[at].along_z;
  }

  void count(Progress& progress) {
    each_layer(progress, [&](Layers<Slices>& layers, std::int64_t k) {
      LayerCount count = layers.enter(0);
      count.triangles = layers.count_triangles();
      counts_[static_cast<std::size_t>(k)] = count;
      if constexpr (kLabels) {
        const std::uint32_t label = layers.largest_label();
        std::uint32_t known = largest_label_.load();
        while (known < label && !largest_label_.compare_exchange_weak(known, label)) {
        }
      }
    });
  }

  void find_places() {
    std::int64_t vertices = 0;
    for (const LayerCount& count : counts_) {
      first_vertex_.push_back(vertices);
      first_triangle_.push_back(triangles_);
      vertices += count.vertices;
      triangles_ += count.triangles;
    }
    vertices_ = vertices;
    if (vertices_ == 0) {
      throw UnsuitableImage(
          options_.kind == Kind::kBinary
              ? std::string("the image has no foreground voxels, so it has no surface")
          : options_.kind == Kind::kLabels
              ? (options_.label == 0
                     ? std::string("the image has no labels: all its voxels are 0")
                     : "no voxel of the image has the label " + std::to_string(options_.label))
              : std::string("no value of the image reaches the level, so it has no surface"));
    }
    if (vertices_ > meshes::kMostVertices) {
      throw InvalidInput("the surface has " + std::to_string(vertices_) + " vertices; " +
                         std::to_string(meshes::kMostVertices) +
                         " are the most: crop the image or make it smaller");
    }
  }

  void allocate(SurfaceMesh& mesh) {
    const std::int64_t bytes = 12 * vertices_ + 12 * triangles_;
    const std::int64_t beside =
        std::max(kLabels ? bytes_of_sorting(triangles_, largest_label_) : 0,
                 options_.smooth > 0 ? bytes_of_smoothing(vertices_, triangles_) : 0);
    require_memory(kUser, host_memory(), bytes + beside);
    mesh.spacing = options_.spacing;
    mesh.has_labels = kLabels;
    mesh.vertex_count = vertices_;
    mesh.triangle_count = triangles_;
    mesh.points = aligned_array<GridPoint>(vertices_);
    mesh.corners = aligned_array<Triangle>(triangles_);
    if constexpr (kLabels) {
      labels_ = aligned_array<std::uint32_t>(triangles_);
      of_label_.assign(std::size_t{largest_label_} + 1, 0);
    }
  }

  void fill(SurfaceMesh& mesh, Progress& progress) {
    each_layer(progress, [&](Layers<Slices>& layers, std::int64_t k) {
      const auto at = static_cast<std::size_t>(k);
      layers.enter(first_vertex_[at]);
      GridPoint* point = mesh.points.get() + first_vertex_[at];
      LabelRuns runs(of_label_);
      layers.each_vertex([&](const GridPoint& position, [[maybe_unused]] std::uint32_t label) {
        *point++ = position;
        if constexpr (kLabels) runs.add(label);
      });
      std::int64_t next = first_triangle_[at];
      layers.each_case(
          [&](const CellCase& cell, [[maybe_unused]] std::uint32_t label, const auto& numbers) {
            for (std::size_t t = 0; t < cell.triangle_count; ++t, ++next) {
              const auto& [a, b, c] = cell.triangles[t];
              mesh.corners[static_cast<std::size_t>(next)] = {numbers[a], numbers[b], numbers[c]};
              if constexpr (kLabels) labels_[static_cast<std::size_t>(next)] = label;
            }
          });
    });
  }

  // Counts how often labels occur; neighbours mostly have the same.
  class LabelRuns {
   public:
    explicit LabelRuns(std::vector<std::int64_t>& counts) : counts_(counts) {}
    ~LabelRuns() { flush(); }
    LabelRuns(const LabelRuns&) = delete;
    LabelRuns& operator=(const LabelRuns&) = delete;

    void add(std::uint32_t label) {
      if (label != label_) flush();
      label_ = label;
      ++count_;
    }

   private:
    void flush() {
      if (count_ > 0) {
        std::atomic_ref(counts_[label_]).fetch_add(count_, std::memory_order_relaxed);
      }
      count_ = 0;
    }

    std::vector<std::int64_t>& counts_;
    std::uint32_t label_ = 0;
    std::int64_t count_ = 0;
  };

  void sort(SurfaceMesh& mesh, Result& result, Progress& progress) {
    if constexpr (kLabels) {
      sort_by_label(mesh, std::move(labels_), largest_label_, progress);
      for (const auto& group : mesh.of_labels) {
        result.vertices.push_back(of_label_[static_cast<std::size_t>(group.label)]);
      }
      of_label_ = {};
    } else {
      mesh.of_labels = {{1, 0, triangles_}};
      result.vertices = {vertices_};
    }
  }

  const Shape shape_;
  const Options& options_;
  const Make& make_;
  int threads_;
  std::int64_t layers_;
  std::int64_t at_once_;
  std::vector<LayerCount> counts_;
  std::vector<std::int64_t> first_vertex_;  // of each layer; empty until all are counted
  std::vector<std::int64_t> first_triangle_;
  std::int64_t vertices_ = 0;
  std::int64_t triangles_ = 0;
  std::atomic<std::uint32_t> largest_label_{0};
  AlignedArray<std::uint32_t> labels_;  // of triangles
  std::vector<std::int64_t> of_label_;  // vertices
};

template <class Make>
Result run(const Shape& shape, const Options& options, const Make& make, SurfaceMesh& mesh,
           Progress& progress) {
  return Extraction<Make>(shape, options, make).run(mesh, progress);
}

}  // namespace

Result extract_cpu(const Input& in, const Options& options, SurfaceMesh& mesh, Progress& progress) {
  if (options.kind == Kind::kLabels) {
    return run(
        in.grey->shape(), options, [&] { return LabelSlices(*in.grey, options.label); }, mesh,
        progress);
  }
  if (options.kind == Kind::kGrey) {
    return run(
        in.grey->shape(), options, [&] { return GreySlices(*in.grey, options.level); }, mesh,
        progress);
  }
  auto [reading, extracting] = progress_parts(progress, 1, 4);
  require_memory(kUser, host_memory(), 8 * in.volume->shape().word_count());
  const BitVolume volume = read_volume(*in.volume, thread_count(options.threads), reading);
  return run(
      volume.shape(), options, [&] { return BinarySlices(volume); }, mesh, extracting);
}

}  // namespace bitvox::surface
