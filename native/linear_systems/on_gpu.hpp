// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"
#include "linear_systems/properties.hpp"

// A matrix in the memory of the GPU. Callable from code that knows no CUDA.
namespace bitvox::sparse {

struct MatrixOnGpu;

// For engines of the GPU, and what looks at it there; the given one must outlive it. None where it
// has too many entries for that, or what is made of it might not fit. Throws Cancelled,
// DeviceError.
std::shared_ptr<const MatrixOnGpu> copy_to_gpu(const Csr<double>& matrix, int threads,
                                               Progress& progress);

// As properties_of() of that matrix, which is square. Throws Cancelled, DeviceError.
Properties properties_on_gpu(const MatrixOnGpu& matrix, Progress& progress);

}  // namespace bitvox::sparse
