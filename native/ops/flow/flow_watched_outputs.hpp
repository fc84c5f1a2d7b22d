// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>
#include <utility>

#include "ops/flow/flow.hpp"

namespace bitvox::flow {

// Hands bodies on, and lets a watch know when any have left.
class WatchedBodies final : public BodySink {
 public:
  explicit WatchedBodies(BodySink& to) : to_(to) {}

  void write_frame(std::int64_t frame, BodyStates&& bodies) override {
    watch_.write_slice(frame, nullptr);
    to_.write_frame(frame, std::move(bodies));
  }

  const WatchedSink& watch() const { return watch_; }

 private:
  class Nobody final : public SliceSink {
   public:
    void write_slice(std::int64_t, const void*) override {}
  };

  BodySink& to_;
  Nobody nobody_;
  WatchedSink watch_{nobody_};
};

// Outputs that know whether anything has left. Frame by frame all get theirs in turn: where the
// first one has none, none has.
class WatchedOutputs {
 public:
  explicit WatchedOutputs(const Outputs& out) : outputs_(out) {
    if (out.bodies != nullptr && out.movie == nullptr && out.particles == nullptr) {
      outputs_.bodies = &bodies_.emplace(*out.bodies);
      watch_ = &bodies_->watch();
      return;
    }
    SliceSink*& first = out.movie != nullptr       ? outputs_.movie
                        : out.particles != nullptr ? outputs_.particles
                                                   : outputs_.velocity;
    if (first == nullptr) return;
    first = &slices_.emplace(*first);
    watch_ = &*slices_;
  }

  const Outputs& outputs() const { return outputs_; }
  const WatchedSink* watch() const { return watch_; }  // null without any output

 private:
  Outputs outputs_;
  std::optional<WatchedSink> slices_;
  std::optional<WatchedBodies> bodies_;
  const WatchedSink* watch_ = nullptr;
};

}  // namespace bitvox::flow
