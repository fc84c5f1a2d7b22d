// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace bitvox::colour {

struct Place {
  double x = 0;
  double y = 0;
};

// Places in the cells of a grid, so that those near another place are found without looking at all
// of them. Memory is of the order of their number.
class Nearby {
 public:
  // reach: about how far is looked; above 0.
  Nearby(const std::vector<Place>& places, double reach);

  // body(index) for all places within `reach` along x and y, and for some beyond.
  template <class Body>
  void each(const Place& at, double reach, const Body& body) const {
    const std::size_t left = x_.cell(at.x - reach);
    const std::size_t right = x_.cell(at.x + reach);
    const std::size_t bottom = y_.cell(at.y + reach);
    for (std::size_t row = y_.cell(at.y - reach); row <= bottom; ++row) {
      // Cells of a row are behind one another, and so are their places.
      const std::size_t last = begins_[row * x_.cells + right + 1];
      for (std::size_t i = begins_[row * x_.cells + left]; i < last; ++i) body(order_[i]);
    }
  }

 private:
  // Along x or y; what is outside is in the first or the last cell.
  struct Axis {
    double first = 0;
    double side = 1;
    std::size_t cells = 1;
    std::size_t cell(double at) const;
  };
  static Axis axis(double first, double last, double side);

  Axis x_, y_;
  std::vector<std::size_t> begins_;  // of each cell in order_, row after row, and the end
  std::vector<std::size_t> order_;   // of each cell the places in it
};

}  // namespace bitvox::colour
