# SPDX-License-Identifier: BSD-2-Clause
# Where sanitizers look at the tests of some operations (BITVOX_TESTS_OF), the others are compiled
# without them, in a third of the time. unchecked_sources: those of the others, which are taken out of
# core_sources.
set(unchecked_sources "")
if(BITVOX_SANITIZE AND BITVOX_TESTS_OF)
  foreach(file IN LISTS core_sources)
    get_filename_component(stem ${file} NAME_WE)
    if(file MATCHES "native/ops/([^/]+)/")
      set(owner ${CMAKE_MATCH_1})
    elseif(file MATCHES "/rows/")
      operation_of(${stem} owner)
    else()
      set(owner "")
    endif()
    if(owner AND NOT owner IN_LIST BITVOX_TESTS_OF)
      list(APPEND unchecked_sources ${file})
    endif()
  endforeach()
  list(REMOVE_ITEM core_sources ${unchecked_sources})
endif()
