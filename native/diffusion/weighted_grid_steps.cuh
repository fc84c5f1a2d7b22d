// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "diffusion/weighted_grid_kernels.cuh"

// The steps of the method, each for one cell and one right-hand side: read() what there is, then,
// when the same has been read for the other sides, write() what comes of it and of the links. Where
// something is added up of it, that is what write() returns.
namespace bitvox::weighted_grid {
namespace {

// The diagonal is added up anew, which is sooner than reading it.

// ---- Conjugate gradients -----------------------------------------------------------------------

struct Start {
  View<double> r;
  View<float> x_of, p, z_of;

  using Read = double;
  __device__ Read read(const Place& at) const { return r.first[at.own]; }
  __device__ double write(const CellLinks& links, Read value, const Place& at) const {
    x_of.first[at.own] = 0;
    p.first[at.own] = 0;
    z_of.first[at.own] = first_sweep(value, diagonal_of(links));
    return size_of(value);
  }
};

struct Advance {
  double beta;
  View<float> t, p;

  struct Read {
    float t, p;
  };
  __device__ Read read(const Place& at) const { return {t.first[at.own], p.first[at.own]}; }
  __device__ void write(const CellLinks&, const Read& of, const Place& at) const {
    p.first[at.own] = advanced(of.t, beta, of.p);
  }
};

struct Curvature {
  View<float> p;

  using Read = CellValues;
  __device__ Read read(const Place& at) const { return values_at(p, at); }
  __device__ double write(const CellLinks& links, const Read& of, const Place&) const {
    return product(applied<double>(links, of), of.own);
  }
};

struct Move {
  double alpha;
  View<float> p, x_of;
  View<double> r;
  View<float> z_of;

  struct Read {
    CellValues p;
    float x;
    double r;
  };
  __device__ Read read(const Place& at) const {
    return {values_at(p, at), x_of.first[at.own], r.first[at.own]};
  }
  __device__ double write(const CellLinks& links, const Read& of, const Place& at) const {
    const double value = of.r - alpha * applied<double>(links, of.p);
    x_of.first[at.own] = advanced(of.x, alpha, of.p.own);
    r.first[at.own] = value;
    z_of.first[at.own] = first_sweep(value, diagonal_of(links));
    return size_of(alpha * static_cast<double>(of.p.own));
  }
};

struct Shift {
  View<float> resistance;
  View<double> r;

  struct Read {
    float resistance;
    double r;
  };
  __device__ Read read(const Place& at) const {
    return {resistance.first[at.own], r.first[at.own]};
  }
  __device__ double write(const CellLinks&, const Read& of, const Place&) const {
    return shift(of.resistance, of.r);
  }
};

struct Resistance {
  View<float> resistance;

  using Read = float;
  __device__ Read read(const Place& at) const { return resistance.first[at.own]; }
  __device__ double write(const CellLinks&, Read of, const Place&) const {
    return static_cast<double>(of);
  }
};

// ---- The cycle ---------------------------------------------------------------------------------

struct Left {
  View<float> z_of;
  View<double> r;

  struct Read {
    CellValues z;
    double r;
  };
  __device__ Read read(const Place& at) const { return {values_at(z_of, at), r.first[at.own]}; }
  __device__ float write(const CellLinks& links, const Read& of, const Place&) const {
    return left_of(links, of.z, of.r);
  }
};

struct SetLeft {
  Left left;
  View<float> out;

  using Read = Left::Read;
  __device__ Read read(const Place& at) const { return left.read(at); }
  __device__ void write(const CellLinks& links, const Read& of, const Place& at) const {
    out.first[at.own] = left.write(links, of, at);
  }
};

struct Sweep {
  View<float> z_of;
  View<double> r;
  View<float> t;

  using Read = Left::Read;
  __device__ Read read(const Place& at) const { return Left{z_of, r}.read(at); }
  __device__ double write(const CellLinks& links, const Read& of, const Place& at) const {
    const float swept = last_sweep(links, of.z, of.r, diagonal_of(links));
    t.first[at.own] = swept;
    return product(of.r, swept);
  }
};

// What is left over of a cell, whose value and right-hand side were read.
struct LeftOfCell {
  CellValues value;
  float rhs;

  __device__ float operator()(const CellLinks& links) const {
    return rhs - applied<float>(links, value);
  }
};

struct LeftOfCells {
  LevelView level;

  using Read = LeftOfCell;
  __device__ Read read(const Place& at) const {
    return {values_at(level.value, at), level.rhs.first[at.own]};
  }
  __device__ float write(const CellLinks& links, const Read& of, const Place&) const {
    return of(links);
  }
};

struct CellStart {
  LevelView level;
  float scale;

  using Read = float;
  __device__ Read read(const Place& at) const { return level.rhs.first[at.own]; }
  __device__ void write(const CellLinks& links, Read rhs, const Place& at) const {
    const float value = scale * (rhs / diagonal_of(links));
    level.step.first[at.own] = value;
    level.value.first[at.own] = value;
  }
};

struct CellStep {
  LevelView level;
  float keep, scale;

  struct Read {
    LeftOfCell left;
    float step;
  };
  __device__ Read read(const Place& at) const {
    return {{values_at(level.value, at), level.rhs.first[at.own]}, level.step.first[at.own]};
  }
  __device__ void write(const CellLinks& links, const Read& of, const Place& at) const {
    const float change = keep * of.step + scale * (of.left(links) / diagonal_of(links));
    level.step.first[at.own] = change;
    level.other.first[at.own] = of.left.value.own + change;
  }
};

struct AddCoarse {
  View<float> coarse;
  float factor;
  View<float> value;

  struct Read {
    float coarse, value;
  };
  __device__ Read read(const Place& at) const {
    return {coarse.row(at.y / 2, at.z / 2)[at.x / 2], value.first[at.own]};
  }
  __device__ void write(const CellLinks&, const Read& of, const Place& at) const {
    value.first[at.own] = of.value + factor * of.coarse;
  }
};

}  // namespace
}  // namespace bitvox::weighted_grid
