// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/solve/solve.hpp"
#include "org_bitvox_Solve.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Solve_solve(JNIEnv* env, jobject self, jlong matrix,
                                                   jdoubleArray b, jobject listener,
                                                   jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    std::vector<double> right;
    if (b != nullptr) right = doubles_of(env, b, "b");
    write(env, result,
          solve::solve(from_handle<sparse::Csr<double>>(matrix), b == nullptr ? nullptr : &right,
                       read<solve::Options>(env, self), progress));
  });
}
