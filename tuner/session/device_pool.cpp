// SPDX-License-Identifier: MIT
// Who gets what, and what becomes of it.
#include "tuner/session/device_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

// Only what its own surroundings do to a hand is the hand's own affair.
bool is_of_its_own(const std::exception_ptr& failure, std::string& why) {
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        why = error.what();
        return error.exit() == Exit::environment;
    } catch (...) {
        return false;
    }
}

std::string called(const Device& device) {
    return device.pci.empty() ? device.name : fmt::format("{} at {}", device.name, device.pci);
}

}  // namespace

Crew::Crew(const BenchSetup& setup, const std::vector<Found>& others, const Limits& limits,
           bool forced, const std::filesystem::path& store, const Run& draft) {
    std::vector<Found> devices{setup.device};
    devices.insert(devices.end(), others.begin(), others.end());
    for (const Found& device : devices) {
        BenchSetup own = setup;
        own.device = device;
        members_.push_back({std::make_unique<Hand>(members_.size(), std::move(own), limits, forced,
                                                   store, draft, reports_)});
    }
    members_[0].standing = Standing::inside;
}

// Who has least to do, of those who have room or of all.
Crew::Member* Crew::idlest(bool with_room) {
    Member* idlest = nullptr;
    for (Member& member : members_) {
        if (member.standing != Standing::inside) continue;
        if (with_room && member.out >= member.hand->room()) continue;
        if (!idlest || member.out < idlest->out) idlest = &member;
    }
    return idlest;
}

bool Crew::has_room() {
    return idlest(true) != nullptr;
}

void Crew::give(Errand errand) {
    // What comes back from a hand that failed goes to whoever is left, room or not.
    Member& member = *idlest(false);
    errand.incumbent_ns *= member.slowness;
    ++member.out;
    member.hand->give(std::move(errand));
}

std::size_t Crew::under_way() const {
    std::size_t out = 0;
    for (const Member& member : members_)
        if (member.standing != Standing::joining) out += member.out;
    return out;
}

Report Crew::wait() {
    for (;;) {
        Report report = reports_.take();
        Member& member = members_[report.hand];
        --member.out;
        if (report.failure) {
            lose(member, report);
        } else if (report.errand.calibrates) {
            compare(member, report.steady);
        } else {
            if (&member == members_.data() && report.steady.known()) join_others(report);
            rescale(report.trial, member.slowness);
            for (auto& [config, trial] : report.again) rescale(trial, member.slowness);
            return report;
        }
    }
}

void Crew::recall() {
    for (Member& member : members_) {
        member.out -= member.hand->take_back().size();
        if (member.standing == Standing::joining && member.out == 0)
            member.standing = Standing::outside;
    }
}

void Crew::join_others(const Report& report) {
    steady_ = report.steady;
    for (Member& member : members_) {
        if (member.standing != Standing::outside) continue;
        member.standing = Standing::joining;
        ++member.out;
        member.hand->give({.config = report.sentinel, .calibrates = true});
    }
}

// Noise may keep two of a kind apart once, but hardly again and again.
void Crew::compare(Member& member, const Estimate& steady) {
    constexpr int most_looks = 3;
    if (const auto slowness = hone::slowness(steady, steady_)) {
        member.standing = Standing::inside;
        member.slowness = *slowness;
    } else if (++member.looks < most_looks) {
        member.standing = Standing::outside;
    } else {
        member.standing = Standing::apart;
        apart_.push_back(member.hand->setup().device);
    }
}

void Crew::lose(Member& member, const Report& report) {
    std::string why;
    const bool own = is_of_its_own(report.failure, why);
    std::vector<Errand> undone = member.hand->take_back();
    member.out -= undone.size();
    undone.push_back(report.errand);
    if (member.standing != Standing::lost)
        lost_.push_back(fmt::format("{}: {}", called(member.hand->setup().device.device), why));
    member.standing = Standing::lost;
    if (!own || !idlest(false)) std::rethrow_exception(report.failure);
    for (Errand& errand : undone) {
        errand.incumbent_ns /= member.slowness;
        if (!errand.calibrates) give(std::move(errand));
    }
}

void Crew::rescale(Trial& trial, double slowness) {
    for (double* time : {&trial.time.median, &trial.time.low, &trial.time.high}) *time /= slowness;
}

Hand& Crew::first() {
    const auto inside = std::ranges::find(members_, Standing::inside, &Member::standing);
    return inside == members_.end() ? *members_[0].hand : *inside->hand;
}

std::size_t Crew::size() const {
    return static_cast<std::size_t>(
        std::ranges::count(members_, Standing::inside, &Member::standing));
}

std::size_t Crew::drifts() const {
    std::size_t count = 0;
    for (const Member& member : members_) count += member.hand->drift().count();
    return count;
}

void Crew::end(State state) {
    for (const Member& member : members_)
        member.hand->end(member.standing == Standing::lost ? State::interrupted : state);
}

}  // namespace hone
