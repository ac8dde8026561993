// SPDX-License-Identifier: MIT
// The cache is for sentinels and final rounds; it is too small for a whole search.
#include "tuner/measure/loaded_programs.hpp"

#include <algorithm>
#include <utility>

#include "tuner/measure/evaluator_bench.hpp"

namespace hone {
namespace {

constexpr std::size_t most_programs = 24;
static_assert(max_interleaved <= most_programs);

}  // namespace

const LoadedProgram* LoadedPrograms::find(const Config& config) const {
    const auto found = programs_.find(config);
    return found == programs_.end() ? nullptr : &found->second;
}

const LoadedProgram* LoadedPrograms::use(const Config& config) {
    const LoadedProgram* const found = find(config);
    if (!found) return nullptr;
    std::erase(least_recent_, config);
    least_recent_.push_back(config);
    return found;
}

const LoadedProgram* LoadedPrograms::alike(const Plan& plan) const {
    const std::string defines = plan.defines();
    const auto found = std::ranges::find_if(
        programs_, [&](const auto& each) { return each.second.plan.defines() == defines; });
    return found == programs_.end() ? nullptr : &found->second;
}

void LoadedPrograms::add(LoadedProgram program) {
    if (least_recent_.size() >= most_programs) {
        programs_.erase(least_recent_.front());
        least_recent_.pop_front();
    }
    const Config config = program.plan.config;
    if (programs_.emplace(config, std::move(program)).second) least_recent_.push_back(config);
}

}  // namespace hone
