// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_maps.hpp"

#include <cmath>
#include <vector>

namespace bitvox::tortuosity {
namespace {

// Reads the values of voxels, in the turned volume.
class Reader {
 public:
  Reader(const Field<Code>& codes, const Field<float>& v, const std::array<double, 3>& spacing)
      : codes_(codes), v_(v), grid_(codes.grid()), gradients_{} {
    // A concentration that falls by 1 a layer flows 1.
    for (std::size_t i = 0; i < 3; ++i) gradients_[i] = spacing[2] / spacing[i];
  }

  bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return codes_.row(y, z)[x] != 0;
  }

  // v is of a concentration that rises from 0 to the number of layers.
  float concentration(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const double risen = static_cast<double>(z) + 0.5 + static_cast<double>(v_.row(y, z)[x]);
    return static_cast<float>(1 - risen / static_cast<double>(grid_.depth));
  }

  // Along each axis the mean of what flows through both faces of the voxel.
  float flux(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const double v = static_cast<double>(v_.row(y, z)[x]);
    const auto link = [&](const Code* codes, const float* values, std::int64_t i) {
      return codes[i] != 0 ? static_cast<double>(values[i]) - v : 0.0;
    };
    const auto along_y = [&](std::int64_t j) {
      return link(codes_.beyond(j, z), v_.beyond(j, z), x);
    };
    const auto along_z = [&](std::int64_t k, double sign) {
      if (k < 0 || k >= grid_.depth) return 1 + 2 * -sign * v;  // twice that of half a layer
      return codes_.row(y, k)[x] != 0 ? 1 + sign * link(codes_.row(y, k), v_.row(y, k), x) : 0.0;
    };
    const double flow_x = (link(codes_.row(y, z), v_.row(y, z), x + 1) -
                           link(codes_.row(y, z), v_.row(y, z), x - 1)) /
                          2 * gradients_[0];
    const double flow_y = (along_y(y + 1) - along_y(y - 1)) / 2 * gradients_[1];
    const double flow_z = (along_z(z + 1, 1) + along_z(z - 1, -1)) / 2;
    return static_cast<float>(std::sqrt(flow_x * flow_x + flow_y * flow_y + flow_z * flow_z));
  }

 private:
  const Field<Code>& codes_;
  const Field<float>& v_;
  Grid grid_;
  std::array<double, 3> gradients_;
};

}  // namespace

void hand_out(const Shape& shape, const Turn& turn, const Spacing& spacing,
              const Field<Code>* codes, const Field<float>* v, const Maps& maps, int threads,
              Progress& progress) {
  const std::array<double, 3> sizes{spacing.x, spacing.y, spacing.z};
  std::array<double, 3> turned_sizes{};
  for (std::size_t i = 0; i < 3; ++i) {
    turned_sizes[i] = sizes[static_cast<std::size_t>(turn.axis[i])];
  }
  std::vector<float> slice(static_cast<std::size_t>(shape.width * shape.height));
  for (SliceSink* sink : {maps.concentration, maps.flux}) {
    if (sink != nullptr) sink->begin({shape, PixelType::kFloat32});
  }
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    progress.report(z, shape.depth);
    for (SliceSink* sink : {maps.concentration, maps.flux}) {
      if (sink == nullptr) continue;
      if (codes != nullptr) {
        const Reader reader(*codes, *v, turned_sizes);
        NoProgress quiet;
        parallel_for(shape.height, threads, quiet, [&](std::int64_t y) {
          for (std::int64_t x = 0; x < shape.width; ++x) {
            const std::array<std::int64_t, 3> at{x, y, z};
            const auto to = [&](std::size_t i) {
              return at[static_cast<std::size_t>(turn.axis[i])];
            };
            float value = 0;
            if (reader.is_pore(to(0), to(1), to(2))) {
              value = sink == maps.flux ? reader.flux(to(0), to(1), to(2))
                                        : reader.concentration(to(0), to(1), to(2));
            }
            slice[static_cast<std::size_t>(y * shape.width + x)] = value;
          }
        });
      }
      sink->write_slice(z, slice.data());
    }
  }
  progress.report(shape.depth, shape.depth);
}

}  // namespace bitvox::tortuosity
