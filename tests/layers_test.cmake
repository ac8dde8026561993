# SPDX-License-Identifier: MIT
# Plants faults in an empty source tree, one at a time, and runs tests/layers.cmake on each.
cmake_minimum_required(VERSION 3.25)

# plant(FILE LINE [FILE LINE]...): a source tree of these files, each with one line.
function(plant)
  file(REMOVE_RECURSE ${scratch})
  while(ARGN)
    list(POP_FRONT ARGN file line)
    file(WRITE ${scratch}/${file} "// a file\n#include <string>\n${line}\n")
  endwhile()
  execute_process(COMMAND ${CMAKE_COMMAND} -Droot=${scratch} -P ${CMAKE_CURRENT_LIST_DIR}/layers.cmake
                  RESULT_VARIABLE result ERROR_VARIABLE said OUTPUT_QUIET)
  set(result ${result} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(right)
  plant(${ARGN})
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${ARGN} is allowed, but: ${said}")
  endif()
endfunction()

# The fault must be found and described by these words.
function(found words)
  string(FIND "${said}" "${words}" place)
  if(result EQUAL 0 OR place EQUAL -1)
    message(SEND_ERROR "nobody noticed '${words}': ${said}")
  endif()
endfunction()

function(wrong file line)
  plant(${file} "${line}")
  found("${file}: ${line}")
endfunction()

# Includes between folders, and of libraries.
right(spaces/space/a.cpp        "#include \"spaces/base/error.hpp\"")
right(spaces/base/a.cpp         "#include <vector>")
right(spaces/formats/a.cpp      "#include <toml++/toml.h>")
right(kernels/workload/a.cpp    "#include \"spaces/language/value.hpp\"")
right(kernels/launch/a.cpp      "#include <CL/opencl.hpp>")
right(db/sqlite/a.cpp           "#include <sqlite3.h>")
right(db/sqlite/a.cpp           "#include \"db/embedded.hpp\"")
right(reports/evidence/a.cpp    "#include \"db/model/device.hpp\"")
right(tuner/measure/a.cpp       "#include \"kernels/workload/workload.hpp\"")
right(tuner/cli/measure/a.cpp   "#include \"reports/render/page.hpp\"")
right(tuner/cli/measure/a.cpp   "#include \"tuner/cli/options/sizes.hpp\"")
right(tuner/cli/a.cpp           "#include <boost/program_options.hpp>")

wrong(spaces/base/a.hpp         "#include \"db/model/device.hpp\"")
wrong(spaces/base/a.cpp         "#include \"spaces/space/space.hpp\"")
wrong(spaces/language/a.cpp     "#include <CL/opencl.hpp>")
wrong(spaces/language/a.cpp     "#include <toml++/toml.h>")
wrong(kernels/launch/a.cpp      "#include \"kernels/workload/workload.hpp\"")
wrong(kernels/launch/a.cpp      "#include \"db/model/device.hpp\"")
wrong(db/model/a.hpp            "#include \"db/sqlite/sqlite.hpp\"")
wrong(db/lookup/a.h             "  #  include \"tuner/devices/devices.hpp\"")
wrong(db/store/a.cpp            "#include <sqlite3.h>")
wrong(db/device/a.cpp           "#include <CL/cl.h>")
wrong(db/sqlite/a.cpp           "#include \"tuner/embedded.hpp\"")
wrong(reports/text/a.cpp        "#include \"spaces/base/error.hpp\"")
wrong(reports/sections/a.cpp    "#include \"reports/render/page.hpp\"")
wrong(reports/render/a.cpp      "#include \"tuner/session/session.hpp\"")
wrong(tuner/search/a.cpp        "#include \"tuner/session/session.hpp\"")
wrong(tuner/session/a.cpp       "#include \"reports/render/page.hpp\"")
wrong(tuner/session/a.cpp       "#include \"tuner/cli/command.hpp\"")
wrong(tuner/session/a.cpp       "#include <sqlite3.h>")
wrong(tuner/cli/options/a.cpp   "#include \"tuner/cli/measure/tune_view.hpp\"")
wrong(tuner/cli/measure/a.cpp   "#include <clblast.h>")
wrong(tuner/cli/a.cpp           "#include \"tests/check.hpp\"")
wrong(tuner/session/a.cpp       "#include \"session.hpp\"")

# A folder that is missing in the table.
plant(tuner/misc/a.cpp "")
found("tuner/misc/a.cpp: tuner/misc/ is no folder")
plant(db/a.cpp "")
found("db/a.cpp: db/ is no folder")

# Cycles. Nodes that lead to a cycle, or are reached from it, are not part of it.
right(db/store/a.hpp "#include \"db/store/b.hpp\"" db/store/b.hpp "" db/store/a.cpp "#include \"db/store/a.hpp\"")
plant(db/store/a.cpp "#include \"db/store/b.hpp\"" db/store/b.cpp "#include \"db/store/a.hpp\"")
found("include cycle in db/store/: db/store/a db/store/b\n")
plant(db/store/a.hpp "#include \"db/store/b.hpp\"" db/store/b.hpp "#include \"db/store/c.hpp\""
      db/store/c.hpp "#include \"db/store/d.hpp\"" db/store/d.hpp "#include \"db/store/b.hpp\""
      db/store/d.cpp "#include \"db/store/e.hpp\"" db/store/e.hpp "")
found("include cycle in db/store/: db/store/b db/store/c db/store/d\n")
plant(db/model/a.hpp "#include \"db/store/b.hpp\"" db/store/b.hpp "#include \"db/model/c.hpp\"")
found("include cycle between folders: db/model db/store\n")

# Too many units. A header and its source are one.
set(many "")
foreach(number RANGE 1 18)
  list(APPEND many db/store/a${number}.hpp "// a" db/store/a${number}.cpp "// b")
endforeach()
right(${many})
plant(${many} db/store/one_more.cpp "// c")
found("db/store/ has 19 units")

# A table, or a run, that checks nothing.
plant(elsewhere/a.cpp "")
found("holds no sources")
