// SPDX-License-Identifier: MIT
// A fleet of synthetic devices of several architectures with a known truth: each time is given by
// the device's units, clock and memory, times its architecture's preference for the config, times
// noise. And forgeries: one time or all times too good, a config that cannot run, a copy under
// another name.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "db/model/canonical_json.hpp"
#include "reports/fleet/fleet.hpp"

namespace hone::made {

constexpr std::size_t fleet_configs = 24;

struct FleetProblem {
    ProblemKey key;
    double flops = 0, bytes = 0;
};

/// The stored results of one device: a time for each problem and config, 0 if the config does not
/// fit.
struct FleetMember {
    Device device;
    double bytes_per_second = 0, flops_per_second = 0;
    std::vector<std::array<double, fleet_configs>> times;  // by problem
};

enum class Forgery { one_time, all_times, cannot_run, copy };
constexpr std::array forgeries{Forgery::one_time, Forgery::all_times, Forgery::cannot_run,
                               Forgery::copy};

inline std::string fleet_config(std::size_t i) {
    return canonical({{"TILE", std::int64_t{8} << i % 4},
                      {"VECTOR", std::int64_t{1} << i / 4 % 3},
                      {"STAGES", static_cast<std::int64_t>(1 + i / 12)}});
}

/// Bytes of local memory that a config needs.
inline std::int64_t local_memory_of(std::size_t config) {
    return static_cast<std::int64_t>(4096 * (1 + config));
}

inline std::vector<FleetProblem> fleet_problems() {
    std::vector<FleetProblem> all;
    for (const std::int64_t n : {512, 768, 1024, 1536, 2048, 4096}) {
        const auto size = static_cast<double>(n);
        all.push_back({{"gemm", "f32", canonical({{"M", n}, {"N", n}, {"K", n}}), "{}"},
                       2 * size * size * size,
                       16 * size * size});
    }
    for (const std::int64_t n : {1 << 20, 1 << 22, 1 << 24, 1 << 26})
        all.push_back({{"reduction", "f32", canonical({{"n", n}}), "{}"},
                       static_cast<double>(n),
                       4 * static_cast<double>(n)});
    return all;
}

class FleetMaker {
  public:
    FleetMaker(std::size_t devices, std::size_t architectures, std::uint64_t seed)
        : random_(seed), problems_(fleet_problems()) {
        for (std::size_t i = 0; i < architectures; ++i) make_architecture(i);
        for (std::size_t i = 0; i < devices; ++i) make_member(i, i % architectures);
    }

    /// Forges the results of one member.
    void forge(std::size_t member, Forgery forgery, double factor) {
        forged_.insert(member);
        FleetMember& one = members_[member];
        switch (forgery) {
            case Forgery::one_time:
                *fastest(one.times[member % problems_.size()]) /= factor;
                return;
            case Forgery::all_times:
                for (auto& times : one.times)
                    for (double& time : times) time /= factor;
                return;
            case Forgery::cannot_run:
                forge_room(one.times[member % problems_.size()], factor);
                return;
            case Forgery::copy:
                one.times = members_[member - 1].times;  // it was stored before
                for (auto& times : one.times)
                    for (double& time : times) time *= factor;
        }
    }

    const std::vector<FleetMember>& members() const { return members_; }
    const std::vector<FleetProblem>& problems() const { return problems_; }
    const std::set<std::size_t>& forged() const { return forged_; }

    /// The members as a fleet; the id of a device ends in its number.
    DeviceFleet fleet() const {
        FleetBuilder builder;
        for (std::size_t i = 0; i < members_.size(); ++i) builder.add(device_of(i, builder));
        return builder.take();
    }

  private:
    struct Taste {
        double speed = 1;
        std::int64_t local_memory = 0;
        std::array<double, fleet_configs> slower{};  // in logarithms
    };

    double normal(double deviation) {
        return std::normal_distribution<double>(0, deviation)(random_);
    }
    template <std::size_t N>
    std::int64_t one_of(const std::array<std::int64_t, N>& values) {
        return values[std::uniform_int_distribution<std::size_t>(0, N - 1)(random_)];
    }

    static double* fastest(std::array<double, fleet_configs>& times) {
        double* best = nullptr;
        for (double& time : times)
            if (time > 0 && (best == nullptr || time < *best)) best = &time;
        return best;
    }

    // The largest config, which fits on few devices.
    static void forge_room(std::array<double, fleet_configs>& times, double factor) {
        times.back() = *fastest(times) / factor;
    }

