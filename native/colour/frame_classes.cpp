// SPDX-License-Identifier: BSD-2-Clause
#include "colour/frame_classes.hpp"

#include <algorithm>

#include "core/volumes/bit_runs.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::colour {
namespace {

Shape planes_of(const FrameRule& rule) {
  return {rule.shape.width, rule.shape.height, rule.classes};
}

}  // namespace

FrameClasses::FrameClasses(const FrameRule& rule)
    : rule_(rule),
      own_(BitVolume::unset(planes_of(rule))),
      planes_(BitVolume::unset(planes_of(rule))),
      of_class_(static_cast<std::size_t>(rule.classes)) {}

std::int64_t FrameClasses::bytes(const FrameRule& rule) {
  return 2 * 8 * planes_of(rule).word_count();
}

frames::ClassBits FrameClasses::row(std::int64_t y) {
  return {own_.words() + y * rule_.shape.words_per_row(), rule_.shape.words_per_slice(),
          rule_.classes};
}

void FrameClasses::set_row(std::int64_t y, const std::uint8_t* classes) {
  const frames::ClassBits to = row(y);
  for (int cls = 0; cls < rule_.classes; ++cls) {
    const auto value = static_cast<std::uint8_t>(cls);
    packing_rows().pack_range_u8(classes, rule_.shape.width, value, value,
                                 to.first + cls * to.stride);
  }
}

void FrameClasses::finish(int cls) {
  OfClass& of = of_class_[static_cast<std::size_t>(cls)];
  clean_plane(rule_.cleaning, rule_.shape, own_.slice(cls), planes_.slice(cls), of.scratch);
  of.found.find(rule_.shape, planes_.slice(cls), rule_.min_area);
}

void FrameClasses::write_class_map(std::uint8_t* map) const {
  const std::int64_t width = rule_.shape.width;
  std::fill_n(map, width * rule_.shape.height, std::uint8_t{0});
  for (int cls = rule_.classes - 1; cls >= 0; --cls) {  // the lowest last
    for (std::int64_t y = 0; y < rule_.shape.height; ++y) {
      for_each_run(planes_.slice(cls) + y * rule_.shape.words_per_row(), width,
                   [&](std::int64_t first, std::int64_t count) {
                     std::fill_n(map + y * width + first, count,
                                 static_cast<std::uint8_t>(cls + 1));
                   });
    }
  }
}

}  // namespace bitvox::colour
