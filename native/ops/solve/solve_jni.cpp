// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/solve/solve.hpp"
#include "org_bitvox_Solve.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<solve::Method> {
  static constexpr const char* kType = "Lorg/bitvox/Solve$Method;";
  static constexpr const char* kNames[] = {"AUTO", "CG", "BICGSTAB", "GMRES"};
};

template <>
struct bitvox::jni::JavaEnum<sparse::Preconditioning> {
  static constexpr const char* kType = "Lorg/bitvox/Solve$Preconditioner;";
  static constexpr const char* kNames[] = {"AUTO",      "NONE", "JACOBI", "CHEBYSHEV",
                                           "MULTIGRID", "ILU0", "ILUT",   "IC0"};
};

template <>
struct bitvox::jni::JavaEnum<solve::Precision> {
  static constexpr const char* kType = "Lorg/bitvox/Solve$Precision;";
  static constexpr const char* kNames[] = {"DOUBLE", "SINGLE"};
};

JNIEXPORT void JNICALL Java_org_bitvox_Solve_solve(JNIEnv* env, jobject self, jlong matrix,
                                                   jdoubleArray b, jobject listener,
                                                   jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    solve::Options options;
    options.method = fields.get_enum<solve::Method>("method");
    options.preconditioner = fields.get_enum<sparse::Preconditioning>("preconditioner");
    options.precision = fields.get_enum<solve::Precision>("precision");
    options.tolerance = fields.get_double("tolerance");
    options.most_iterations = fields.get_int("mostIterations");
    options.restart = fields.get_int("restart");
    options.fill = fields.get_int("fill");
    options.drop = fields.get_double("drop");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    std::vector<double> right;
    if (b != nullptr) right = doubles_of(env, b, "b");
    const solve::Result solved = solve::solve(from_handle<sparse::Csr<double>>(matrix),
                                              b == nullptr ? nullptr : &right, options, progress);

    JavaFields out(env, result, "result");
    set_run(out, solved.run);
    out.set_doubles("solution", solved.x);
    out.set_boolean("converged", solved.converged);
    out.set_string("method", solved.method);
    out.set_string("preconditioner", solved.preconditioner);
    out.set_string("sentence", solved.sentence);
    out.set_string("matrix", solved.properties.words());
    out.set_long("iterations", solved.iterations);
    out.set_double("residual", solved.residual);
    out.set_double("error", solved.error);
    out.set_doubles("history", solved.history);
    out.set_long("longestRow", solved.properties.longest_row);
    out.set_long("bandwidth", solved.properties.bandwidth);
  });
}
