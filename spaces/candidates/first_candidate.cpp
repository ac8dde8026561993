// SPDX-License-Identifier: MIT
// Depth-first search, in the order in which a diagram numbers its choices. If a frontier has no
// continuation, other prefixes with the same frontier are skipped.
#include <utility>

#include "spaces/candidates/candidates.hpp"
#include "spaces/candidates/constraint_reader.hpp"
#include "spaces/candidates/level_program.hpp"
#include "spaces/candidates/numbered_rows.hpp"

namespace hone {
namespace {

constexpr std::size_t most_frontiers = std::size_t{1} << 18U;  // of all levels

/// The first choice of one group.
class FirstChoice {
  public:
    FirstChoice(ConstraintReader& reading, const ParameterGroup& group)
        : domains_(reading.domains()),
          programs_(compile(reading.graph(), group.roots, group.order)) {
        for (const LevelProgram& program : programs_) {
            levels_.emplace_back(program);
            tried_.emplace_back(program.outputs.size());
        }
    }

    /// Writes the choice into the parameters of the group.
    bool find(Config& config) { return find_from(0, nullptr, config); }
    /// Whether the search stopped at its limit without a result.
    bool gave_up() const { return frontiers_ > most_frontiers; }

  private:
    bool find_from(std::size_t level, const Number* before, Config& config) {
        if (level == levels_.size()) return true;
        const std::size_t variable = programs_[level].variable;
        const auto& [values, value_indices] = domains_;
        for (std::size_t v = 0; v < values[variable].size() && !gave_up(); ++v) {
            const Number* const after = levels_[level].choose(before, values[variable][v]);
            if (!after || !is_new(level, after)) continue;
            config[variable] = value_indices[variable][v];
            if (find_from(level + 1, after, config)) return true;
        }
        return false;
    }

    bool is_new(std::size_t level, const Number* frontier) {
        NumberedRows<Number>& tried = tried_[level];
        const std::size_t before = tried.size();
        tried.number(frontier);
        frontiers_ += tried.size() - before;
        return tried.size() > before;
    }

    const Domains& domains_;
    std::vector<LevelProgram> programs_;
    std::vector<LevelRunner> levels_;
    std::vector<NumberedRows<Number>> tried_;  // the frontiers visited after each level
    std::size_t frontiers_ = 0;
};

}  // namespace

std::optional<Config> first_candidate(const Space& space, const Names& known) {
    ConstraintReader reading(space, known, {});
    if (reading.empty()) return std::nullopt;
    Config config;
    for (const auto& value_indices : reading.domains().value_indices)
        config.push_back(value_indices.front());
    for (const ParameterGroup& group : reading.groups()) {
        FirstChoice choice(reading, group);
        if (choice.find(config)) continue;
        if (!choice.gave_up()) return std::nullopt;
        const Candidates all(space, known);
        return all.empty() ? std::nullopt : std::optional(all.at(0));
    }
    return config;
}

}  // namespace hone
