// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_layers.hpp"

#include <cstring>

#include "core/progress.hpp"

namespace bitvox::minkowski {
namespace {

bool bit(const BitVolume& face, std::int64_t x, std::int64_t y) {
  return (face.words()[y * face.shape().words_per_row() + x / 64] >> (x % 64) & 1U) != 0;
}

void set_bit(BitVolume& face, std::int64_t x, std::int64_t y) {
  face.words()[y * face.shape().words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
}

// Of a layer that is flat along the axis `flat`, from the counts of its voxels as a slice.
LayerCounts face_counts(const BitVolume& face, int flat) {
  NoProgress progress;
  const Counts c = count_cpu(InstructionSet::kScalar, face, CountSet::kPlanar, 1, progress)[0];
  const int first = flat == 0 ? 1 : 0;
  const int second = flat == 2 ? 1 : 2;
  LayerCounts counts;
  for (int axes = 0; axes < 8; ++axes) {
    const bool has_first = (axes >> first & 1) != 0;
    const bool has_second = (axes >> second & 1) != 0;
    const std::int64_t voxels = c[kVoxels];
    const std::int64_t pairs = has_first ? c[pair_along(0)] : c[pair_along(1)];
    const auto index = static_cast<std::size_t>(axes);
    if (has_first && has_second) {
      counts.all[index] = c[kSquareNormalToX + 2];
      counts.any[index] = c[kAnyNormalToX + 2];
    } else if (has_first || has_second) {
      counts.all[index] = pairs;
      counts.any[index] = 2 * voxels - pairs;
    } else {
      counts.all[index] = counts.any[index] = voxels;
    }
  }
  const std::size_t diagonal = kFirstFaceDiagonal + 2 * static_cast<std::size_t>(flat);
  counts.pairs[diagonal] = c[pair_along(7)];
  counts.pairs[diagonal + 1] = c[pair_along(8)];
  counts.pairs[static_cast<std::size_t>(first)] = c[pair_along(0)];
  counts.pairs[static_cast<std::size_t>(second)] = c[pair_along(1)];
  return counts;
}

// Of `count` voxels in a line along an axis; voxel(i) says whether one is object.
template <class Voxel>
LayerCounts line_counts(int axis, std::int64_t count, const Voxel& voxel) {
  std::int64_t voxels = 0;
  std::int64_t pairs = 0;
  bool before = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const bool now = voxel(i);
    voxels += now ? 1 : 0;
    pairs += now && before ? 1 : 0;
    before = now;
  }
  LayerCounts counts;
  for (int axes = 0; axes < 8; ++axes) {
    const bool along = (axes >> axis & 1) != 0;
    counts.all[static_cast<std::size_t>(axes)] = along ? pairs : voxels;
    counts.any[static_cast<std::size_t>(axes)] = along ? 2 * voxels - pairs : voxels;
  }
  counts.pairs[static_cast<std::size_t>(axis)] = pairs;
  return counts;
}

LayerCounts corner_counts(bool voxel) {
  LayerCounts counts;
  counts.all.fill(voxel ? 1 : 0);
  counts.any = counts.all;
  return counts;
}

}  // namespace

Layers layers_of(const Counts& c) {
  Layers layers;
  LayerCounts& counts = layers.at(0, 0, 0);
  const std::int64_t voxels = c[kVoxels];
  counts.all[0] = counts.any[0] = voxels;
  for (int axis = 0; axis < 3; ++axis) {
    const auto alone = std::size_t{1} << axis;
    const auto others = 7 - alone;
    const auto offset = static_cast<std::size_t>(axis);
    counts.all[alone] = c[static_cast<std::size_t>(pair_along(axis))];
    counts.any[alone] = 2 * voxels - counts.all[alone];
    counts.all[others] = c[kSquareNormalToX + offset];
    counts.any[others] = c[kAnyNormalToX + offset];
  }
  counts.all[7] = c[kCube];
  counts.any[7] = c[kAnyOfWindow];
  for (int i = 0; i < kDirections; ++i) {
    const auto direction = static_cast<std::size_t>(i);
    counts.pairs[direction] = c[static_cast<std::size_t>(pair_along(i))];
    if (i >= kFirstSpaceDiagonal) {
      const auto index = static_cast<std::size_t>(triangles_normal_to(i));
      counts.triangles[direction] = c[index] + c[index + 1];
    } else if (i >= kFirstFaceDiagonal) {
      counts.rectangles[direction] = c[static_cast<std::size_t>(rectangle_along(i))];
    }
  }
  return layers;
}

// Not in the unnamed namespace: a friend.
class FaceReader final : public VolumeReader {
 public:
  explicit FaceReader(const FaceKeeper& keeper) : keeper_(keeper), reader_(keeper.in_.open()) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    reader_->read_slices(first, count, words);
    for (std::int64_t i = 0; i < count; ++i) {
      if (keeper_.is_first(first + i)) {
        keep(first + i, words + i * keeper_.shape().words_per_slice());
      }
    }
  }

