// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>

#include "colour/bayer.hpp"
#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::debayer {

// Colours of images that a camera with a Bayer mosaic has taken. Each slice is a frame of its own,
// of 8 or 16 bits and at least 2 x 2 pixels, of any width and height. Each pixel keeps the value
// that it has measured; the two other colours come from its neighbours (colour/bayer_rule.hpp),
// beyond the border from the image reflected without its edge (colour/bayer.hpp).

// kRgb: one slice of 32-bit integers 0xffRRGGBB per frame, of 8-bit mosaics alone. kChannels: three
// slices of the mosaic's type per frame: red, green, blue.
enum class ResultType { kRgb, kChannels };
constexpr std::string_view java_name(const ResultType*) { return "Debayer$ResultType"; }

struct Options : RunOptions {
  bayer::Pattern pattern = bayer::Pattern::kRggb;
  bayer::Method method = bayer::Method::kBilinear;
  ResultType result = ResultType::kRgb;
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("pattern", &Options::pattern);
    field("method", &Options::method);
    field("result", &Options::result);
  }
};

struct Result {
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("run", &Result::run);
  }
};

// The same bits for every backend, thread count and block. Throws InvalidInput, Cancelled,
// HostOutOfMemory, DeviceError, and what the sink throws.
Result debayer(const GreySource& in, const Options& options, SliceSink& out, Progress& progress);

}  // namespace bitvox::debayer
