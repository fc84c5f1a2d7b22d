// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/runtime/call.hpp"

using namespace bitvox::cuda_runtime;

// ---- Streams -----------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return call([&](const Driver& driver) { return driver.cuStreamCreate(stream, flags); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](const Driver& driver) { return driver.cuStreamDestroy(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call([&](const Driver& driver) { return driver.cuStreamSynchronize(stream); });
}

// ---- Events ------------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](const Driver& driver) { return driver.cuEventCreate(event, flags); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](const Driver& driver) { return driver.cuEventDestroy(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call([&](const Driver& driver) { return driver.cuEventRecord(event, stream); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&](const Driver& driver) { return driver.cuEventQuery(event); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&](const Driver& driver) { return driver.cuEventSynchronize(event); });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  return call(
      [&](const Driver& driver) { return driver.cuEventElapsedTime(milliseconds, begin, end); });
}

// ---- Graphs ------------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call([&](const Driver& driver) {
    return driver.cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(mode));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return call([&](const Driver& driver) { return driver.cuStreamEndCapture(stream, graph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  CUstreamCaptureStatus found = CU_STREAM_CAPTURE_STATUS_NONE;
  const cudaError_t result =
      call([&](const Driver& driver) { return driver.cuStreamIsCapturing(stream, &found); });
  *status = static_cast<cudaStreamCaptureStatus>(found);
  return result;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph,
                                          unsigned long long flags) {
  return call(
      [&](const Driver& driver) { return driver.cuGraphInstantiateWithFlags(made, graph, flags); });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  return call([&](const Driver& driver) { return driver.cuGraphLaunch(graph, stream); });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](const Driver& driver) { return driver.cuGraphDestroy(graph); });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  return call([&](const Driver& driver) { return driver.cuGraphExecDestroy(graph); });
}
