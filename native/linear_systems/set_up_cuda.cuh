// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "cuda/copy.hpp"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/device_matrices.cuh"
#include "linear_systems/device_pairing.cuh"
#include "linear_systems/device_sums.cuh"
#include "linear_systems/engine.hpp"
#include "linear_systems/set_up.hpp"

namespace bitvox::sparse {
namespace {

// Of each row: its diagonal entry, and the sum of its magnitudes over that, as its bits, which are
// in the order of the numbers.
struct LookAtRow {
  RowsView matrix;
  double* diagonals;
  unsigned long long* largest;
  __device__ void operator()(std::int64_t i) const {
    double diagonal = 0;
    double sum = 0;
    matrix.each(i, [&](std::int64_t j, double a) {
      sum += fabs(a);
      if (i == j) diagonal = a;
    });
    diagonals[i] = diagonal;
    if (diagonal == 0) return;
    const auto ratio = static_cast<unsigned long long>(__double_as_longlong(sum / fabs(diagonal)));
    if (ratio > *static_cast<volatile unsigned long long*>(largest)) atomicMax(largest, ratio);
  }
};

template <class T>
struct Invert {
  const double* diagonals;
  double factor;
  T* inverse;
  __device__ void operator()(std::int64_t i) const {
    inverse[i] = diagonals[i] == 0 ? T{0} : static_cast<T>(factor / diagonals[i]);
  }
};

// What the pairs of pairs of pairs are made of.
struct PairRows {
  const int2* rows[kPairings];
  const std::int32_t* of[kPairings];
};

struct FindMembers {
  PairRows pairs;
  MemberRows* members;
  __device__ void operator()(std::int64_t aggregate) const {
    std::int32_t found[kMostMembers] = {static_cast<std::int32_t>(aggregate)};
    int count = 1;
    for (int pairing = kPairings - 1; pairing >= 0; --pairing) {
      std::int32_t more[kMostMembers];
      int many = 0;
      for (int i = 0; i < count; ++i) {
        const int2 two = pairs.rows[pairing][found[i]];
        more[many++] = two.x;
        if (two.y >= 0) more[many++] = two.y;
      }
      count = many;
      for (int i = 0; i < count; ++i) found[i] = more[i];
    }
    for (int i = 1; i < count; ++i) {
      const std::int32_t row = found[i];
      int to = i;
      for (; to > 0 && found[to - 1] > row; --to) found[to] = found[to - 1];
      found[to] = row;
    }
    auto* const out = reinterpret_cast<std::int32_t*>(members + aggregate);
    for (int i = 0; i < kMostMembers; ++i) out[i] = i < count ? found[i] : kNobody;
  }
};

struct FindAggregate {
  PairRows pairs;
  std::int32_t* of;
  __device__ void operator()(std::int64_t i) const {
    auto at = static_cast<std::int32_t>(i);
    for (int pairing = 0; pairing < kPairings && at >= 0; ++pairing) at = pairs.of[pairing][at];
    of[i] = at;
  }
};

// By the GPU, for its engine, which has add(matrix) and add(aggregates) of those that are there.
template <class T, class Engine>
class SetUpCuda final : public SetUp<T> {
 public:
  SetUpCuda(Engine& engine, std::shared_ptr<const MatrixOnGpu> given, const cuda::Stream& stream)
      : engine_(engine), given_(std::move(given)), stream_(stream) {}
  ~SetUpCuda() override { const cuda::Drain drain(stream_); }

  MatrixId add() override { return engine_.add(current()); }

  std::int64_t rows() const override { return current().rows; }

  double largest_eigenvalue() override {
    look();
    return largest_;
  }

  Vec<T> inverse_diagonal(double factor) override {
    look();
    const Vec<T> inverse = engine_.vector(rows());
    each(rows(), stream_, Invert<T>{diagonals_.get(rows(), stream_), factor, inverse.data});
    return inverse;
  }

  std::optional<AggregatesId> coarsen(std::int64_t most) override {
    std::array<DevicePairs, kPairings> pairs;
    std::array<DeviceRows, kPairings> coarse;
    const cuda::Drain drain(stream_);
    for (std::size_t i = 0; i < kPairings; ++i) {
      const DeviceRows& matrix = i == 0 ? current() : coarse[i - 1];
      pairs[i] = pairing_.pairs(matrix, i == 0 ? LeftOut::kDominant : LeftOut::kNone);
      if (pairs[i].count == 0) return {};
      if (i + 1 == kPairings && pairs[i].count > most) return {};
      engine_.poll();
      coarse[i] = sums_.of(matrix, pairs[i]);
      engine_.poll();
    }
    PairRows all{};
    for (std::size_t i = 0; i < kPairings; ++i) {
      all.rows[i] = pairs[i].rows.get();
      all.of[i] = pairs[i].of.get();
    }
    DeviceAggregates aggregates{take<std::int32_t>(rows()), take<MemberRows>(pairs.back().count)};
    each(pairs.back().count, stream_, FindMembers{all, aggregates.rows.get()});
    each(rows(), stream_, FindAggregate{all, aggregates.of.get()});
    stream_.wait();
    own_ = std::move(coarse.back());
    is_own_ = true;
    is_known_ = false;
    return engine_.add(std::move(aggregates));
  }

  Csr<double> matrix() override {
    const DeviceRows& from = current();
    Csr<double> to;
    to.rows = to.columns = from.rows;
    to.starts.resize(static_cast<std::size_t>(from.rows + 1));
    to.column.resize(static_cast<std::size_t>(from.entries));
    to.value.resize(static_cast<std::size_t>(from.entries));
    cuda::read_back(to.starts.data(), from.starts.get(), from.rows + 1, stream_);
    cuda::read_back(to.column.data(), from.column.get(), from.entries, stream_);
    cuda::read_back(to.value.data(), from.value.get(), from.entries, stream_);
    return to;
  }

 private:
  const DeviceRows& current() const { return is_own_ ? own_ : given_->rows; }

  // Once a matrix.
  void look() {
    if (is_known_) return;
    unsigned long long* const largest = most_.get(1, stream_);
    cuda::clear(largest, 1, stream_);
    each(rows(), stream_, LookAtRow{current(), diagonals_.get(rows(), stream_), largest});
    largest_ = std::bit_cast<double>(cuda::read_back(largest, stream_));
    if (largest_ == 0) largest_ = 1;
    is_known_ = true;
  }

  Engine& engine_;
  std::shared_ptr<const MatrixOnGpu> given_;
  const cuda::Stream& stream_;
  DeviceRows own_;  // a coarse one
  bool is_own_ = false;
  bool is_known_ = false;
  double largest_ = 0;
  Scratch<double> diagonals_;
  Scratch<unsigned long long> most_;
  DevicePairing pairing_{stream_};
  DeviceSums sums_{stream_};
};

}  // namespace
}  // namespace bitvox::sparse
