// SPDX-License-Identifier: BSD-2-Clause
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "linear_systems/text_output.hpp"
#include "ops/ray_hits/ray_hits.hpp"

namespace bitvox::ray_hits {
namespace {

template <class Number>
void append_bytes(std::string& bytes, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i))));
  }
}

// Says what it is that cannot be written.
template <class Write>
void writing(const Write& write) {
  try {
    write();
  } catch (const InvalidInput& wrong) {
    throw InvalidInput(std::string("the hits cannot be written: ") + wrong.what());
  }
}

class NoHits final : public HitSink {
 public:
  void take(std::span<const RayHit>) override {}
};

class CsvHits final : public HitSink {
 public:
  explicit CsvHits(sparse::TextOutput& out) : out_(out) {
    writing([&] { out_.write("Ray,Distance,Mesh,Triangle,Side\n"); });
  }
  void take(std::span<const RayHit> hits) override {
    text_.clear();
    for (const RayHit& hit : hits) {
      sparse::append_number(text_, hit.ray + 1);
      text_.push_back(',');
      sparse::append_number(text_, hit.distance);
      text_.push_back(',');
      sparse::append_number(text_, hit.mesh + 1);
      text_.push_back(',');
      sparse::append_number(text_, hit.triangle + 1);
      text_ += hit.leaves ? ",1\n" : ",-1\n";
    }
    writing([&] { out_.write(text_); });
  }

 private:
  sparse::TextOutput& out_;
  std::string text_;
};

class BinaryHits final : public HitSink {
 public:
  explicit BinaryHits(sparse::TextOutput& out) : out_(out) {}
  void take(std::span<const RayHit> hits) override {
    bytes_.clear();
    for (const RayHit& hit : hits) {
      append_bytes(bytes_, static_cast<std::uint32_t>(hit.ray));
      append_bytes(bytes_, std::bit_cast<std::uint32_t>(hit.distance));
      append_bytes(bytes_, static_cast<std::uint32_t>(hit.triangle));
      append_bytes(bytes_, static_cast<std::uint16_t>(hit.mesh));
      append_bytes(bytes_, static_cast<std::uint16_t>(hit.leaves ? 1 : 0));
    }
    writing([&] { out_.write(bytes_); });
  }

 private:
  sparse::TextOutput& out_;
  std::string bytes_;
};

}  // namespace

Result trace(meshes::MeshSet set, const Files& files, const Options& options, Progress& progress) {
  progress.report(0, 1);
  auto [reading, tracing] = progress_parts(progress, 1, 10);
  std::vector<rays::Vector> ends;
  if (!files.rays.empty()) ends = read_ends(files.rays, reading);
  const std::vector<rays::Vector>* given = files.rays.empty() ? nullptr : &ends;
  if (files.output.empty()) {
    NoHits none;
    return trace(std::move(set), given, options, none, tracing);
  }
  std::optional<sparse::TextOutput> opened;
  writing([&] { opened.emplace(files.output); });
  sparse::TextOutput& out = *opened;
  Result result;
  if (files.format == Format::kCsv) {
    CsvHits sink(out);
    result = trace(std::move(set), given, options, sink, tracing);
  } else {
    BinaryHits sink(out);
    result = trace(std::move(set), given, options, sink, tracing);
  }
  writing([&] { out.close(); });
  return result;
}

}  // namespace bitvox::ray_hits
