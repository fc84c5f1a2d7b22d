// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_impulses.hpp"

#include <algorithm>
#include <cmath>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr int kMostSweeps = 200;
constexpr double kSettled = 1e-8;  // voxels a step: no contact changes by more

// What an impulse of 1 does at one side of a contact.
struct Answer {
  Motion* motion = nullptr;  // null: it does not move
  Vector velocity, spin;     // along -normal for a, along normal for b
  Vector normal, turn;       // what of the motion counts

  double approach() const {
    return motion == nullptr ? 0 : dot(motion->velocity, normal) + dot(motion->spin, turn);
  }
  double softness() const { return dot(velocity, normal) + dot(spin, turn); }
  void give(double impulse) const {
    if (motion == nullptr) return;
    motion->velocity = add(motion->velocity, velocity, impulse);
    motion->spin = add(motion->spin, spin, impulse);
  }
};

Answer answer_of(const Body& body, Motion& motion, const Vector& arm, const Vector& normal) {
  Answer answer;
  answer.motion = &motion;
  answer.normal = normal;
  answer.turn = cross(arm, normal);
  if (!body.free()) return answer;
  answer.velocity = scaled(normal, 1 / (body.density * body.volume()));
  const Vector moments = body.moments();
  for (std::size_t i = 0; i < 3; ++i) {
    answer.spin = add(answer.spin, body.axes[i],
                      dot(answer.turn, body.axes[i]) / (moments[i] * body.density));
  }
  return answer;
}

struct Row {
  Answer a, b;  // a along -normal
  double softness, allowed, impulse;
};

// The impulse changes so that they part as they must, and never pulls. How much the speed changed.
double settle(Row& row) {
  const double parting = row.a.approach() + row.b.approach();
  const double wanted = row.impulse - (parting + row.allowed) / row.softness;
  const double change = std::max(0.0, wanted) - row.impulse;
  row.impulse += change;
  row.a.give(change);
  row.b.give(change);
  return std::abs(change) * row.softness;
}

}  // namespace

void limit_approach(const std::vector<Body>& bodies, const std::vector<Contact>& contacts,
                    const std::vector<double>& allowed, std::vector<Motion>& motions,
                    Progress& progress) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    Row row{};
    row.a =
        answer_of(bodies[contact.a], motions[contact.a], contact.arm_a, scaled(contact.normal, -1));
    if (contact.b != kStands) {
      row.b = answer_of(bodies[contact.b], motions[contact.b], contact.arm_b, contact.normal);
    }
    row.softness = row.a.softness() + row.b.softness();
    row.allowed = allowed[i];
    if (row.softness > 0) rows.push_back(row);
  }
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    progress.report(0, 1);
    double most = 0;
    for (Row& row : rows) most = std::max(most, settle(row));
    for (std::size_t i = rows.size(); i-- > 0;) most = std::max(most, settle(rows[i]));
    if (most <= kSettled) return;
  }
}

}  // namespace bitvox::flow
