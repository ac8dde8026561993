// SPDX-License-Identifier: MIT
// Runs a kernel in many configs so that every invalid access is detected; results are not checked:
//   checker pages|plain KERNEL|FILE PRECISION CONFIGS SIZE...
// With `plain` each buffer has exactly the needed size, for a simulated device that watches every
// access. With `pages` each buffer lies between two inaccessible pages, once at the end of its own
// pages and once at their beginning: an access past an end stops the run, and the last line names
// the config.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <memory>

#include "kernels/source/kernel_source.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

enum class Where { plain, at_end, at_start };

constexpr std::size_t page = 4096;
constexpr std::size_t alignment = 128;  // of the widest vector

std::size_t rounded(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

/// Memory between two inaccessible pages.
class Pages {
  public:
    explicit Pages(std::size_t bytes) : bytes_(rounded(bytes, page) + 2 * page) {
        base_ = static_cast<std::byte*>(
            ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
        ::mprotect(base_ + page, bytes_ - 2 * page, PROT_READ | PROT_WRITE);
    }
    ~Pages() { ::munmap(base_, bytes_); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    /// The address of this many bytes at one end or the other, with the device's alignment.
    std::byte* place(std::size_t bytes, Where where) const {
        return where == Where::at_start ? base_ + page
                                        : base_ + bytes_ - page - rounded(bytes, alignment);
    }

  private:
    std::size_t bytes_;
    std::byte* base_;
};

using AllPages = std::vector<std::unique_ptr<Pages>>;

Bytes content_of(const cl::CommandQueue& queue, const cl::Buffer& buffer) {
    Bytes content(buffer.getInfo<CL_MEM_SIZE>());
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, content.size(), content.data());
    return content;
}

cl::Buffer exact(const WorkloadContext& site, const Bytes& content, Where where, AllPages& pages) {
    if (where == Where::plain) {
        cl::Buffer buffer(site.context, CL_MEM_READ_WRITE, content.size());
        site.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, content.size(), content.data());
        return buffer;
    }
    pages.push_back(std::make_unique<Pages>(content.size()));
    std::byte* place = pages.back()->place(content.size(), where);
    std::ranges::copy(content, place);
    return {site.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, content.size(), place};
}

/// The workload's arguments with separate buffers; an alias shares its buffer.
Bindings with_own_buffers(const WorkloadContext& site, Bindings bindings, Where where,
                          AllPages& pages) {
    using Twins = std::vector<std::pair<cl::Buffer, cl::Buffer>>;
    Twins made;
    for (auto& [name, binding] : bindings) {
        auto* buffer = std::get_if<cl::Buffer>(&binding);
        if (!buffer) continue;
        auto known = std::ranges::find(made, *buffer, &Twins::value_type::first);
        if (known == made.end()) {
            made.emplace_back(*buffer, exact(site, content_of(site.queue, *buffer), where, pages));
            known = std::prev(made.end());
        }
        *buffer = known->second;
    }
    return bindings;
}

std::string now;  // the current run, for the signal handler

void say_who(int signal) {
    const std::string_view said = "an access outside of a buffer: ";
    (void)!::write(STDOUT_FILENO, said.data(), said.size());
    (void)!::write(STDOUT_FILENO, now.data(), now.size());
    ::_exit(signal == SIGSEGV || signal == SIGBUS ? 1 : 3);
}

struct Task {
    LocalDevice device;
    Space space;
    Problem problem;
    std::size_t configs = 0;
};

std::vector<Config> evenly(const Candidates& candidates, std::size_t wanted) {
    if (candidates.empty()) return {};
    const Index count = candidates.count().value();
    const Index step = std::max<Index>(count / wanted, 1);
    std::vector<Config> configs;
    for (Index i = step / 2; i < count && configs.size() < wanted; i += step)
        configs.push_back(candidates.at(i));
    return configs;
}

/// Returns the number of configs that were run.
std::size_t run(const Task& task, std::span<const Where> places) {
    const cl::Context context(task.device.handle);
    const WorkloadContext site{.context = context,
                               .device = task.device.handle,
                               .queue = {context, task.device.handle, CL_QUEUE_PROFILING_ENABLE},
                               .known = device_names(task.device.device)};
    Names known = site.known;
    known.merge(names_of(task.problem));
    const auto workload = make_workload(task.space, task.problem, site);
    const std::string source = kernel_source(task.space.source);
    std::size_t count = 0;
    for (const Config& config : evenly(Candidates(task.space, known), task.configs)) {
        const Plan plan = make_plan(task.space, config, known);
        now = fmt::format("{} {} {}\n", task.space.name, plan.text(), plan.defines());
        const Compiled program = compile(context, task.device.handle, source,
                                         workload->defines() + ' ' + plan.defines());
        if (!program.ok()) continue;
        workload->prepare(plan);
        for (const Where where : places) {
            workload->reset();
            AllPages pages;
            // Kernels do not keep their buffers alive.
            const Bindings bindings = with_own_buffers(site, workload->bindings(), where, pages);
            const Launcher launcher(program.program, plan.launches, bindings);
            launcher.enqueue(site.queue);
            site.queue.finish();
        }
        fmt::print("ran {}", now);
        std::fflush(stdout);
        ++count;
    }
    return count;
}

}  // namespace

int main(int count, char** words) try {
    constexpr std::array beside{Where::at_end, Where::at_start};
    constexpr std::array plain{Where::plain};
    if (count < 6) return fmt::print("checker pages|plain KERNEL PRECISION CONFIGS SIZE...\n"), 2;
    const bool pages = std::string_view(words[1]) == "pages";
    if (pages)
        for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) std::signal(signal, say_who);
    const std::vector<LocalDevice> devices = all_devices();
    if (devices.empty()) return fmt::print("no device\n"), 3;
    const Space space = read_space(find_space(words[2]));
    for (int i = 5; i < count; ++i) {
        const Problem problem =
            make_problem(space, words[3], cli::read_names(words[i], "the size"));
        const std::size_t ran = run({devices[0], space, problem, std::stoul(words[4])},
                                    pages ? std::span<const Where>(beside) : plain);
        fmt::print("{} configs of {} {} {}\n", ran, space.name, words[3], words[i]);
    }
    return 0;
} catch (const std::exception& error) {
    fmt::print("{}: {}\n", now, error.what());
    return 3;
}
