// SPDX-License-Identifier: BSD-2-Clause
// Every operation's inner loops. Compiled once an instruction set by rows_*.cpp.
#include "cpu/packing_rows.inl"
#include "ops/convolution/convolution_rows.inl"
#include "ops/granulometry/granulometry_rows.inl"
#include "ops/joint_histogram/joint_histogram_lanes.inl"
#include "ops/joint_histogram/joint_histogram_rows.inl"
#include "ops/register_mi/register_mi_rows.inl"
#include "ops/skeleton2d/skeleton2d_rows.inl"
#include "ops/skeleton3d/skeleton3d_rows.inl"

constexpr RowKernels kAllRows = {
    .packing = kPackingRows,
    .granulometry = kGranulometryRows,
    .skeleton2d = kSkeleton2dRows,
    .skeleton3d = kSkeleton3dRows,
    .joint_histogram = kJointHistogramRows,
    .convolution = kConvolutionRows,
    .register_mi = kRegisterMiRows,
};
