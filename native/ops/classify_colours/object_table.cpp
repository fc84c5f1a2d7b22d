// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/object_table.hpp"

#include <cstddef>

namespace bitvox::classify_colours {

ObjectTable::ObjectTable(const Options& options, int classes)
    : options_(options), classes_(classes) {
  if (options.gate == 0) return;
  const colour::TrackRule rule{options.gate, options.gaps};
  for (int cls = 0; cls < classes; ++cls) of_class_.push_back({colour::TrackLinker(rule), {}});
}

void ObjectTable::add_row(const colour::SeenObject& object) {
  objects_.frame.push_back(frames_);
  objects_.of_class.push_back(object.cls + 1);
  objects_.area.push_back(object.area);
  objects_.sum_x.push_back(object.sum_x);
  objects_.sum_y.push_back(object.sum_y);
  objects_.left.push_back(object.left);
  objects_.top.push_back(object.top);
  objects_.right.push_back(object.right);
  objects_.bottom.push_back(object.bottom);
  objects_.own.push_back(object.own);
  objects_.certainty.push_back(object.certainty);
}

void ObjectTable::add_frame(const std::vector<colour::SeenObject>& objects, Progress& progress) {
  ++frames_;
  std::size_t row = objects_.frame.size();
  for (const colour::SeenObject& object : objects) {
    if (!options_.ignores(object.cls)) add_row(object);
  }
  objects_.track.resize(objects_.frame.size(), 0);
  if (!links()) return;
  auto next = objects.begin();
  for (int cls = 0; cls < classes_; ++cls) {
    std::vector<colour::Detection> places;
    for (; next != objects.end() && next->cls == cls; ++next) {
      if (options_.ignores(cls)) continue;
      const auto area = static_cast<double>(next->area);
      places.push_back({frames_, static_cast<double>(next->sum_x) / area * options_.pixel_width,
                        static_cast<double>(next->sum_y) / area * options_.pixel_height});
    }
    OfClass& of = of_class_[static_cast<std::size_t>(cls)];
    for (const std::int64_t number : of.linker.add_frame(places, progress)) {
      // New tracks of a class come in the order of its numbers.
      if (number == std::ssize(of.numbers)) of.numbers.push_back(++tracks_);
      objects_.track[row++] = of.numbers[static_cast<std::size_t>(number)];
    }
  }
}

}  // namespace bitvox::classify_colours
