// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/built_for.hpp"

#include "core/backends/cuda_status.hpp"

namespace bitvox {

std::string built_for() {
#ifdef __x86_64__
  const std::string cpus = "avx512, avx2, scalar";
#else
  const std::string cpus = "scalar";
#endif
  return cpus + "; " + gpus_built_for();
}

}  // namespace bitvox
