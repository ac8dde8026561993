// SPDX-License-Identifier: MIT
// A launch that is decided costs a look-up under a lock. Deciding and checking happen without the
// lock, in the first thread that launches; other threads launch the original meanwhile.
#include "tuner/layer/apply_launch.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>

#include "db/sqlite/environment.hpp"
#include "tuner/layer/change_log.hpp"
#include "tuner/layer/check_record.hpp"
#include "tuner/layer/program_texts.hpp"
#include "tuner/layer/shadow_check.hpp"
#include "tuner/layer/stored_results.hpp"

namespace hone::layer {

struct Decision {
    enum class State { unknown, busy, checking, original, substitute };

    Decision(cl_command_queue of, const LaunchShape& asked) : queue(of), shape(asked) {}
    ~Decision() {
        if (kernel) driver.clReleaseKernel(kernel);
        if (program) driver.clReleaseProgram(program);
    }
    Decision(const Decision&) = delete;
    Decision& operator=(const Decision&) = delete;

    cl_command_queue queue;
    LaunchShape shape;
    State state = State::unknown;
    Substitute substitute;
    cl_program program = nullptr;   // built with other parameters, or null
    cl_kernel kernel = nullptr;     // of `program`, or null
    CheckRecord* record = nullptr;  // of its kind of launch

    const std::size_t* local() const {
        return substitute.local[0] == 0 ? nullptr : substitute.local.data();
    }
};

namespace {

using State = Decision::State;

constexpr int checks_needed = 3;
constexpr double most_slowdown = 1.1;  // factor; short launches' times vary by chance

std::string joined(const std::array<std::size_t, 3>& sizes, int dimensions) {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions); ++i)
        text += (i == 0 ? "" : ",") + std::to_string(sizes.at(i));
    return text;
}

void log(const Decision& decision, const std::string& what) {
    static const std::string file = environment_variable("HONE_APPLY_LOG");
    if (file.empty()) return;
    const LaunchShape& shape = decision.shape;
    const std::string local = shape.has_local() ? joined(shape.local, shape.dimensions) : "NULL";
    append_to_log(file, decision.substitute.name + ": global " +
                            joined(shape.global, shape.dimensions) + " local " + local + ": " +
                            what + "\n");
}

std::string microseconds(double nanoseconds) {
    return std::to_string(static_cast<long long>(nanoseconds / 1000)) + " us";
}

// Builds the kernel that replaces the original, with the tuned parameters.
bool build(Decision& decision, const KernelOrigin& origin, cl_device_id device) {
    const char* text = decision.substitute.text.c_str();
    cl_int status = CL_SUCCESS;
    decision.program = driver.clCreateProgramWithSource(origin.context, 1, &text, nullptr, &status);
    if (status != CL_SUCCESS) return false;
    status = driver.clBuildProgram(decision.program, 1, &device,
                                   decision.substitute.options.c_str(), nullptr, nullptr);
    if (status != CL_SUCCESS) return false;
    decision.kernel = driver.clCreateKernel(decision.program, origin.entry.c_str(), &status);
    return status == CL_SUCCESS;
}

State state_by_record(Decision& decision, cl_device_id device) {
    const std::lock_guard lock(objects().mutex);
    decision.record = &record_of(decision.substitute.name + ' ' + name_of(device));
    if (decision.record->is_doubted) return State::original;
    return decision.record->checks < checks_needed ? State::checking : State::substitute;
}

// Decides on a launch that is seen for the first time.
State decide(Decision& decision, const LaunchCall& call) {
    cl_device_id device =
        value_of<cl_device_id>(driver.clGetCommandQueueInfo, call.queue, CL_QUEUE_DEVICE);
    const KernelOrigin origin = origin_of(call.kernel, device);
    if (origin.text.empty() || decision.shape.has_offset()) return State::original;
    std::string why;
    auto found = find_substitute({origin.entry, origin.text, origin.options}, decision.shape,
                                 describe(device), why);
    decision.substitute.name = origin.entry;
    if (!found) {
        if (!why.empty()) log(decision, "the original: " + why);
        return State::original;
    }
    decision.substitute = std::move(*found);
    if (decision.substitute.text.empty() || build(decision, origin, device))
        return state_by_record(decision, device);
    log(decision, "the original: the substitute does not build");
    return State::original;
}

