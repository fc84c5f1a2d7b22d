// SPDX-License-Identifier: BSD-2-Clause
// All hits of 1024 x 1024 rays with 737,280 triangles, found, stored and sorted: by
// rays/ray_hits.hpp and by Embree, whose filter function collects them in one traversal, in single
// rays and in packets of eight. In turn, on two threads; CPU time of a core, the best of a few
// runs. Embree's time to build its tree is not counted, and is said.
#include <embree3/rtcore.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ray_scenes.hpp"
#include "rays/ray_hits.hpp"

namespace {

using namespace bitvox;

constexpr int kThreads = 2;
constexpr int kRuns = 4;
constexpr std::int32_t kSide = 1024;
constexpr double kWidth = 280;
constexpr double kAway = 600;
constexpr unsigned kPacket = 8;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct FoundHit {
  float distance;
  unsigned triangle;
  bool leaves;
};

// What the filter knows of the rays that are on their way.
struct Collector {
  RTCIntersectContext context;  // the first member: Embree hands it on
  std::vector<FoundHit> hits[kPacket];
};

void collect(const RTCFilterFunctionNArguments* all) {
  auto* const collector = reinterpret_cast<Collector*>(all->context);
  for (unsigned i = 0; i < all->N; ++i) {
    if (all->valid[i] == 0) continue;
    const unsigned id = RTCRayN_id(all->ray, all->N, i);
    const float along = RTCHitN_Ng_x(all->hit, all->N, i) * RTCRayN_dir_x(all->ray, all->N, i) +
                        RTCHitN_Ng_y(all->hit, all->N, i) * RTCRayN_dir_y(all->ray, all->N, i) +
                        RTCHitN_Ng_z(all->hit, all->N, i) * RTCRayN_dir_z(all->ray, all->N, i);
    collector->hits[id].push_back(
        {RTCRayN_tfar(all->ray, all->N, i), RTCHitN_primID(all->hit, all->N, i), along > 0});
    all->valid[i] = 0;  // and on it goes
  }
}

struct Direction {
  float x, y, z;
};
Direction direction(std::int64_t ray) {
  constexpr double kPitch = kWidth / kSide;
  return {static_cast<float>((static_cast<double>(ray % kSide) - (kSide - 1) / 2.0) * kPitch),
          static_cast<float>((static_cast<double>(ray / kSide) - (kSide - 1) / 2.0) * kPitch),
          static_cast<float>(kAway)};
}

struct Count {
  std::int64_t hits = 0;
  std::int64_t odd = 0;
};

// The hits of a part of the rays, one after the other, where they stay.
struct Stored {
  std::vector<FoundHit> hits;
  Count count;
};

void store(std::vector<FoundHit>& hits, Stored& stored) {
  std::sort(hits.begin(), hits.end(), [](const FoundHit& a, const FoundHit& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.triangle < b.triangle;
  });
  int sum = 0;
  for (const FoundHit& hit : hits) sum += hit.leaves ? 1 : -1;
  stored.count.odd += sum != 0 ? 1 : 0;
  stored.count.hits += static_cast<std::int64_t>(hits.size());
  stored.hits.insert(stored.hits.end(), hits.begin(), hits.end());
  hits.clear();
}

void trace_single(RTCScene scene, Collector& collector, std::int64_t first, std::int64_t end,
                  Stored& stored) {
  for (std::int64_t i = first; i < end; ++i) {
    const Direction d = direction(i);
    RTCRayHit ray{};
    ray.ray.dir_x = d.x;
    ray.ray.dir_y = d.y;
    ray.ray.dir_z = d.z;
    ray.ray.tfar = 1;
    ray.ray.mask = ~0U;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &collector.context, &ray);
    store(collector.hits[0], stored);
  }
}

