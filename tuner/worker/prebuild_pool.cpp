// SPDX-License-Identifier: MIT
// Requests that are sent now and received later.
#include "tuner/worker/prebuild_pool.hpp"

#include <algorithm>
#include <utility>

#include "tuner/worker/idle_workers.hpp"

namespace hone {

PrebuildPool::PrebuildPool(BenchSetup setup, const Timeouts& timeouts, std::size_t workers,
                           std::filesystem::path program)
    : setup_(std::move(setup)),
      setup_text_(to_message(setup_).dump()),
      timeouts_(timeouts),
      program_(std::move(program)),
      slots_(workers) {}

// Builds that nobody waited for end in their own time, but on a CPU, which is not to be disturbed then. A
// search that goes on later finds them in the driver's cache: those that take long are often the fastest.
PrebuildPool::~PrebuildPool() {
    constexpr std::chrono::milliseconds longest = std::chrono::seconds(15);
    for (Slot& slot : slots_) {
        if (slot.builds() && rehearses()) continue;
        keep_worker(setup_.device.placement, program_, WorkerRole::builds, std::move(slot.worker),
                    {.replies = (slot.opening ? 1 : 0) + (slot.builds() ? 1 : 0),
                     .build = slot.builds() ? slot.build : "",
                     .longest = std::min(longest, timeouts_.build)});
    }
}

// The slot that builds a config, or has built it; or nullptr.
PrebuildPool::Slot* PrebuildPool::slot_of(const Config& config) {
    const auto slot = std::ranges::find(slots_, config, &Slot::config);
    return slot == slots_.end() ? nullptr : &*slot;
}

bool PrebuildPool::start(const Plan& plan) {
    if (slot_of(plan.config)) return true;
    const auto free = std::ranges::find_if(slots_, [](const Slot& slot) { return !slot.config; });
    if (free == slots_.end()) return false;
    std::string build = text_of(plan);
    if (!free->worker && is_full()) return false;
    if (is_built_now(setup_.device.placement, program_, build)) return false;
    if (!free->worker) open(*free);
    free->worker->channel().send({{"do", "build"}, {"plan", to_message(plan)}});
    free->config = plan.config;
    free->build = std::move(build);
    free->paused = {};
    free->awaited.emplace(free->opening ? timeouts_.open : timeouts_.build, timeouts_.end);
    return true;
}

// With all that decides what is built.
std::string PrebuildPool::text_of(const Plan& plan) const {
    return setup_text_ + to_message(plan).dump();
}

// Builders of the bench before this one may still compile what was given up.
bool PrebuildPool::is_full() const {
    const auto own =
        std::ranges::count_if(slots_, [](const Slot& slot) { return slot.worker != nullptr; });
    return static_cast<std::size_t>(own) + busy_builders(setup_.device.placement, program_) >=
           slots_.size();
}

void PrebuildPool::open(Slot& slot) const {
    slot.worker = idle_or_new_worker(setup_.device.placement, program_, WorkerRole::builds);
    Message request = {{"do", "open builder"}, {"rehearses", rehearses()}};
    request.update(to_message(setup_));
    slot.worker->channel().send(request);
    slot.opening = true;
}

std::size_t PrebuildPool::first_built(std::span<const Config> configs,
                                      const std::atomic<bool>& given_up) {
    auto built = built_now(configs);
    waited_ = !built;
    while (!built && !given_up && wait_for_one_of(configs)) built = built_now(configs);
    return built.value_or(0);
}

// What has come from the workers is read first, so that nobody is held to be late whose word waits.
std::optional<std::size_t> PrebuildPool::built_now(std::span<const Config> configs) {
    for (std::size_t i = 0; i < configs.size(); ++i) {
        Slot* slot = slot_of(configs[i]);
        if (slot && finish(*slot, at_once)) return i;
    }
    return std::nullopt;
}

// Waits for a word of a worker that builds one of these, for a moment; whether there is such a worker.
bool PrebuildPool::wait_for_one_of(std::span<const Config> configs) const {
    constexpr std::chrono::milliseconds moment{20};
    std::vector<int> channels;
    Deadline deadline = std::chrono::steady_clock::now() + moment;
    for (const Slot& slot : slots_) {
        if (!slot.builds() || std::ranges::find(configs, *slot.config) == configs.end()) continue;
        channels.push_back(slot.worker->channel().descriptor());
        deadline = std::min(deadline, slot.awaited->deadline());
    }
    if (!channels.empty()) wait_for_any(channels, deadline);
    return !channels.empty();
}

std::optional<BuildResult> PrebuildPool::take(const Config& config) {
    Slot* slot = slot_of(config);
    if (!slot) return {};
    if (!finish(*slot, at_once)) {
        waited_ = true;
        finish(*slot, Deadline::max());
    }
    slot->config.reset();
    return std::exchange(slot->result, std::nullopt);
}

void PrebuildPool::pause() {
    if (paused_since_) return;
    for (Slot& slot : slots_)
        if (slot.builds() && !slot.worker->pause()) finish(slot, Deadline::max());
    paused_since_ = std::chrono::steady_clock::now();
}

void PrebuildPool::go_on() {
    if (!paused_since_) return;
    const auto paused = std::chrono::steady_clock::now() - *paused_since_;
    paused_since_.reset();
    for (Slot& slot : slots_) {
        if (!slot.builds()) continue;
        slot.worker->go_on();
        slot.awaited->postpone(paused);
        slot.paused += paused;
    }
}

// Waits until then for the end of a build; whether it is over.
bool PrebuildPool::finish(Slot& slot, Deadline until) const {
    while (slot.awaited) {
        auto reply = slot.awaited->receive(*slot.worker, until);
        if (!reply) return false;
        take_reply(slot, std::move(*reply));
    }
    return true;
}

// After the reply that the device is open the reply to the build is awaited.
void PrebuildPool::take_reply(Slot& slot, Reply reply) const {
    const bool refused = reply.message.contains("failed");
    slot.awaited.reset();
    if (std::exchange(slot.opening, false)) {
        if (reply.outcome == Outcome::ok && !refused)
            slot.awaited.emplace(timeouts_.build, timeouts_.end);
        else
            slot.worker.reset();
        return;
    }
    if (!refused) slot.result = reply.read(build_result_from);
    if (slot.result) {
        const std::chrono::duration<double, std::milli> paused = slot.paused;
        slot.result->milliseconds = std::max(0.0, slot.result->milliseconds - paused.count());
        return;
    }
    slot.worker.reset();
    if (timeouts_.is_over()) return;
    slot.result = BuildResult{.outcome = reply.outcome,
                              .message = "building: " + reply.why,
                              .milliseconds = 0,
                              .built = {}};
}

}  // namespace hone
