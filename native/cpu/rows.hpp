// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding: included by the files compiled for one instruction set, so no standard library
// here (an inline function compiled with AVX-512 could be the copy that the linker keeps for
// everyone).
#include <stddef.h>
#include <stdint.h>

#include "cpu/packing_rows.hpp"
#include "ops/convolution/convolution_rows.hpp"
#include "ops/granulometry/granulometry_rows.hpp"
#include "ops/joint_histogram/joint_histogram_rows.hpp"
#include "ops/register_mi/register_mi_rows.hpp"
#include "ops/skeleton2d/skeleton2d_rows.hpp"
#include "ops/skeleton3d/skeleton3d_rows.hpp"

namespace bitvox {

// The inner loops of every operation, one table an instruction set.
struct RowKernels {
  PackingRows packing;
  GranulometryRows granulometry;
  Skeleton2dRows skeleton2d;
  Skeleton3dRows skeleton3d;
  JointHistogramRows joint_histogram;
  ConvolutionRows convolution;
  RegisterMiRows register_mi;
};

extern const RowKernels scalar_rows;
extern const RowKernels avx2_rows;
extern const RowKernels avx512_rows;

}  // namespace bitvox
