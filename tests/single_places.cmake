# SPDX-License-Identifier: MIT
# The units that may open files, write files, open databases and print. Each task has one central
# unit, which checks its input; every other unit that does it is listed here with the reason. A unit
# that does it without being listed is a fault, and so is a listed unit that does not.
# Run as: cmake -Droot=. -P tests/single_places.cmake
cmake_minimum_required(VERSION 3.25)

set(rules "")
# rule(NAME PATTERN IN FILE... ): only these files may have matching lines.
function(rule name pattern)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "IN")
  set(rules ${rules} ${name} PARENT_SCOPE)
  set(pattern_${name} "${pattern}" PARENT_SCOPE)
  set(files_${name} ${arg_IN} PARENT_SCOPE)
endfunction()

rule("reads a file" "std::i?fstream [a-z_]+[({]|std::i?fstream[({]|std::filebuf|fopen\\("
  IN spaces/base/input_file.hpp spaces/base/input_file.cpp  # the central unit: files of others,
                                                            # after a check of their kind
     db/sqlite/host_clock.cpp          # /proc
     tuner/devices/host_device.cpp     # /proc
     tuner/measure/memory_watch.cpp    # /proc, /sys
     tuner/measure/program_run.cpp     # /proc
     tuner/worker/worker_environment.cpp  # /proc
     tuner/power/hwmon_meter.cpp       # /sys
     tuner/power/number_file.cpp       # /sys
     tuner/power/rapl_meter.cpp        # /sys
     tuner/worker/device_list.cpp      # the loader's list of drivers, which the loader runs
     tuner/trace/included_text.cpp     # files of a captured program, for its compiler: regular
                                       # files, of limited size and number
     tuner/trace/trace.cpp)            # of a captured program: a regular file of at most 256 MiB

rule("opens a descriptor" "(^|[^A-Za-z_.>])open\\((\"|[a-z_]+\\.c_str)|openat\\("
  IN db/program/private_folder.cpp     # relative to a folder of the user, without links
     tuner/devices/device_lock.cpp     # a lock, without links
     tuner/layer/change_log.cpp        # the log of `hone run`, after a check of its kind and its
                                       # first line
     tuner/sharing/minisign_keys.cpp   # a new secret key, O_EXCL
     tuner/worker/worker_process.cpp   # /proc
     tuner/cli/streams.cpp             # /dev/null
     spaces/base/output_file.cpp)      # a new file next to the target, O_EXCL

rule("lists a folder" "directory_iterator\\(|directory_iterator [a-z]+\\(|opendir\\("
  IN db/lookup/search_paths.cpp tuner/catalog/find_space.cpp  # installed files
     db/program/private_folder.cpp     # a folder of the user
     tuner/worker/device_list.cpp      # the loader's list of drivers
     tuner/power/hwmon_meter.cpp tuner/power/rapl_meter.cpp  # /sys
     tuner/trace/trace.cpp             # of a captured program
     tuner/cli/inspect/site.cpp)       # pages of an earlier site, recognized by their first lines

rule("writes a file" "ofstream|mkstemp\\(|copy_file\\(|fs::rename\\(|[^a-z_]rename\\([a-z_]+\\.c_str|renameat\\(|creat\\("
  IN spaces/base/output_file.hpp spaces/base/output_file.cpp  # the central unit: next to the
                                                              # target, and only over hone's own
                                                              # files
     db/program/private_folder.cpp     # a folder of the user
     tuner/sharing/share_database.cpp  # a new database, never over an existing file
     tuner/layer/capture_launch.cpp tuner/trace/trace.cpp)  # a temporary folder of `hone capture`

rule("opens a database" "sqlite3_open"
  IN db/sqlite/sqlite.cpp)

rule("opens a database without a look at its schema" "Connection(\\(| [a-z_]+\\()[a-z:\"_]+, Access::"
  IN db/sqlite/open_database.cpp       # the central unit
     db/sqlite/sqlite.cpp              # a copy, page by page
     db/sqlite/known_schema.cpp db/lookup/fallback.cpp  # an in-memory database
     db/store/salvage.cpp)             # a new one, for a copy

rule("prints" "std::(cout|cerr|clog)|fmt::print\\(|(^|[^a-z])(f|v|vf)?printf\\(|(^|[^a-z_])f?puts\\(|fwrite\\("
  IN tuner/cli/streams.cpp             # the central unit: printable() on all output
     tuner/cli/measure/progress_line.cpp  # a line that is overwritten: one_line()
     tuner/cli/database/db.cpp         # results for programs: JSON in ASCII, CSV of texts that the
                                       # store has cleaned
     tuner/hone/tuner.cpp              # in an application: one_line()
     tuner/measure/memory_watch.cpp    # figures of this process
     tuner/layer/change_log.cpp        # in another program: one_line()
     db/sqlite/environment.cpp         # in an application: one_line()
     db/lookup/tuned.cpp)              # likewise

cmake_path(ABSOLUTE_PATH root NORMALIZE)
file(GLOB_RECURSE sources RELATIVE ${root} ${root}/spaces/*.[ch]pp ${root}/kernels/*.[ch]pp ${root}/db/*.[ch]pp
     ${root}/reports/*.[ch]pp ${root}/tuner/*.[ch]pp)
if(NOT sources)
  message(FATAL_ERROR "${root} holds no sources")
endif()
set(faults "")
foreach(rule IN LISTS rules)
  set(found "")
  foreach(source IN LISTS sources)
    file(STRINGS ${root}/${source} lines REGEX "${pattern_${rule}}")
    list(FILTER lines EXCLUDE REGEX "^[ \t]*//")
    if(NOT lines)
      continue()
    endif()
    list(APPEND found ${source})
    if(NOT source IN_LIST files_${rule})
      list(GET lines 0 line)
      string(APPEND faults "${source} ${rule}, past the one place for it:\n  ${line}\n")
    endif()
  endforeach()
  foreach(file IN LISTS files_${rule})
    if(NOT file IN_LIST found)
      string(APPEND faults "tests/single_places.cmake: ${file} is listed and ${rule} no more\n")
    endif()
  endforeach()
endforeach()

if(faults)
  message(NOTICE "${faults}")  # unwrapped, unlike an error message
  message(FATAL_ERROR "a file is opened, written or printed past the one place for it")
endif()
