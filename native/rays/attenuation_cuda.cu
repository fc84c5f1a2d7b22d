// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstring>
#include <vector>

#include "core/elementary.hpp"
#include "core/poisson_draw.hpp"
#include "core/random.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/warp.cuh"
#include "rays/attenuation_channels.hpp"
#include "rays/attenuation_cuda.hpp"

namespace bitvox::rays {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kTermsOfLaunch = std::int64_t{1} << 33;

struct DeviceChannel {
  attenuation::Spectrum spectrum;  // in the GPU's memory
  double all, photons, response;
};

struct DeviceBeam {
  const DeviceChannel* channels;
  std::int64_t count;
  bool counts_photons;
  double photons;  // that are counted with nothing in the way
  double mean_response;
  std::uint64_t seed;
};

// Of a pixel, what attenuation_rows.inl does for rows of them.
struct PixelLengths {
  const float* first;
  std::int64_t stride;

  // What is negative, or no number, counts as 0.
  __device__ float operator[](std::int64_t material) const {
    const float length = first[material * stride];
    return length > 0 ? length : 0.0F;
  }
};

// The first kHeld of them in registers, or none for 0.
template <int kHeld>
struct HeldLengths {
  float own[kHeld > 0 ? kHeld : 1];
  PixelLengths all;

  __device__ explicit HeldLengths(const PixelLengths& lengths) : own{}, all(lengths) {
#pragma unroll
    for (int m = 0; m < kHeld; ++m) own[m] = lengths[m];
  }
  __device__ float operator[](int material) const {
    if constexpr (kHeld > 0) return own[material];
    return all[material];
  }
};

__device__ double depth_of(const attenuation::Spectrum& spectrum, const PixelLengths& lengths) {
  double depth = 0;
  for (std::int64_t m = 0; m < spectrum.materials; ++m) {
    depth += spectrum.least[m] * static_cast<double>(lengths[m]);
  }
  return depth;
}

template <int kHeld, bool kBuildUp>
__device__ __forceinline__ float sum_of(const attenuation::Spectrum& spectrum,
                                        const HeldLengths<kHeld>& lengths, float common) {
  using elementary::multiply_add;
  constexpr std::int64_t kTogether = 16;  // terms of attenuation_rows.inl
  const int materials = kHeld > 0 ? kHeld : static_cast<int>(spectrum.materials);
  float sum = 0;
  for (std::int64_t first = 0; first < spectrum.energies; first += kTogether) {
    const std::int64_t left = spectrum.energies - first;
    const std::int64_t end = first + (left < kTogether ? left : kTogether);
    float part = 0;
    for (std::int64_t k = first; k < end; ++k) {
      const float* const above = spectrum.above + k * materials;
      float exponent = lengths[0] * above[0];
#pragma unroll 4
      for (int m = 1; m < materials; ++m) exponent = multiply_add(lengths[m], above[m], exponent);
      float term = elementary::exp2_of_minus<float, std::uint32_t>(exponent);
      if constexpr (kBuildUp) {
        const float depth = common + exponent;
        const float slower = multiply_add(depth, -spectrum.build_up_b[k], exponent);
        const float least = -126.0F;
        const float scattered = spectrum.build_up_a[k] * depth;
        term = multiply_add(
            scattered,
            elementary::exp2_of_minus<float, std::uint32_t>(slower > least ? slower : least), term);
      }
      part = multiply_add(term, spectrum.weights[k], part);
    }
    sum += part;
  }
  return sum;
}

// What depths leave, and the part of it that arrives.
struct Seen {
  double depth, part;
};
template <int kHeld>
__device__ __forceinline__ Seen look(const DeviceChannel& channel, const PixelLengths& all,
                                     const HeldLengths<kHeld>& lengths) {
  constexpr double kLog2e = 0x1.71547652b82fep+0;
  const attenuation::Spectrum& spectrum = channel.spectrum;
  const double depth = depth_of(spectrum, all);
  const float sum =
      spectrum.build_up_a == nullptr
          ? sum_of<kHeld, false>(spectrum, lengths, 0.0F)
          : sum_of<kHeld, true>(spectrum, lengths, static_cast<float>(depth * kLog2e));
  return {depth, static_cast<double>(sum) / channel.all};
}

__device__ __forceinline__ float transmission_of(const Seen& seen) {
  return static_cast<float>(elementary::exp_of(-seen.depth) * seen.part);
}

template <int kHeld>
__global__ void __launch_bounds__(kThreads)
    attenuate_kernel(const DeviceBeam beam, const float* lengths, std::int64_t pixels,
                     std::int64_t first, std::int64_t end, std::uint64_t stream,
                     AttenuationCuda::Images out, unsigned long long* dark) {
  const std::int64_t pixel = first + static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  bool is_dark = false;
  if (pixel < end) {
    const PixelLengths all{lengths + pixel, pixels};
    const HeldLengths<kHeld> own(all);
    Seen seen;
    if (beam.counts_photons) {
      Random random(beam.seed, stream + static_cast<std::uint64_t>(pixel));
      double signal = 0;
      for (std::int64_t i = 0; i < beam.count; ++i) {
        const DeviceChannel& channel = beam.channels[i];
        const double mean = channel.photons * transmission_of(look<kHeld>(channel, all, own));
        signal += channel.response * draw::poisson(mean, random);
      }
      seen = {0, signal / (beam.mean_response * beam.photons)};
      is_dark = !(seen.part > 0);
    } else {
      seen = look<kHeld>(beam.channels[0], all, own);
    }
    if (out.transmission != nullptr) out.transmission[pixel] = transmission_of(seen);
    if (out.attenuation != nullptr) {
      if (is_dark) seen.part = 1 / beam.photons;
      out.attenuation[pixel] = static_cast<float>(seen.depth - elementary::log_of(seen.part));
    }
  }
  const int count = __syncthreads_count(is_dark ? 1 : 0);
  if (threadIdx.x == 0 && count != 0) atomicAdd(dark, static_cast<unsigned long long>(count));
}

// Arrays behind one another, for one copy.
class Tables {
 public:
  template <class T>
  std::size_t add(const T* values, std::int64_t count) {
    const std::size_t at = (bytes_.size() + 15) / 16 * 16;
    bytes_.resize(at + static_cast<std::size_t>(count) * sizeof(T));
    if (count > 0)
      std::memcpy(bytes_.data() + at, values, static_cast<std::size_t>(count) * sizeof(T));
    return at;
  }
  const std::vector<unsigned char>& bytes() const { return bytes_; }

