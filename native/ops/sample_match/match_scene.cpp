// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_match/match_scene.hpp"

#include <algorithm>
#include <cstddef>

#include "ops/sample_match/match_field.hpp"
#include "ops/sample_match/match_waves.hpp"

namespace bitvox::sample_match {
namespace {

constexpr std::int64_t kUnitsOfHeight = 80;
constexpr std::int64_t kLeastUnit = 2 * kPixel;

}  // namespace

bool Ellipse::covers(std::int64_t pixel_x, std::int64_t pixel_y) const {
  const std::int64_t across = (pixel_x * kPixel + kPixel / 2 - x) * half_height;
  const std::int64_t along = (pixel_y * kPixel + kPixel / 2 - y) * half_width;
  const std::int64_t both = half_width * half_height;
  return across * across + along * along <= both * both;
}

PixelBox pixels_of(const Ellipse& ellipse, std::int64_t width, std::int64_t height) {
  const auto within = [](std::int64_t place, std::int64_t size) {
    return std::clamp<std::int64_t>(place / kPixel, 0, size);  // below 0 it is rounded towards it
  };
  return {within(ellipse.x - ellipse.half_width, width),
          within(ellipse.y - ellipse.half_height, height),
          within(ellipse.x + ellipse.half_width + kPixel, width),
          within(ellipse.y + ellipse.half_height + kPixel, height)};
}

std::int64_t Scene::Path::at(std::int64_t frame) const {
  std::int64_t place = home;
  for (const Swing& swing : swings) {
    place += swing.reach * wave(swing.phase + frame * swing.step) >> kWaveBits;
  }
  return place;
}

// A slow wave of a third of the range, and a faster one of a twentieth.
Scene::Path Scene::random_path(Random& random, std::int64_t from, std::int64_t to) {
  const std::int64_t slow = (to - from) / 6;
  const std::int64_t fast = (to - from) / 40;
  Path path{};
  path.home = from + slow + fast + random.below(to - from - 2 * (slow + fast) + 1);
  path.swings[0] = {slow, 65 + random.below(100), random.below(kTurn)};
  path.swings[1] = {fast, 220 + random.below(440), random.below(kTurn)};
  return path;
}

Scene::Scene(const Options& options)
    : width_(options.width),
      height_(options.height),
      unit_(std::max(kLeastUnit, height_ * kPixel / kUnitsOfHeight)),
      field_(field_parts(width_, height_)) {
  const Pitch pitch(width_, height_);
  for (int player = 0; player < player_count(options); ++player) {
    Random random(static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(player));
    const Path x = random_path(random, pitch.left * kPixel, pitch.right * kPixel);
    const Path y = random_path(random, pitch.top * kPixel, pitch.bottom * kPixel);
    paths_.push_back({x, y});
  }
}

Foot Scene::foot(int player, std::int64_t frame) const {
  const std::array<Path, 2>& path = paths_[static_cast<std::size_t>(player)];
  return {path[0].at(frame), path[1].at(frame)};
}

Ellipse Scene::body(const Foot& foot, BodyPart part) const {
  switch (part) {
    case kShorts:
      return {foot.x, foot.y - unit_, unit_ * 4 / 5, unit_};
    case kShirt:
      return {foot.x, foot.y - unit_ * 12 / 5, unit_, unit_ * 7 / 5};
    case kHair:
    case kBodyParts:
      break;
  }
  return {foot.x, foot.y - unit_ * 4, unit_ / 2, unit_ / 2};
}

void Scene::draw(const Ellipse& ellipse, Part part, Part* parts) const {
  const PixelBox box = pixels_of(ellipse, width_, height_);
  for (std::int64_t y = box.top; y < box.bottom; ++y) {
    for (std::int64_t x = box.left; x < box.right; ++x) {
      if (ellipse.covers(x, y)) parts[y * width_ + x] = part;
    }
  }
}

void Scene::draw_players(std::int64_t frame, Part* parts,
                         const std::function<bool()>& stopped) const {
  struct Standing {
    Foot foot;
    int player;
  };
  std::vector<Standing> all;
  all.reserve(paths_.size());
  for (int player = 0; player < static_cast<int>(paths_.size()); ++player) {
    all.push_back({foot(player, frame), player});
  }
  std::stable_sort(all.begin(), all.end(), [](const Standing& one, const Standing& other) {
    return one.foot.y < other.foot.y;
  });
  for (const Standing& one : all) {
    if (stopped()) return;
    for (const BodyPart part : {kShorts, kShirt, kHair}) {
      draw(body(one.foot, part), part_of(one.player, part), parts);
    }
  }
}

}  // namespace bitvox::sample_match
