// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/label_frames.hpp"

#include <algorithm>
#include <cstddef>

#include "colour/plane_objects.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::classify_colours {

void label_frames(const colour::SeenFrames& seen, std::int64_t count, const Shape& frame,
                  int classes, const Options& options, const LabelOf& label, int threads,
                  Progress& progress, float* labels) {
  const std::int64_t pixels = frame.width * frame.height;
  parallel_for(
      count, threads, progress, [] { return colour::PlaneObjects(); },
      [&](colour::PlaneObjects& found, std::int64_t i) {
        float* const to = labels + i * pixels;
        std::fill_n(to, pixels, 0.0F);
        // The lowest class last, which lies above the others.
        std::int64_t first = std::ranges::count_if(
            seen.objects[static_cast<std::size_t>(i)],
            [&](const colour::SeenObject& object) { return !options.ignores(object.cls); });
        for (int cls = classes - 1; cls >= 0; --cls) {
          if (options.ignores(cls)) continue;
          found.find(frame, seen.planes + (i * classes + cls) * frame.words_per_slice());
          first -= std::ssize(found.objects());
          for (const colour::PlaneObjects::Run& run : found.runs()) {
            std::fill_n(to + run.y * frame.width + run.first, run.last - run.first + 1,
                        static_cast<float>(label(i, first + run.object)));
          }
        }
      });
}

}  // namespace bitvox::classify_colours
