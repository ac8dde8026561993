// SPDX-License-Identifier: MIT
// Operands are copied before the kernels run, the result afterwards. If a config builds but does
// not run, the next one is tried.
#include "db/launch/routine_call.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "db/launch/find_launches.hpp"
#include "db/launch/sequence_pool.hpp"
#include "db/lookup/query_check.hpp"
#include "db/program/whole_table.hpp"

namespace hone::launch {
namespace {

using program::check;
using program::own;

struct Precision {
    std::string_view name;
    std::size_t bytes;
};
constexpr std::array<Precision, 7> precisions{
    {{"f16", 2}, {"bf16", 2}, {"tf32", 4}, {"f32", 4}, {"f64", 8}, {"i32", 4}, {"tf32x3", 4}}};

const Precision& known(hone_precision precision) {
    const auto index = static_cast<std::size_t>(precision);
    if (index < precisions.size()) return precisions[index];
    throw Failure(HONE_BAD_ARGUMENT,
                  "no precision has the number " + std::to_string(static_cast<int>(precision)));
}

template <class T>
T info_of(const hone_opencl& opencl, cl_command_queue queue, cl_command_queue_info what) {
    T value{};
    check(opencl.clGetCommandQueueInfo(queue, what, sizeof value, &value, nullptr),
          "clGetCommandQueueInfo");
    return value;
}

/// Events that later commands wait for; kept until those commands are enqueued.
class Waits {
  public:
    explicit Waits(hone_events events) : all_(events.list, events.list + events.waits) {}
    void add(Owned<cl_event> event) {
        if (!event) return;
        all_.push_back(event.get());
        kept_.push_back(std::move(event));
    }
    std::span<const cl_event> all() const { return all_; }
    cl_event release_last() { return kept_.back().release(); }

