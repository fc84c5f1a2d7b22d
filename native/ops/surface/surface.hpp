// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/options/range.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/surface/surface_mesh.hpp"

namespace bitvox::surface {

// The surface of a binary volume, of each label of an image of labels, or where a grey image passes
// a value, as triangles: marching cubes, without holes.
//
// A cell is a cube of eight neighbouring voxel centres. On each of its edges between a voxel of the
// object and one that is none lies a vertex: in the middle, or for grey images where the value
// between the two centres, which changes evenly, is the level. What is outside the volume is
// background, so that objects that its border cuts are closed half a voxel outside the centres of
// their last voxels.
//
// On each face of a cell the vertices are joined in pairs by lines, so that every line has the
// object on one side. Where two opposite corners of the face are the object's there are two ways to
// do so, and the connectivity says which: that depends on the face alone, so both cells that share
// it draw the same lines. The lines of a cell form closed polygons, which become triangles by
// diagonals that never lie in a face. So every edge of the result belongs to just two triangles,
// which go along it in opposite directions, and the triangles at a vertex form one fan: a closed,
// oriented manifold, whatever the volume. Objects that touch by an edge or a corner alone have
// vertices of their own there, and pass without touching; with kEdges those that touch by an edge
// are joined. Surfaces of different labels have their own vertices.
//
// Positions are kept in 1/16384 of a voxel. Smoothing moves every vertex towards the mean of its
// neighbours by half of the way there, then away from it by 0.53 of that way: Taubin's filter,
// which keeps the volume about as it is. All vertices move at once. The triangles stay.
//
// Everything is the same for any number of threads. CPU only: the result is linear in what is
// written to the file, which takes longer.
//
// Lorensen, Cline, "Marching cubes: a high resolution 3D surface construction algorithm", Computer
// Graphics 21 (1987) 163-169; Lachaud, Montanvert, "Continuous analogs of digital boundaries: a
// topological approach to iso-surfaces", Graphical Models 62 (2000) 129-164; Taubin, "A signal
// processing approach to fair surface design", SIGGRAPH 95, 351-358.

// What is inside. kBinary: the foreground. kLabels: each label for itself, whole numbers from 1 to
// kLargestLabel; 0 is background. kGrey: values of at least the level; NaN is outside.
enum class Kind { kBinary, kLabels, kGrey };

// Which voxels of an object hang together: those that touch by a face or an edge, or by a face. Of
// the background it is the other way.
enum class Connectivity { kEdges, kFaces };

inline constexpr int kLargestLabel = 16777216;  // that 32-bit floats can count to
inline constexpr std::int64_t kLongestSide = 131000;

struct Options {
  Kind kind = Kind::kBinary;
  double level = 0;  // of kGrey
  int label = 0;     // of kLabels the only one that counts; 0: all
  Connectivity connectivity = Connectivity::kEdges;
  int smooth = 0;  // how often vertices are moved there and back
  Spacing spacing;
  int threads = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("kind", &Options::kind);
    field("level", &Options::level);
    field("label", &Options::label, within(1, kLargestLabel).or_zero("all"));
    field("connectivity", &Options::connectivity);
    field("smooth", &Options::smooth, within(0, 1000));
    field("spacing", &Options::spacing);
    field("threads", &Options::threads, within(1, 1024).or_zero("all cores"));
  }
};

// The one that the kind needs.
struct Input {
  const VolumeSource* volume = nullptr;  // kBinary
  const GreySource* grey = nullptr;
};

// Of each surface, one for a kind without labels; in the order of labels.
struct Result {
  std::vector<std::int64_t> labels;  // 1 where there are none
  std::vector<std::int64_t> vertices;
  std::vector<std::int64_t> triangles;
  std::vector<double> area;               // in the unit of the spacing
  std::vector<double> volume;             // enclosed: an exact sum, rounded once
  std::vector<double> volume_unsmoothed;  // the same before smoothing
  // Vertices - edges + triangles, which for a closed surface is twice its parts less twice its
  // handles.
  std::vector<std::int64_t> euler;
  // Whether triangles go along each edge equally often in both directions. Summed up over all edges
  // with 64-bit random numbers; wrong once in 2^64.
  std::vector<std::uint8_t> closed;

  template <class Each>
  static void fields(Each&& field) {
    field("labels", &Result::labels);
    field("vertices", &Result::vertices);
    field("triangles", &Result::triangles);
    field("area", &Result::area);
    field("volume", &Result::volume);
    field("volume_unsmoothed", &Result::volume_unsmoothed);
    field("euler", &Result::euler);
    field("closed", &Result::closed);
  }
};

// Fills the mesh. Throws InvalidInput (options, no input, a side above kLongestSide, labels that
// are none, more than 2^31 - 1 vertices), UnsuitableImage where nothing is inside, Cancelled,
// HostOutOfMemory, and what sources throw.
Result extract(const Input& in, const Options& options, SurfaceMesh& mesh, Progress& progress);

}  // namespace bitvox::surface
