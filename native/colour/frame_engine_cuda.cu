// SPDX-License-Identifier: BSD-2-Clause
// The GPU's twin of frame_engine.hpp: a batch is copied in parts, and while one is copied, those
// that are there are computed.
#include <algorithm>
#include <array>
#include <cstddef>

#include "colour/device_batch.hpp"
#include "colour/frame_engine.hpp"
#include "colour/plane_objects.hpp"
#include "core/threads/parallel.hpp"
#include "cuda/copy.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"

namespace bitvox::colour {
namespace {

// Whether the GPU copies from there at full speed.
bool is_page_locked(const void* memory) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeHost;
}

// A copy of some MiB takes the whole speed of the link.
constexpr std::int64_t kMostParts = 8;
std::int64_t frames_of_part(std::int64_t frame_bytes, std::int64_t count) {
  constexpr std::int64_t kFewestBytes = std::int64_t{4} << 20;
  const std::int64_t frames = std::max((count + kMostParts - 1) / kMostParts,
                                       (kFewestBytes + frame_bytes - 1) / frame_bytes);
  return std::min(frames, count);
}

SeenObject seen(const ObjectRecord& record, int cls) {
  SeenObject object;
  object.area = record.area;
  object.sum_x = record.sum_x;
  object.sum_y = record.sum_y;
  object.left = record.left;
  object.top = record.top;
  object.right = record.right;
  object.bottom = record.bottom;
  object.cls = cls;
  object.own = record.own;
  object.certainty = record.certainty;
  return object;
}

// The lists of objects on the host: those of planes, and the records that usually are enough with
// them.
class HostLists {
 public:
  explicit HostLists(std::int64_t most_planes)
      : array_(cuda::allocate_pinned<std::uint64_t>(
            ObjectLists::words(most_planes, usual(most_planes)))) {}

  void fetch(const DeviceBatch& batch, std::int64_t planes, const cuda::Stream& stream) {
    planes_ = planes;
    cuda::copy(array_.get(), batch.list_array(), ObjectLists::words(planes, usual(planes)), stream);
  }
  // When that is done: the others, if there are any.
  void fetch_rest(const DeviceBatch& batch, const cuda::Stream& stream) {
    const std::int64_t used = std::min<std::int64_t>(*lists().used(), batch.lists().room());
    const std::int64_t rest = used - usual(planes_);
    if (rest <= 0) return;
    if (rest > rest_room_) {
      rest_ = nullptr;
      rest_room_ = 2 * rest;  // so that it seldom grows
      rest_ = cuda::allocate_pinned<ObjectRecord>(rest_room_);
    }
    cuda::read_back(rest_.get(), &batch.lists().record(usual(planes_)), rest, stream);
  }

  ObjectLists::Plane plane(std::int64_t i) const { return lists().plane(i); }
  const ObjectRecord& record(std::int64_t i) const {
    return i < usual(planes_) ? lists().record(i)
                              : rest_[static_cast<std::size_t>(i - usual(planes_))];
  }

 private:
  static std::int64_t usual(std::int64_t planes) { return 64 * planes; }
  ObjectLists lists() const { return {array_.get(), planes_, usual(planes_)}; }

