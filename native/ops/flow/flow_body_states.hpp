// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bitvox::flow {

// All bodies at one time, in the order of the text: x, y and z of the first one, then of the next.
struct BodyStates {
  std::vector<float> centres, velocities, spins;
  std::vector<float> forces, torques;  // of the fluid
  std::vector<float> radii;            // 0 of a box
  std::vector<float> halves;           // the ways from the centre to the middles of three faces

  template <class Each>
  static void fields(Each&& field) {
    field("centres", &BodyStates::centres);
    field("velocities", &BodyStates::velocities);
    field("spins", &BodyStates::spins);
    field("forces", &BodyStates::forces);
    field("torques", &BodyStates::torques);
    field("radii", &BodyStates::radii);
    field("halves", &BodyStates::halves);
  }
};
constexpr std::string_view java_name(const BodyStates*) { return "FlowBodyStates"; }

// Takes them, frame after frame, on the thread that called the operation.
class BodySink {
 public:
  virtual ~BodySink() = default;
  virtual void write_frame(std::int64_t frame, BodyStates&& bodies) = 0;
};

}  // namespace bitvox::flow
