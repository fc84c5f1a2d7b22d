// SPDX-License-Identifier: BSD-2-Clause
#include "colour/plane_objects.hpp"

#include <algorithm>
#include <cstddef>

#include "core/volumes/bit_runs.hpp"

namespace bitvox::colour {
namespace {

std::int64_t sum_of(std::int64_t first, std::int64_t last) {
  return (first + last) * (last - first + 1) / 2;
}

}  // namespace

void PlaneObjects::find(const Shape& shape, const std::uint64_t* plane) {
  runs_.clear();
  objects_.clear();
  std::size_t above = 0;
  std::size_t row = 0;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for_each_run(plane + y * shape.words_per_row(), shape.width,
                 [&](std::int64_t first, std::int64_t count) {
                   runs_.push_back({static_cast<std::int32_t>(y), static_cast<std::int32_t>(first),
                                    static_cast<std::int32_t>(first + count - 1),
                                    static_cast<std::int32_t>(runs_.size())});
                 });
    unite_rows(above, row, runs_.size());
    above = row;
    row = runs_.size();
  }
  number_and_measure();
}

void PlaneObjects::find(const Shape& shape, std::uint64_t* plane, std::int64_t min_area) {
  find(shape, plane);
  if (min_area > 1) drop_small(shape, plane, min_area);
}

// The first run of an object: no chain grows long, as each run that is asked points there later.
std::int32_t PlaneObjects::root(std::int32_t run) const {
  for (;;) {
    const std::int32_t next = runs_[static_cast<std::size_t>(run)].object;
    if (next == run) return run;
    run = next;
  }
}

// Runs above .. row - 1 are those of the row before, row .. end - 1 of this one; both ascend.
void PlaneObjects::unite_rows(std::size_t above, std::size_t row, std::size_t end) {
  std::size_t first = above;
  for (std::size_t i = row; i < end; ++i) {
    while (first < row && runs_[first].last + 1 < runs_[i].first) ++first;
    for (std::size_t j = first; j < row && runs_[j].first <= runs_[i].last + 1; ++j) {
      const std::int32_t a = root(static_cast<std::int32_t>(j));
      const std::int32_t b = root(static_cast<std::int32_t>(i));
      const std::int32_t least = std::min(a, b);
      runs_[static_cast<std::size_t>(std::max(a, b))].object = least;
      runs_[j].object = least;
      runs_[i].object = least;
    }
  }
}

void PlaneObjects::number_and_measure() {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    Run& run = runs_[i];
    // All runs before have their object's number already; the first run of an object gets a new
    // one.
    const auto before = static_cast<std::size_t>(run.object);
    if (before == i) {
      run.object = static_cast<std::int32_t>(objects_.size());
      objects_.push_back({0, 0, 0, run.first, run.y, run.last, run.y});
    } else {
      run.object = runs_[before].object;
    }
    PlaneObject& object = objects_[static_cast<std::size_t>(run.object)];
    const std::int64_t count = run.last - run.first + 1;
    object.area += count;
    object.sum_x += sum_of(run.first, run.last);
    object.sum_y += count * run.y;
    object.left = std::min(object.left, run.first);
    object.right = std::max(object.right, run.last);
    object.bottom = run.y;
  }
}

void PlaneObjects::drop_small(const Shape& shape, std::uint64_t* plane, std::int64_t min_area) {
  std::vector<std::int32_t> numbers(objects_.size(), -1);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (objects_[i].area < min_area) continue;
    numbers[i] = static_cast<std::int32_t>(kept);
    objects_[kept++] = objects_[i];
  }
  objects_.resize(kept);
  std::erase_if(runs_, [&](Run& run) {
    run.object = numbers[static_cast<std::size_t>(run.object)];
    if (run.object >= 0) return false;
    for_each_word(plane + run.y * shape.words_per_row(), run.first, run.last + 1,
                  [](std::uint64_t& word, std::uint64_t bits) { word &= ~bits; });
    return true;
  });
}

}  // namespace bitvox::colour
