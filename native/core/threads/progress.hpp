// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

namespace bitvox {

// Told how far an operation is. Called only from the thread that entered the library, never from
// a worker. report() throws Cancelled when the user wants to stop.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(std::int64_t done, std::int64_t total) = 0;
  // A few words (ASCII) about what a long run has found so far, shown beside how far it is until
  // others come, or none. They may be dropped where they come too often.
  virtual void say(const std::string& /*words*/) {}
};

class NoProgress final : public Progress {
 public:
  void report(std::int64_t, std::int64_t) override {}
};

// One phase of a longer operation: what is reported here as 0..total becomes begin..end of the
// whole, whose length is `of`. Phases whose lengths are given: progress_parts.hpp.
class PhaseProgress final : public Progress {
 public:
  PhaseProgress(Progress& whole, std::int64_t begin, std::int64_t end, std::int64_t of)
      : whole_(whole), begin_(kThousandths * begin / of), end_(kThousandths * end / of) {}

  void report(std::int64_t done, std::int64_t total) override {
    const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
    const double length = static_cast<double>(end_ - begin_);
    whole_.report(begin_ + static_cast<std::int64_t>(length * part), kThousandths);
  }
  void say(const std::string& words) override { whole_.say(words); }

 private:
  static constexpr std::int64_t kThousandths = 1000;
  Progress& whole_;
  std::int64_t begin_;
  std::int64_t end_;
};

// Reports how far a phase is whenever it is asked, so that many short loops within the phase can be
// stopped.
class StandingProgress final : public Progress {
 public:
  explicit StandingProgress(Progress& whole) : whole_(whole) {}
  void move_to(std::int64_t done, std::int64_t total = kThousandths) {
    const std::int64_t thousandths = kThousandths * done / total;
    at_ = at_ < thousandths ? thousandths : at_;
  }
  void report(std::int64_t, std::int64_t) override { whole_.report(at_, kThousandths); }
  void say(const std::string& words) override { whole_.say(words); }

 private:
  static constexpr std::int64_t kThousandths = 1000;
  Progress& whole_;
  std::int64_t at_ = 0;
};

// Moves a standing progress, by which others can be stopped, as far as is reported here.
class MovingProgress final : public Progress {
 public:
  explicit MovingProgress(StandingProgress& standing) : standing_(standing) {}
  void report(std::int64_t done, std::int64_t total) override {
    standing_.move_to(done, total);
    standing_.report(0, 1);
  }
  void say(const std::string& words) override { standing_.say(words); }

 private:
  StandingProgress& standing_;
};

}  // namespace bitvox