// A separate kernel object, whose arguments the layer may set.
cl_kernel kernel_for_shadow(const Decision& decision, cl_kernel original) {
    cl_program program = decision.program;
    if (!program)
        program = value_of<cl_program>(driver.clGetKernelInfo, original, CL_KERNEL_PROGRAM);
    const std::string entry = text_of(driver.clGetKernelInfo, original, CL_KERNEL_FUNCTION_NAME);
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = driver.clCreateKernel(program, entry.c_str(), &status);
    return status == CL_SUCCESS ? kernel : nullptr;
}

std::string description(const Decision& decision) {
    const Substitute& substitute = decision.substitute;
    const std::string local =
        decision.local() ? joined(substitute.local, decision.shape.dimensions) : "NULL";
    const std::string build = substitute.text.empty() ? "" : " built with" + substitute.options;
    return "local " + local + build;
}

State judge(Decision& decision, const ShadowResult& result) {
    if (result.status != CL_SUCCESS) return State::checking;
    const std::lock_guard lock(objects().mutex);
    CheckRecord& record = *decision.record;
    record.is_doubted = record.is_doubted || !result.doubt.empty();
    if (!result.doubt.empty()) {
        log(decision, "the original for good: " + result.doubt);
        return State::original;
    }
    // The first pair of times may include a compilation.
    if (++record.checks > 1) {
        const auto shorter = [](double known, double now) {
            return known == 0 ? now : std::min(known, now);
        };
        record.original_ns = shorter(record.original_ns, result.original_ns);
        record.substitute_ns = shorter(record.substitute_ns, result.substitute_ns);
    }
    if (record.checks < checks_needed) return State::checking;
    const std::string times =
        microseconds(record.substitute_ns) + " instead of " + microseconds(record.original_ns);
    if (record.substitute_ns > record.original_ns * most_slowdown) {
        record.is_doubted = true;
        log(decision, "the original for good: the substitute is slower, " + times);
        return State::original;
    }
    log(decision, description(decision) + ": " + std::to_string(checks_needed) +
                      " launches gave equal results, " + times);
    return State::substitute;
}

void set_all_arguments(cl_kernel kernel, const std::vector<SetArgument>& arguments);

LaunchCall replaced(LaunchCall call, const Decision& decision) {
    if (decision.kernel) call.kernel = decision.kernel;
    call.local = decision.local();
    return call;
}

/// A launch by the thread that decides or checks; the decision is in state `busy` meanwhile.
class BusyLaunch {
  public:
    BusyLaunch(const LaunchCall& call, std::shared_ptr<Decision> decision,
               std::shared_ptr<KernelState> state)
        : call_(call), decision_(std::move(decision)), state_(std::move(state)) {}

    cl_int run(State before, const std::vector<SetArgument>& arguments) {
        State next = before == State::unknown ? first_state() : before;
        cl_int status = CL_SUCCESS;
        if (next == State::checking)
            next = check(arguments, status);
        else if (next == State::substitute)
            next = launch_known(arguments, status);
        else
            status = call_.enqueue();
        const std::lock_guard lock(objects().mutex);
        if (next == State::substitute && decision_->kernel)
            set_all_arguments(decision_->kernel, state_->arguments);
        decision_->state = next;
        return status;
    }

  private:
    // Without memory or with an unreadable database, the original is launched.
    State first_state() {
        if (state_->follows_pointers) return State::original;
        try {
            return decide(*decision_, call_);
        } catch (const std::exception& error) {
            log(*decision_, std::string("the original: ") + error.what());
            return State::original;
        }
    }

