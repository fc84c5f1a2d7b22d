// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "core/threads/first_error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox {

// take(y, z, row) for every row of an image, where `row` points to its pixels, in their own type:
// on several threads, some rows at a time, so that a single slice is read by all of them, too.
// Throws Cancelled, and what the image and take() throw; of several rows with an InvalidInput that
// of the first one.
template <class Take>
void read_rows(const GreySource& image, int threads, Progress& progress, const Take& take) {
  constexpr std::int64_t kPixelsATask = 65536;
  const Shape& shape = image.shape();
  with_pixel_type(image.type(), [&](auto pixel) {
    using Pixel = decltype(pixel);
    struct Own {
      std::unique_ptr<GreyReader> reader;
      std::vector<Pixel> row;
    };
    const std::int64_t at_once =
        std::clamp<std::int64_t>(kPixelsATask / shape.width, 1, shape.height);
    const std::int64_t of_slice = (shape.height + at_once - 1) / at_once;
    FirstError wrong;
    parallel_for(
        shape.depth * of_slice, threads, progress,
        [&] {
          return Own{image.open(), std::vector<Pixel>(static_cast<std::size_t>(shape.width))};
        },
        [&](Own& own, std::int64_t i) {
          if (!wrong.is_open(i)) return;
          const std::int64_t z = i / of_slice;
          const std::int64_t first = i % of_slice * at_once;
          try {
            for (std::int64_t y = first; y < std::min(shape.height, first + at_once); ++y) {
              own.reader->read(z, y * shape.width, shape.width, own.row.data());
              take(y, z, own.row.data());
            }
          } catch (const InvalidInput&) {
            wrong.keep(i);
          }
        });
    wrong.rethrow();
  });
}

}  // namespace bitvox
