// SPDX-License-Identifier: BSD-2-Clause
// Damaged texts about bodies, and what becomes of bodies beside one another.
#include <string>

#include "fuzz_operation.hpp"
#include "fuzz_text.hpp"
#include "ops/flow/flow.hpp"
#include "ops/flow/flow_bodies.hpp"

namespace bitvox::flow {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

constexpr std::int64_t kSide = 24;

FuzzRun make_with_bodies(FuzzBytes& bytes) {
  const std::string text = fuzz::nearly_right(
      bytes, {
                 "# two, and what pulls them\n"
                 "sphere centre=6,6,6 radius=4 density=1.5\n"
                 "box centre=16,16,16 size=6,4,8 velocity=0,0.01,0 spin=0,0,0.02 density=0.8\n"
                 "gravity acceleration=0,0.0005,0\n",
                 "box centre=12,7,9 size=18,4,4 density=3 velocity=0,0,0.1\r\n"
                 "box centre=15,9,14 size=4,14,4 density=2 velocity=0,0,-0.1 spin=0.01,0.02,0\r\n"
                 "sphere centre=5,18,18 radius=3",
                 "sphere centre=12,12,12 radius=5\n"
                 "box centre=12,3,12 size=3,3,3 density=2 velocity=0,0.1,0\n",
             });
  Options options;
  options.faces() = Faces::all(bytes.one_of({Face::kClosed, Face::kPeriodic, Face::kFree}));
  return [=](const std::string&, int, Progress& progress) {
    const Grid grid =
        make_grid({kSide, kSide, kSide}, std::vector<std::uint8_t>(kSide * kSide * kSide, 0),
                  options, 1, progress);
    Bodies bodies(grid, read_bodies(text), progress);
    for (int step = 0; step < 40; ++step) bodies.move(progress);
    test::Bits bits;
    for (const Body& body : bodies.all())
      for (std::size_t a = 0; a < 3; ++a) {
        bits.add_elementary(body.centre[a]);  // sines and cosines turn it
        bits.add_elementary(body.spin[a]);
      }
    return bits;
  };
}

const fuzz::FuzzOperation operation_with_bodies("flow_bodies", make_with_bodies);

}  // namespace
}  // namespace bitvox::flow
