// SPDX-License-Identifier: MIT
// One call of a routine: operands that may lie anywhere in their buffers, one that is written, and
// what is set besides.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/launch/operand.hpp"
#include "db/launch/routines.h"
#include "db/launch/sequence_pool.hpp"
#include "db/lookup/tuned_kernel.hpp"

namespace hone::launch {

/// "f16" and so on, and the bytes of an element. Throws a Failure for what is no precision.
std::string name_of(hone_precision precision);
hone_precision precision_of(const std::string& name);
std::size_t element_bytes(hone_precision precision);

/// What a call asks for the fastest kernel, and where its launches lie between their uses.
struct AnswerSource {
    Tuned& tuned;
    SequencePool& pool;

    /// The databases of the user, the site and hone, read once in this process.
    static AnswerSource of_process();
};

/// The context and the device of a queue, and what its calls ask.
struct Target {
    hone_opencl opencl;
    cl_command_queue queue;
    cl_context context;
    cl_device_id device;
    AnswerSource answers;
};
/// Throws a Failure for what is no queue, or where the headers are older than the library.
Target target_of(const hone_opencl* opencl, cl_command_queue queue, AnswerSource answers);

struct RoutineCall {
    struct Argument {
        std::string name;
        const Operand* operand;
        bool read = true;
        bool written = false;
    };
    struct Scalar {
        std::string name, type;
        double value;
    };
    std::string routine;
    std::string precision;
    Settings problem;
    std::vector<Argument> arguments;
    std::vector<Scalar> scalars;
};

/// Runs it with the best kernel that runs here. Throws a Failure.
void run(const Target& target, const RoutineCall& call, hone_events events);

/// What is done where there is nothing to compute: the event comes after those that it waits for.
void run_nothing(const Target& target, hone_events events);

}  // namespace hone::launch
