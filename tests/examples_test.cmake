# SPDX-License-Identifier: MIT
# The examples as an outside project: built with the installed package, with a database from a few
# seconds of tuning, and run. Each checks its own result.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/must.cmake)

function(must_say pattern)
  must(${ARGN})
  if(NOT said MATCHES "${pattern}")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\ndid not say '${pattern}':\n${said}")
  endif()
  message(STATUS "${said}")
endfunction()

file(REMOVE_RECURSE ${scratch})
must(${CMAKE_COMMAND} --install ${build} --prefix ${scratch}/hone)
set(hone ${scratch}/hone/bin/hone)
set(ENV{HOME} ${scratch})
set(ENV{XDG_DATA_HOME} ${scratch})
set(ENV{HONE_DB} "")

set(flags "")
set(link_flags "")
if(sanitize)
  set(flags -fsanitize=${sanitize})
  if(c_compiler MATCHES "clang")
    set(link_flags "-fsanitize-link-c++-runtime -lstdc++")  # for programs in C with libhone
  endif()
endif()
must(${CMAKE_COMMAND} -S ${source}/examples -B ${scratch}/build -G Ninja
     -DCMAKE_PREFIX_PATH=${scratch}/hone -DCMAKE_C_COMPILER=${c_compiler}
     -DCMAKE_CXX_COMPILER=${compiler} "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_C_FLAGS=${flags}"
     "-DCMAKE_EXE_LINKER_FLAGS=${link_flags}")
must(${CMAKE_COMMAND} --build ${scratch}/build)

# Even before anything is tuned there is an answer, and it is right.
must_say("defaults.*right" ${scratch}/build/gemm 128)

# An impossible request gives one line, not an abort.
execute_process(COMMAND ${CMAKE_COMMAND} -E env HONE_DEVICE=99 ${scratch}/build/gemm
                RESULT_VARIABLE status ERROR_VARIABLE told)
if(NOT status EQUAL 1 OR NOT told MATCHES "^there is no device 99: see hone devices\n$")
  message(FATAL_ERROR "gemm on device 99: ${status}, '${told}'")
endif()

set(small --max-evals 12 --quiet)
must(${hone} tune gemm_panel --sizes 128,256 ${small})
must(${hone} tune ${source}/examples/transpose.toml --size W=1024,H=512 ${small})
must(${hone} tune ${source}/examples/vector.toml --size n=1Mi ${small})

must_say("exact.*times as fast as by default, right" ${scratch}/build/gemm 256)
must_say("near.*right" ${scratch}/build/gemm 200)
must_say("exact.*times as fast as by default, right" ${scratch}/build/gemm_c)
must_say("exact.*right" ${scratch}/build/transpose)
must_say("near.*ms to move.*right" ${scratch}/build/vector)
must_say("exact.*right" ${CMAKE_COMMAND} -E env HONE_MODE=tune ${scratch}/build/first_use)
if(EXISTS ${scratch}/build/clblast)
  must_say("right" ${scratch}/build/clblast)
  must_say("exact.*told  .* ms.*measured  .* ms.*CLBlast  .* ms.*right" ${scratch}/build/told 256)
  must_say("told  .*measured  .*CLBlast  .*right" ${scratch}/build/told 96 f64)
endif()
find_program(python python3)
if(python)
  must_say("transpose f32" ${python} ${source}/examples/best.py)
endif()
set(ENV{PYTHONPATH} ${scratch}/hone/lib/python3/dist-packages)
set(ENV{PYTHONDONTWRITEBYTECODE} 1)
find_program(debian_python python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(debian_python)
  execute_process(COMMAND ${debian_python} -c "import pyopencl" RESULT_VARIABLE missing ERROR_QUIET)
  if(NOT missing AND NOT sanitize)
    must_say("exact.*right" ${debian_python} ${source}/examples/gemm.py 256)
  endif()
endif()
