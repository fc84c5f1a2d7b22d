// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/convolution/convolution.hpp"
#include "org_bitvox_Convolution.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// Those of org.bitvox.Kernel.
enum class KernelKind { kGaussian, kMean, kLaplacian, kSobel, kFull, kSeparable };

}  // namespace

namespace bitvox::jni {

template <>
struct JavaEnum<KernelKind> {
  static constexpr const char* kType = "Lorg/bitvox/Kernel$Kind;";
  static constexpr const char* kNames[] = {"GAUSSIAN", "MEAN", "LAPLACIAN",
                                           "SOBEL",    "FULL", "SEPARABLE"};
};

template <>
struct JavaEnum<convolution::KernelAxes> {
  static constexpr const char* kType = "Lorg/bitvox/Kernel$Axes;";
  static constexpr const char* kNames[] = {"XY", "XYZ"};
};

template <>
struct JavaEnum<convolution::Border> {
  static constexpr const char* kType = "Lorg/bitvox/Convolution$Edges;";
  static constexpr const char* kNames[] = {"NEAREST", "MIRROR", "WRAP", "ZERO"};
};

template <>
struct JavaEnum<convolution::ResultType> {
  static constexpr const char* kType = "Lorg/bitvox/Convolution$Result;";
  static constexpr const char* kNames[] = {"FLOAT", "SAME"};
};

}  // namespace bitvox::jni

namespace {

convolution::Kernel separable(std::vector<float> x, std::vector<float> y, std::vector<float> z) {
  convolution::Kernel kernel;
  kernel.separable = {std::move(x), std::move(y), std::move(z)};
  return kernel;
}

// The kernels of an org.bitvox.Kernel.
std::vector<convolution::Kernel> kernels(const JavaFields& kernel) {
  const auto axes = kernel.get_enum<convolution::KernelAxes>("axes");
  switch (kernel.get_enum<KernelKind>("kind")) {
    case KernelKind::kGaussian:
      return {separable(convolution::gaussian_row(kernel.get_double("sigmaX")),
                        convolution::gaussian_row(kernel.get_double("sigmaY")),
                        convolution::gaussian_row(kernel.get_double("sigmaZ")))};
    case KernelKind::kMean:
      return {convolution::mean_kernel(kernel.get_int("radius"), axes)};
    case KernelKind::kLaplacian:
      return {convolution::laplacian_kernel(axes)};
    case KernelKind::kSobel:
      return convolution::sobel_kernels(axes);
    case KernelKind::kFull:
      return {convolution::make_kernel({kernel.get_int("width"), kernel.get_int("height"),
                                        kernel.get_int("depth"), kernel.get_floats("coefficients")},
                                       kernel.get_boolean("normalise")
                                           ? convolution::Normalise::kYes
                                           : convolution::Normalise::kNo)};
    case KernelKind::kSeparable:
      break;
  }
  return {
      separable(kernel.get_floats("rowX"), kernel.get_floats("rowY"), kernel.get_floats("rowZ"))};
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Convolution_convolve(JNIEnv* env, jobject self,
                                                            jobject input, jobject receiver,
                                                            jobject listener, jobject convolved) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    const JavaFields fields(env, self, "options");
    convolution::Options options;
    options.kernels =
        kernels(JavaFields(env, fields.get_object("kernel", "Lorg/bitvox/Kernel;"), "kernel"));
    options.edges = fields.get_enum<convolution::Border>("edges");
    options.result = fields.get_enum<convolution::ResultType>("result");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    const RunReport run = convolution::convolve(image.source(), options, sink, progress);

    JavaFields out(env, convolved, "result");
    set_run(out, run);
    out.set_boolean("separable", !options.kernels[0].full);
  });
}
