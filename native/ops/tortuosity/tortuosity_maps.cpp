// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_maps.hpp"

#include <cmath>
#include <vector>

namespace bitvox::tortuosity {
namespace {

class ValuesOfPores final : public VoxelValues {
 public:
  ValuesOfPores(const GridField<Code>& codes, const GridField<float>& v, const Gradients& gradients)
      : codes_(codes), v_(v), grid_(codes.grid()), gradients_(gradients) {}

  bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    return codes_.row(y, z)[x] != 0;
  }

  double v(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    return static_cast<double>(v_.row(y, z)[x]);
  }

  double flux(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    const double own = v(x, y, z);
    const auto link = [&](const Code* codes, const float* values, std::int64_t i) {
      return codes[i] != 0 ? static_cast<double>(values[i]) - own : 0.0;
    };
    const auto along_y = [&](std::int64_t j) {
      return link(codes_.beyond(j, z), v_.beyond(j, z), x);
    };
    const auto along_z = [&](std::int64_t k, double sign) {
      if (k < 0 || k >= grid_.depth) return 1 + 2 * -sign * own;  // twice that of half a layer
      return codes_.row(y, k)[x] != 0 ? 1 + sign * link(codes_.row(y, k), v_.row(y, k), x) : 0.0;
    };
    const double flow_x = (link(codes_.row(y, z), v_.row(y, z), x + 1) -
                           link(codes_.row(y, z), v_.row(y, z), x - 1)) /
                          2 * gradients_[0];
    const double flow_y = (along_y(y + 1) - along_y(y - 1)) / 2 * gradients_[1];
    const double flow_z = (along_z(z + 1, 1) + along_z(z - 1, -1)) / 2;
    return std::sqrt(flow_x * flow_x + flow_y * flow_y + flow_z * flow_z);
  }

 private:
  const GridField<Code>& codes_;
  const GridField<float>& v_;
  Grid grid_;
  Gradients gradients_;
};

// Of a concentration that rises from 0 to the number of layers.
double concentration(double v, std::int64_t z, std::int64_t depth) {
  return 1 - (static_cast<double>(z) + 0.5 + v) / static_cast<double>(depth);
}

}  // namespace

std::unique_ptr<VoxelValues> values_of(const GridField<Code>& codes, const GridField<float>& v,
                                       const Gradients& gradients) {
  return std::make_unique<ValuesOfPores>(codes, v, gradients);
}

Gradients gradients_of(const Turn& turn, const Spacing& spacing) {
  const std::array<double, 3> sizes{spacing.x, spacing.y, spacing.z};
  const auto size = [&](std::size_t i) { return sizes[static_cast<std::size_t>(turn.axis[i])]; };
  return {size(2) / size(0), size(2) / size(1), 1};
}

void hand_out(const Shape& shape, const Turn& turn, const VoxelValues* values, const Maps& maps,
              int threads, Progress& progress) {
  const std::int64_t depth = turn.of(shape).depth;
  std::vector<float> slice(static_cast<std::size_t>(shape.width * shape.height));
  for (SliceSink* sink : {maps.concentration, maps.flux}) {
    if (sink != nullptr) sink->begin({shape, PixelType::kFloat32});
  }
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    progress.report(z, shape.depth);
    for (SliceSink* sink : {maps.concentration, maps.flux}) {
      if (sink == nullptr) continue;
      if (values != nullptr) {
        NoProgress quiet;
        parallel_for(shape.height, threads, quiet, [&](std::int64_t y) {
          for (std::int64_t x = 0; x < shape.width; ++x) {
            const std::array<std::int64_t, 3> at{x, y, z};
            const auto to = [&](std::size_t i) {
              return at[static_cast<std::size_t>(turn.axis[i])];
            };
            double value = 0;
            if (values->is_pore(to(0), to(1), to(2))) {
              value = sink == maps.flux
                          ? values->flux(to(0), to(1), to(2))
                          : concentration(values->v(to(0), to(1), to(2)), to(2), depth);
            }
            slice[static_cast<std::size_t>(y * shape.width + x)] = static_cast<float>(value);
          }
        });
      }
      sink->write_slice(z, slice.data());
    }
  }
  progress.report(shape.depth, shape.depth);
}

}  // namespace bitvox::tortuosity
