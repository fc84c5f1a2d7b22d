// SPDX-License-Identifier: BSD-2-Clause
#include <cstdlib>
#include <memory>

#include "agents_runs.hpp"
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"

namespace bitvox::agents {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

std::vector<Place> some_places(FuzzBytes& bytes, const Shape& shape, std::int64_t most) {
  std::vector<Place> places;
  for (std::int64_t i = bytes.between(0, most); i > 0; --i) {
    const double x = bytes.number(0, static_cast<double>(shape.width));
    const double y = bytes.number(0, static_cast<double>(shape.height));
    places.push_back({x, y, bytes.number(0, static_cast<double>(shape.depth))});
  }
  return places;
}

// Vectors that are mostly zero: of any image most are not finite.
GreyVolume some_field(FuzzBytes& bytes, Shape shape) {
  shape.depth *= bytes.rarely() ? 2 : 3;
  GreyVolume field(shape, PixelType::kFloat32);
  for (std::int64_t i = bytes.between(0, 60); i > 0; --i) {
    field.data<float>()[bytes.between(0, shape.voxel_count() - 1)] =
        static_cast<float>(bytes.number(-5, 5));
  }
  return field;
}

void require_no_overlap(const Simulated& made, const Options& options) {
  const double least = 4 * options.radius * options.radius * (1 - 1e-9);
  for (const KeptFrames::Kept& frame : made.frames) {
    for (std::size_t i = 0; i < frame.places.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        double squares = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double d = frame.places[i][axis] - frame.places[j][axis];
          squares += d * d;
        }
        if (squares < least) std::abort();
      }
    }
  }
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.yes() ? bytes.shape(140, 60, 1) : bytes.shape(70, 20, 12);
  Options options;
  options.radius = 1;
  fuzz::fuzz_fields(bytes, options);
  if (options.steps > 30) options.steps = bytes.between(0, 30);
  if (options.step > 20) options.step = 3;                               // many parts
  if (options.radius < 0.4 && options.radius > 0) options.radius = 0.4;  // many cells
  const auto free = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto starts = std::make_shared<std::vector<Place>>(some_places(bytes, shape, 4));
  const auto goals = std::make_shared<std::vector<Place>>(some_places(bytes, shape, 5));
  const auto field = std::make_shared<GreyVolume>(some_field(bytes, shape));
  const bool has_walls = bytes.yes();
  const bool is_given = bytes.between(0, 3) == 0;
  return [=](const std::string&, int threads, Progress& progress) mutable {
    options.threads = threads;
    const Arena arena{shape, has_walls ? free.get() : nullptr, is_given ? starts.get() : nullptr,
                      goals.get(), field.get()};
    const Simulated made = simulated(arena, options, progress);
    require_no_overlap(made, options);
    return made.bits();
  };
}

const fuzz::FuzzOperation operation("agents", make);

}  // namespace
}  // namespace bitvox::agents
