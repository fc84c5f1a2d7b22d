// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox {

// Told how far an operation is. Called only from the thread that entered the library, never from
// a worker. report() throws Cancelled when the user wants to stop.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(std::int64_t done, std::int64_t total) = 0;
};

class NoProgress final : public Progress {
 public:
  void report(std::int64_t, std::int64_t) override {}
};

// One phase of a longer operation: what is reported here as 0..total becomes begin..end of the
// whole, in thousandths.
class PhaseProgress final : public Progress {
 public:
  PhaseProgress(Progress& whole, std::int64_t begin, std::int64_t end)
      : whole_(whole), begin_(begin), end_(end) {}

  void report(std::int64_t done, std::int64_t total) override {
    const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
    const double length = static_cast<double>(end_ - begin_);
    whole_.report(begin_ + static_cast<std::int64_t>(length * part), kThousandths);
  }

 private:
  static constexpr std::int64_t kThousandths = 1000;
  Progress& whole_;
  std::int64_t begin_;
  std::int64_t end_;
};

}  // namespace bitvox
