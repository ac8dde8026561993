// SPDX-License-Identifier: MIT
// Distributes requests to devices, and handles results and failures.
#include "tuner/evaluation/device_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

// An error of the environment concerns one device; any other error ends the session.
bool is_local_failure(const std::exception_ptr& failure, std::string& why) {
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        why = error.what();
        return error.exit() == Exit::environment;
    } catch (...) {
        return false;
    }
}

std::string device_label(const Device& device) {
    return device.pci.empty() ? device.name : fmt::format("{} at {}", device.name, device.pci);
}

}  // namespace

DevicePool::DevicePool(const PoolSetup& pool, const std::vector<LocalDevice>& others) {
    std::vector<LocalDevice> devices{pool.setup.device};
    devices.insert(devices.end(), others.begin(), others.end());
    for (const LocalDevice& device : devices)
        members_.push_back(
            {std::make_unique<DeviceRunner>(members_.size(), pool, device, results_)});
    members_[0].state = MemberState::active;
}

void DevicePool::Load::add(const EvalRequest& request) {
    ++requests_;
    to_build_ += request.is_built ? 0 : 1;
}

void DevicePool::Load::remove(const EvalRequest& request) {
    --requests_;
    to_build_ -= request.is_built ? 0 : 1;
    ends_batch_ = ends_batch_ && requests_ > 0;
}

void DevicePool::PoolMember::submit(EvalRequest request) {
    load.add(request);
    runner->submit(std::move(request));
}

std::vector<EvalRequest> DevicePool::PoolMember::take_pending() {
    std::vector<EvalRequest> pending = runner->take_pending();
    for (const EvalRequest& request : pending) load.remove(request);
    return pending;
}

DevicePool::PoolMember* DevicePool::least_loaded() {
    return least_loaded_of([](const PoolMember&) { return true; });
}

DevicePool::PoolMember* DevicePool::least_loaded_with_capacity() {
    return least_loaded_of([](const PoolMember& member) { return member.has_capacity(); });
}

// Returns the active device with the fewest requests in flight, of those that are wanted.
DevicePool::PoolMember* DevicePool::least_loaded_of(bool (*is_wanted)(const PoolMember&)) {
    PoolMember* least = nullptr;
    for (PoolMember& member : members_) {
        if (member.state != MemberState::active || !is_wanted(member)) continue;
        if (!least || member.load.requests() < least->load.requests()) least = &member;
    }
    return least;
}

bool DevicePool::has_capacity() {
    return least_loaded_with_capacity() != nullptr;
}

bool DevicePool::has_time(std::optional<std::chrono::steady_clock::duration> left) {
    const PoolMember* next = least_loaded();
    return !left || !next || next->load.is_empty() || *left > next->runner->usual_build();
}

bool DevicePool::builds_beside_runs() const {
    return std::ranges::all_of(members_, [](const PoolMember& member) {
        return member.state != MemberState::active || member.runner->builds_beside_runs();
    });
}

bool DevicePool::waits_for_builds() const {
    return std::ranges::all_of(members_, [](const PoolMember& member) {
        return member.state != MemberState::active || member.load.is_empty() ||
               member.runner->waits_for_builds();
    });
}

std::chrono::nanoseconds DevicePool::opening_time() const {
    std::chrono::nanoseconds longest{0};
    for (const PoolMember& member : members_)
        longest = std::max(longest, member.runner->opening_time());
    return longest;
}

void DevicePool::submit(EvalRequest request) {
    // The requests of a failed device may exceed the capacity of the others.
    PoolMember* const member = least_loaded();
    if (!member) throw std::logic_error("no device of the pool is active");
    request.incumbent_ns *= member->slowdown;
    member->submit(std::move(request));
}

std::size_t DevicePool::in_flight() const {
    std::size_t count = 0;
    for (const PoolMember& member : members_)
        if (member.state != MemberState::calibrating) count += member.load.requests();
    return count;
}

EvalResult DevicePool::wait() {
    for (;;) {
        if (auto result = wait(std::chrono::seconds(60))) return std::move(*result);
    }
}

