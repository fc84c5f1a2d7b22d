// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "ops/sample_match/sample_match.hpp"

namespace bitvox::sample_match {

// What is at a pixel: one of the field's parts, or one of three parts of a player.
using Part = std::uint16_t;
inline constexpr Part kLightGrass = 0;
inline constexpr Part kDarkGrass = 1;
inline constexpr Part kWhiteLine = 2;
inline constexpr Part kFieldParts = 3;

enum BodyPart { kShorts, kShirt, kHair, kBodyParts };

// Players are counted from 0: team 1, team 2, the referee.
constexpr int player_count(const Options& options) { return 2 * options.players + 1; }
constexpr Class kit_of(const Options& options, int player) {
  return player < options.players ? kTeam1 : player < 2 * options.players ? kTeam2 : kReferee;
}
constexpr Part part_of(int player, BodyPart body) {
  return static_cast<Part>(kFieldParts + kBodyParts * player + body);
}
constexpr int part_count(const Options& options) {
  return kFieldParts + kBodyParts * player_count(options);
}

// Lengths in 256ths of a pixel, whose centre is at 128 of them.
inline constexpr std::int64_t kPixel = 256;

struct Ellipse {
  std::int64_t x, y;  // the centre
  std::int64_t half_width, half_height;

  // Whether the centre of a pixel is in it.
  bool covers(std::int64_t pixel_x, std::int64_t pixel_y) const;
};

// Where a player stands.
struct Foot {
  std::int64_t x, y;
};

// The field, and where each player is in each frame.
//
// The pitch leaves a twentieth of the width and a twelfth of the height free on both sides, and has
// the lines of one of 105 x 68 m. Stripes of grass are an eighteenth of the width. A player is 4.5
// units of an eightieth of the height high: shorts, above them the shirt, above that the head,
// three ellipses. Players move within the pitch by two waves along x and two along y, of 99 to
// 1008 frames; those whose feet are lower are in front of the others.
class Scene {
 public:
  explicit Scene(const Options& options);

  // Width x height parts, row by row, without players.
  const std::vector<Part>& field() const { return field_; }

  Foot foot(int player, std::int64_t frame) const;
  Ellipse body(const Foot& foot, BodyPart part) const;

  // Draws the players of a frame over the field. `stopped` is asked now and then, and ends it.
  void draw_players(std::int64_t frame, Part* parts, const std::function<bool()>& stopped) const;

 private:
  // Of one coordinate.
  struct Swing {
    std::int64_t reach, step, phase;
  };
  struct Path {
    std::int64_t home;
    std::array<Swing, 2> swings;

    std::int64_t at(std::int64_t frame) const;
  };

  static Path random_path(Random& random, std::int64_t from, std::int64_t to);
  void draw(const Ellipse& ellipse, Part part, Part* parts) const;

  std::int64_t width_;
  std::int64_t height_;
  std::int64_t unit_;  // of players
  std::vector<Part> field_;
  std::vector<std::array<Path, 2>> paths_;  // x, y
};

// The pixels that an ellipse may cover, within an image.
struct PixelBox {
  std::int64_t left, top, right, bottom;  // the last two are behind the box
};
PixelBox pixels_of(const Ellipse& ellipse, std::int64_t width, std::int64_t height);

}  // namespace bitvox::sample_match
