// SPDX-License-Identifier: MIT
// A driver that fails as it is told. HONE_TEST_FAULTS holds CALL, WHEN and WHAT, such as
// "clBuildProgram 2 error -11", with commas between several. A CALL with a dot, as
// clGetDeviceInfo.LOCAL_MEM_SIZE, is one question of many. `device` is every call but questions, and
// once one has failed all do, in every process that shares HONE_TEST_FAULTS_STATE. `process` is every
// call but questions, of one process: those after the one that has met the fault. `length` is the time from the
// start of each command to its end, by its event.
//   WHEN  always
//         N, N+            the Nth time in a process, or from then on
//         once             the first time in any process that shares HONE_TEST_FAULTS_STATE
//         with=TEXT        when the build options contain it; of other calls, the name of the kernel
//                          that was launched last
//         once:with=TEXT   both
//         worker:…         any of these, in the tuner's workers alone. A worker that has listed devices runs
//                          kernels later: it counts anew where its first bench tries a known kernel
//   WHAT  error CODE
//         crash, exit CODE, hang, late MILLISECONDS
//         nothing          done without doing it
//         say NUMBER       the answer
//         garbage          random bytes as the answer, another program as what is built
//         print            a flood on both streams
//         times N, over N  the answer of the driver, so many times as large or small
//         ticks N          the answer of the driver, rounded down to a multiple
#pragma once

#include <CL/cl.h>

#include <optional>
#include <string>
#include <string_view>

namespace layer {

struct Fault {
    std::string call, when, what;
    long long number = 0;
    int seen = 0;
};

/// The fault that this call meets now. Without options it is asked by the kernel that was launched
/// last.
std::optional<Fault> due(std::string_view call, const std::string* options = nullptr);

/// The kernel that is launched now, by its name.
void note_launch(const std::string& name);

/// Does what never returns, and what only takes time; true where the call is to go on.
bool goes_on(const Fault& fault);

/// ".LOCAL_MEM_SIZE" for CL_DEVICE_LOCAL_MEM_SIZE; empty where no fault asks for it.
std::string question(cl_uint name);

/// Changes what the driver has answered.
void alter_answer(const Fault& fault, std::size_t size, void* value);

}  // namespace layer
