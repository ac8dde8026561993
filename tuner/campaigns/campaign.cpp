// SPDX-License-Identifier: MIT
// Turns options into the setup of a bench.
#include "tuner/campaigns/campaign.hpp"

#include <algorithm>

#include "spaces/space/known_names.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/kernel_text.hpp"

namespace hone {
namespace {

const std::string usual_precision = "f32";

bool bounded_by_memory(const LocalDevice& device, const Space& space, const Problem& problem) {
    const Names known = known_names(device.device, problem);
    const auto first = first_candidate(space, known);
    return first && is_memory_bound(make_plan(space, *first, known));
}

bool is_cold(const MeasureOptions& options, const LocalDevice& device, const Space& space,
             const Problem& problem) {
    return options.cold ? *options.cold : bounded_by_memory(device, space, problem);
}

// The kernels of a routine take the same problem, but not every kernel computes in every precision.
const Space* space_in(const std::vector<Space>& spaces, const std::string& precision) {
    const auto found = std::ranges::find_if(spaces, [&](const Space& space) {
        return std::ranges::find(space.precisions, precision) != space.precisions.end();
    });
    return found != spaces.end() ? &*found : nullptr;
}

// A space with all precisions of the routine: each is supported by at least one kernel.
Space with_all_precisions(const std::vector<Space>& spaces) {
    Space whole = spaces.front();
    whole.name = whole.routine;
    whole.precisions = known_precisions();
    std::erase_if(whole.precisions,
                  [&](const std::string& precision) { return !space_in(spaces, precision); });
    return whole;
}

// For a user's own kernel the first precision is the default.
std::string precision_or_usual(const std::vector<Space>& spaces, const std::string& precision) {
    const bool usual = precision.empty() && is_routine_of_hone(spaces.front().routine);
    return usual && space_in(spaces, usual_precision) ? usual_precision : precision;
}

}  // namespace

BenchSetup bench_setup(const MeasureOptions& options, const LocalDevice& device, const Space& space,
                       const Problem& problem) {
    return {.device = device,
            .kernel = kernel_of(space),
            .space = space,
            .problem = problem,
            .seed = options.seed,
            .cold = is_cold(options, device, space, problem),
            .options = options.build_options};
}

ConditionsOf conditions_of_measurements(const MeasureOptions& options, const LocalDevice& device) {
    return [options, device](const Space& space, const Problem& problem) {
        return Conditions{is_cold(options, device, space, problem), options.build_options};
    };
}

const Space& space_for(const std::vector<Space>& spaces, const std::string& precision) {
    const Space* space = space_in(spaces, precision_or_usual(spaces, precision));
    return space ? *space : spaces.front();
}

Problem problem_for(const std::vector<Space>& spaces, const std::string& precision,
                    const Names& arguments) {
    const bool none_has_it = !precision.empty() && !space_in(spaces, precision);
    if (none_has_it && spaces.size() > 1)  // list the precisions of all kernels
        return make_problem(with_all_precisions(spaces), precision, arguments);
    return make_problem(space_for(spaces, precision), precision_or_usual(spaces, precision),
                        arguments);
}

}  // namespace hone
