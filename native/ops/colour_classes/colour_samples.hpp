// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bitvox::colour_classes {

// How often each colour was sampled. Memory follows the colours that are there: 32 KiB for each of
// the 4096 cubes of 16 x 16 x 16 colours that has one, so at most 128 MiB.
class ColourCounts {
 public:
  void add(std::uint32_t rgb) {
    std::unique_ptr<Cube>& cube = cubes_[cube_of(rgb)];
    if (cube == nullptr) cube = std::make_unique<Cube>();
    ++(*cube)[place_of(rgb)];
  }

  // The distinct colours, 0xRRGGBB, in an order that follows from them alone, and their counts.
  struct Distinct {
    std::vector<std::uint32_t> colours;
    std::vector<std::int64_t> counts;
    std::int64_t samples = 0;
  };
  Distinct distinct() const;

 private:
  static constexpr std::size_t kCubes = 4096;
  using Cube = std::array<std::int64_t, 4096>;

  static std::size_t cube_of(std::uint32_t rgb) {
    return (rgb >> 12 & 0xf00U) | (rgb >> 8 & 0xf0U) | (rgb >> 4 & 0xfU);
  }
  static std::size_t place_of(std::uint32_t rgb) {
    return (rgb >> 8 & 0xf00U) | (rgb >> 4 & 0xf0U) | (rgb & 0xfU);
  }
  static std::uint32_t colour_of(std::size_t cube, std::size_t place);

  std::array<std::unique_ptr<Cube>, kCubes> cubes_;
};

// The samples of each class, gathered slice by slice.
class ColourSamples {
 public:
  // Pixels 0xRRGGBB, whose upper byte is ignored, and their labels: 0 is no sample, another one a
  // class. Throws InvalidInput where there are more than colour::kMostClasses labels.
  void add(const std::uint32_t* rgb, const std::uint8_t* labels, std::int64_t count);
  void add(const std::uint32_t* rgb, const std::uint16_t* labels, std::int64_t count);

  // In ascending order of labels.
  struct Class {
    int label = 0;
    const ColourCounts* counts = nullptr;
  };
  std::vector<Class> classes() const;

 private:
  template <class Label>
  void add_all(const std::uint32_t* rgb, const Label* labels, std::int64_t count);
  ColourCounts& new_class(int label);

  std::array<ColourCounts*, 65536> of_label_{};
  std::vector<std::unique_ptr<ColourCounts>> counts_;
};

// So many of a label's distinct colours at most, evenly from all of them.
std::vector<std::uint32_t> some_colours(const ColourSamples& samples, int label, std::int64_t most);

}  // namespace bitvox::colour_classes
