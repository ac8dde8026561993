// SPDX-License-Identifier: MIT
// Trials do not store the name of their step. A step is recognized by its values, which the space's
// text lists line by line under [ladder].
#include "reports/evidence/ladder_results.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>

#include "reports/text/describe.hpp"

namespace hone {
namespace {

struct NamedStep {
    std::string name;
    std::vector<std::pair<std::string, std::string>> sets;
};

// Reads the lines of [ladder]: "name" = { A = 1, KIND = "fast" }.
std::vector<NamedStep> named_steps(const std::string& space) {
    static const std::regex step(R"re(^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=\s*\{(.*)\})re");
    static const std::regex setting(R"re(([A-Za-z_]\w*)\s*=\s*("[^"]*"|'[^']*'|[^,}\s]+))re");
    constexpr std::size_t longest = 4096;  // std::regex recurses for each character
    std::vector<NamedStep> steps;
    bool inside = false;
    std::istringstream lines(space);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("[")) inside = line.starts_with("[ladder]");
        std::smatch found;
        if (!inside || line.size() > longest || !std::regex_search(line, found, step)) continue;
        NamedStep& parsed = steps.emplace_back();
        parsed.name = found[1].matched ? found[1] : found[2].matched ? found[2] : found[3];
        const std::string body = found[4];
        for (std::sregex_iterator at(body.begin(), body.end(), setting), end; at != end; ++at) {
            std::string value = (*at)[2];
            if (value.front() == '"' || value.front() == '\'')
                value = value.substr(1, value.size() - 2);
            parsed.sets.emplace_back((*at)[1], value);
        }
    }
    return steps;
}

bool holds(const NamedStep& step, const nlohmann::ordered_json& config) {
    for (const auto& [name, value] : step.sets) {
        if (!config.contains(name)) return false;
        const auto& set = config.at(name);
        if ((set.is_string() ? set.get<std::string>() : set.dump()) != value) return false;
    }
    return true;
}

// The latest run of `hone ladder`.
std::optional<std::size_t> last_ladder_run(const KernelResults& results) {
    std::optional<std::size_t> last;
    for (const TrialSummary& trial : results.trials)
        if (trial.purpose == Purpose::ladder && (!last || trial.run > *last)) last = trial.run;
    return last;
}

}  // namespace

std::vector<LadderStepResult> ladder_results(const KernelResults& results,
                                             const std::string& space) {
    const auto run = last_ladder_run(results);
    if (!run) return {};
    const std::vector<NamedStep> steps = named_steps(space);
    const auto is_of_ladder = [&](const TrialSummary& trial) {
        return trial.run == *run && trial.purpose == Purpose::ladder;
    };
    // For an illegal step the nearest config is timed, so its values may differ from the step's.
    const auto timed = std::ranges::count_if(results.trials, is_of_ladder);
    const bool all_were_timed = static_cast<std::size_t>(timed) == steps.size();
    std::vector<LadderStepResult> timed_steps;
    std::size_t next = 0;
    for (const TrialSummary& trial : results.trials) {
        if (!is_of_ladder(trial)) continue;
        if (all_were_timed) {
            timed_steps.push_back({steps[timed_steps.size()].name, &trial});
            continue;
        }
        const auto config = stored_json(trial.config);
        std::size_t at = next;
        while (at < steps.size() && !holds(steps[at], config)) ++at;
        const bool known = at < steps.size();
        timed_steps.push_back({known ? steps[at].name : "the nearest legal config", &trial});
        if (known) next = at + 1;
    }
    return timed_steps;
}

}  // namespace hone
