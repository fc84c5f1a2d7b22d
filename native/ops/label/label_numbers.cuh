// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/trees.cuh"
#include "ops/label/label_runs.cuh"

// From joined runs to labels, which are the roots' numbers in raster order; and changes of labels.
namespace bitvox::label {

// For Scan.
struct CountRuns {
  const std::uint64_t* words;
  __device__ unsigned operator()(std::int64_t word) const {
    return static_cast<unsigned>(run_count(words[word]));
  }
};
struct SetBase {
  std::uint32_t* bases;
  __device__ void operator()(std::int64_t word, unsigned, unsigned before) const {
    bases[word] = before;
  }
};
struct CountRoots {
  const std::uint32_t* labels;
  __device__ unsigned operator()(std::int64_t run) const { return labels[run] == run ? 1U : 0U; }
};
struct NumberRoots {
  std::uint32_t* labels;
  __device__ void operator()(std::int64_t run, unsigned is_root, unsigned before) const {
    if (is_root != 0) labels[run] = kIsLabel | (before + 1);
  }
};

// Once the roots have labels.
static __global__ void __launch_bounds__(kLabelThreads)
    follow_kernel(ItemRange runs, std::uint32_t* labels) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  std::uint32_t at = cuda::fresh(labels + run);
  if ((at & kIsLabel) != 0) return;
  while ((at & kIsLabel) == 0) at = cuda::fresh(labels + at);
  labels[run] = at;
}

static __global__ void __launch_bounds__(kLabelThreads)
    relabel_kernel(ItemRange runs, std::uint32_t* labels, const std::uint32_t* new_labels) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  const std::uint32_t label = labels[run] & ~kIsLabel;
  labels[run] = label == 0 ? 0 : new_labels[label - 1];
}

static __global__ void __launch_bounds__(kLabelThreads)
    keep_kernel(ItemRange runs, std::uint32_t* labels, const std::uint8_t* stay) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  const std::uint32_t label = labels[run] & ~kIsLabel;
  labels[run] = label == 0 || stay[label - 1] == 0 ? 0 : label;
}

}  // namespace bitvox::label
