// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/options/run_options.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::deformation {

// Large deformations of a segmented body, by nodes that pull at their neighbours: four methods of
// computer graphics, step after step in time. For a stiffness, ops/stiffness is exact and faster.
//
// Nodes: the box around the mask is divided into equal, nearly cubic cells. Each cell has one node,
// moved from the middle by up to half of `jitter` times the cell's sides at random; it is kept if
// it lies in a voxel of the mask. All nodes have the same part V of the body's volume, and the mass
// m = density * V. A node spacing is the cube root of V.
//
// Neighbours: the `neighbours` nodes nearest to a node within the reach h, 1.5 times the radius of
// a ball that holds as many nodes and one more, and in sight: the straight line between them stays
// in the body, or about half a voxel away from it. Of equally near ones those that come first. Who
// is not the other's neighbour too is none.
//
// A pair at rest at the vector X, of the length L, has the weight w(L / h), see Weight. u is the
// displacement of a node, x its place, v its velocity, u_ij = u_j - u_i. The acceleration a_i is
//
// kMassSpring     sum of w (k_s (|x_ij| - L) + k_d v_ij . n) n / m, where n = x_ij / |x_ij|.
// kShapeMatching  k (R X_i + c_i - x_i) / m: a node is drawn to its place in its own neighbourhood
//                 turned by R. c_i is the mean place of the node itself and its neighbours, those
//                 that it lacks being counted as itself, and X_i the node's place at rest from
//                 there. R is one rotation for the whole body, by polar
//                 decomposition of the sum of x X^T over all nodes.
// kMeshless       (2 / sum of w L) times the sum of w / L (c_1 u_ij + c_2 (u_ij . N) N) / density,
//                 where N = X / L: Debunne's Laplacian and gradient of the divergence. Here the
//                 masses are m (sum of w L) over its mean, so that forces are opposite and equal.
// kPointBased     sum of (B_i + B_j) w X / m, where B = V F S M^-1, M = sum of w X X^T,
//                 F = I + (sum of w u_ij X^T) M^-1, and S = lambda tr(e) I + 2 mu e of Green's
//                 strain e = (F^T F - I) / 2. Eigenvalues of M below 1e-3 of the largest one count
//                 as that.
//
// k_s, k, c_1 and c_2 follow from modulus and Poisson's ratio: nodes that are free have, in the
// same strain everywhere, the energy of such a material. Not all methods can have any ratio
// (Result::poisson): springs have 1/4, shape matching has none and does not bulge, the meshless
// method has 1/4 at most. The point-based method is much softer than the material, as short waves
// of its nodes cost nothing: a cube between plates has 0.6 to 0.75 of the modulus at 5 % of strain
// and half of it at 18 %. k_d is `spring_damping` time steps times k_s.
//
// Steps: v' = keep v + a, x' = x + v', with a in spacings per squared step; keep = exp(-2 damping
// pi / T), T being the steps that a wave needs from plate to plate, of the speed sqrt(modulus /
// density), or of shear under that load. The length of a step is 0.7 of what is stable at rest, by
// a bound on the matrix.
//
// Loads: plates at both ends of the body's box. The nodes of the first and of the last layer of
// cells are held; they are where a uniform strain would have them, so that a layer is not made
// stiff. From frame to frame the load grows evenly, and rests for the part `settle` of the steps.
// Held nodes follow every `enforce_every` steps. A ball pushes from the far end instead: every
// `enforce_every` steps a node in it goes to the nearest point of its surface, and loses its
// velocity inwards.
//
// All methods keep momentum, to rounding, where nothing is held or damped.
//
// Where the source is open: damping of springs acts along n, not along x_ij; l_ij in its equations
// 5 and 6 is the length at rest, and weights are in both sums; the linear and the cubic weight end
// at q = 1; h, masses, stiffnesses and steps are as above; a node belongs to its own neighbourhood;
// neighbours that are not mutual are none for shape matching too; the point-based method has no
// term of its own for the change of volume.
//
// With millimetres, megapascals and tonnes per cubic millimetre, forces are in newtons and times in
// seconds. The same bits for every backend and number of threads.
//
// A. Shahingohar, R. Eagleson, "A framework for GPU accelerated deformable object modeling", GPUScA
// 2010. M. Müller, B. Heidelberger, M. Teschner, M. Gross, "Meshless deformations based on shape
// matching", ACM Transactions on Graphics 24 (2005) 471-478. G. Debunne, M. Desbrun, M.-P. Cani, A.
// H. Barr, "Adaptive simulation of soft bodies in real-time", Computer Animation 2000, 15-20. M.
// Müller, R. Keiser, A. Nealen, M. Pauly, M. Gross, M. Alexa, "Point based animation of elastic,
// plastic and melting objects", Symposium on Computer Animation 2004, 141-151.

