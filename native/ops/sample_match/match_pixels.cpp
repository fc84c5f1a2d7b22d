// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_match/match_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ops/sample_match/match_waves.hpp"

namespace bitvox::sample_match {
namespace {

constexpr int kFractionBits = 16;
constexpr std::int64_t kOne = std::int64_t{1} << kFractionBits;

// Of the sum of eight bytes.
constexpr std::int32_t kMeanSum = 1020;
constexpr double kDeviationOfSum = 209.02153;  // the root of 43690

// Streams of random numbers before it are those of players.
constexpr std::uint64_t kFirstFrameStream = std::uint64_t{1} << 20;

std::int64_t in_fractions(double number) { return std::llround(number * double{kOne}); }

constexpr std::int32_t sum_of_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t kEven = 0x00ff00ff00ff00ffU;
  const std::uint64_t pairs = (bytes & kEven) + (bytes >> 8 & kEven);
  return static_cast<std::int32_t>(pairs * 0x0001000100010001U >> 48);
}

std::int64_t light_of(const Options& options, std::int64_t frame) {
  if (frame < 0) return kOne;
  return kOne + (in_fractions(options.light / 100) * wave(light_turn(frame)) >> kWaveBits);
}

// Values of pixels; all that it needs at hand, as pixels that are written may lie anywhere.
struct PixelValues {
  const Colour* lit;
  Random random;
  std::int32_t noise;

  std::uint8_t of(Part part, std::int64_t pixel, int channel) const {
    const std::uint64_t bytes = random.at(static_cast<std::uint64_t>(3 * pixel + channel));
    const std::int32_t value =
        lit[part].rgb[static_cast<std::size_t>(channel)] + (sum_of_bytes(bytes) - kMeanSum) * noise;
    return static_cast<std::uint8_t>(std::clamp(value >> kFractionBits, 0, 255));
  }
};

}  // namespace

std::vector<Colour> colours_of_parts(const Options& options) {
  std::vector<Colour> colours = {{{66, 140, 58}}, {{52, 118, 46}}, {{226, 230, 224}}};
  constexpr Colour kKits[3][2] = {{{{34, 48, 128}}, {{196, 36, 44}}},   // navy, red
                                  {{{38, 36, 40}}, {{226, 198, 44}}},   // black, yellow
                                  {{{16, 84, 98}}, {{36, 176, 190}}}};  // teal, turquoise
  constexpr Colour kHeads[2] = {{{222, 176, 144}}, {{124, 84, 60}}};
  for (int player = 0; player < player_count(options); ++player) {
    const Colour* kit = kKits[kit_of(options, player) - kTeam1];
    colours.insert(colours.end(), {kit[0], kit[1], kHeads[player % 2]});  // as BodyPart
  }
  return colours;
}

PixelPainter::PixelPainter(const Options& options, const std::vector<Colour>& colours,
                           std::int64_t frame)
    : width_(options.width),
      result_(options.result),
      phase_(bayer::phase_of(options.pattern)),
      random_(static_cast<std::uint64_t>(options.seed),
              kFirstFrameStream + static_cast<std::uint64_t>(frame)),
      noise_(
          static_cast<std::int32_t>(frame < 0 ? 0 : in_fractions(options.noise / kDeviationOfSum))),
      lit_(colours) {
  const std::int64_t light = light_of(options, frame);
  for (Colour& colour : lit_) {
    for (std::int32_t& channel : colour.rgb) {
      channel = static_cast<std::int32_t>(channel * light + kOne / 2);
    }
  }
}

void PixelPainter::paint(const Part* parts, std::int64_t y, void* pixels) const {
  const PixelValues value{lit_.data(), random_, noise_};
  const std::int64_t first = y * width_;
  if (result_ == ResultType::kRgb) {
    auto* const to = static_cast<std::uint32_t*>(pixels);
    for (std::int64_t x = 0; x < width_; ++x) {
      const std::uint32_t red = value.of(parts[x], first + x, 0);
      const std::uint32_t green = value.of(parts[x], first + x, 1);
      const std::uint32_t blue = value.of(parts[x], first + x, 2);
      to[x] = 0xff000000U | red << 16 | green << 8 | blue;
    }
    return;
  }
  auto* const to = static_cast<std::uint8_t*>(pixels);
  const int chroma = phase_.is_red_row(y) ? 0 : 2;
  const std::int64_t chroma_x = phase_.chroma_first(y) ? 0 : 1;
  for (std::int64_t x = 0; x < width_; ++x) {
    to[x] = value.of(parts[x], first + x, (x & 1) == chroma_x ? chroma : 1);
  }
}

}  // namespace bitvox::sample_match
