// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_field.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/agents/agent_ground.hpp"

namespace bitvox::agents {
namespace {

std::int64_t channels_of(const Arena& arena) {
  return arena.field->shape().depth / arena.shape.depth;
}

// Of the bits of floats, whose squares fit doubles.
template <int kAxes>
double length_of(const Point<kAxes>& vector) {
  double squares = 0;
  for (const std::int32_t side : vector.at) {
    const double number = std::bit_cast<float>(side);
    squares += number * number;
  }
  return std::sqrt(squares);
}

}  // namespace

void check_field(const Arena& arena, int axes) {
  if (arena.field == nullptr) throw InvalidInput("motion=field needs an image of vectors");
  const Shape& shape = arena.field->shape();
  if (arena.field->type() != PixelType::kFloat32) {
    throw InvalidInput("the image of vectors is not of 32-bit floats");
  }
  const bool has_channels = shape.depth == 3 * arena.shape.depth || (axes == 2 && shape.depth == 2);
  if (shape.width != arena.shape.width || shape.height != arena.shape.height || !has_channels) {
    throw InvalidInput("the image of vectors has " + size_text(shape) +
                       " pixels in all channels; an arena of " + size_text(arena.shape) +
                       " needs " +
                       size_text({arena.shape.width, arena.shape.height, 3 * arena.shape.depth}) +
                       ", channels x, y and z");
  }
}

template <int kAxes>
std::vector<Point<kAxes>> read_moves(const Arena& arena, std::int32_t step, int threads,
                                     Progress& progress) {
  const Shape& shape = arena.shape;
  const std::int64_t channels = channels_of(arena);
  require_memory(kMemoryUser, host_memory(),
                 shape.voxel_count() * static_cast<std::int64_t>(sizeof(Point<kAxes>)));
  std::vector<Point<kAxes>> moves(static_cast<std::size_t>(shape.voxel_count()));
  auto [reading, looking, rounding] = progress_parts(progress, 4, 1, 1);
  // At first the bits of floats.
  read_rows(*arena.field, threads, reading, [&](std::int64_t y, std::int64_t z, const auto* row) {
    const std::int64_t channel = z % channels;
    if (channel >= kAxes) return;
    Point<kAxes>* const to = moves.data() + (z / channels * shape.height + y) * shape.width;
    for (std::int64_t x = 0; x < shape.width; ++x) {
      to[x].at[channel] = std::bit_cast<std::int32_t>(static_cast<float>(row[x]));
    }
  });
  const std::int64_t rows = shape.height * shape.depth;
  std::vector<double> longest_of_rows(static_cast<std::size_t>(rows));
  parallel_for(rows, threads, looking, [&](std::int64_t row) {
    double longest = 0;
    for (std::int64_t x = 0; x < shape.width; ++x) {
      const double length = length_of(moves[static_cast<std::size_t>(row * shape.width + x)]);
      if (!std::isfinite(length)) {
        throw InvalidInput("the image of vectors is not finite at x=" + std::to_string(x) +
                           ", y=" + std::to_string(row % shape.height) +
                           ", z=" + std::to_string(row / shape.height));
      }
      longest = std::max(longest, length);
    }
    longest_of_rows[static_cast<std::size_t>(row)] = longest;
  });
  const double longest = *std::max_element(longest_of_rows.begin(), longest_of_rows.end());
  const double factor = longest > 0 ? step / longest : 0;
  parallel_for(rows, threads, rounding, [&](std::int64_t row) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      for (std::int32_t& side : moves[static_cast<std::size_t>(row * shape.width + x)].at) {
        const double number = std::bit_cast<float>(side);
        side = static_cast<std::int32_t>(std::rint(number * factor));
      }
    }
  });
  return moves;
}

template std::vector<Point<2>> read_moves(const Arena&, std::int32_t, int, Progress&);
template std::vector<Point<3>> read_moves(const Arena&, std::int32_t, int, Progress&);

}  // namespace bitvox::agents
