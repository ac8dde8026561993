// SPDX-License-Identifier: MIT
// The table of routines: a new routine is one line here.
#include "kernels/workload/routines.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace hone {
namespace {

struct Routine {
    std::string_view name;
    std::unique_ptr<Workload> (*make)(const Space&, const Problem&, const WorkloadContext&);
    std::vector<Problem> (*ragged)(const Problem&);
};

constexpr std::array<Routine, 2> routines{{
    {"gemm", make_gemm, ragged_gemm},
    {"reduction", make_reduction, ragged_reduction},
}};

const Routine* find(std::string_view name) {
    const auto found = std::ranges::find(routines, name, &Routine::name);
    return found == routines.end() ? nullptr : &*found;
}

}  // namespace

bool is_routine(std::string_view name) {
    return find(name) != nullptr;
}

std::unique_ptr<Workload> make_workload(const Space& space, const Problem& problem,
                                        const WorkloadContext& context) {
    const Routine* routine = find(problem.routine);
    return (routine != nullptr ? routine->make : make_custom)(space, problem, context);
}

std::vector<Problem> ragged_problems(const Problem& problem) {
    const Routine* routine = find(problem.routine);
    return routine != nullptr ? routine->ragged(problem) : std::vector<Problem>{};
}

}  // namespace hone