  cuda::PinnedBuffer<std::uint64_t> array_;
  std::int64_t planes_ = 0;
  cuda::PinnedBuffer<ObjectRecord> rest_;
  std::int64_t rest_room_ = 0;
};

// A plane for which the GPU had no room.
class PlaneOnHost {
 public:
  // Clears what is dropped on the GPU too.
  void see(const EngineRule& rule, const DeviceBatch& batch, std::int64_t plane,
           const cuda::Stream& stream, std::vector<SeenObject>& objects) {
    const FrameRule& frame = rule.frame;
    const std::int64_t words = frame.shape.words_per_slice();
    const std::int64_t pitch = 64 * frame.shape.words_per_row();
    cleaned_.resize(static_cast<std::size_t>(words));
    own_.resize(cleaned_.size());
    cuda::copy(cleaned_.data(), batch.cleaned(plane), words, stream);
    cuda::copy(own_.data(), batch.own(plane), words, stream);
    if (rule.certainty != nullptr) {
      certainty_.resize(static_cast<std::size_t>(64 * words));
      cuda::copy(certainty_.data(), batch.certainty(plane / frame.classes), 64 * words, stream);
    }
    stream.wait();
    found_.find(frame.shape, cleaned_.data(), frame.min_area);
    const std::size_t before = objects.size();
    for (const PlaneObject& object : found_.objects()) {
      SeenObject& added = objects.emplace_back();
      static_cast<PlaneObject&>(added) = object;
      added.cls = static_cast<int>(plane % frame.classes);
    }
    for (const PlaneObjects::Run& run : found_.runs()) {
      SeenObject& object = objects[before + static_cast<std::size_t>(run.object)];
      for (std::int64_t x = run.first; x <= run.last; ++x) {
        const std::int64_t at = run.y * pitch + x;
        if ((own_[static_cast<std::size_t>(at / 64)] >> (at % 64) & 1) == 0) continue;
        ++object.own;
        if (rule.certainty != nullptr) {
          object.certainty += certainty_[static_cast<std::size_t>(at)];
        }
      }
    }
    if (frame.min_area > 1) {
      cuda::copy(batch.cleaned(plane), cleaned_.data(), words, stream);
      stream.wait();
    }
  }

 private:
  std::vector<std::uint64_t> cleaned_;
  std::vector<std::uint64_t> own_;
  std::vector<std::uint8_t> certainty_;
  PlaneObjects found_;
};

class CudaEngine final : public FrameEngine {
 public:
  CudaEngine(const EngineRule& rule, int most_frames)
      : rule_(rule),
        batch_(rule, most_frames, computing_),
        lists_(std::int64_t{most_frames} * rule.frame.classes) {
    const Shape& shape = rule.frame.shape;
    const std::int64_t pixels = most_frames * shape.width * shape.height;
    if (rule.class_maps) maps_ = cuda::allocate_pinned<std::uint8_t>(pixels);
    if (rule.planes) planes_ = cuda::allocate_pinned<std::uint64_t>(most_frames * frame_words());
    if (rule.probabilities != nullptr) {
      probabilities_ = cuda::allocate_pinned<float>(rule.frame.classes * pixels);
    }
  }
  // Before the arrays go.
  ~CudaEngine() override { const cuda::Drain computing(computing_); }

  void set_background(const std::uint8_t* planes) override {
    batch_.set_background(planes, computing_);
  }

  const SeenFrames& see(const void* frames, int count, Progress& progress) override {
    seen_ = {};
    if (count == 0) return seen_;
    const cuda::Drain computing(computing_);
    const cuda::Drain copying(copying_);
    batch_.begin(count);
    compute_in_parts(static_cast<const std::uint8_t*>(frames), count, progress);
    lists_.fetch(batch_, count * std::int64_t{rule_.frame.classes}, computing_);
    computing_.wait();
    lists_.fetch_rest(batch_, computing_);
    collect_objects(count, progress);
    seen_.class_maps = maps_.get();
    seen_.planes = planes_.get();
    seen_.probabilities = probabilities_.get();
    progress.report(1, 1);
    return seen_;
  }

 private:
  std::int64_t frame_words() const {
    return rule_.frame.classes * rule_.frame.shape.words_per_slice();
  }
  std::int64_t frame_pixels() const { return rule_.frame.shape.width * rule_.frame.shape.height; }

