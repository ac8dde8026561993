// SPDX-License-Identifier: MIT
// A driver that simulates another device. HONE_TEST_DISGUISE is a file with one property per line:
//   CL_DEVICE_NAME = gfx1100        an answer of the device, its platform or its kernels; text may
//                                   contain \xNN, and "500 * text" repeats it
//   CL_DEVICE_WARP_SIZE_NV = none   a query that the driver rejects
//   no double                       a program with the type `double` does not build
//   no profiling                    queues do not measure times
//   no queueing                     each command finishes before its call returns
//   queue = 200                     the most launches that may wait until they are flushed
//   twin = Name                     the same device again, under a platform of this name
// The limits in the answers are enforced: of work-groups, local memory, buffers and addresses.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace layer {

struct Disguise {
    std::map<cl_uint, std::string> answers;  // as the driver's bytes
    std::set<cl_uint> refused;
    std::set<std::string, std::less<>> lacks;  // "double", "profiling", "queueing"
    std::string twin;
    std::size_t queue = SIZE_MAX;

    bool has(std::string_view feature) const { return lacks.find(feature) == lacks.end(); }
    /// The first number of an answer, if the disguise has one.
    std::optional<std::uint64_t> number(cl_uint question) const;
};

/// The disguise of this process; null if there is none.
const Disguise* disguise();

/// Replaces functions in the table `disguised`: those that answer queries, those that create and
/// run, and with a twin all that take a device.
void hook_answers();
void hook_limits();
void hook_twin();

/// Returns an answer as clGet…Info does.
cl_int reply(std::string_view bytes, std::size_t size, void* value, std::size_t* actual);

}  // namespace layer