void trace_packets(RTCScene scene, Collector& collector, std::int64_t first, std::int64_t end,
                   Stored& stored) {
  alignas(32) const int valid[kPacket] = {-1, -1, -1, -1, -1, -1, -1, -1};
  for (std::int64_t i = first; i < end; i += kPacket) {
    alignas(32) RTCRayHit8 rays{};
    for (unsigned k = 0; k < kPacket; ++k) {
      const Direction d = direction(i + k);
      rays.ray.dir_x[k] = d.x;
      rays.ray.dir_y[k] = d.y;
      rays.ray.dir_z[k] = d.z;
      rays.ray.tfar[k] = 1;
      rays.ray.mask[k] = ~0U;
      rays.ray.id[k] = k;
      rays.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID;
    }
    rtcIntersect8(valid, scene, &collector.context, &rays);
    for (auto& hits : collector.hits) store(hits, stored);
  }
}

enum class Rays { kSingle, kPackets };

Count trace(RTCScene scene, Rays rays) {
  constexpr std::int64_t kPart = 4 * kSide;
  constexpr std::int64_t kParts = std::int64_t{kSide} * kSide / kPart;
  std::vector<Stored> parts(kParts);
  NoProgress quiet;
  parallel_for(kParts, kThreads, quiet, [&](std::int64_t part) {
    Collector collector;
    rtcInitIntersectContext(&collector.context);
    collector.context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    Stored& stored = parts[static_cast<std::size_t>(part)];
    (rays == Rays::kSingle ? trace_single : trace_packets)(scene, collector, part * kPart,
                                                           (part + 1) * kPart, stored);
  });
  Count all;
  for (const Stored& part : parts) {
    all.hits += part.count.hits;
    all.odd += part.count.odd;
  }
  return all;
}

template <class Work>
double best(const std::string& name, const Work& work) {
  double least = 1e9;
  Count count;
  for (int run = 0; run < kRuns; ++run) {
    const double begin = cpu_seconds();
    count = work();
    least = std::min(least, (cpu_seconds() - begin) / kThreads);
  }
  std::printf("%-28s %8.1f ms a core, %lld hits, %lld odd rays\n", name.c_str(), least * 1e3,
              static_cast<long long>(count.hits), static_cast<long long>(count.odd));
  return least;
}

}  // namespace

int main() {
  const ray_scenes::Shape shape = ray_scenes::tori(80, 64);
  const rays::Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  constexpr double kPitch = kWidth / kSide;
  constexpr double kCorner = (1 - kSide) * kPitch / 2;
  const rays::RayGrid grid = rays::ray_grid(scene.frame, {kCorner, kCorner, kAway}, {kPitch, 0, 0},
                                            {0, kPitch, 0}, kSide, kSide);
  NoProgress quiet;
  const double ours = best("rays/ray_hits.hpp", [&] {
    const rays::RayHits found = rays::find_hits(scene.triangles(), grid, {}, {}, kThreads, quiet);
    return Count{found.hits, found.odd_rays};
  });

  const RTCDevice device = rtcNewDevice("threads=2");
  for (const bool is_robust : {false, true}) {
    const RTCScene tree = rtcNewScene(device);
    rtcSetSceneFlags(tree, static_cast<RTCSceneFlags>(
                               RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION |
                               (is_robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE)));
    const RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* const vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), shape.vertices.size()));
    for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        vertices[3 * i + k] = static_cast<float>(shape.vertices[i][k]);
      }
    }
    auto* const corners = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), shape.corners.size()));
    for (std::size_t i = 0; i < shape.corners.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) corners[3 * i + k] = shape.corners[i][k];
    }
    rtcSetGeometryIntersectFilterFunction(mesh, collect);
    const double begin = cpu_seconds();
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(tree, mesh);
    rtcCommitScene(tree);
    const std::string name = is_robust ? "Embree, robust" : "Embree";
    std::printf("%s: built in %.0f ms of CPU time\n", name.c_str(), (cpu_seconds() - begin) * 1e3);
    const double single = best(name + ", single rays", [&] { return trace(tree, Rays::kSingle); });
    const double packets =
        best(name + ", packets of 8", [&] { return trace(tree, Rays::kPackets); });
    std::printf("%s takes %.1f times as long, in packets %.1f\n", name.c_str(), single / ours,
                packets / ours);
    rtcReleaseGeometry(mesh);
    rtcReleaseScene(tree);
  }
  rtcReleaseDevice(device);
}
