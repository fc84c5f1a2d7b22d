// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/cuda_check.hpp"
#include "cuda/stream.hpp"

namespace bitvox::cuda {

// A list of launches that the GPU goes through by itself: for many short kernels, whose launches
// one by one take longer than they do. Kernels get the arguments that they had when it was made.
// The stream must be done with it when it goes.
class Graph {
 public:
  // Of what body() puts into the stream, which does nothing of it now. All throw DeviceError.
  template <class Body>
  Graph(const Stream& stream, const Body& body) {
    check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), kMaking);
    cudaGraph_t graph = nullptr;
    try {
      body();
    } catch (...) {
      if (cudaStreamEndCapture(stream.get(), &graph) == cudaSuccess) cudaGraphDestroy(graph);
      throw;
    }
    check(cudaStreamEndCapture(stream.get(), &graph), kMaking);
    const cudaError_t status = cudaGraphInstantiateWithFlags(&graph_, graph, 0);
    cudaGraphDestroy(graph);
    check(status, kMaking);
  }
  ~Graph() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void launch(const Stream& stream) const {
    check(cudaGraphLaunch(graph_, stream.get()), "starting work on the GPU");
  }

 private:
  static constexpr const char* kMaking = "making a list of work for the GPU";

  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace bitvox::cuda
