// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bits.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "fuzz_bytes.hpp"

// How native operations are fuzzed. An operation takes part by a file NAME_fuzz.cpp, which says how
// its input and options are made:
//
//     const FuzzOperation granulometry("granulometry", [](FuzzBytes& bytes) { ...; return run; });
namespace bitvox::fuzz {

// Computes one input with one set of options; returns all results but the report.
using FuzzRun =
    std::function<test::Bits(const std::string& backend, int threads, Progress& progress)>;

class FuzzOperation {
 public:
  using Make = FuzzRun (*)(FuzzBytes& bytes);

  // Takes part from now on.
  FuzzOperation(const char* name, Make make);
  FuzzOperation(const FuzzOperation&) = delete;
  FuzzOperation& operator=(const FuzzOperation&) = delete;

  // Those that take part, by name.
  static const std::vector<const FuzzOperation*>& all();

  const std::string& name() const { return name_; }
  FuzzRun decode(FuzzBytes& bytes) const { return make_(bytes); }

 private:
  std::string name_;
  Make make_;
};

// What a run came to: a result, or the words with which it was refused.
struct Outcome {
  test::Bits bits;
  std::string refusal;
  bool is_result() const { return refusal.empty(); }
  bool operator==(const Outcome&) const = default;
};
Outcome outcome(const FuzzRun& run, const std::string& backend, int threads);

// Adds the slices of a result to its bits; aborts where they do not come in order.
class FuzzSink final : public SliceSink {
 public:
  // floats: what 32-bit pixels are.
  explicit FuzzSink(test::Bits& bits, test::Bits::Kind floats = test::Bits::Kind::kFloat)
      : bits_(bits), floats_(floats) {}
  void begin(const SliceFormat& format) override { format_ = format; }
  void write_slice(std::int64_t slice, const void* pixels) override;

 private:
  test::Bits& bits_;
  test::Bits::Kind floats_;
  SliceFormat format_;
  std::int64_t next_ = 0;
};

}  // namespace bitvox::fuzz
