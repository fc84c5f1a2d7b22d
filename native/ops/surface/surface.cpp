// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "ops/surface/surface_extract.hpp"

namespace bitvox::surface {
namespace {

void check(const Input& in, const Options& options) {
  check_fields(options);
  check_spacing(options.spacing);
  if (!std::isfinite(options.level)) throw InvalidInput("the level is not a finite number");
  const bool binary = options.kind == Kind::kBinary;
  if (binary ? in.volume == nullptr : in.grey == nullptr) {
    throw InvalidInput(binary ? "no binary volume is given" : "no image is given");
  }
  const Shape& shape = binary ? in.volume->shape() : in.grey->shape();
  if (std::max({shape.width, shape.height, shape.depth}) > kLongestSide) {
    throw InvalidInput("an image of " + size_text(shape) + " voxels is too long for a surface; " +
                       std::to_string(kLongestSide) +
                       " voxels are the most along an axis: crop it");
  }
}

}  // namespace

Result extract(const Input& in, const Options& options, SurfaceMesh& mesh, Progress& progress) {
  check(in, options);
  return extract_cpu(in, options, mesh, progress);
}

}  // namespace bitvox::surface