enum class Method { kMassSpring, kShapeMatching, kMeshless, kPointBased };

// Of q = L / h, 0 from q = 1 on and 1 at q = 0. kLinear: 1 - q. kGaussian: exp(-(3 q)^2 / 2), cut
// off. kCubic: 1 - 6 q^2 + 6 q^3 to q = 1/2, then 2 (1 - q)^3. kQuartic: 1 - 6 q^2 + 8 q^3 - 3 q^4.
// kPolynomial: (1 - q^2)^3. Shape matching has no weights.
enum class Weight { kLinear, kGaussian, kCubic, kQuartic, kPolynomial };

// The axis across the plates.
enum class Direction { kX, kY, kZ };

// The far plate moves towards the near one, away from it, or along itself, in the next axis; or a
// ball is pushed in where it was.
enum class Load { kCompression, kTension, kShear, kBall };

inline constexpr std::int64_t kMostNodes = 16'000'000;
inline constexpr std::int64_t kMostSteps = 100'000'000;

struct Options : RunOptions {
  Spacing spacing;
  Method method = Method::kMassSpring;
  std::int64_t nodes = 10'000;  // about so many
  double node_spacing = 0;      // 0: `nodes` decides
  double jitter = 0.5;
  std::int64_t seed = 1;
  int neighbours = 16;
  Weight weight = Weight::kCubic;
  Direction direction = Direction::kZ;
  Load load = Load::kCompression;
  // Of the last frame: the far plate's or the ball's way over the length of the body.
  double strain = 0.05;
  double ball_radius = 0;    // 0: a quarter of the body's smaller width
  double ball_first = 0.5;   // where, over the width of the body's box along the first of the
  double ball_second = 0.5;  // other two axes, and along the second
  double modulus = 1;
  double poisson = 0.25;
  double density = 1;
  double damping = 1;  // 1: the slowest wave between the plates is critically damped
  double spring_damping = 0.1;
  std::int64_t frames = 10;  // after the first
  // From frame to frame, a multiple of the steps of `enforce_every`, or the next one; 0: a wave
  // could cross the body 10 times.
  std::int64_t steps = 0;
  double settle = 0.5;
  int enforce_every = 0;  // 0: 10; each with a ball, out of which nodes would come and go
  double time_step = 0;   // 0: a stable one

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("spacing", &Options::spacing);
    field("method", &Options::method);
    field("nodes", &Options::nodes, within(1, kMostNodes));
    field("node_spacing", &Options::node_spacing, above_to(0, 1e12).or_zero("nodes decides"));
    field("jitter", &Options::jitter, within(0, 1));
    field("seed", &Options::seed, within(0, kLargestSeed));
    field("neighbours", &Options::neighbours, either(16, 32));
    field("weight", &Options::weight);
    field("direction", &Options::direction);
    field("load", &Options::load);
    field("strain", &Options::strain, above_to(0, 0.9));
    field("ball_radius", &Options::ball_radius,
          above_to(0, 1e12).or_zero("a quarter of the smaller width"));
    field("ball_first", &Options::ball_first, within(0, 1));
    field("ball_second", &Options::ball_second, within(0, 1));
    field("modulus", &Options::modulus, above_to(0, 1e15));
    field("poisson", &Options::poisson, within(-0.99, 0.499));
    field("density", &Options::density, above_to(0, 1e15));
    field("damping", &Options::damping, within(0, 100));
    field("spring_damping", &Options::spring_damping, within(0, 2));
    field("frames", &Options::frames, within(1, 100'000));
    field("steps", &Options::steps, within(1, kMostSteps).or_zero("long enough to settle"));
    field("settle", &Options::settle, within(0, 1));
    field("enforce_every", &Options::enforce_every,
          within(1, 1000).or_zero("10, or every step with a ball"));
    field("time_step", &Options::time_step, above_to(0, 1e15).or_zero("a stable one"));
  }
};

// x, y, z in the unit of the spacing.
using Vector = std::array<double, 3>;

// The nodes after a number of steps, in the order of their cells, x fastest.
struct Frame {
  std::int64_t number = 0;  // from 0, before the first step
  std::int64_t step = 0;
  double strain = 0;
  std::span<const Vector> places;  // from the corner of the image
  std::span<const Vector> displacements;
  double node_spacing = 0;
};

// Takes frame after frame, on the thread that called.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void take(const Frame& frame) = 0;
};

