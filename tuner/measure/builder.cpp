// SPDX-License-Identifier: MIT
// Builds a program, times the build, and reads the build info.
#include "tuner/measure/builder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <tuple>
#include <utility>

#include "kernels/launch/ptx_rewrite.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

using Time = std::chrono::steady_clock;

double milliseconds_since(Time::time_point before) {
    return std::chrono::duration<double, std::milli>(Time::now() - before).count();
}

cl::Kernel named_kernel(const cl::Program& program, const std::string& entry) {
    try {
        return kernel_named(program, entry);
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_KERNEL_NAME) throw;
        const std::string_view text = error.what();
        throw Error(Exit::usage, std::string(text.substr(0, text.rfind(": "))));
    }
}

std::vector<KernelBuildInfo> read_all(const Plan& plan, const Compiled& program,
                                      const cl::Device& device) {
    std::vector<KernelBuildInfo> all;
    for (const Launch& launch : plan.launches) {
        all.push_back(
            read_build_info(named_kernel(program.program, launch.entry), device, program.log));
    }
    return all;
}

/// The last programs that this process built, in any bench. Consecutive sizes need the same
/// programs, and loading one from the driver's cache takes 5 to 60 ms.
class RecentPrograms {
  public:
    /// The context, the source and all build options.
    using Key = std::tuple<cl_context, std::string, std::string>;

    const Compiled* find(const Key& key) {
        const auto found = std::ranges::find(programs_, key, &Program::first);
        if (found == programs_.end()) return nullptr;
        std::rotate(programs_.begin(), found, std::next(found));
        return &programs_.front().second;
    }

    void add(Key key, Compiled program) {
        if (programs_.size() == most) programs_.pop_back();
        programs_.emplace_front(std::move(key), std::move(program));
    }

  private:
    static constexpr std::size_t most = 24;
    using Program = std::pair<Key, Compiled>;
    std::deque<Program> programs_;  // most recently used first
};

// One per thread; a worker has one thread.
RecentPrograms& recent_programs() {
    thread_local RecentPrograms programs;
    return programs;
}

// A unique entry point, so that no cache contains the program.
std::string never_built_before() {
    return fmt::format("\n__kernel void built_anew_{}_{}(void) {{}}\n", ::getpid(),
                       Time::now().time_since_epoch().count());
}

}  // namespace

Builder::Builder(const BenchSetup& setup, cl::Context context)
    : context_(std::move(context)),
      device_(setup.device.handle),
      source_(setup.kernel.source),
      rewrite_(setup.space.rewrite),
      options_before_(problem_defines(setup.space, setup.problem)) {
    const bool verbose =
        setup.device.device.extensions.find("cl_nv_compiler_options") != std::string::npos;
    if (verbose) options_after_ += " -cl-nv-verbose";
    // NVIDIA's cache is keyed by the instructions, and returns programs without the log that
    // reports their resources. So each tuner adds a unique entry point. Its workers have the same
    // parent, so they find each other's programs.
    if (verbose) source_ += fmt::format("\n__kernel void built_for_{}(void) {{}}\n", ::getppid());
    if (!setup.options.empty()) options_after_ += ' ' + setup.options;
}

BuildResult Builder::build(const Plan& plan, Compiled& program, DriverCache cache) const {
    BuildResult result;
    const auto before = Time::now();
    try {
        // Requests argument information, so that mismatched arguments can be reported.
        const std::string options =
            fmt::format("{} {}{}{}", options_before_, plan.defines(), options_after_,
                        rewrite_.empty() ? argument_info_option(device_) : "");
        const std::string more = cache == DriverCache::bypassed ? never_built_before() : "";
        program = build(source_ + more, options, result);
        result.milliseconds = milliseconds_since(before);
        if (program.ok()) {
            result.built = read_all(plan, program, device_);
        } else {
            result.outcome = Outcome::build;
            result.message = program.log;
        }
    } catch (const cl::Error& error) {
        result.outcome = Outcome::build;
        result.at_fault = at_fault_by(error.err());
        result.message = error_text(error);
    } catch (const Error& error) {
        result.outcome = Outcome::build;
        result.message = error.what();
    }
    return result;
}

Compiled Builder::build(const std::string& text, const std::string& options,
                        BuildResult& result) const {
    const RecentPrograms::Key key{context_(), text, options};
    if (const Compiled* const known = recent_programs().find(key)) {
        result.is_shared = true;
        return *known;
    }
    Compiled program = compile(context_, device_, text, options);
    if (program.ok() && !rewrite_.empty())
        program = rewrite(program, context_, device_, rewrite_, options_after_);
    if (program.ok()) recent_programs().add(key, program);
    return program;
}

}  // namespace hone
