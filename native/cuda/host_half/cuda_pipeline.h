// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_pipeline_primitives.h>
