// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/components.hpp"

#include <algorithm>

#include "core/backends/run_on.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::label {
namespace {

// The components for which stays(components, progress) has a value other than 0.
template <class Stays>
BitVolume keep(const BitVolume& volume, const JoinOptions& options, RunReport& run,
               Progress& progress, const Stays& stays) {
  check_sides(options.block);
  const Job job{volume, options.connectivity, options.extent, thread_count(options.threads),
                options.block};
  auto parts = progress_parts(progress, 12, 3, 1, 4);
  Progress& finding = parts[0];
  Progress& choosing = parts[1];
  Progress& changing = parts[2];
  Progress& writing = parts[3];
  const auto finish = [&](std::unique_ptr<Components> components) {
    const std::vector<std::uint8_t> stay = stays(*components, choosing);
    components->keep(stay, changing);
    BitVolume out(volume.shape());
    components->write(out, writing);
    return out;
  };
  const GpuUse gpu =
      volume.shape().voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
  return run_on(
      options.backend, gpu, run, [&](Gpu) { return finish(components_cuda(job, finding)); },
      [&](InstructionSet instructions) {
        return finish(components_cpu(instructions, job, finding));
      },
      nullptr, &finding);
}

// 1 where a condition holds for the value.
template <class Value, class Condition>
std::vector<std::uint8_t> where(const std::vector<Value>& values, const Condition& holds) {
  std::vector<std::uint8_t> flags(values.size());
  std::transform(values.begin(), values.end(), flags.begin(),
                 [&](Value value) { return holds(value) ? std::uint8_t{1} : std::uint8_t{0}; });
  return flags;
}

}  // namespace

void require_runs(std::int64_t runs) {
  if (runs > kMostRuns) {
    throw InvalidInput("the image has " + std::to_string(runs) +
                       " runs of voxels; components can be found among " +
                       std::to_string(kMostRuns) + " at most: crop the image");
  }
}

BitVolume joined_to_faces(const BitVolume& volume, std::uint8_t faces, const JoinOptions& options,
                          RunReport& run, Progress& progress) {
  return keep(volume, options, run, progress, [&](Components& components, Progress& part) {
    return where(components.faces(part), [&](std::uint8_t touched) { return touched & faces; });
  });
}

BitVolume clear_of_faces(const BitVolume& volume, std::uint8_t faces, const JoinOptions& options,
                         RunReport& run, Progress& progress) {
  return keep(volume, options, run, progress, [&](Components& components, Progress& part) {
    return where(components.faces(part),
                 [&](std::uint8_t touched) { return (touched & faces) == 0; });
  });
}

BitVolume joined_to_marker(const BitVolume& volume, const BitVolume& marker,
                           const JoinOptions& options, RunReport& run, Progress& progress) {
  if (marker.shape() != volume.shape()) {
    throw InvalidInput("marker and image differ in size");
  }
  return keep(volume, options, run, progress, [&](Components& components, Progress& part) {
    return components.marked(marker, part);
  });
}

BitVolume components_of_size(const BitVolume& volume, std::int64_t least,
                             const JoinOptions& options, RunReport& run, Progress& progress) {
  return keep(volume, options, run, progress, [&](Components& components, Progress& part) {
    return where(components.sizes(part), [&](std::int64_t voxels) { return voxels >= least; });
  });
}

BitVolume largest_component(const BitVolume& volume, const JoinOptions& options, RunReport& run,
                            Progress& progress) {
  return keep(volume, options, run, progress, [&](Components& components, Progress& part) {
    const std::vector<std::int64_t> sizes = components.sizes(part);
    std::vector<std::uint8_t> flags(sizes.size());
    if (!sizes.empty()) {
      flags[static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) -
                                     sizes.begin())] = 1;
    }
    return flags;
  });
}

BitVolume complement(const BitVolume& volume, int threads, Progress& progress) {
  const Shape& s = volume.shape();
  BitVolume out(s);
  parallel_for(s.depth, thread_count(threads), progress, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < s.height && !stop_requested(); ++y) {
      const std::uint64_t* const from = volume.slice(z) + y * s.words_per_row();
      std::uint64_t* const to = out.slice(z) + y * s.words_per_row();
      for (std::int64_t i = 0; i < s.words_per_row(); ++i) {
        to[i] = ~from[i];
      }
      to[s.words_per_row() - 1] &= s.last_word_mask();
    }
  });
  return out;
}

}  // namespace bitvox::label
