// SPDX-License-Identifier: MIT
// One call of a routine: its operands anywhere in their buffers, one of which is written, and its
// scalars.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/launch/operand.hpp"
#include "db/launch/routines.h"
#include "db/launch/sequence_pool.hpp"
#include "db/lookup/tuned_kernel.hpp"

namespace hone::launch {

/// The name of a precision, such as "f16", and the bytes of an element. Throws a Failure if the
/// argument is not a precision.
std::string name_of(hone_precision precision);
hone_precision precision_of(const std::string& name);
std::size_t element_bytes(hone_precision precision);

/// The source of the fastest kernels, and the pool of their launch sequences between calls.
struct AnswerSource {
    Tuned& tuned;
    SequencePool& pool;

    /// Uses the databases of the user, the site and hone. They are read once per process.
    static AnswerSource of_process();
};

/// Context and device of a queue, and the answers that its calls use.
struct CallContext {
    hone_opencl opencl;
    cl_command_queue queue;
    cl_context context;
    cl_device_id device;
    AnswerSource answers;
};
/// Throws a Failure if the queue is invalid, or if the headers are older than the library.
CallContext call_context(const hone_opencl* opencl, cl_command_queue queue, AnswerSource answers);

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

/// Runs the call with the best kernel that runs here. Throws a Failure if no kernel runs.
void run(const CallContext& caller, const RoutineCall& call, hone_events events);

/// Handles a call with nothing to compute: its event completes after the events that it waits for.
void run_nothing(const CallContext& caller, hone_events events);

}  // namespace hone::launch
