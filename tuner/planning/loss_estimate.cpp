// SPDX-License-Identifier: MIT
// Uses the catalog and the time model that also answer applications.
#include "tuner/planning/loss_estimate.hpp"

#include <algorithm>
#include <utility>

#include "db/lookup/read_catalog.hpp"
#include "db/model/canonical_json.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/fast_in_related.hpp"
#include "tuner/planning/likely_bests.hpp"
#include "tuner/planning/untimed_configs.hpp"

namespace hone {
namespace {

// A query of an application that can rewrite programs.
Query query_of(const std::string& what, const Device& device, const Problem& problem) {
    return {what, device, problem.precision, settings_of(problem), Rewriting::yes};
}

// The same query in each related precision.
std::vector<Query> related_queries(const Query& query) {
    std::vector<Query> related;
    for (std::string& precision : known_precisions()) {
        if (precision == query.precision || !are_related(precision, query.precision)) continue;
        related.push_back(query);
        related.back().precision = std::move(precision);
    }
    return related;
}

}  // namespace

const std::string& name_asked_for(const std::vector<Space>& spaces) {
    return spaces.size() == 1 ? spaces.front().name : spaces.front().routine;
}

LossEstimate::LossEstimate(Store& store)
    : catalog_(lookup::read_catalog({store.connection().file()}, lookup::Trust::stored)) {}

std::optional<ExpectedLoss> LossEstimate::at(const std::string& what, const Device& device,
                                             const Problem& problem) {
    return expected_loss(catalog_, query_of(what, device, problem), times_);
}

std::set<std::string> LossEstimate::far_behind(const std::string& what, const Device& device,
                                               const Problem& problem) {
    constexpr double times = 2;
    const Query query = query_of(what, device, problem);
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog_, query, none, times_);
    std::set<std::string> kernels;
    for (const std::size_t version : hone::far_behind(ranking, times))
        kernels.insert(catalog_.versions[version].name);
    return kernels;
}

std::vector<StoredConfig> LossEstimate::untimed(const std::string& what, const Device& device,
                                                const Problem& problem) {
    constexpr std::size_t most = 8;  // over all kernels; another problem teaches more
    constexpr std::size_t most_related = 3;
    const Query query = query_of(what, device, problem);
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog_, query, none, times_);
    const std::vector<Query> queries = related_queries(query);
    std::vector<lookup::ConfigRanking> related;
    for (const Query& each : queries) related.emplace_back(catalog_, each, none, times_);
    std::vector<StoredConfig> configs;
    const auto add = [&](const auto& each) {
        StoredConfig config{catalog_.versions[each.version].name, canonical(each.config)};
        if (configs.size() < most && std::ranges::find(configs, config) == configs.end())
            configs.push_back(std::move(config));
    };
    std::ranges::for_each(fast_in_related(ranking, related, most_related), add);
    std::ranges::for_each(untimed_configs(ranking, most), add);
    return configs;
}

}  // namespace hone
