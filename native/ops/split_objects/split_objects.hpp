// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/options/run_options.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "ops/label/label.hpp"

namespace bitvox::split_objects {

// Splits objects that touch: a watershed of heights, within the foreground. Heights are the exact
// distance map, or made from a grey image. Think of mountains: every peak gets the voxels from
// which the way uphill leads to it.
//
// 1. Slopes. A voxel goes to the highest of its neighbours that are higher than it. On a plateau,
//    which is neighbouring voxels of one height, it goes the way of fewest steps to a voxel that
//    has a higher neighbour. Where several neighbours will do it goes to the first of them in
//    raster order (x fastest, then y, then z). Plateaus without a higher neighbour are peaks. The
//    voxels that end at one peak are its slopes; slopes are named by raster order of the peaks'
//    first voxels.
// 2. Passes. Where two slopes touch, a pair of neighbours is as high as the lower of the two, and
//    the highest pair is the pass between the slopes.
// 3. Markers. Without given ones, a peak is a marker unless a way leads to a higher peak that never
//    descends more than `tolerance` below the first; such ways between peaks of one height make
//    them one marker. (These are the h-maxima, or the peaks whose dynamics exceed the tolerance.)
//    Given markers are higher than everything, and every one is a peak, whatever its voxels; those
//    outside the foreground are left out.
// 4. Flood. The slopes of a peak that is no marker go to the marker from which a way over passes
//    leads there whose lowest pass is highest (minimax; the image foresting transform). Where
//    several markers are equal there, to the one from which fewest slopes of that height lie
//    between, then to the smaller name. Every voxel so belongs to a marker from which a way leads
//    to it that descends as little as possible. Objects without a given marker stay whole.
//
// So the result does not depend on the order in which anything is done. Labels 1, 2, ... are in
// raster order of first voxels, as those of label.hpp.
//
// Vincent, Soille, "Watersheds in digital spaces: an efficient algorithm based on immersion
// simulations", IEEE Transactions on Pattern Analysis and Machine Intelligence 13 (1991) 583-598;
// Falcao, Stolfi, Lotufo, "The image foresting transform", the same 26 (2004) 19-29; Meyer,
// "Minimum spanning forests for morphological segmentation", Mathematical Morphology and its
// Applications to Image Processing (1994) 77-84; Grimaud, "New measure of contrast: the dynamics",
// SPIE 1769 (1992) 292-305.

// What heights are. kDistance: how far voxels are from the background, as distance_map.hpp has it
// (32-bit floats in the unit of the spacing). Of the grey image kBright: its values; kDark: the
// negative of them; kGradient: the negative of its slope, so that borders between objects lie where
// values change most. The slope is that of central differences over the spacing, in doubles, of
// which the root of the sum of squares is rounded to a float; at the image's faces and beside
// values that are not finite they are one-sided, and 0 between two of these.
enum class Heights { kDistance, kBright, kDark, kGradient };

struct Options : RunOptions {
  Heights heights = Heights::kDistance;
  double tolerance = 0;  // in the numbers of the heights
  label::Connectivity connectivity = label::Connectivity::kAll;
  Extent extent = Extent::kVolume;  // per slice: objects, ways and markers end at their slices
  Edges edges = Edges::kClipped;    // of the distance map
  // Whether a line is left free between the parts: of two neighbours with different labels the one
  // with the larger label becomes background. A part that is nothing but line is lost.
  bool line = false;
  label::Pixels pixels = label::Pixels::kImage;
  Spacing spacing;

  template <class Each>
  static void fields(Each&& field) {
    field("heights", &Options::heights);
    field("tolerance", &Options::tolerance, within(0, 1e9));
    field("connectivity", &Options::connectivity);
    field("extent", &Options::extent);
    field("edges", &Options::edges);
    field("line", &Options::line);
    field("pixels", &Options::pixels);
    field("spacing", &Options::spacing);
    RunOptions::fields(field);
  }
};

// Images of the same shape, or null.
struct Images {
  const GreySource* grey = nullptr;  // what heights are made of; voxels that are not finite are
                                     // background
  // Whole numbers: 0 is no marker, voxels of one number are one marker. An image of 8 bits that
  // holds nothing but 0 and 255 has a marker for each of its connected parts.
  const GreySource* markers = nullptr;
  const GreySource* second = nullptr;  // measured in the objects
};

// What is wanted, and where it goes; null for what is not.
struct Outputs {
  SliceSink* labels = nullptr;  // slices of the type that Pixels says
  BitVolume* binary = nullptr;  // of the image's shape: the voxels that have a label
  bool objects = false;         // whether they are measured
};

struct Result {
  std::int64_t found = 0;         // connected objects, before they are split
  std::int64_t parts = 0;         // after it
  std::int64_t peaks = 0;         // of the heights, without those of the same marker
  std::int64_t markers = 0;       // that voxels belong to
  std::int64_t lost_markers = 0;  // given ones without a voxel in the foreground
  std::int64_t unmarked = 0;      // objects that stay whole as they have no given marker
  std::int64_t line_voxels = 0;   // that became background
  std::int64_t voxels = 0;        // of the parts
  // The given marker of each part, label i at i - 1; 0 for none. Empty unless they were given.
  std::vector<std::int64_t> marker_of;
  label::Objects objects;  // the parts, where they are measured
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("found", &Result::found);
    field("parts", &Result::parts);
    field("peaks", &Result::peaks);
    field("markers", &Result::markers);
    field("lost_markers", &Result::lost_markers);
    field("unmarked", &Result::unmarked);
    field("line_voxels", &Result::line_voxels);
    field("voxels", &Result::voxels);
    field("marker_of", &Result::marker_of);
    field("objects", &Result::objects);
    field("run", &Result::run);
  }
};

// Volumes of 2^31 - 4 voxels at most. Throws InvalidInput (options, shapes that differ, heights of
// a grey image without one, markers that are no whole numbers from 0 to 2^31 - 1, too many parts
// for the pixels), Cancelled, HostOutOfMemory, DeviceError, and what sinks throw. The GPU needs the
// volume as a whole: 6 bytes a voxel, 8 where distances are large, 12 where voxels are no cubes, 8
// for grey heights, which the CPU makes.
Result split(const VolumeSource& in, const Images& images, const Options& options,
             const Outputs& outputs, Progress& progress);

// The twins; the first by the inner loops of this instruction set.
Result split_cpu(InstructionSet instructions, const VolumeSource& in, const Images& images,
                 const Options& options, const Outputs& outputs, Progress& progress);
Result split_cuda(const VolumeSource& in, const Images& images, const Options& options,
                  const Outputs& outputs, Progress& progress);

}  // namespace bitvox::split_objects
