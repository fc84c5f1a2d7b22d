// SPDX-License-Identifier: BSD-2-Clause
#include "colour/colour_table.hpp"
#include "colour/colour_table_cuda.hpp"
#include "colour/mixture.hpp"
#include "cuda/launch.hpp"

namespace bitvox::colour {
namespace {

constexpr int kThreads = 256;
constexpr int kOfThread = 4;  // one word of the table

// The model as a parameter is in constant memory. Its numbers are loaded all the same, as loops are
// over them, but once for all colours of a thread.
template <bool kHue, bool kCertainty>
__global__ void __launch_bounds__(kThreads)
    table_kernel(const __grid_constant__ PreparedModel model, std::uint32_t* table,
                 std::uint32_t* certainty) {
  const std::uint32_t word = blockIdx.x * kThreads + threadIdx.x;
  Point<float> points[kOfThread];
  Leaders<float> leads[kOfThread];
#pragma unroll
  for (std::uint32_t i = 0; i < kOfThread; ++i) {
    points[i] = point_of(model.space, table_colour(word * kOfThread + i));
  }
  find_leaders<kHue, kOfThread>(model, points, leads);
  std::uint32_t classes = 0;
  std::uint32_t certainties = 0;
#pragma unroll
  for (std::uint32_t i = 0; i < kOfThread; ++i) {
    if constexpr (kCertainty) {
      const auto sure = sure_class_by<kHue, float, std::uint32_t>(model, points[i], leads[i]);
      classes |= static_cast<std::uint32_t>(sure.chosen) << (8 * i);
      certainties |= static_cast<std::uint32_t>(sure.certainty) << (8 * i);
    } else {
      const float chosen = class_by<kHue, float, std::uint32_t>(model, points[i], leads[i]);
      classes |= static_cast<std::uint32_t>(chosen) << (8 * i);
    }
  }
  table[word] = classes;
  if constexpr (kCertainty) certainty[word] = certainties;
}

template <bool kCertainty>
void launch(const PreparedModel& model, const cuda::Stream& stream, std::uint8_t* table,
            std::uint8_t* certainty) {
  const auto kernel =
      model.space == Space::kHsv ? table_kernel<true, kCertainty> : table_kernel<false, kCertainty>;
  cuda::launch(kernel, {cuda::blocks_for(kTableBytes / kOfThread, kThreads), kThreads}, stream,
               model, reinterpret_cast<std::uint32_t*>(table),
               reinterpret_cast<std::uint32_t*>(certainty));
}

}  // namespace

void build_colour_tables(const PreparedModel& model, const cuda::Stream& stream,
                         std::uint8_t* table, std::uint8_t* certainty) {
  if (certainty == nullptr) {
    launch<false>(model, stream, table, certainty);
  } else {
    launch<true>(model, stream, table, certainty);
  }
}

}  // namespace bitvox::colour
