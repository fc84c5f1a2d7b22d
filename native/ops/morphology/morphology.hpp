// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/label/label_terms.hpp"

namespace bitvox::morphology {

// Morphology of a binary volume X with a structuring element B around every voxel:
//
//     dilate           voxels whose element meets X
//     erode            voxels whose element lies in X
//     open             dilate(erode(X)): the union of the elements that lie in X
//     close            erode(dilate(X)): what no element that misses X covers
//     gradient         dilate(X) without erode(X)
//     white top-hat    X without open(X)
//     black top-hat    close(X) without X
//
// what treats components of X as a whole, joined by faces, edges or corners as the options say,
//
//     fill holes       with the background that is not joined to the border of the volume; where X
//                      is joined by edges or corners too, background is joined by faces, and where
//                      X is joined by faces, background is joined by edges and corners too
//     remove border    without the components that touch the border
//     reconstruct      the components with a voxel of a second volume, the marker: the
//                      reconstruction by dilation of the marker in X
//     area open        the components of so many voxels at least
//     keep largest     the largest component, of equal ones the first; per slice, of each slice
//
// and of two volumes, voxel by voxel, and, or, xor and minus (in the first, not in the second).
//
// Border: Edges::kBackground: outside the volume is background, so that an element that reaches
// out does not lie in X. Edges::kClipped: the part of an element outside is ignored. It matters
// where X is eroded: to erode, open, gradient and white top-hat. A dilation is the same for both,
// and a closing always ignores what is outside, or it would lose voxels of X at the border. So
// opening and closing are idempotent, an opening lies in X and X lies in a closing.
//
// Radius 0: the element is its centre, which erodes, dilates, opens and closes nothing; gradient
// and top-hats are empty. An element may be larger than the volume, to which the same definitions
// apply: nothing that is eroded is then left with kBackground, and only a full volume with
// kClipped, for a cube.
//
// J. Serra, Image Analysis and Mathematical Morphology, 1982; P. Soille, Morphological Image
// Analysis, 2003.

enum class Operation {
  kErode,
  kDilate,
  kOpen,
  kClose,
  kGradient,
  kWhiteTopHat,
  kBlackTopHat,
  kFillHoles,
  kRemoveBorder,
  kReconstruct,
  kAreaOpen,
  kKeepLargest,
  kAnd,
  kOr,
  kXor,
  kMinus,
};

inline constexpr int kLargestRadius = 32767;

struct Options : RunOptions {
  Operation operation = Operation::kOpen;
  Element element = Element::kBall;
  int radius = 1;  // in voxels
  Edges edges = Edges::kBackground;
  Extent extent = Extent::kVolume;
  label::Connectivity connectivity = label::Connectivity::kAll;
  std::int64_t min_size = 1;  // in voxels: of what an area opening keeps
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows. Operations of components cut the volume as they need.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("operation", &Options::operation);
    field("element", &Options::element);
    field("radius", &Options::radius, within(0, kLargestRadius));
    field("edges", &Options::edges);
    field("extent", &Options::extent);
    field("connectivity", &Options::connectivity);
    field("min_size", &Options::min_size, within(1, label::kLargestSize));
  }
};

struct Result {
  explicit Result(const Shape& shape) : volume(BitVolume::unset(shape)) {}

  BitVolume volume;
  std::int64_t voxels_before = 0;  // of the foreground
  std::int64_t voxels_after = 0;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels_before", &Result::voxels_before);
    field("voxels_after", &Result::voxels_after);
    field("run", &Result::run);
  }
};

// Whether the operation is of elements, of components, or combines two volumes.
enum class OperationKind { kElement, kComponents, kCombination };
OperationKind kind_of(Operation operation);

// Whether the operation has a second volume.
bool is_of_two(Operation operation);

// The same volume for every backend, thread count and block. `second` is for operations of two
// volumes and null for others. Throws InvalidInput (options; no second volume or one of another
// size), Cancelled, HostOutOfMemory, DeviceError.
Result apply(const VolumeSource& in, const VolumeSource* second, const Options& options,
             Progress& progress);

}  // namespace bitvox::morphology
