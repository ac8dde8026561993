# SPDX-License-Identifier: MIT
# Finds a type that two files define, and does not report mere look-alikes.
# Run as: cmake -Dscratch=FOLDER -P tests/type_names_test.cmake
cmake_minimum_required(VERSION 3.25)

function(check_types code first second)
  file(REMOVE_RECURSE ${scratch})
  file(WRITE ${scratch}/db/first.hpp "${first}")
  file(WRITE ${scratch}/tuner/second.cpp "${second}")
  execute_process(COMMAND python3 ${CMAKE_CURRENT_LIST_DIR}/type_names.py ${scratch}
                  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL code)
    message(SEND_ERROR "${first}${second}should end with ${code}:\n${said}")
  endif()
endfunction()

set(in_hone "namespace hone {\nstruct Made {\n};\n}  // namespace hone\n")
check_types(1 "${in_hone}" "${in_hone}")
check_types(1 "${in_hone}" "namespace hone {\nclass Made : public Other {\n};\n}  // namespace hone\n")
check_types(0 "${in_hone}" "namespace hone {\nstruct Made;\nstruct Made::Part {\n};\n}  // namespace hone\n")
check_types(0 "${in_hone}" "namespace hone {\nnamespace {\nstruct Made {\n};\n}  // namespace\n}  // namespace hone\n")
check_types(0 "${in_hone}" "namespace hone::layer {\nstruct Made {\n};\n}  // namespace hone::layer\n")
file(REMOVE_RECURSE ${scratch})
