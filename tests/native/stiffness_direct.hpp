// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "core/volumes/grey_volume.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "stiffness_reference.hpp"

// The obvious way: all elements of labels in one matrix, factorised.
namespace bitvox::stiffness::test {

using Node = std::array<std::int64_t, 3>;

class Direct {
 public:
  Direct(const GreyVolume& labels, const Materials& materials, const Options& options)
      : labels_(labels), materials_(materials), options_(options) {
    const Shape& s = labels.shape();
    size_ = {s.width, s.height, s.depth};
    h_ = {options.spacing.x, options.spacing.y, options.spacing.z};
    is_tensor_ = options.direction == Direction::kTensor;
    axis_ = is_tensor_ ? 0 : static_cast<std::size_t>(options.direction);
    for (std::size_t a = 0; a < 3; ++a) {
      periodic_[a] = is_tensor_ ? options.border == Border::kPeriodic
                                : options.sides == Sides::kPeriodic && a != axis_;
    }
    find_carrying();
    assemble();
  }

  std::int64_t elements() const { return static_cast<std::int64_t>(carrying_.size()); }
  double volume() const {
    return static_cast<double>(size_[0] * size_[1] * size_[2]) * h_[0] * h_[1] * h_[2];
  }

  // What displacements are besides those of the change F of the whole.
  Eigen::VectorXd solve(const Eigen::Matrix3d& f) const {
    Eigen::VectorXd b = Eigen::VectorXd::Zero(unknowns_);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(unknowns_);
    for (const Node& element : carrying_) {
      const Vector24 force = stiffness_of(element) * displacements(element, none, f);
      for (int i = 0; i < 24; ++i) {
        const int at = unknown(element, i);
        if (at >= 0) b(at) -= force(i);
      }
    }
    return factors_.solve(b);
  }

  // The product of the displacements of one load and the forces of another.
  double product(const Eigen::VectorXd& u, const Eigen::Matrix3d& f, const Eigen::VectorXd& v,
                 const Eigen::Matrix3d& g) const {
    double sum = 0;
    for (const Node& element : carrying_) {
      sum += displacements(element, u, f).dot(stiffness_of(element) * displacements(element, v, g));
    }
    return sum;
  }

  // Of an element, at its middle; the energy is the mean.
  struct State {
    double energy, effective, von_mises;
    Eigen::Vector3d displacement;
  };
  State state(const Node& element, const Eigen::VectorXd& u, const Eigen::Matrix3d& f) const {
    const Vector24 at = displacements(element, u, f);
    const Eigen::Matrix<double, 6, 1> strain = strains_at({h_[0], h_[1], h_[2]}, 0, 0, 0) * at;
    const auto number = static_cast<std::size_t>(
        std::find(materials_.label.begin(), materials_.label.end(), label(element)) -
        materials_.label.begin());
    const double e = materials_.modulus[number], nu = materials_.poisson[number];
    const double mu = e / (2 * (1 + nu));
    // Von Mises: of the stress without its mean, which lambda has no part in.
    Eigen::Matrix3d stress;
    stress << 2 * strain(0), strain(5), strain(4), strain(5), 2 * strain(1), strain(3), strain(4),
        strain(3), 2 * strain(2);
    stress *= mu;
    stress -= stress.trace() / 3 * Eigen::Matrix3d::Identity();
    State out{};
    out.energy = at.dot(stiffness_of(element) * at) / 2 / (h_[0] * h_[1] * h_[2]);
    out.effective = std::sqrt(2 * out.energy / e);
    out.von_mises = std::sqrt(1.5) * stress.norm();
    out.displacement.setZero();
    for (int i = 0; i < 24; ++i) out.displacement(i % 3) += at(i) / 8;
    return out;
  }
  const std::vector<Node>& carrying() const { return carrying_; }

