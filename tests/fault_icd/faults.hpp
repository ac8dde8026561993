// SPDX-License-Identifier: MIT
// A driver with injected faults. HONE_TEST_FAULTS holds CALL, WHEN and WHAT, such as
// "clBuildProgram 2 error -11", several separated by commas. A CALL with a dot, such as
// clGetDeviceInfo.LOCAL_MEM_SIZE, is a single query. `device` is every call except queries; after
// one has failed all fail, in every process that shares HONE_TEST_FAULTS_STATE. `process` is every
// call except queries of one process, after the call with the fault. `length` is the time from the
// start of each command to its end, by its event.
//   WHEN  always
//         N, N+            the Nth time in a process, or from then on
//         once             the first time in any process that shares HONE_TEST_FAULTS_STATE
//         with=TEXT        if the build options contain it; for other calls, the name of the last
//                          launched kernel
//         once:with=TEXT   both
//         worker:…         any of these, only in the tuner's workers. A worker that has listed
//                          devices runs kernels later: it counts anew when its first bench tries
//                          a known kernel
//   WHAT  error CODE
//         crash, exit CODE, hang, late MILLISECONDS
//         nothing          success without doing anything
//         say NUMBER       the answer
//         garbage          random bytes as the answer, another program as the build result
//         print            floods both streams
//         times N, over N  the driver's answer, multiplied or divided by N
//         ticks N          the driver's answer, rounded down to a multiple
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

/// The fault that applies to this call now. Calls without options are matched by the last launched
/// kernel.
std::optional<Fault> due(std::string_view call, const std::string* options = nullptr);

/// Records the name of the kernel that is launched now.
void note_launch(const std::string& name);

/// Performs faults that never return and delays; returns true if the call goes on.
bool goes_on(const Fault& fault);

/// ".LOCAL_MEM_SIZE" for CL_DEVICE_LOCAL_MEM_SIZE; empty if no fault names it.
std::string question(cl_uint name);

/// Changes the driver's answer.
void alter_answer(const Fault& fault, std::size_t size, void* value);

}  // namespace layer