    // This kind of launch was already checked with another kernel object.
    State launch_known(const std::vector<SetArgument>& arguments, cl_int& status) {
        if (decision_->kernel) set_all_arguments(decision_->kernel, arguments);
        status = replaced(call_, *decision_).enqueue();
        if (status == CL_SUCCESS) return State::substitute;
        status = call_.enqueue();
        return State::original;
    }

    State check(const std::vector<SetArgument>& arguments, cl_int& status) {
        cl_kernel kernel = kernel_for_shadow(*decision_, call_.kernel);
        if (!kernel) {
            status = call_.enqueue();
            return State::original;
        }
        ShadowResult result;
        State next = State::original;
        try {
            shadow_check(call_, arguments, kernel, decision_->local(), result);
            next = judge(*decision_, result);
        } catch (const std::exception&) {
            next = State::original;  // without memory
        }
        driver.clReleaseKernel(kernel);
        status = result.status ? *result.status : call_.enqueue();
        return next;
    }

    const LaunchCall& call_;
    std::shared_ptr<Decision> decision_;
    std::shared_ptr<KernelState> state_;
};

void set_argument(cl_kernel kernel, cl_uint index, const SetArgument& argument) {
    using Kind = SetArgument::Kind;
    if (argument.kind == Kind::value || argument.kind == Kind::memory ||
        argument.kind == Kind::sampler)
        driver.clSetKernelArg(kernel, index, argument.bytes.size(), argument.bytes.data());
    if (argument.kind == Kind::local) driver.clSetKernelArg(kernel, index, argument.local, nullptr);
}

void set_all_arguments(cl_kernel kernel, const std::vector<SetArgument>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
        set_argument(kernel, static_cast<cl_uint>(i), arguments[i]);
}

std::shared_ptr<Decision> decision_for(KernelState& state, const LaunchCall& call) {
    const LaunchShape shape = shape_of(call.dimensions, call.offset, call.global, call.local);
    for (const auto& each : state.decisions)
        if (each->queue == call.queue && each->shape == shape) return each;
    return state.decisions.emplace_back(std::make_shared<Decision>(call.queue, shape));
}

// If the driver rejects the substitute once, the original is used from then on.
cl_int launch_substitute(const LaunchCall& call, Decision& decision) {
    const cl_int status = replaced(call, decision).enqueue();
    if (status == CL_SUCCESS) return status;
    {
        const std::lock_guard lock(objects().mutex);
        decision.state = State::original;
        log(decision, "the original for good: a launch gave " + std::to_string(status));
    }
    return call.enqueue();
}

}  // namespace

bool applies() {
    static const bool on = environment_variable("HONE_APPLY", "on") != "off";
    return on;
}

cl_int apply(const LaunchCall& call) {
    if (lost_track()) return call.enqueue();
    std::unique_lock lock(objects().mutex);
    KernelState& state = objects().state_of(call.kernel);
    const std::shared_ptr<Decision> decision = decision_for(state, call);
    const State now = decision->state;
    if (now == State::substitute) {
        lock.unlock();
        return launch_substitute(call, *decision);
    }
    // A check waits for the queue, which never ends while a user event holds earlier commands back.
    const bool can_wait = objects().pending_events.empty();
    if (now == State::original || now == State::busy || !can_wait) {
        lock.unlock();
        return call.enqueue();
    }
    decision->state = State::busy;
    const std::vector<SetArgument> arguments = state.arguments;
    BusyLaunch launch(call, decision, objects().kernels[call.kernel]);
    lock.unlock();
    return launch.run(now, arguments);
}

void forward_argument(const KernelState& state, cl_uint index) {
    for (const auto& each : state.decisions)
        if (each->kernel && each->state == State::substitute)
            set_argument(each->kernel, index, state.arguments[index]);
}

}  // namespace hone::layer