// What is wanted, or null.
struct Outputs {
  FrameSink* frames = nullptr;
  // At the end. 32-bit floats, 3 channels, 0 outside the mask: the displacement of each voxel's
  // centre, the mean of what the nodes within h, their displacements and gradients, say about it,
  // with the weight (1 - q^2)^3.
  SliceSink* displacement = nullptr;
  // At the end. 32-bit floats: `grey`, an image of the mask's size, as the body has taken it along,
  // by the same means and trilinear; 0 where the body is not.
  const GreySource* grey = nullptr;
  SliceSink* warped = nullptr;
};

// A row for each frame.
struct Table {
  std::vector<std::int64_t> step;
  std::vector<double> time;
  std::vector<double> strain;
  std::vector<double> displacement;  // of the far plate or the ball
  // With which the body pushes on the near plate, and on the far one or the ball, along the load:
  // positive if it resists.
  std::vector<double> near_force;
  std::vector<double> far_force;
  std::vector<double> elastic_energy;
  std::vector<double> kinetic_energy;
  std::vector<double> momentum_x, momentum_y, momentum_z;

  template <class Each>
  static void fields(Each&& field) {
    field("step", &Table::step);
    field("time", &Table::time);
    field("strain", &Table::strain);
    field("displacement", &Table::displacement);
    field("near_force", &Table::near_force);
    field("far_force", &Table::far_force);
    field("elastic_energy", &Table::elastic_energy);
    field("kinetic_energy", &Table::kinetic_energy);
    field("momentum_x", &Table::momentum_x);
    field("momentum_y", &Table::momentum_y);
    field("momentum_z", &Table::momentum_z);
  }
};
constexpr std::string_view java_name(const Table*) { return "DeformationTable"; }

struct Result {
  std::int64_t nodes = 0;
  std::int64_t held = 0;        // by plates
  std::int64_t least_held = 0;  // by the plate that holds fewer
  std::int64_t isolated = 0;    // without a neighbour
  double neighbours = 0;        // their mean number
  double one_sided = 0;         // part of the nearest nodes that are not mutual
  double node_spacing = 0;
  double poisson = 0;  // that the method can have; NaN for shape matching
  double time_step = 0;
  std::int64_t steps = 0;  // from frame to frame
  // At most 1000 steps after the first at which a place was no number, or a node faster than a
  // spacing per step: the steps end there, without a frame or images. -1: never. run.note says it.
  std::int64_t diverged_at = -1;
  Table table;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("nodes", &Result::nodes);
    field("held", &Result::held);
    field("least_held", &Result::least_held);
    field("isolated", &Result::isolated);
    field("neighbours", &Result::neighbours);
    field("one_sided", &Result::one_sided);
    field("node_spacing", &Result::node_spacing);
    field("poisson", &Result::poisson);
    field("time_step", &Result::time_step);
    field("steps", &Result::steps);
    field("diverged_at", &Result::diverged_at);
    field("table", &Result::table);
    field("run", &Result::run);
  }
};

// Memory: 8 to 24 bytes for each neighbour of each node, and 330 for a node; 250 more for images.
// On the GPU 4 to 20 bytes for each neighbour of each node, and 112 to 184 for a node.
// Throws InvalidInput (options; spacing; too many nodes; no node at a plate; a grey image of
// another size; a warped image without a grey one), UnsuitableImage (no voxel of the mask is set),
// Cancelled, HostOutOfMemory, DeviceOutOfMemory, DeviceError, and what sources and sinks throw.
Result deform(const VolumeSource& mask, const Options& options, const Outputs& outputs,
              Progress& progress);

}  // namespace bitvox::deformation
