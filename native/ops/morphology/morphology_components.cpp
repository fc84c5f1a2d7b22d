// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_components.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/threads/parallel.hpp"
#include "ops/label/components.hpp"

namespace bitvox::morphology {
namespace {

using label::Connectivity;

// Holes are joined the other way round than objects, or a line could cross another.
Connectivity of_holes(Connectivity of_objects) {
  return of_objects == Connectivity::kFaces ? Connectivity::kAll : Connectivity::kFaces;
}

BitVolume fill_holes(const BitVolume& volume, std::uint8_t faces, label::JoinOptions join,
                     RunReport& run, Progress& progress) {
  NoProgress quick;
  join.connectivity = of_holes(join.connectivity);
  const BitVolume background = label::complement(volume, join.threads, quick);
  return label::complement(label::joined_to_faces(background, faces, join, run, progress),
                           join.threads, quick);
}

// The largest of each slice.
BitVolume keep_largest_of_slices(const BitVolume& volume, const label::JoinOptions& join,
                                 RunReport& run, Progress& progress) {
  const Shape& shape = volume.shape();
  BitVolume out(shape);
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    PhaseProgress part(progress, z, z + 1, shape.depth);
    BitVolume slice({shape.width, shape.height, 1});
    std::copy_n(volume.slice(z), shape.words_per_slice(), slice.words());
    const BitVolume kept = label::largest_component(slice, join, run, part);
    std::copy_n(kept.words(), shape.words_per_slice(), out.slice(z));
  }
  return out;
}

}  // namespace

BitVolume by_components(const BitVolume& volume, const BitVolume* marker, const Options& options,
                        RunReport& run, Progress& progress) {
  const bool planar = options.extent == Extent::kPerSlice || volume.shape().depth == 1;
  const std::uint8_t faces = planar ? label::kFacesOfSlices : label::kAllFaces;
  const label::JoinOptions join{options.connectivity, planar ? Extent::kPerSlice : Extent::kVolume,
                                options.backend, options.threads};
  switch (options.operation) {
    case Operation::kFillHoles:
      return fill_holes(volume, faces, join, run, progress);
    case Operation::kRemoveBorder:
      return label::clear_of_faces(volume, faces, join, run, progress);
    case Operation::kReconstruct:
      return label::joined_to_marker(volume, *marker, join, run, progress);
    case Operation::kAreaOpen:
      return label::components_of_size(volume, options.min_size, join, run, progress);
    case Operation::kKeepLargest:
      return planar ? keep_largest_of_slices(volume, join, run, progress)
                    : label::largest_component(volume, join, run, progress);
    default:
      break;
  }
  throw std::logic_error("not an operation on components");
}

}  // namespace bitvox::morphology
