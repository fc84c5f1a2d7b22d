// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "colour/clean_plane.hpp"
#include "colour/plane_objects.hpp"

// Planes of pixels cleaned and flooded pixel by pixel, written apart from the product.
namespace bitvox::test {

using PlanePixels = std::vector<std::vector<bool>>;  // [y][x]

// Whether all (or any) of the pixels of a square are set that lie in the plane.
inline PlanePixels over_squares(const PlanePixels& pixels, int radius, bool all) {
  PlanePixels result = pixels;
  const int height = static_cast<int>(pixels.size());
  const int width = static_cast<int>(pixels[0].size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      bool value = all;
      for (int v = std::max(0, y - radius); v <= std::min(height - 1, y + radius); ++v) {
        for (int u = std::max(0, x - radius); u <= std::min(width - 1, x + radius); ++u) {
          const bool set = pixels[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)];
          value = all ? value && set : value || set;
        }
      }
      result[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = value;
    }
  }
  return result;
}

inline PlanePixels obviously_clean(PlanePixels pixels, const colour::Cleaning& cleaning) {
  pixels = over_squares(pixels, cleaning.open, true);
  pixels = over_squares(pixels, cleaning.open, false);
  pixels = over_squares(pixels, cleaning.close, false);
  return over_squares(pixels, cleaning.close, true);
}

struct FloodedObject {
  colour::PlaneObject object;
  std::vector<std::pair<int, int>> pixels;  // x, y
};

// Objects by flooding from each pixel in raster order.
inline std::vector<FloodedObject> flooded(PlanePixels pixels, std::int64_t min_area) {
  std::vector<FloodedObject> objects;
  const int height = static_cast<int>(pixels.size());
  const int width = static_cast<int>(pixels[0].size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!pixels[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]) continue;
      FloodedObject flood{{0, 0, 0, x, y, x, y}, {}};
      std::vector<std::pair<int, int>> open{{x, y}};
      pixels[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = false;
      while (!open.empty()) {
        const auto [u, v] = open.back();
        open.pop_back();
        flood.pixels.emplace_back(u, v);
        colour::PlaneObject& object = flood.object;
        ++object.area;
        object.sum_x += u;
        object.sum_y += v;
        object.left = std::min(object.left, u);
        object.right = std::max(object.right, u);
        object.bottom = std::max(object.bottom, v);
        for (int j = std::max(0, v - 1); j <= std::min(height - 1, v + 1); ++j) {
          for (int i = std::max(0, u - 1); i <= std::min(width - 1, u + 1); ++i) {
            if (!pixels[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]) continue;
            pixels[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = false;
            open.emplace_back(i, j);
          }
        }
      }
      if (flood.object.area >= min_area) objects.push_back(flood);
    }
  }
  return objects;
}

}  // namespace bitvox::test