  void compute_in_parts(const std::uint8_t* frames, std::int64_t count, Progress& progress) {
    const std::int64_t bytes = batch_.frame_bytes();
    const std::int64_t each = frames_of_part(bytes, count);
    if (each == count && is_page_locked(frames)) {  // nothing to overlap
      cuda::copy(batch_.frame(0), frames, count * bytes, computing_);
      compute_part(0, count);
      return;
    }
    const bool page_locked = is_page_locked(frames);
    const auto for_each_part = [&](const auto& body) {
      for (std::int64_t first = 0; first < count; first += each) {
        body(first, std::min(each, count - first));
      }
    };
    if (page_locked) {
      for_each_part([&](std::int64_t first, std::int64_t here) {
        cuda::copy(batch_.frame(first), frames + first * bytes, here * bytes, copying_);
        copied_[static_cast<std::size_t>(first / each)].record(copying_);
      });
    }
    for_each_part([&](std::int64_t first, std::int64_t here) {
      PhaseProgress part(progress, first, first + here, count);
      if (page_locked) {
        copied_[static_cast<std::size_t>(first / each)].wait();
        part.report(1, 1);
      } else {
        cuda::upload(frames + first * bytes, here * bytes, batch_.frame(first), thread_count(0),
                     staging_, part);
      }
      compute_part(first, here);
    });
  }

  void compute_part(std::int64_t first, std::int64_t count) {
    batch_.compute(first, count, computing_);
    fetch_images(first, count);
    if (rule_.probabilities != nullptr) {
      const std::int64_t floats = rule_.frame.classes * frame_pixels();
      cuda::copy(probabilities_.get() + first * floats, batch_.probabilities(first), count * floats,
                 computing_);
    }
  }

  // Those that are made of cleaned planes.
  void fetch_images(std::int64_t first, std::int64_t count) {
    if (rule_.class_maps) {
      cuda::copy(maps_.get() + first * frame_pixels(), batch_.class_map(first),
                 count * frame_pixels(), computing_);
    }
    if (rule_.planes) {
      cuda::copy(planes_.get() + first * frame_words(), batch_.cleaned(first * rule_.frame.classes),
                 count * frame_words(), computing_);
    }
  }

  void collect_objects(std::int64_t count, Progress& progress) {
    for (std::int64_t frame = 0; frame < count; ++frame) {
      std::vector<SeenObject>& objects = seen_.objects.emplace_back();
      bool planes_have_changed = false;
      for (int cls = 0; cls < rule_.frame.classes; ++cls) {
        const std::int64_t plane = frame * rule_.frame.classes + cls;
        const ObjectLists::Plane found = lists_.plane(plane);
        if (found.count == ObjectLists::kNoRoom) {
          on_host_.see(rule_, batch_, plane, computing_, objects);
          planes_have_changed = rule_.frame.min_area > 1;
          progress.report(count, count + 1);
        }
        for (std::int32_t i = 0; i < found.count; ++i) {
          objects.push_back(seen(lists_.record(std::int64_t{found.first} + i), cls));
        }
      }
      if (planes_have_changed) {
        batch_.draw_maps(frame, 1, computing_);
        fetch_images(frame, 1);
      }
    }
    computing_.wait();
  }

  EngineRule rule_;
  cuda::Stream computing_;  // the batch waits for it when it goes
  cuda::Stream copying_;
  DeviceBatch batch_;
  HostLists lists_;
  cuda::PinnedBuffer<std::uint8_t> maps_;
  cuda::PinnedBuffer<std::uint64_t> planes_;
  cuda::PinnedBuffer<float> probabilities_;
  PlaneOnHost on_host_;
  SeenFrames seen_;
  std::array<cuda::Event, kMostParts> copied_;
  cuda::Staging staging_{copying_};
};

}  // namespace

std::unique_ptr<FrameEngine> make_cuda_engine(const EngineRule& rule, int most_frames) {
  return std::make_unique<CudaEngine>(rule, most_frames);
}

std::int64_t cuda_engine_bytes(const EngineRule& rule, int most_frames) {
  return DeviceBatch::bytes(rule, most_frames);
}

}  // namespace bitvox::colour
