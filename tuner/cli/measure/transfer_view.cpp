// SPDX-License-Identifier: MIT
// One table, printed as text or as JSON.
#include "tuner/cli/measure/transfer_view.hpp"

#include <fmt/format.h>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

std::string outcome_words(const TransferredConfig& config) {
    const std::string outcome(word(config.trial.outcome));
    if (config.trial.outcome != Outcome::ok)
        return fmt::format("{}: {}", outcome, first_line(config.trial.message));
    return config.adopted ? outcome + ": now the best" : outcome;
}

Row row_of(const TransferredConfig& config) {
    const Trial& trial = config.trial;
    const bool ok = trial.outcome == Outcome::ok;
    const double share = ok && config.own_best_ns > 0 ? config.own_best_ns / trial.time.median : 0;
    return {config.device,
            config.kernel,
            problem_words(config.problem),
            config.from,
            ok ? Cell{with_spread(trial.time), trial.time.median} : Cell(),
            share > 0 ? Cell{human::percent(share), share} : Cell(),
            outcome_words(config)};
}

}  // namespace

void print_transfer(const std::vector<TransferredConfig>& transferred, bool as_json) {
    Table table{{{"device"},
                 {"kernel"},
                 {"problem"},
                 {"best of"},
                 {"time", Align::right, "ns"},
                 {"of its own best", Align::right},
                 {"outcome"}}};
    for (const TransferredConfig& config : transferred) table.rows.push_back(row_of(config));
    if (as_json)
        put("{}", hone::as_json(table));
    else if (!table.rows.empty())
        put("{}", as_text(table));
}

}  // namespace hone::cli
