# SPDX-License-Identifier: MIT
# The architecture as a test: reads every #include of the rooms below ${root}, and fails on an arrow
# that is not in this table. Run as: cmake -Droot=. -P tests/layers.cmake
cmake_minimum_required(VERSION 3.25)

# What a room may include: itself always; other rooms, and the libraries that not everyone may use.
set(rooms spaces kernels db db/hone reports tuner tuner/search tuner/cli tuner/hone)
set(libraries CL clblast sqlite3 toml++ boost)
set(spaces    toml++)
set(kernels   spaces CL clblast)
set(db        sqlite3)
set(db/hone   db CL clblast)
set(reports   db)
set(tuner     spaces kernels db tuner/search CL toml++)
set(tuner/search spaces)
set(tuner/hone spaces kernels db tuner tuner/search)
set(tuner/cli spaces kernels db reports tuner tuner/search CL boost)

# The room or library that an include line reaches for; nothing for the standard library and the rest.
function(target_of line result)
  string(REGEX MATCH "[\"<]([^\">]+)[\">]" ignored "${line}")
  set(path "${CMAKE_MATCH_1}")
  set(${result} "" PARENT_SCOPE)
  if(line MATCHES "\"")
    cmake_path(GET path PARENT_PATH folder)
    set(${result} "${folder}/" PARENT_SCOPE)
  elseif(path MATCHES "^([A-Za-z0-9+]+)(/|\\.h$)" AND CMAKE_MATCH_1 IN_LIST libraries)
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

set(wrong "")
foreach(room IN LISTS rooms)
  file(GLOB files RELATIVE ${root} ${root}/${room}/*.hpp ${root}/${room}/*.cpp ${root}/${room}/*.h)
  foreach(file IN LISTS files)
    file(STRINGS ${root}/${file} lines REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS lines)
      target_of("${line}" target)
      string(REGEX REPLACE "(.)/$" "\\1" target "${target}")
      if(target AND NOT target STREQUAL room AND NOT target IN_LIST ${room})
        list(JOIN ${room} ", " allowed)
        string(APPEND wrong "${file}: ${line}\n  ${room}/ may include: ${room}, ${allowed}\n")
      endif()
    endforeach()
  endforeach()
endforeach()

if(wrong)
  message(NOTICE "${wrong}")  # as it is; an error would be filled to a width
  message(FATAL_ERROR "includes against the direction of the house")
endif()
