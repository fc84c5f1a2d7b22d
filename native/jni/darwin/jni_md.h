// SPDX-License-Identifier: BSD-2-Clause
// What jni.h asks of macOS: functions are found in a library if they are visible, and the numbers
// of Java are these.
#pragma once

#define JNIEXPORT __attribute__((visibility("default")))
#define JNIIMPORT __attribute__((visibility("default")))
#define JNICALL

typedef signed char jbyte;
typedef int jint;
typedef long jlong;
