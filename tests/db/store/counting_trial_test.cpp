// SPDX-License-Identifier: MIT
// The view latest_trial and add_newer() are one rule: they agree on random sequences of trials.
#include "db/model/counting_trial.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "db/store/named_rows.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// What the view tells of the trial that counts.
struct CountingRow {
    std::string config;
    Outcome outcome = Outcome::ok;
    bool careful = false;
    double median_ns = 0;
};
template <class Visit>
void fields(CountingRow& row, Visit& visit) {
    visit("config", row.config), visit("outcome", row.outcome);
    visit("careful", row.careful), visit("median_ns", row.median_ns);
}

std::string text_of(Outcome outcome, bool careful, double median_ns) {
    return std::string(word(outcome)) + (careful ? ", careful, " : ", ") +
           std::to_string(median_ns);
}

using Told = std::map<std::string, std::string>;  // by config

Told told_by_view(Store& store) {
    Told told;
    NamedRows<CountingRow> rows(store.connection(), "SELECT * FROM latest_trial");
    while (const auto row = rows.next())
        told.emplace(row->config, text_of(row->outcome, row->careful, row->median_ns));
    return told;
}

Told told_by_rule(const std::vector<Trial>& trials) {
    std::map<std::string, Trial> counting;
    for (const Trial& trial : trials) add_newer(counting, trial.config, trial);
    Told told;
    for (const auto& [config, trial] : counting)
        if (!is_device_failure(trial))
            told.emplace(config,
                         text_of(trial.outcome, is_careful(trial.purpose), trial.time.median));
    return told;
}

/// Draws trials of which about half are correct, with few different times, so that some are equal.
class TrialSource {
  public:
    Trial draw(const std::string& run, std::int64_t config) {
        constexpr Purpose purposes[] = {Purpose::search, Purpose::search, Purpose::final,
                                        Purpose::check, Purpose::audit};
        constexpr Outcome failures[] = {Outcome::wrong, Outcome::crash, Outcome::timeout};
        constexpr AtFault faults[] = {AtFault::config, AtFault::device, AtFault::time_limit};
        Trial trial = samples::trial(run, config, 1000 + 100 * below(4));
        if (below(2) == 0) {
            trial = wrong(run, config);
            trial.outcome = failures[below(std::size(failures))];
            trial.at_fault = faults[below(std::size(faults))];
        }
        trial.purpose = purposes[below(std::size(purposes))];
        now_ += below(2);  // two trials may have the same time
        trial.started = now_;
        return trial;
    }
    std::int64_t below(std::size_t limit) { return static_cast<std::int64_t>(random_() % limit); }

  private:
    std::mt19937 random_{20261130};
    std::int64_t now_ = 1'700'000'000'000;
};

}  // namespace

TEST_CASE("the view and the code agree on the trial that counts") {
    Store store(":memory:");
    const MeasurementKey key = samples::key(store);
    TrialSource source;
    constexpr std::size_t configs = 300;
    store.in_transaction([&] {
        for (int round = 0; round < 3; ++round) {
            const Run run = store.start(samples::run(key));
            for (std::size_t i = 0; i < 2 * configs; ++i)
                store.add(source.draw(run.id, source.below(configs)));
        }
    });
    const Told expected = told_by_rule(store.trials(key));
    CHECK(expected.size() > configs / 2);
    const Told told = told_by_view(store);
    CHECK(told.size() == expected.size());
    for (const auto& [config, text] : expected) {
        INFO(config);
        CHECK(told.contains(config));
        if (told.contains(config)) CHECK(told.at(config) == text);
    }
}