  Eigen::Vector3d plate_force(const Eigen::VectorXd& u, const Eigen::Matrix3d& f) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Node& element : carrying_) {
      const Vector24 force = stiffness_of(element) * displacements(element, u, f);
      for (int i = 0; i < 24; ++i) {
        const auto corner = static_cast<std::size_t>(i / 3);
        const auto at = element[axis_] + static_cast<std::int64_t>(corner >> axis_ & 1U);
        if (at == size_[axis_]) sum(i % 3) += force(i);
      }
    }
    return sum;
  }

  // The change of the whole for a load of 1, and the component that it moves.
  Eigen::Matrix3d load(int number = 0) const {
    Eigen::Matrix3d f = Eigen::Matrix3d::Zero();
    if (!is_tensor_) {
      f(static_cast<int>(component()), static_cast<int>(axis_)) = 1;
    } else if (number < 3) {
      f(number, number) = 1;
    } else {
      const int a = number == 3 ? 1 : 0, b = number == 5 ? 1 : 2;
      f(a, b) = f(b, a) = 0.5;
    }
    return f;
  }
  std::size_t component() const { return options_.load == Load::kShear ? (axis_ + 1) % 3 : axis_; }

 private:
  using Vector24 = Eigen::Matrix<double, 24, 1>;
  using Matrix24 = Eigen::Matrix<double, 24, 24>;

  int label(const Node& at) const {
    return labels_.data<std::uint8_t>()[(at[2] * size_[1] + at[1]) * size_[0] + at[0]];
  }

  // Flood fill: from the first plate to the second; of a tensor all that is there.
  void find_carrying() {
    std::map<Node, int> part;
    std::vector<std::array<bool, 2>> touches;
    Node at;
    for (at[2] = 0; at[2] < size_[2]; ++at[2])
      for (at[1] = 0; at[1] < size_[1]; ++at[1])
        for (at[0] = 0; at[0] < size_[0]; ++at[0]) {
          if (label(at) == 0 || part.count(at) != 0) continue;
          const auto number = static_cast<int>(touches.size());
          touches.push_back({false, false});
          std::vector<Node> open{at};
          part[at] = number;
          while (!open.empty()) {
            const Node from = open.back();
            open.pop_back();
            if (from[axis_] == 0) touches.back()[0] = true;
            if (from[axis_] == size_[axis_] - 1) touches.back()[1] = true;
            for (std::size_t a = 0; a < 3; ++a)
              for (const int step : {-1, 1}) {
                Node to = from;
                to[a] += step;
                if (periodic_[a]) to[a] = (to[a] + size_[a]) % size_[a];
                if (to[a] < 0 || to[a] >= size_[a]) continue;
                if (label(to) != 0 && part.emplace(to, number).second) open.push_back(to);
              }
          }
        }
    for (const auto& [node, number] : part) {
      const auto& ends = touches[static_cast<std::size_t>(number)];
      if (is_tensor_ || (ends[0] && ends[1])) carrying_.push_back(node);
    }
  }

  const Matrix24& stiffness_of(const Node& element) const { return matrices_.at(label(element)); }

  Node corner(const Node& element, int i) const {
    Node out = element;
    for (std::size_t a = 0; a < 3; ++a) out[a] += i / 3 >> a & 1;
    return out;
  }

  bool is_given(const Node& node, std::size_t c) const {
    for (std::size_t a = 0; a < 3; ++a) {
      if (periodic_[a] || (node[a] != 0 && node[a] != size_[a])) continue;
      if (is_tensor_) return true;
      if (a == axis_ && (options_.plates == Plates::kFixed || c == a)) return true;
      if (a != axis_ && options_.sides == Sides::kConfined && c == a) return true;
    }
    return false;
  }

  int unknown(const Node& element, int i) const {
    Node node = corner(element, i);
    const auto c = static_cast<std::size_t>(i % 3);
    if (is_given(node, c)) return -1;
    for (std::size_t a = 0; a < 3; ++a) {
      if (periodic_[a]) node[a] %= size_[a];
    }
    return numbers_.at({node, c});
  }

  Vector24 displacements(const Node& element, const Eigen::VectorXd& u,
                         const Eigen::Matrix3d& f) const {
    Vector24 out;
    for (int i = 0; i < 24; ++i) {
      const Node node = corner(element, i);
      out(i) = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        out(i) += f(i % 3, static_cast<int>(a)) * static_cast<double>(node[a]) * h_[a];
      }
      const int at = unknown(element, i);
      if (at >= 0) out(i) += u(at);
    }
    return out;
  }

  void assemble() {
    for (std::size_t i = 0; i < materials_.label.size(); ++i) {
      const double e = materials_.modulus[i], nu = materials_.poisson[i];
      matrices_[static_cast<int>(materials_.label[i])] =
          gauss_element({h_[0], h_[1], h_[2]}, e * nu / ((1 + nu) * (1 - 2 * nu)),
                        e / (2 * (1 + nu)), nu >= 0.45);
    }
    for (const Node& element : carrying_)
      for (int i = 0; i < 24; ++i) {
        Node node = corner(element, i);
        const auto c = static_cast<std::size_t>(i % 3);
        if (is_given(node, c)) continue;
        for (std::size_t a = 0; a < 3; ++a) {
          if (periodic_[a]) node[a] %= size_[a];
        }
        if (numbers_.emplace(std::make_pair(node, c), unknowns_).second) ++unknowns_;
      }
    std::vector<Eigen::Triplet<double>> entries;
    for (const Node& element : carrying_) {
      const Matrix24& matrix = stiffness_of(element);
      for (int i = 0; i < 24; ++i)
        for (int j = 0; j < 24; ++j) {
          const int row = unknown(element, i), column = unknown(element, j);
          if (row >= 0 && column >= 0) entries.emplace_back(row, column, matrix(i, j));
        }
    }
    Eigen::SparseMatrix<double> matrix(unknowns_, unknowns_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    // Rigid motions may be free; forces have no part of them, and a little on the diagonal tells
    // one solution from the others.
    if (is_tensor_ || options_.plates == Plates::kSlipping) {
      for (int i = 0; i < unknowns_; ++i) matrix.coeffRef(i, i) *= 1 + 1e-11;
    }
    factors_.compute(matrix);
  }

  const GreyVolume& labels_;
  const Materials& materials_;
  const Options& options_;
  std::array<std::int64_t, 3> size_{};
  std::array<double, 3> h_{};
  bool is_tensor_ = false;
  std::size_t axis_ = 0;
  std::array<bool, 3> periodic_{};
  std::vector<Node> carrying_;
  std::map<int, Matrix24> matrices_;
  std::map<std::pair<Node, std::size_t>, int> numbers_;
  int unknowns_ = 0;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

}  // namespace bitvox::stiffness::test
