# SPDX-License-Identifier: MIT
# Installs the build into a scratch folder, moves it, and uses it from there: as a package for
# find_package and pkg-config, and as a program that finds its spaces and kernels.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/must.cmake)

file(REMOVE_RECURSE ${scratch})
must(${CMAKE_COMMAND} --install ${build} --prefix ${scratch}/first)
file(RENAME ${scratch}/first ${scratch}/moved)

set(flags "")
if(sanitize)
  set(flags -fsanitize=${sanitize})
endif()
must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/package -B ${scratch}/build -G Ninja
     -DCMAKE_PREFIX_PATH=${scratch}/moved -DCMAKE_CXX_COMPILER=${compiler}
     "-DCMAKE_CXX_FLAGS=${flags}" -DCMAKE_BUILD_TYPE=Release)
must(${CMAKE_COMMAND} --build ${scratch}/build)
must(${scratch}/build/application)

# pkg-config finds the same libraries in the moved tree: programs are compiled, linked and run with
# its output, shared and static.
find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE pc ${scratch}/moved/*/hone.pc)
  cmake_path(GET pc PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH libraries)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  set(ENV{LD_LIBRARY_PATH} ${libraries})
  foreach(name IN ITEMS hone hone-tuner)
    must(${pkg_config} --modversion ${name})
    must(${pkg_config} --cflags --libs ${name})
    separate_arguments(said UNIX_COMMAND "${said}")
    must(${compiler} -std=c++17 ${flags} ${CMAKE_CURRENT_LIST_DIR}/package/${name}.cpp -o ${scratch}/${name} ${said})
    must(${scratch}/${name})
  endforeach()
  # The library's data are found if its folder was given as a relative path, and through links.
  file(RELATIVE_PATH relative ${scratch} ${libraries})
  file(GLOB loaded ${libraries}/libhone.so.*)
  file(MAKE_DIRECTORY ${scratch}/linked)
  foreach(file IN LISTS loaded)
    cmake_path(GET file FILENAME name)
    file(CREATE_LINK ${file} ${scratch}/linked/${name} SYMBOLIC)
  endforeach()
  foreach(folder IN ITEMS ${relative} linked)
    set(ENV{LD_LIBRARY_PATH} ${folder})
    must(${CMAKE_COMMAND} -E chdir ${scratch} ${scratch}/hone)
  endforeach()
  set(ENV{LD_LIBRARY_PATH} ${libraries})
  must(${pkg_config} --libs --static hone-tuner)
  if(NOT said MATCHES "-lhone-tuner.* -lhone .*-lsqlite3")
    message(FATAL_ERROR "pkg-config said: ${said}")
  endif()
endif()

# Every declared function can be linked, and too old OpenCL headers give an error.
find_program(python python3)
file(GLOB_RECURSE shared ${scratch}/moved/lib*/libhone*.so)
if(python AND shared AND NOT sanitize)
  must(${python} -B ${CMAKE_CURRENT_LIST_DIR}/package/declared.py ${scratch}/moved/include/hone ${shared})
endif()
file(WRITE ${scratch}/older.cpp "#include <hone/opencl.h>\n")
execute_process(COMMAND ${compiler} -std=c++17 -DCL_TARGET_OPENCL_VERSION=110 -I${scratch}/moved/include
                        -fsyntax-only ${scratch}/older.cpp ERROR_VARIABLE said RESULT_VARIABLE code)
if(code EQUAL 0 OR NOT said MATCHES "define CL_TARGET_OPENCL_VERSION as 120 or more")
  message(FATAL_ERROR "${compiler} said of OpenCL 1.1: ${said}")
endif()

must(${scratch}/moved/bin/hone --version)
