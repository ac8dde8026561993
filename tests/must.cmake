# SPDX-License-Identifier: MIT
# must(COMMAND…) runs a test's command and stops with its output on failure; `said` has the output.
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()
