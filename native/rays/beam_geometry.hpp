// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/host_and_device.hpp"
#include "core/options/range.hpp"

// Where rays of a radiograph go: a point source or a parallel beam, and a flat detector, both of
// which turn around an axis through the middle of the object. All lengths are in one unit, that of
// the voxels or of a mesh.
namespace bitvox::rays {

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;

  BITVOX_BOTH friend Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  BITVOX_BOTH friend Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  BITVOX_BOTH friend Vec3 operator*(double k, const Vec3& a) { return {k * a.x, k * a.y, k * a.z}; }
  bool operator==(const Vec3&) const = default;
};

// Rounded as IEEE 754 says, so that it is the same everywhere.
BITVOX_BOTH inline double length(const Vec3& a) {
  return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

// The same if its square is out of the range of doubles, which a detector's never is.
double scaled_length(const Vec3& a);

enum class BeamKind { kCone, kParallel };

// What source and detector turn around. With axis z, at angle 0, columns of the detector follow one
// another along x, the beam goes along y, and rows follow one another along z: (x, y, z). With axis
// x these are (y, z, x), with axis y (z, x, y). An angle turns the first towards the second.
enum class Axis { kX, kY, kZ };

constexpr std::string_view java_name(const BeamKind*) { return "Detector$Beam"; }
constexpr std::string_view java_name(const Axis*) { return "Detector$Axis"; }

inline constexpr int kMostDetectorSide = 65536;

// A detector and its source.
struct Detector {
  BeamKind beam = BeamKind::kCone;
  Axis axis = Axis::kZ;
  // Of a cone. The source may lie within the object. Rays end at the detector.
  double source_object = 500;     // from the source to the axis
  double source_detector = 1000;  // from the source to the detector's plane
  std::int32_t columns = 256;
  std::int32_t rows = 256;
  double pixel_width = 1;
  double pixel_height = 1;
  double offset_columns = 0;  // of its middle from the beam's, along columns and along rows
  double offset_rows = 0;
  double angle = 0;  // degrees

  template <class Each>
  static void fields(Each&& field) {
    constexpr double kLeast = 1e-12;
    constexpr double kFar = 1e12;
    field("beam", &Detector::beam);
    field("axis", &Detector::axis);
    field("source_object", &Detector::source_object, within(0, kFar));
    field("source_detector", &Detector::source_detector, within(kLeast, kFar));
    field("columns", &Detector::columns, within(1, kMostDetectorSide));
    field("rows", &Detector::rows, within(1, kMostDetectorSide));
    field("pixel_width", &Detector::pixel_width, within(kLeast, kFar));
    field("pixel_height", &Detector::pixel_height, within(kLeast, kFar));
    field("offset_columns", &Detector::offset_columns, within(-kFar, kFar));
    field("offset_rows", &Detector::offset_rows, within(-kFar, kFar));
    field("angle", &Detector::angle, within(-1e6, 1e6));
  }
};

constexpr std::string_view java_name(const Detector*) { return "Detector"; }

// Origin + t direction, for t from 0 to 1.
struct Ray {
  Vec3 origin;
  Vec3 direction;
};

// One angle: the rays of the detector's pixels, through their middles. Column c, row r of a cone:
// from `source` along `first` + c `column` + r `row`, which ends at the pixel. Of a parallel beam:
// from `source` + c `column` + r `row` along `first`.
struct View {
  BeamKind beam = BeamKind::kCone;
  Axis axis = Axis::kZ;
  Vec3 source;
  Vec3 first;
  Vec3 column;
  Vec3 row;

  BITVOX_BOTH Ray ray(std::int64_t c, std::int64_t r) const {
    const Vec3 step = static_cast<double>(c) * column + static_cast<double>(r) * row;
    if (beam == BeamKind::kCone) return {source, first + step};
    return {source + step, first};
  }
};

// The sine and cosine of an angle in degrees, exact at multiples of 90, else to about 1 ulp. They
// are the same on every machine, as those of the C library need not be.
struct Turn {
  double sine;
  double cosine;
};
Turn turn_by(double degrees);

// The view at an angle in degrees of an object in a box, or of a volume, from the origin to `size`.
// Rays of a parallel beam begin before the box and end behind it, and are a power of two long.
View view_at(const Detector& detector, const Vec3& size, double angle);

}  // namespace bitvox::rays
