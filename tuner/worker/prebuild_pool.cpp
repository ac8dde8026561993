// SPDX-License-Identifier: MIT
// Requests that are sent now and received later.
#include "tuner/worker/prebuild_pool.hpp"

#include <algorithm>
#include <utility>

#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {
namespace {

constexpr std::chrono::milliseconds noticeable{2};

}  // namespace

PrebuildPool::PrebuildPool(BenchSetup setup, std::string defines, const Timeouts& timeouts,
                           std::size_t workers, std::filesystem::path program)
    : setup_(std::move(setup)),
      defines_(std::move(defines)),
      timeouts_(timeouts),
      program_(std::move(program)),
      slots_(workers),
      depth_(first_depth(workers)) {}

// Builds that nobody waited for end in their own time, but on a CPU, which is not to be disturbed then.
PrebuildPool::~PrebuildPool() {
    for (Slot& slot : slots_) {
        const bool builds = slot.config && !slot.finished;
        if (builds && rehearses()) continue;
        keep_worker(setup_.device.placement, program_, std::move(slot.worker),
                    (slot.opening ? 1 : 0) + (builds ? 1 : 0));
    }
}

bool PrebuildPool::start(const Plan& plan) {
    const auto free = std::ranges::find_if(slots_, [](const Slot& slot) { return !slot.config; });
    if (free == slots_.end()) return false;
    if (!free->worker) open(*free);
    free->worker->channel().send({{"do", "build"}, {"plan", to_message(plan)}});
    free->config = plan.config;
    return true;
}

void PrebuildPool::open(Slot& slot) const {
    slot.worker = idle_or_new_worker(setup_.device.placement, program_);
    Message request = {{"do", "open builder"}, {"defines", defines_}, {"rehearses", rehearses()}};
    request.update(to_message(setup_));
    slot.worker->channel().send(request);
    slot.opening = true;
}

std::optional<BuildResult> PrebuildPool::take(const Config& config) {
    const auto slot = std::ranges::find(slots_, config, &Slot::config);
    if (slot == slots_.end()) return {};
    const auto before = std::chrono::steady_clock::now();
    finish(*slot);
    const bool waited = std::chrono::steady_clock::now() - before > noticeable;
    if (waited) depth_ = std::min(depth_ + 1, slots_.size());
    slot->config.reset();
    slot->finished = false;
    return std::move(slot->result);
}

void PrebuildPool::finish() {
    for (Slot& slot : slots_)
        if (slot.config) finish(slot);
}

void PrebuildPool::finish(Slot& slot) const {
    if (slot.finished) return;
    slot.result = receive(slot);
    slot.opening = false;
    slot.finished = true;
}

std::optional<BuildResult> PrebuildPool::receive(Slot& slot) const {
    Reply reply;
    if (slot.opening) reply = wait_for_reply(*slot.worker, timeouts_.open, timeouts_.end);
    const bool opened = reply.outcome == Outcome::ok && !reply.message.contains("failed");
    if (opened) reply = wait_for_reply(*slot.worker, timeouts_.build, timeouts_.end);
    if (opened && !reply.message.contains("failed"))
        if (auto built = reply.read(build_result_from)) return built;
    slot.worker.reset();
    if (!opened || timeouts_.is_over()) return {};
    return BuildResult{.outcome = reply.outcome,
                       .message = "building: " + reply.why,
                       .milliseconds = 0,
                       .built = {}};
}

}  // namespace hone
