// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>
#include <time.h>

#include <functional>

#include "core/error.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/label/label.hpp"
#include "test_volumes.hpp"

// A slice is one piece of work for no thread: who stops does not wait for the rest of it. Judged by
// the processor time of this process, which a busy machine does not lengthen.
namespace bitvox {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Stops at the first question after so much processor time.
class StopAfter final : public Progress {
 public:
  explicit StopAfter(double seconds) : until_(processor_seconds() + seconds) {}

  void report(std::int64_t, std::int64_t) override {
    if (processor_seconds() < until_) return;
    stopped = processor_seconds();
    throw Cancelled();
  }

  double stopped = 0;

 private:
  double until_;
};

class Nowhere final : public SliceSink {
 public:
  void begin(const SliceFormat&) override {}
  void write_slice(std::int64_t, const void*) override {}
};

using Operation = std::function<void(const BitVolume&, Progress&)>;

// The largest part of the whole work that is done from a moment on at which someone wants to stop.
double part_after_a_stop(const Operation& operation) {
  BitVolume volume({4096, 16000, 1});
  test::Random random(3);
  for (std::int64_t i = 0; i < volume.shape().word_count(); ++i) volume.words()[i] = random.next();
  NoProgress never;
  operation(volume, never);  // what is made once in a process
  const double start = processor_seconds();
  operation(volume, never);
  const double whole = processor_seconds() - start;
  double longest = 0;
  for (int i = 1; i < 8; ++i) {
    const double wanted = whole * i / 8;
    StopAfter progress(wanted);
    const double begin = processor_seconds();
    EXPECT_THROW(
        {
          operation(volume, progress);
          throw Cancelled();  // nobody asked any more
        },
        Cancelled);
    longest = std::max(longest, processor_seconds() - begin - wanted);
  }
  return longest / whole;
}

TEST(HugeSliceSlow, OfLabelsCanBeStopped) {
  const Operation operation = [](const BitVolume& volume, Progress& progress) {
    static const GreyVolume second(volume.shape(), PixelType::kUint8);
    label::Options options;
    options.backend = "scalar";
    options.threads = 1;
    options.min_size = 2;
    options.no_border = true;
    Nowhere labels;
    BitVolume binary(volume.shape());
    label::label(volume, options, {&labels, &binary, true, &second}, progress);
  };
  EXPECT_LT(part_after_a_stop(operation), 0.06);
}

}  // namespace
}  // namespace bitvox