 private:
  void keep(std::int64_t z, const std::uint64_t* slice) {
    const Shape& s = keeper_.shape();
    const std::int64_t per_row = s.words_per_row();
    auto& faces = keeper_.faces_;
    for (std::int64_t y = 0; y < s.height; ++y) {
      const std::uint64_t* const row = slice + y * per_row;
      if ((row[0] & 1U) != 0) {
        set_bit(faces[0][0], y, z);
      }
      if ((row[per_row - 1] >> ((s.width - 1) % 64) & 1U) != 0) {
        set_bit(faces[0][1], y, z);
      }
    }
    const auto row_bytes = static_cast<std::size_t>(per_row) * sizeof(std::uint64_t);
    std::memcpy(faces[1][0].words() + z * per_row, slice, row_bytes);
    std::memcpy(faces[1][1].words() + z * per_row, slice + (s.height - 1) * per_row, row_bytes);
    const auto slice_bytes = static_cast<std::size_t>(s.height) * row_bytes;
    if (z == 0) {
      std::memcpy(faces[2][0].words(), slice, slice_bytes);
    }
    if (z == s.depth - 1) {
      std::memcpy(faces[2][1].words(), slice, slice_bytes);
    }
  }

  const FaceKeeper& keeper_;
  std::unique_ptr<VolumeReader> reader_;
};

FaceKeeper::FaceKeeper(const VolumeSource& in)
    : in_(in), kept_(static_cast<std::size_t>(in.shape().depth)) {
  const Shape& s = in.shape();
  for (int side = 0; side < 2; ++side) {
    faces_[0].emplace_back(Shape{s.height, s.depth, 1});
    faces_[1].emplace_back(Shape{s.width, s.depth, 1});
    faces_[2].emplace_back(Shape{s.width, s.height, 1});
  }
}

std::unique_ptr<VolumeReader> FaceKeeper::open() const {
  return std::make_unique<FaceReader>(*this);
}

std::int64_t FaceKeeper::bytes(const Shape& s) {
  const std::int64_t words = Shape{s.height, s.depth, 1}.word_count() +
                             Shape{s.width, s.depth, 1}.word_count() +
                             Shape{s.width, s.height, 1}.word_count();
  return 2 * words * static_cast<std::int64_t>(sizeof(std::uint64_t));
}

void FaceKeeper::add_layers(Layers& layers) const {
  const Shape& s = in_.shape();
  for (int side = 0; side < 2; ++side) {
    const auto i = static_cast<std::size_t>(side);
    layers.at(side + 1, 0, 0) = face_counts(faces_[0][i], 0);
    layers.at(0, side + 1, 0) = face_counts(faces_[1][i], 1);
    layers.at(0, 0, side + 1) = face_counts(faces_[2][i], 2);
  }
  const BitVolume& low = faces_[2][0];
  const BitVolume& high = faces_[2][1];
  for (int first = 0; first < 2; ++first) {
    for (int second = 0; second < 2; ++second) {
      const BitVolume& x_face = faces_[0][static_cast<std::size_t>(first)];
      const BitVolume& z_face = second == 0 ? low : high;
      // Along z, at x and y; along y, at x and z; along x, at y and z.
      layers.at(first + 1, second + 1, 0) =
          line_counts(2, s.depth, [&](auto z) { return bit(x_face, second * (s.height - 1), z); });
      layers.at(first + 1, 0, second + 1) =
          line_counts(1, s.height, [&](auto y) { return bit(x_face, y, second * (s.depth - 1)); });
      layers.at(0, first + 1, second + 1) =
          line_counts(0, s.width, [&](auto x) { return bit(z_face, x, first * (s.height - 1)); });
      for (int third = 0; third < 2; ++third) {
        layers.at(first + 1, third + 1, second + 1) =
            corner_counts(bit(x_face, third * (s.height - 1), second * (s.depth - 1)));
      }
    }
  }
}

void FaceKeeper::add_layers_of_slice(std::int64_t z, Layers& layers) const {
  const Shape& s = in_.shape();
  for (int side = 0; side < 2; ++side) {
    const BitVolume& x_face = faces_[0][static_cast<std::size_t>(side)];
    const BitVolume& y_face = faces_[1][static_cast<std::size_t>(side)];
    layers.at(side + 1, 0, 0) = line_counts(1, s.height, [&](auto y) { return bit(x_face, y, z); });
    layers.at(0, side + 1, 0) = line_counts(0, s.width, [&](auto x) { return bit(y_face, x, z); });
    for (int other = 0; other < 2; ++other) {
      layers.at(side + 1, other + 1, 0) = corner_counts(bit(x_face, other * (s.height - 1), z));
    }
  }
}

}  // namespace bitvox::minkowski