std::optional<EvalResult> DevicePool::wait(std::chrono::milliseconds longest) {
    while (auto next = results_.pop(longest)) {
        EvalResult& result = *next;
        PoolMember& member = members_[result.device_index];
        member.load.remove(result.request);
        if (member.runner->works_in_batches()) member.load.end_batch();
        if (result.failure) {
            handle_failure(member, result);
        } else if (result.request.calibrate) {
            finish_calibration(member, result);
        } else {
            if (result.device_index == first_ && result.sentinel_time.known())
                calibrate_others(result);
            rescale(result.trial, member.slowdown);
            for (auto& [config, trial] : result.remeasured) rescale(trial, member.slowdown);
            return next;
        }
    }
    return std::nullopt;
}

std::vector<EvalRequest> DevicePool::take_back_pending() {
    std::vector<EvalRequest> all;
    for (PoolMember& member : members_) {
        std::vector<EvalRequest> pending = member.take_pending();
        if (member.state == MemberState::calibrating) {
            if (member.load.is_empty()) member.state = MemberState::waiting;
            continue;
        }
        std::ranges::move(pending, std::back_inserter(all));
    }
    return all;
}

void DevicePool::begin_turn(std::optional<Deadline> end,
                            std::chrono::milliseconds for_first_result) {
    for (const PoolMember& member : members_)
        if (member.state != MemberState::failed) member.runner->begin_turn(end, for_first_result);
}

// Waits for devices that are being calibrated.
void DevicePool::rest() {
    constexpr std::chrono::milliseconds moment{50};
    const auto calibrates = [](const PoolMember& member) {
        return member.state == MemberState::calibrating;
    };
    while (std::ranges::any_of(members_, calibrates)) wait(moment);
    for (const PoolMember& member : members_)
        if (member.state != MemberState::failed) member.runner->rest();
}

void DevicePool::calibrate_others(const EvalResult& result) {
    for (PoolMember& member : members_) {
        if (member.state != MemberState::waiting) continue;
        member.state = MemberState::calibrating;
        member.submit(
            {.plan = result.sentinel, .calibrate = true, .reference_time = result.sentinel_time});
    }
}

// A device is excluded only after several calibrations: noise may separate two equal devices once,
// but hardly several times in a row.
void DevicePool::finish_calibration(PoolMember& member, const EvalResult& result) {
    constexpr int max_calibrations = 3;
    if (const auto slowdown = hone::slowdown(result.sentinel_time, result.request.reference_time)) {
        member.state = MemberState::active;
        member.slowdown = *slowdown;
    } else if (++member.calibrations < max_calibrations) {
        member.state = MemberState::waiting;
    } else {
        member.state = MemberState::excluded;
        excluded_.push_back(member.runner->setup().device);
    }
}

void DevicePool::handle_failure(PoolMember& member, const EvalResult& result) {
    std::string why;
    const bool is_local = is_local_failure(result.failure, why);
    std::vector<EvalRequest> undone = member.take_pending();
    undone.push_back(result.request);
    if (member.state != MemberState::failed)
        failures_.push_back(
            fmt::format("{}: {}", device_label(member.runner->setup().device.device), why));
    member.state = MemberState::failed;
    if (is_local && !least_loaded()) activate_waiting();
    if (!is_local || !least_loaded()) std::rethrow_exception(result.failure);
    for (EvalRequest& request : undone) {
        request.incumbent_ns /= member.slowdown;
        if (!request.calibrate) submit(std::move(request));
    }
}

// The first device that waits for its calibration becomes the one that others are compared with.
void DevicePool::activate_waiting() {
    const auto next = std::ranges::find(members_, MemberState::waiting, &PoolMember::state);
    if (next == members_.end()) return;
    next->state = MemberState::active;
    first_ = static_cast<std::size_t>(next - members_.begin());
}

void DevicePool::rescale(Trial& trial, double slowdown) {
    for (double* time : {&trial.time.median, &trial.time.low, &trial.time.high}) *time /= slowdown;
}

DeviceRunner& DevicePool::primary() {
    const auto active = std::ranges::find(members_, MemberState::active, &PoolMember::state);
    DeviceRunner& runner = active == members_.end() ? *members_[0].runner : *active->runner;
    runner.wait_until_idle();
    return runner;
}

std::size_t DevicePool::size() const {
    return static_cast<std::size_t>(
        std::ranges::count(members_, MemberState::active, &PoolMember::state));
}

std::size_t DevicePool::drifts() const {
    std::size_t count = 0;
    for (const PoolMember& member : members_) count += member.runner->drift().count();
    return count;
}

void DevicePool::end(State state) {
    for (const PoolMember& member : members_)
        member.runner->end(member.state == MemberState::failed ? State::interrupted : state);
}

}  // namespace hone
