# SPDX-License-Identifier: BSD-2-Clause
# java_headers: the folders of JNI's headers. Of another system there is no JDK here: jni.h is the
# same everywhere, and native/jni/NAME has what that system adds.
if(CMAKE_CROSSCOMPILING)
  find_path(BITVOX_JNI jni.h PATHS $ENV{JAVA_HOME}/include /usr/lib/jvm/default-java/include
    NO_DEFAULT_PATH REQUIRED)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    set(java_headers ${BITVOX_JNI} ${BITVOX_JNI}/linux)
  else()
    string(TOLOWER ${CMAKE_SYSTEM_NAME} name)
    set(java_headers ${BITVOX_JNI} ${CMAKE_SOURCE_DIR}/native/jni/${name})
  endif()
else()
  # A headless JDK will do; before version 3.24 CMake insists on AWT unless told so.
  set(JAVA_AWT_LIBRARY NotNeeded)
  set(JAVA_AWT_INCLUDE_PATH NotNeeded)
  find_package(JNI REQUIRED)
  set(java_headers ${JAVA_INCLUDE_PATH} ${JAVA_INCLUDE_PATH2})
endif()
