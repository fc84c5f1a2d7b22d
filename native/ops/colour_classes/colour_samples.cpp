// SPDX-License-Identifier: BSD-2-Clause
#include "ops/colour_classes/colour_samples.hpp"

#include <algorithm>
#include <string>

#include "colour/prepared_model.hpp"
#include "core/error.hpp"

namespace bitvox::colour_classes {

std::uint32_t ColourCounts::colour_of(std::size_t cube, std::size_t place) {
  const auto high = static_cast<std::uint32_t>(cube);
  const auto low = static_cast<std::uint32_t>(place);
  const auto spread = [](std::uint32_t nibbles) {  // 0xabc to 0x0a0b0c
    return (nibbles & 0xf00U) << 8 | (nibbles & 0xf0U) << 4 | (nibbles & 0xfU);
  };
  return spread(high) << 4 | spread(low);
}

ColourCounts::Distinct ColourCounts::distinct() const {
  Distinct all;
  for (std::size_t cube = 0; cube < kCubes; ++cube) {
    if (cubes_[cube] == nullptr) continue;
    for (std::size_t place = 0; place < cubes_[cube]->size(); ++place) {
      const std::int64_t count = (*cubes_[cube])[place];
      if (count == 0) continue;
      all.colours.push_back(colour_of(cube, place));
      all.counts.push_back(count);
      all.samples += count;
    }
  }
  return all;
}

void ColourSamples::add(const std::uint32_t* rgb, const std::uint8_t* labels, std::int64_t count) {
  add_all(rgb, labels, count);
}
void ColourSamples::add(const std::uint32_t* rgb, const std::uint16_t* labels, std::int64_t count) {
  add_all(rgb, labels, count);
}

template <class Label>
void ColourSamples::add_all(const std::uint32_t* rgb, const Label* labels, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Label label = labels[i];
    if (label == 0) continue;
    ColourCounts* counts = of_label_[label];
    if (counts == nullptr) counts = &new_class(label);
    counts->add(rgb[i]);
  }
}

ColourCounts& ColourSamples::new_class(int label) {
  if (counts_.size() == colour::kMostClasses) {
    throw InvalidInput("the samples have more than " + std::to_string(colour::kMostClasses) +
                       " labels, one of them " + std::to_string(label) + "; use 1 to " +
                       std::to_string(colour::kMostClasses) + " classes");
  }
  counts_.push_back(std::make_unique<ColourCounts>());
  of_label_[static_cast<std::size_t>(label)] = counts_.back().get();
  return *counts_.back();
}

std::vector<ColourSamples::Class> ColourSamples::classes() const {
  std::vector<Class> all;
  for (std::size_t label = 0; label < of_label_.size(); ++label) {
    if (of_label_[label] != nullptr) all.push_back({static_cast<int>(label), of_label_[label]});
  }
  return all;
}

std::vector<std::uint32_t> some_colours(const ColourSamples& samples, int label,
                                        std::int64_t most) {
  std::vector<std::uint32_t> some;
  for (const ColourSamples::Class& one : samples.classes()) {
    if (one.label != label) continue;
    const std::vector<std::uint32_t> all = one.counts->distinct().colours;
    const std::int64_t count = std::ssize(all);
    const std::int64_t taken = std::min(count, most);
    for (std::int64_t i = 0; i < taken; ++i) {
      some.push_back(all[static_cast<std::size_t>(i * count / taken)]);
    }
  }
  return some;
}

}  // namespace bitvox::colour_classes
