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
    calibrations_ += request.calibrate ? 1 : 0;
    to_build_ += request.is_built ? 0 : 1;
}

void DevicePool::Load::remove(const EvalRequest& request) {
    --requests_;
    calibrations_ -= request.calibrate ? 1 : 0;
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
    for (const PoolMember& member : members_) count += member.load.trials();
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
            if (result.has_drifted) note_drift(result.device_index);
            if (result.device_index == first_ && result.sentinel_time.known())
                calibrate_others(result);
            rescale(result.trial.time, member.slowdown);
            for (auto& [config, trial] : result.remeasured) rescale(trial.time, member.slowdown);
            return next;
        }
    }
    return std::nullopt;
}

std::vector<EvalRequest> DevicePool::take_back_pending() {
    std::vector<EvalRequest> all;
    for (PoolMember& member : members_) {
        for (EvalRequest& request : member.take_pending()) {
            if (request.calibrate)
                member.is_compared = false;
            else
                all.push_back(std::move(request));
        }
        if (member.state == MemberState::calibrating && !member.load.calibrates())
            member.state = MemberState::waiting;
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
    const auto calibrates = [](const PoolMember& member) { return member.load.calibrates(); };
    while (std::ranges::any_of(members_, calibrates)) wait(moment);
    for (const PoolMember& member : members_)
        if (member.state != MemberState::failed) member.runner->rest();
}

// What a device that drifts has timed says nothing about its times from now on.
void DevicePool::note_drift(std::size_t device) {
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (i == device || device == first_) members_[i].is_compared = false;
}

void DevicePool::calibrate_others(const EvalResult& result) {
    const PoolMember& first = members_[first_];
    MedianInterval reference = result.sentinel_time;
    rescale(reference, first.slowdown);
    for (PoolMember& member : members_) {
        const bool is_usable =
            member.state == MemberState::waiting || member.state == MemberState::active;
        if (&member == &first || !is_usable || member.is_compared || member.load.calibrates())
            continue;
        if (member.state == MemberState::waiting) member.state = MemberState::calibrating;
        member.is_compared = true;
        member.submit({.plan = result.sentinel, .calibrate = true, .reference_time = reference});
    }
}

// A device is excluded only after several calibrations: noise may separate two equal devices once,
// but hardly several times in a row. One that is in use stays so: it is of the same kind, and only
// the ratio of its times has changed.
void DevicePool::finish_calibration(PoolMember& member, const EvalResult& result) {
    constexpr int max_calibrations = 3;
    const MedianInterval& reference = result.request.reference_time;
    const bool is_in_use = member.state == MemberState::active;
    auto ratio = slowdown(result.sentinel_time, reference);
    if (!ratio && is_in_use && result.sentinel_time.known())
        ratio = result.sentinel_time.median / reference.median;
    const bool is_last = !ratio && ++member.calibrations == max_calibrations;
    if (ratio || is_last)
        member.calibrations = 0;
    else
        member.is_compared = false;
    if (ratio) member.slowdown = *ratio;
    if (is_in_use) return;
    member.state = ratio ? MemberState::active : MemberState::waiting;
    if (is_last) exclude(member);
}

void DevicePool::exclude(PoolMember& member) {
    member.state = MemberState::excluded;
    excluded_.push_back(member.runner->setup().device);
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
    if (is_local && result.device_index == first_) replace_first();
    if (!is_local || !least_loaded()) std::rethrow_exception(result.failure);
    for (EvalRequest& request : undone) {
        request.incumbent_ns /= member.slowdown;
        if (!request.calibrate) submit(std::move(request));
    }
}

// If no other device is in use yet, one that was not compared begins.
void DevicePool::replace_first() {
    for (const MemberState state :
         {MemberState::active, MemberState::waiting, MemberState::calibrating}) {
        const auto next = std::ranges::find(members_, state, &PoolMember::state);
        if (next == members_.end()) continue;
        next->state = MemberState::active;
        first_ = static_cast<std::size_t>(next - members_.begin());
        return;
    }
}

void DevicePool::rescale(MedianInterval& time, double slowdown) {
    for (double* each : {&time.median, &time.low, &time.high}) *each /= slowdown;
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
