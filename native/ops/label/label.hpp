// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/pixel_type.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "ops/label/label_terms.hpp"

namespace bitvox::label {

// Connected components of the foreground: objects. Their labels 1, 2, ... are in raster order of
// their first voxels (x fastest, then y, then z), the same for every backend and number of threads,
// and the order of scipy.ndimage.label. Per slice, an object ends at its slice, and labels go on
// from slice to slice. Objects that the filters drop have no label; the others are numbered anew in
// the same order.
//
// Connected voxels: 6 neighbours (by faces), 18 (edges too) or 26 (corners too); in slices 4 and 8.
// Of holes it is the other way: 26-connected objects have 6-connected holes.
//
// Rosenfeld, Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM 13
// (1966) 471-494; on runs: He, Chao, Suzuki, "A run-based two-scan labeling algorithm", IEEE
// Transactions on Image Processing 17 (2008) 749-756.

// What labels are written as. kImage: 16-bit integers for up to 65,535 objects, then 32-bit floats
// for up to 16,777,216, which ImageJ can show; more are refused. kInteger: 32-bit integers.
enum class Pixels { kImage, kInteger };
inline constexpr std::int64_t kMostIn16Bits = 65535;
inline constexpr std::int64_t kMostInFloats = 16777216;

// The type of labels for so many objects. Throws InvalidInput for more than an image can have.
PixelType pixel_type(Pixels pixels, std::int64_t objects);

struct Options : RunOptions {
  Connectivity connectivity = Connectivity::kAll;
  Extent extent = Extent::kVolume;
  std::int64_t min_size = 1;  // in voxels: objects that are smaller are dropped
  std::int64_t max_size = 0;  // and those that are larger
  bool largest = false;       // of what is left, only the largest; of equal ones the first
  bool no_border = false;     // objects at a face of the volume (edge of a slice) are dropped
  Pixels pixels = Pixels::kImage;
  Spacing spacing;  // for surfaces; z does not matter within slices
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("connectivity", &Options::connectivity);
    field("extent", &Options::extent);
    field("min_size", &Options::min_size, within(1, kLargestSize));
    field("max_size", &Options::max_size, within(1, kLargestSize).or_zero("no limit"));
    field("largest", &Options::largest);
    field("no_border", &Options::no_border);
    field("pixels", &Options::pixels);
    field("spacing", &Options::spacing);
  }
};

// What is known of each object, label i at i - 1. Sums are exact, so that they are the same for
// every backend and number of threads; coordinates are voxels from 0.
struct Objects {
  std::vector<std::int64_t> voxels;
  std::array<std::vector<std::int64_t>, 3> sums;     // of x, y, z
  std::array<std::vector<std::int64_t>, 6> squares;  // of xx, yy, zz, yz, xz, xy
  std::array<std::vector<std::int32_t>, 6> box;      // smallest x, y, z, largest x, y, z
  std::vector<std::uint8_t> faces;                   // see components.hpp
  // Crofton's, from lines in 13 directions (in slices the perimeter, in 4), in the unit of the
  // spacing; see minkowski.hpp. The Euler number, of each object alone: of its voxels joined by
  // faces where these are the connectivity, else of all that touch; none for kEdges in volumes.
  std::vector<double> surface;
  std::vector<std::int64_t> euler;
  // Of a second image; empty without one. Values that are no numbers make them NaN.
  std::vector<double> mean, least, most;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Objects::voxels);
    field("sums", &Objects::sums);
    field("squares", &Objects::squares);
    field("box", &Objects::box);
    field("faces", &Objects::faces);
    field("surface", &Objects::surface);
    field("euler", &Objects::euler);
    field("mean", &Objects::mean);
    field("least", &Objects::least);
    field("most", &Objects::most);
  }
};
constexpr std::string_view java_name(const Objects*) { return "LabelObjects"; }

// What is wanted, and where it goes; null for what is not.
struct Outputs {
  SliceSink* labels = nullptr;         // slices of the type that Pixels says
  BitVolume* binary = nullptr;         // of the image's shape: the objects that are left
  bool objects = false;                // whether they are measured
  const GreySource* second = nullptr;  // an image of the same shape, measured in the objects
};

struct Result {
  std::int64_t found = 0;   // objects
  std::int64_t kept = 0;    // that the filters leave
  std::int64_t voxels = 0;  // of these, where they are measured
  Objects objects;          // likewise
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("found", &Result::found);
    field("kept", &Result::kept);
    field("voxels", &Result::voxels);
    field("objects", &Result::objects);
    field("run", &Result::run);
  }
};

// An image without foreground has no objects. Throws InvalidInput (options, shapes that differ, too
// many objects for the pixels), Cancelled, HostOutOfMemory, DeviceError.
Result label(const VolumeSource& in, const Options& options, const Outputs& outputs,
             Progress& progress);

}  // namespace bitvox::label