  private:
    std::vector<cl_event> all_;
    std::vector<Owned<cl_event>> kept_;
};

/// Rejects an answer that cannot be launched. Returns whether another answer may succeed: the
/// program needs more registers than there are, the config's work-group does not fit, or there is no
/// memory for it with its scratch memory, which some drivers only allocate at the launch.
bool reject_launched(Tuned& tuned, const LaunchSequence& sequence, const Failure& failure) {
    const TunedKernel& answer = sequence.answer();
    if (failure.status() == CL_MEM_OBJECT_ALLOCATION_FAILURE && sequence.scratch_bytes() > 0) {
        tuned.reject_for_problem(answer);
        return true;
    }
    if (sequence.has_run()) return false;
    if (failure.status() == CL_OUT_OF_RESOURCES)
        tuned.reject_program(answer);
    else if (failure.status() == CL_INVALID_WORK_GROUP_SIZE)
        tuned.reject(answer);
    else
        return false;
    return true;
}

void set_all(LaunchSequence& sequence, const RoutineCall& call) {
    for (const auto& [name, operand, read, written] : call.arguments) {
        cl_mem buffer = operand->buffer();
        sequence.set(name, "buffer", sizeof buffer, &buffer);
    }
    for (const auto& [name, type, value] : call.scalars) {
        const std::string bytes = scalar_bytes(type, value);
        sequence.set(name, type, bytes.size(), bytes.data());
    }
}

LaunchSequence find_sequence(const CallContext& caller, const RoutineCall& call) {
    const Query query{call.routine, SharedTuned::of_process().device(caller.opencl, caller.device),
                      call.precision, call.problem};
    return find_launches(caller.opencl, caller.answers.tuned, query, caller.context, caller.device,
                         [&] { caller.answers.pool.forget(); });
}

/// Runs the kernels of the first answer that can be launched. Returns the event of the last one if
/// an event is wanted. Adds the answers that could not be launched to `rejected`.
Owned<cl_event> run_first(const CallContext& caller, const RoutineCall& call,
                          std::span<const cl_event> waits, WantedEvents wanted,
                          std::vector<TunedKernel>& rejected) {
    SequencePool& pool = caller.answers.pool;
    SequencePool::Key key{caller.context,
                          caller.device,
                          caller.queue,
                          call.routine,
                          call.precision,
                          call.problem,
                          caller.answers.tuned.generation()};
    bool may_free = true;
    for (Attempts attempts;;) {
        auto sequence = pool.take(key, [&] { return find_sequence(caller, call); });
        try {
            set_all(*sequence, call);
            auto events = sequence->enqueue(caller.queue, waits, wanted);
            pool.give_back(std::move(key), std::move(sequence));
            return events.empty() ? own<cl_event>(nullptr, caller.opencl.clReleaseEvent)
                                  : std::move(events.back());
        } catch (const Failure& failure) {
            if (may_free && failure.status() == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
                pool.forget();
                may_free = false;
                continue;
            }
            if (!reject_launched(caller.answers.tuned, *sequence, failure)) throw;
            rejected.push_back(sequence->answer());
            if (attempts.are_enough(sequence->answer())) throw;
        }
    }
}

// If nothing can be launched, the answers are not the cause: with NVIDIA's driver, a fault of an
// earlier kernel fails all launches in its context with CL_OUT_OF_RESOURCES. Other contexts must
// still get the best answers.
Owned<cl_event> run_kernels(const CallContext& caller, const RoutineCall& call,
                            std::span<const cl_event> waits, WantedEvents wanted) {
    std::vector<TunedKernel> rejected;
    try {
        return run_first(caller, call, waits, wanted, rejected);
    } catch (...) {
        for (const TunedKernel& answer : rejected) caller.answers.tuned.withdraw(answer);
        throw;
    }
}

bool copies_back(const RoutineCall& call) {
    return std::ranges::any_of(call.arguments, [](const RoutineCall::Argument& argument) {
        return argument.written && argument.operand->is_copied();
    });
}

}  // namespace

std::string name_of(hone_precision precision) {
    return std::string(known(precision).name);
}

hone_precision precision_of(const std::string& name) {
    const auto found = std::ranges::find(precisions, name, &Precision::name);
    if (found != precisions.end()) return static_cast<hone_precision>(found - precisions.begin());
    std::vector<std::string> names;
    for (const Precision& each : precisions) names.emplace_back(each.name);
    throw Failure(HONE_BAD_ARGUMENT,
                  "no precision is called '" + name + "'; there are " + lookup::listed(names));
}

std::size_t element_bytes(hone_precision precision) {
    return known(precision).bytes;
}

AnswerSource AnswerSource::of_process() {
    return {SharedTuned::tuned(), SequencePool::of_process()};
}

CallContext call_context(const hone_opencl* opencl, cl_command_queue queue, AnswerSource answers) {
    const hone_opencl calls = program::whole_table(opencl);
    if (!queue) throw Failure(CL_INVALID_COMMAND_QUEUE, "the queue is NULL");
    return {calls, queue, info_of<cl_context>(calls, queue, CL_QUEUE_CONTEXT),
            info_of<cl_device_id>(calls, queue, CL_QUEUE_DEVICE), answers};
}

void run(const CallContext& caller, const RoutineCall& call, hone_events events) {
    if (events.waits > 0) need(events.list);
    Waits waits(events);
    for (const auto& [name, operand, read, written] : call.arguments)
        if (read) waits.add(operand->copy_in(caller.queue, waits.all()));
    const bool wanted = events.event || copies_back(call);
    waits.add(
        run_kernels(caller, call, waits.all(), wanted ? WantedEvents::last : WantedEvents::none));
    for (const auto& [name, operand, read, written] : call.arguments)
        if (written) waits.add(operand->copy_back(caller.queue, waits.all()));
    if (events.event) *events.event = waits.release_last();
}

void run_nothing(const CallContext& caller, hone_events events) {
    if (!events.event) return;
    if (events.waits > 0) need(events.list);
    check(caller.opencl.clEnqueueMarkerWithWaitList(
              caller.queue, events.waits, events.waits > 0 ? events.list : nullptr, events.event),
          "clEnqueueMarkerWithWaitList");
}

}  // namespace hone::launch
