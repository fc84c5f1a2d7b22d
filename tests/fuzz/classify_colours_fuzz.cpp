// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <optional>

#include "../native/colour_models.hpp"
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/classify_colours/classify_colours.hpp"

namespace bitvox::classify_colours {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Words as they come, or of few levels, so that neighbours are of one class.
GreyVolume frames_of(FuzzBytes& bytes, const Shape& shape, bool is_mosaic) {
  if (is_mosaic) return bytes.grey(shape, PixelType::kUint8);
  GreyVolume frames(shape, PixelType::kInt32);
  const std::uint32_t mask = bytes.yes() ? 0xffc0c0c0U : 0xffffffffU;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    frames.data<std::uint32_t>()[i] = bytes.any<std::uint32_t>() & mask;
  }
  return frames;
}

struct Input {
  GreyVolume frames;
  std::optional<GreyVolume> background;
  colour::Model model;
};

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 8, bytes.rarely() ? 1 : 2);
  Options options;
  fuzz::fuzz_fields(bytes, options);
  // Tables of all colours would be most of the time.
  if (!bytes.rarely()) options.table = bytes.yes() ? 8 : 0;
  options.memory = bytes.rarely() ? options.memory : 1 << bytes.integer(1, 8);
  options.open = options.open % 9;
  options.batch = static_cast<int>(bytes.between(0, 4));
  const bool is_mosaic = options.mosaic != Mosaic::kNone;
  GreyVolume frames = frames_of(bytes, shape, is_mosaic != bytes.rarely());
  std::optional<GreyVolume> background;
  if (bytes.yes() || options.motion == Motion::kBackground) {
    const std::int64_t more = bytes.rarely() ? 1 : 0;
    background.emplace(
        frames_of(bytes, {shape.width, shape.height + more, 1}, is_mosaic && bytes.yes()));
  }
  const auto space = bytes.one_of({colour::Space::kHsv, colour::Space::kRgb, colour::Space::kLab});
  const auto classes = static_cast<std::size_t>(bytes.between(1, 12));
  const auto gaussians = static_cast<std::size_t>(bytes.between(1, 8));
  const auto seed = static_cast<std::uint64_t>(bytes.between(0, 255));
  const auto input = std::make_shared<Input>(
      Input{std::move(frames), std::move(background),
            colour::random_model(space, colour::Covariance::kFull, classes, gaussians, seed)});
  const bool has_classes = bytes.yes();
  const bool has_probabilities = bytes.yes();
  const bool has_labels = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits of_classes, of_probabilities, of_labels;
    fuzz::FuzzSink class_sink(of_classes);
    fuzz::FuzzSink probability_sink(of_probabilities);
    fuzz::FuzzSink label_sink(of_labels);
    const Result result = classify(
        input->frames, input->model, input->background ? &*input->background : nullptr, options,
        {has_classes ? &class_sink : nullptr, has_probabilities ? &probability_sink : nullptr,
         has_labels ? &label_sink : nullptr},
        progress);
    test::Bits bits;
    for (const test::Bits* some : {&of_classes, &of_labels}) bits.add(some->bytes());
    for (const test::Bits::Part& part : of_probabilities.parts()) {
      bits.add_bytes(part.kind, of_probabilities.bytes().data(), part.bytes);
    }
    const Objects& objects = result.objects;
    bits.add(objects.frame).add(objects.of_class).add(objects.area).add(objects.sum_x);
    bits.add(objects.sum_y).add(objects.left).add(objects.top).add(objects.right);
    bits.add(objects.bottom).add(objects.own).add(objects.certainty).add(objects.track);
    return bits.add(result.tracks).add(result.table_differs);
  };
}

const fuzz::FuzzOperation operation("classify_colours", make);

}  // namespace
}  // namespace bitvox::classify_colours
