# SPDX-License-Identifier: MIT
# Finds a unit that opens, writes or prints outside of the central units, by any of the known calls.
# Run as: cmake -Dscratch=FOLDER -P tests/single_places_test.cmake
cmake_minimum_required(VERSION 3.25)

function(expect_fault line said)
  file(REMOVE_RECURSE ${scratch})
  file(WRITE ${scratch}/tuner/cli/made.cpp "// std::cout << 1;\n${line}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -Droot=${scratch} -P ${CMAKE_CURRENT_LIST_DIR}/single_places.cmake
                  RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT failed OR NOT text MATCHES "tuner/cli/made.cpp ${said}, past the one place")
    message(SEND_ERROR "should be found: ${line}\n${text}")
  endif()
endfunction()

expect_fault("std::ifstream in(file)\;" "reads a file")
expect_fault("std::fstream both{file}\;" "reads a file")
expect_fault("FILE* in = fopen(name, mode)\;" "reads a file")
expect_fault("const int in = ::open(file.c_str(), O_RDONLY)\;" "opens a descriptor")
expect_fault("for (const auto& entry : fs::directory_iterator(folder)) use(entry)\;" "lists a folder")
expect_fault("std::ofstream(file) << text\;" "writes a file")
expect_fault("fs::copy_file(from, to)\;" "writes a file")
expect_fault("sqlite3_open_v2(file, &handle, 0, nullptr)\;" "opens a database")
expect_fault("Connection connection(file, Access::read)\;" "opens a database without a look at its schema")
expect_fault("std::cerr << text\;" "prints")
expect_fault("fmt::print(stderr, text)\;" "prints")
expect_fault("std::puts(text)\;" "prints")
file(REMOVE_RECURSE ${scratch})
