// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_camera.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/aligned_array.hpp"
#include "core/poisson_draw.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::agents {

double normal(Random& random) {
  for (;;) {
    const double u = 2 * draw::uniform(random) - 1;
    const double v = 2 * draw::uniform(random) - 1;
    const double s = u * u + v * v;
    if (s < 1 && s > 0) return u * std::sqrt(-2 * elementary::log_of(s) / s);
  }
}

std::uint16_t Camera::pixel(float light, std::int64_t index) const {
  Random random(noise_.at(static_cast<std::uint64_t>(index)));
  double value = kOffset + photons_.draw(light, random);
  if (read_noise_ > 0) value += read_noise_ * normal(random);
  return static_cast<std::uint16_t>(std::clamp(std::floor(value + 0.5), 0.0, 65535.0));
}

void Camera::write_slices(const SliceBatch& batch, int threads) {
  constexpr std::int64_t kAtOnce = 4096;
  const std::int64_t parts = (pixels_ + kAtOnce - 1) / kAtOnce;
  const auto pictures = aligned_array<std::uint16_t>(batch.count * pixels_);
  parallel_for(batch.count * parts, threads, progress_, [&](std::int64_t part) {
    const std::int64_t slice = part / parts;
    const std::int64_t begin = part % parts * kAtOnce;
    const auto* const light = static_cast<const float*>(batch.slice(slice));
    std::uint16_t* const picture = pictures.get() + slice * pixels_;
    for (std::int64_t i = begin; i < std::min(begin + kAtOnce, pixels_); ++i) {
      picture[i] = pixel(light[i], (batch.first + slice) * pixels_ + i);
    }
  });
  movie_.write_slices({first_ + batch.first, batch.count, pictures.get(),
                       pixels_ * bytes_per_pixel(PixelType::kUint16)},
                      threads);
}

}  // namespace bitvox::agents