    void make_architecture(std::size_t index) {
        Taste taste;
        taste.speed = std::exp(normal(0.3));
        taste.local_memory = one_of(std::array<std::int64_t, 2>{48 << 10, 64 << 10});
        for (double& slower : taste.slower) slower = std::abs(normal(0.5));
        taste.slower[index % 12] = 0;
        tastes_.push_back(taste);
    }

    void make_member(std::size_t index, std::size_t architecture) {
        FleetMember member;
        Device& device = member.device;
        device.name = "Made GPU " + std::to_string(1000 + index);
        device.vendor = device.platform = "Made";
        device.driver = "1.0";
        device.type = "gpu";
        device.architecture = "made_" + std::to_string(10 + architecture);
        device.compute_units = one_of(std::array<std::int64_t, 5>{16, 28, 46, 84, 128});
        device.clock_mhz = one_of(std::array<std::int64_t, 4>{1410, 1605, 1980, 2520});
        device.local_memory = tastes_[architecture].local_memory;
        device.max_work_group = 1024;
        const auto units = static_cast<double>(device.compute_units * device.clock_mhz);
        member.flops_per_second = 256e6 * units * std::exp(normal(0.01));
        member.bytes_per_second = 4e6 * units * std::exp(normal(0.1));
        for (const FleetProblem& problem : problems_)
            member.times.push_back(times_of(member, tastes_[architecture], problem));
        members_.push_back(std::move(member));
    }

    std::array<double, fleet_configs> times_of(const FleetMember& member, const Taste& taste,
                                               const FleetProblem& problem) {
        const double least = 1e9 * std::max(problem.flops / member.flops_per_second,
                                            problem.bytes / member.bytes_per_second);
        std::array<double, fleet_configs> times{};
        for (std::size_t i = 0; i < fleet_configs; ++i)
            if (local_memory_of(i) <= taste.local_memory)
                times[i] = std::round(
                    least * 1.4 * taste.speed * std::exp(taste.slower[i] + normal(0.03)) + 100);
        return times;
    }

    FleetDevice device_of(std::size_t index, FleetBuilder& builder) const {
        const FleetMember& member = members_[index];
        const std::string number = std::to_string(100000 + index);
        FleetDevice device{.id = "made" + number, .label = member.device.name};
        device.device = member.device;
        device.roofs["f32"] = {member.bytes_per_second, member.flops_per_second};
        device.started = static_cast<std::int64_t>(1 + index);
        for (std::size_t i = 0; i < problems_.size(); ++i)
            device.results.push_back(result_of(problems_[i], member.times[i], builder));
        return device;
    }

    static FleetResult result_of(const FleetProblem& problem,
                                 const std::array<double, fleet_configs>& times,
                                 FleetBuilder& builder) {
        FleetResult result{.problem = builder.problem(problem.key)};
        for (std::size_t i = 0; i < fleet_configs; ++i) {
            const std::uint32_t config = builder.config(kernel_of(problem), fleet_config(i));
            result.timings.push_back({config, static_cast<float>(times[i])});
            if (times[i] <= 0 || (result.best_ns > 0 && times[i] >= result.best_ns)) continue;
            result.best = config;
            result.best_ns = times[i];
        }
        std::ranges::sort(result.timings, {}, &FleetTiming::config);
        result.defaults_ns = times[0];
        result.flops = problem.flops;
        result.bytes = problem.bytes;
        return result;
    }

  public:
    static std::string kernel_of(const FleetProblem& problem) {
        return problem.key.routine + "_made";
    }

  private:
    std::mt19937_64 random_;
    std::vector<FleetProblem> problems_;
    std::vector<Taste> tastes_;
    std::vector<FleetMember> members_;
    std::set<std::size_t> forged_;
};

/// Forges every n-th member in one of four ways, by factors from 1.3 to 10; a copy by a small
/// factor or none.
inline void forge_some(FleetMaker& maker, std::size_t every) {
    constexpr std::array factors{1.3, 1.5, 2.0, 4.0, 10.0};
    std::size_t count = 0;
    for (std::size_t i = every / 2; i < maker.members().size(); i += every, ++count) {
        const Forgery forgery = forgeries[count % forgeries.size()];
        const double factor = factors[count / forgeries.size() % factors.size()];
        maker.forge(i, forgery, forgery == Forgery::copy ? count / 4 % 2 == 0 ? 1 : 1.1 : factor);
    }
}

}  // namespace hone::made
