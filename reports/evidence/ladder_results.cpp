// SPDX-License-Identifier: MIT
// Trials do not say which step they are: a step is known by what it sets, which the space's text
// says line by line under [ladder].
#include "reports/evidence/ladder_results.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>

#include "reports/text/describe.hpp"

namespace hone {
namespace {

struct Named {
    std::string name;
    std::vector<std::pair<std::string, std::string>> sets;
};

// The lines of [ladder]: "name" = { A = 1, KIND = "fast" }.
std::vector<Named> named_steps(const std::string& space) {
    static const std::regex step(R"re(^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=\s*\{(.*)\})re");
    static const std::regex setting(R"re(([A-Za-z_]\w*)\s*=\s*("[^"]*"|'[^']*'|[^,}\s]+))re");
    std::vector<Named> steps;
    bool inside = false;
    std::istringstream lines(space);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("[")) inside = line.starts_with("[ladder]");
        std::smatch found;
        if (!inside || !std::regex_search(line, found, step)) continue;
        Named& named = steps.emplace_back();
        named.name = found[1].matched ? found[1] : found[2].matched ? found[2] : found[3];
        const std::string body = found[4];
        for (std::sregex_iterator at(body.begin(), body.end(), setting), end; at != end; ++at) {
            std::string value = (*at)[2];
            if (value.front() == '"' || value.front() == '\'')
                value = value.substr(1, value.size() - 2);
            named.sets.emplace_back((*at)[1], value);
        }
    }
    return steps;
}

bool holds(const Named& step, const nlohmann::ordered_json& config) {
    for (const auto& [name, value] : step.sets) {
        if (!config.contains(name)) return false;
        const auto& set = config.at(name);
        if ((set.is_string() ? set.get<std::string>() : set.dump()) != value) return false;
    }
    return true;
}

// The run of the last climb.
std::optional<std::size_t> last_climb(const Account& account) {
    std::optional<std::size_t> last;
    for (const Shot& shot : account.shots)
        if (shot.purpose == Purpose::ladder && (!last || shot.run > *last)) last = shot.run;
    return last;
}

}  // namespace

std::vector<Climbed> rungs_of(const Account& account, const std::string& space) {
    const auto run = last_climb(account);
    if (!run) return {};
    const std::vector<Named> steps = named_steps(space);
    std::vector<Climbed> rungs;
    std::size_t next = 0;
    for (const Shot& shot : account.shots) {
        if (shot.run != *run || shot.purpose != Purpose::ladder) continue;
        const auto config = stored_json(shot.config);
        std::size_t at = next;
        while (at < steps.size() && !holds(steps[at], config)) ++at;
        const bool known = at < steps.size();
        rungs.push_back({known ? steps[at].name : "as near as is legal", &shot});
        if (known) next = at + 1;
    }
    return rungs;
}

}  // namespace hone
