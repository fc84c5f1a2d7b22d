// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_block_objects.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/blocks/block_views.hpp"
#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/label/components_blocks.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_shapes.hpp"

namespace bitvox::label {
namespace {

constexpr std::int32_t kNoLow = std::numeric_limits<std::int32_t>::max();

// Numbers the labels that occur 1, 2, ... in their order, and returns them.
std::vector<std::uint32_t> make_dense(std::vector<std::uint32_t>& labels) {
  std::vector<std::uint32_t> names = labels;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (!names.empty() && names.front() == 0) names.erase(names.begin());
  for (std::uint32_t& label : labels) {
    if (label == 0) continue;
    const auto at = std::lower_bound(names.begin(), names.end(), label);
    label = static_cast<std::uint32_t>(at - names.begin()) + 1;
  }
  return names;
}

// Of what is read, without the layers that other blocks have in their cores. What lies in several
// layers is taken away several times, so it is given back: of x and y, say.
ShapeSums shapes_of_core(const Block& block, const RankedRuns& runs, std::int64_t count,
                         const Options& options, int threads, Progress& progress) {
  const Box core = block.core_in_read();
  const Box read = moved(block.read, block.read.begin);
  ShapeSums all;
  for (unsigned layers = 0; layers < 8; ++layers) {  // one bit for each axis
    Box box = read;
    bool subtract = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((layers >> axis & 1) == 0) continue;
      box.begin[axis] = core.end[axis];
      subtract = !subtract;
    }
    if (box.empty()) continue;
    NoProgress quick;  // layers are thin
    ShapeSums part = shapes_in_box(runs, box, block.whole, count, options, threads,
                                   layers == 0 ? progress : static_cast<Progress&>(quick));
    if (layers == 0) {
      all = std::move(part);
      continue;
    }
    const auto add = [&](std::vector<std::int64_t>& to, const std::vector<std::int64_t>& sums) {
      for (std::size_t i = 0; i < sums.size(); ++i) to[i] += subtract ? -sums[i] : sums[i];
    };
    add(all.surface, part.surface);
    add(all.euler, part.euler);
  }
  return all;
}

// The part that is object i of those measured in the core, which begins at `begin`.
ObjectPart part_of(const Objects& objects, std::size_t i, const Index& begin) {
  ObjectPart part;
  const std::int64_t n = part.voxels = objects.voxels[i];
  std::array<std::int64_t, 3> sums{};
  for (std::size_t k = 0; k < 3; ++k) {
    sums[k] = objects.sums[k][i];
    part.sums[k] = sums[k] + n * begin[k];
    const auto shift = static_cast<std::int32_t>(begin[k]);
    part.box[k] = n == 0 ? kNoLow : objects.box[k][i] + shift;
    part.box[3 + k] = n == 0 ? -1 : objects.box[3 + k][i] + shift;
  }
  constexpr std::size_t kFactors[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  for (std::size_t k = 0; k < 6; ++k) {
    const std::size_t a = kFactors[k][0];
    const std::size_t b = kFactors[k][1];
    part.squares[k] =
        objects.squares[k][i] + begin[a] * sums[b] + begin[b] * sums[a] + n * begin[a] * begin[b];
  }
  return part;
}

}  // namespace

void ObjectParts::add(const ObjectParts& other) {
  parts.insert(parts.end(), other.parts.begin(), other.parts.end());
}

ObjectParts objects_of_block(const Block& block, const BitVolume& bits,
                             std::vector<std::uint32_t> labels, const GreySource* second,
                             const Options& options, int threads, Progress& progress) {
  require_sums(block.whole);
  if (second != nullptr && second->type() == PixelType::kFloat32) {
    throw InvalidInput(
        "means of floats depend on the order of their sums: there are none in blocks");
  }
  check_spacing(options, block.whole);
  auto [ranking, measuring, shaping] = progress_parts(progress, 1, 4, 5);
  const std::vector<std::uint32_t> names = make_dense(labels);
  const RankedRuns runs(bits, labels, ranks_of_slices(bits, threads, ranking));
  const std::int64_t count = std::ssize(names);
  Objects objects;
  std::optional<GreyBox> values;
  if (second != nullptr) values.emplace(*second, block.core_in_read());
  measure_objects(runs, block.core_in_read(), count, values ? &*values : nullptr, threads, objects,
                  measuring);
  const ShapeSums shapes = shapes_of_core(block, runs, count, options, threads, shaping);

  const Block core = block_at(block.whole, block.core, {});
  ObjectParts all;
  all.parts.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ObjectPart part = part_of(objects, i, block.core.begin);
    part.label = names[i];
    part.faces = objects.faces[i] & real_faces(core);
    part.surface = shapes.surface[i];
    part.euler = shapes.euler.empty() ? 0 : shapes.euler[i];
    if (second != nullptr) {
      part.values = static_cast<std::int64_t>(objects.mean[i]);
      part.least = objects.least[i];
      part.most = objects.most[i];
    }
    all.parts.push_back(part);
  }
  return all;
}

Objects objects_of_parts(const ObjectParts& all, std::int64_t count, const Shape& whole,
                         bool has_values, const Options& options) {
  const auto size = static_cast<std::size_t>(count);
  Objects objects;
  objects.voxels.assign(size, 0);
  objects.faces.assign(size, 0);
  for (auto& sums : objects.sums) sums.assign(size, 0);
  for (auto& squares : objects.squares) squares.assign(size, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    objects.box[k].assign(size, kNoLow);
    objects.box[3 + k].assign(size, -1);
  }
  std::vector<std::int64_t> surfaces(size);
  std::vector<std::int64_t> values(has_values ? size : 0);
  objects.least.assign(values.size(), std::numeric_limits<double>::infinity());
  objects.most.assign(values.size(), -std::numeric_limits<double>::infinity());
  objects.euler.assign(has_euler(options, whole) ? size : 0, 0);
  for (const ObjectPart& part : all.parts) {
    if (part.label < 1 || part.label > count) {
      throw InvalidInput("these are not the objects of a block");
    }
    const auto i = static_cast<std::size_t>(part.label - 1);
    objects.voxels[i] += part.voxels;
    objects.faces[i] = static_cast<std::uint8_t>(objects.faces[i] | part.faces);
    for (std::size_t k = 0; k < 3; ++k) {
      objects.sums[k][i] += part.sums[k];
      objects.box[k][i] = std::min(objects.box[k][i], part.box[k]);
      objects.box[3 + k][i] = std::max(objects.box[3 + k][i], part.box[3 + k]);
    }
    for (std::size_t k = 0; k < 6; ++k) objects.squares[k][i] += part.squares[k];
    surfaces[i] += part.surface;
    if (!objects.euler.empty()) objects.euler[i] += part.euler;
    if (!has_values) continue;
    values[i] += part.values;
    objects.least[i] = std::min(objects.least[i], part.least);
    objects.most[i] = std::max(objects.most[i], part.most);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    objects.mean.push_back(static_cast<double>(values[i]) / static_cast<double>(objects.voxels[i]));
  }
  const double unit = surface_part(options, whole);
  for (const std::int64_t surface : surfaces) {
    objects.surface.push_back(static_cast<double>(surface) * unit);
  }
  return objects;
}

}  // namespace bitvox::label
