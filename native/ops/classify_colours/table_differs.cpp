// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/table_differs.hpp"

#include <vector>

#include "colour/bayer_rows.hpp"
#include "colour/colour_table.hpp"
#include "colour/colours_rows.hpp"

namespace bitvox::classify_colours {

double table_differs(const GreySource& in, const colour::FramePixels& pixels,
                     const colour::PreparedModel& model, const std::uint8_t* table,
                     const Reading& reading) {
  const Shape& shape = in.shape();
  const auto& bayer_rows = rows_for<bayer::Rows>(reading.instructions);
  const auto& colour_rows = rows_for<colours::Rows>(reading.instructions);
  const auto width = static_cast<std::size_t>(shape.width);
  std::vector<std::uint32_t> words(width);
  std::vector<std::uint8_t> exact(width);
  colour::RgbRows rows(in, pixels, reading.instructions);
  rows.begin(0, 0);
  std::int64_t differ = 0;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const frames::Rgb colours = rows.next();
    bayer_rows.pack(colours.channel[0], colours.channel[1], colours.channel[2], shape.width,
                    words.data());
    colour_rows.classes(model, words.data(), shape.width, exact.data());
    for (std::size_t x = 0; x < width; ++x) {
      differ += table[colour::table_index(words[x])] == exact[x] ? 0 : 1;
    }
  }
  return static_cast<double>(differ) / static_cast<double>(in.slice_pixels());
}

}  // namespace bitvox::classify_colours