 private:
  std::vector<unsigned char> bytes_;
};

}  // namespace

struct AttenuationCuda::Held {
  cuda::DeviceBuffer<unsigned char> tables;
  cuda::DeviceBuffer<unsigned long long> dark;
  const cuda::Stream& stream;
  DeviceBeam beam{};
  std::int64_t materials = 1;
  std::int64_t energies = 1;

  template <int kHeld>
  void run(const float* lengths, std::int64_t pixels, std::int64_t image, const Images& out,
           Progress& progress) const {
    const std::int64_t piece =
        std::max<std::int64_t>(kThreads, kTermsOfLaunch / (energies * (materials + 8)));
    cuda::Pacer pacer(stream, progress, pixels);
    for (std::int64_t first = 0; first < pixels; first += piece) {
      const std::int64_t end = std::min(pixels, first + piece);
      cuda::launch(attenuate_kernel<kHeld>, {cuda::blocks_for(end - first, kThreads), kThreads},
                   stream, beam, lengths, pixels, first, end,
                   static_cast<std::uint64_t>(image * pixels), out, dark.get());
      pacer.enqueued(end);
    }
    pacer.finish();
  }
};

AttenuationCuda::AttenuationCuda(const PhotonBeam& beam, const std::optional<PhotonNoise>& noise,
                                 const cuda::Stream& stream) {
  const AttenuationChannels channels = channels_of(beam, noise);
  Tables tables;
  struct Places {
    std::size_t least, above, weights, a, b;
  };
  std::vector<Places> places;
  for (const AttenuationChannel& channel : channels.each) {
    const attenuation::Spectrum s = channel.tables.spectrum();
    const std::int64_t built_up = s.build_up_a == nullptr ? 0 : s.energies;
    places.push_back({tables.add(s.least, s.materials),
                      tables.add(s.above, s.energies * s.materials),
                      tables.add(s.weights, s.energies), tables.add(s.build_up_a, built_up),
                      tables.add(s.build_up_b, built_up)});
  }
  const std::int64_t count = std::ssize(channels.each);
  const std::vector<DeviceChannel> none(static_cast<std::size_t>(count));
  const std::size_t channels_at = tables.add(none.data(), count);
  const std::int64_t bytes = std::ssize(tables.bytes());
  held_.reset(new Held{cuda::allocate<unsigned char>(bytes), cuda::allocate<unsigned long long>(1),
                       stream});
  unsigned char* const base = held_->tables.get();
  const auto floats = [&](std::size_t at) { return reinterpret_cast<const float*>(base + at); };
  std::vector<DeviceChannel> on_gpu;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const AttenuationChannel& channel = channels.each[i];
    const attenuation::Spectrum s = channel.tables.spectrum();
    const bool builds_up = s.build_up_a != nullptr;
    const Places& at = places[i];
    on_gpu.push_back({{s.energies, s.materials, reinterpret_cast<const double*>(base + at.least),
                       floats(at.above), floats(at.weights), builds_up ? floats(at.a) : nullptr,
                       builds_up ? floats(at.b) : nullptr},
                      channel.all,
                      channel.photons,
                      channel.response});
  }
  cuda::copy(base, tables.bytes().data(), static_cast<std::int64_t>(channels_at), stream);
  auto* const to = reinterpret_cast<DeviceChannel*>(base + channels_at);
  cuda::copy(to, on_gpu.data(), count, stream);
  stream.wait();
  held_->beam = {to,
                 count,
                 noise.has_value(),
                 noise ? noise->photons : 0,
                 channels.mean_response,
                 noise ? noise->seed : 0};
  held_->materials = beam.materials();
  held_->energies = beam.energies();
}

AttenuationCuda::~AttenuationCuda() {
  if (held_ != nullptr) const cuda::Drain drain(held_->stream);
}

AttenuationReport AttenuationCuda::attenuate(const float* lengths, std::int64_t pixels,
                                             std::int64_t image, const Images& out,
                                             Progress& progress) const {
  cuda::clear(held_->dark.get(), 1, held_->stream);
  switch (held_->materials) {
    case 1:
      held_->run<1>(lengths, pixels, image, out, progress);
      break;
    case 2:
      held_->run<2>(lengths, pixels, image, out, progress);
      break;
    case 3:
      held_->run<3>(lengths, pixels, image, out, progress);
      break;
    case 4:
      held_->run<4>(lengths, pixels, image, out, progress);
      break;
    default:
      held_->run<0>(lengths, pixels, image, out, progress);
  }
  return {static_cast<std::int64_t>(cuda::read_back(held_->dark.get(), held_->stream))};
}

}  // namespace bitvox::rays
