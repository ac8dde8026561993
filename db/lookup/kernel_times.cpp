// SPDX-License-Identifier: MIT
// A model of a few hundred measurements takes at most ten milliseconds to fit, and one or two per
// query. If there are more measurements, it first learns all those of the configs that are the
// fastest somewhere, then those of the second fastest, and so on. Configs without a learned
// measurement are never returned.
#include "db/lookup/kernel_times.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <queue>
#include <set>

#include "db/lookup/config_features.hpp"
#include "db/lookup/same_programs.hpp"
#include "db/recipe/config_check.hpp"
#include "db/recipe/launch_geometry.hpp"
#include "db/recipe/variables.hpp"

namespace hone::lookup {

/// One measurement before it enters the model.
struct KernelTimes::Measured {
    std::size_t config, device;
    ProblemPoint point;
    double ns;
    std::size_t rank = 0;  // number of faster configs on its device and problem, without twins
};

namespace {

constexpr std::size_t most_measurements = 768;

bool same_problem(const ProblemPoint& a, const ProblemPoint& b) {
    return a.arguments == b.arguments;
}

}  // namespace

KernelTimes::KernelTimes(const Catalog& catalog, const TimesKey& key)
    : compute_units_(key.compute_units) {
    std::vector<Measured> all;
    collect(catalog, key, all);
    if (!all.empty()) fit(catalog, std::move(all));
}

void KernelTimes::collect(const Catalog& catalog, const TimesKey& key, std::vector<Measured>& all) {
    const auto similarity = [&](std::size_t device, const std::string& uuid) {
        const bool same_board = !key.uuid.empty() && uuid == key.uuid;
        return same_board ? std::max(key.devices[device], DeviceSimilarity::board)
                          : key.devices[device];
    };
    for (const StoredTiming& timing : rows_of(catalog.timings, {key.version, key.precision})) {
        const auto similar = similarity(timing.device, timing.uuid);
        if (similar == DeviceSimilarity::none) continue;
        if (key.math == Math::exact && relax_math(timing.options)) continue;
        if (auto row = to_row(catalog, timing))
            add(std::move(*row), nullptr, similar, all).right_elsewhere |= timing.right_elsewhere;
    }
    for (const CoverConfig& cover : catalog.covers) {
        if (by_version_and_precision(cover.row) != VersionAndPrecision{key.version, key.precision})
            continue;
        const auto similar = similarity(cover.row.device, cover.row.uuid);
        for (const CoveredProblem& covered : cover.problems) {
            if (similar == DeviceSimilarity::none) break;
            TunedRow row = cover.row;
            row.point = covered.point;
            row.ns = covered.ns;
            add(std::move(row), similar >= DeviceSimilarity::board ? &cover : nullptr, similar, all)
                .right_elsewhere = true;
        }
    }
}

ModelConfig& KernelTimes::add(TunedRow row, const CoverConfig* cover, DeviceSimilarity similarity,
                              std::vector<Measured>& all) {
    const auto [entry, fresh] = index_.try_emplace({row.config_text, row.options}, configs_.size());
    if (fresh) configs_.push_back({row, {}, cover, similarity});
    ModelConfig& config = configs_[entry->second];
    if (cover) config.cover = cover;
    if (similarity > config.similarity) {
        config.row = row;
        config.problems.clear();
        config.similarity = similarity;
    }
    if (similarity == config.similarity) config.problems.push_back({row.point, row.ns});
    all.push_back({entry->second, row.device, std::move(row.point), row.ns});
    return config;
}

// Ranks the measurements of each device and problem. Problems of one size differ only in their
// layouts; they are few, so a linear search suffices. A slower twin adds little information and
// gets the last rank.
void KernelTimes::rank(const Recipe& recipe, std::vector<Measured>& all) const {
    struct Ranked {
        const Measured* fastest;
        std::size_t count = 0;
        std::set<TwinKey::Key> twins = {};
    };
    const TwinKey twin_key(recipe);
    const auto size_of = [](const Measured& one) { return std::tie(one.device, one.point.logs); };
    std::ranges::stable_sort(all, {}, &Measured::ns);
    std::ranges::stable_sort(all, {}, size_of);
    std::vector<Ranked> of_size;
    for (Measured& one : all) {
        if (!of_size.empty() && size_of(*of_size.front().fastest) != size_of(one)) of_size.clear();
        auto problem = std::ranges::find_if(of_size, [&](const Ranked& ranked) {
            return same_problem(ranked.fastest->point, one.point);
        });
        if (problem == of_size.end()) problem = of_size.insert(problem, {.fastest = &one});
        const auto key = twin_key.of(configs_[one.config].row.parameters);
        const bool has_faster_twin = !problem->twins.insert(key).second;
        one.rank = has_faster_twin ? all.size() : problem->count++;
    }
}

// Slow times of a config that is fast elsewhere matter as much as its fast times: without them the
// config would seem to be fast everywhere.
void KernelTimes::sort_by_worth(const Recipe& recipe, std::vector<Measured>& all) const {
    rank(recipe, all);
    std::ranges::stable_sort(all, {}, &Measured::rank);
    std::map<std::size_t, std::size_t> best_rank;  // by config
    for (const Measured& one : all) best_rank.try_emplace(one.config, one.rank);
    std::ranges::stable_sort(all, {},
                             [&](const Measured& one) { return best_rank.at(one.config); });
}

void KernelTimes::fit(const Catalog& catalog, std::vector<Measured> all) {
    const TunedRow& first = configs_.front().row;
    const Recipe& recipe = catalog.versions[first.version].recipe;
    sort_by_worth(recipe, all);
    std::map<std::size_t, prediction::DevicePeaks> peaks;
    std::vector<prediction::Timing> timings;
    std::vector<std::size_t> devices;
    std::vector<prediction::ProblemFeatures> problems;
    for (const Measured& one : all) {
        const Device& device = catalog.devices[one.device];
        const auto variables = variable_values(recipe, configs_[one.config].row.parameters,
                                               one.point.arguments, device, first.precision);
        const auto launch = geometry_of(recipe, variables, one.point.work, device.compute_units);
        if (!launch) continue;
        peaks[one.device].add(*launch, one.ns);
        if (timings.size() == most_measurements) continue;
        auto coordinates = features_of(recipe, one.point);
        const auto known = std::ranges::find(problems, coordinates);
        const auto problem = static_cast<std::size_t>(known - problems.begin());
        if (known == problems.end()) problems.push_back(std::move(coordinates));
        // Estimates add the cost of ignored advice, so the model learns times without it.
        const double ns = one.ns / std::exp2(cost_of_advice(recipe, variables));
        timings.push_back({one.config, problem, *launch, {}, ns});
        configs_[one.config].learned = true;
        devices.push_back(one.device);
    }
    if (timings.empty()) return;
    for (std::size_t i = 0; i < timings.size(); ++i) timings[i].peaks = peaks[devices[i]];
    const auto nearest = std::ranges::max_element(configs_, {}, &ModelConfig::similarity);
    peaks_ =
        peaks.contains(nearest->row.device) ? peaks[nearest->row.device] : timings.front().peaks;
    std::ranges::move(of_same_programs(catalog, configs_), std::back_inserter(configs_));
    std::vector<prediction::ConfigFeatures> points;
    for (const ModelConfig& config : configs_)
        points.push_back(config_features(config.row.parameters));
    model_ =
        std::make_unique<prediction::TimeModel>(std::move(points), std::move(problems), timings);
}

/// A cheap estimate of a config's time, in log2 of nanoseconds: its mean, and a lower bound of its
/// time with the uncertainty included.
struct KernelTimes::Rough {
    std::size_t config;
    double mean, least;
};

// Branch and bound: a config whose lower bound is above the 12th best exact time needs no exact
// variance, which would cost a system of equations. Only the first 12 are exactly sorted.
std::vector<KernelTimes::ExpectedTime> KernelTimes::with_doubt(
    std::vector<Rough> all, const std::function<double(std::size_t)>& expected,
    const std::function<bool(std::size_t)>& runs, std::size_t looked_at) const {
    constexpr std::size_t in_order = 12;
    std::ranges::stable_sort(all, {}, &Rough::least);
    std::vector<ExpectedTime> estimates;
    std::priority_queue<double> first;
    std::size_t looked = 0;
    for (const auto& [config, mean, least] : all) {
        const bool contends =
            looked < looked_at && (first.size() < in_order || least <= first.top());
        const double time = contends ? expected(config) : mean + model_->most_doubt();
        estimates.push_back({config, time});
        if (!contends || !runs(config)) continue;
        ++looked;
        first.push(time);
        if (first.size() > in_order) first.pop();
    }
    std::ranges::stable_sort(estimates, {}, &ExpectedTime::expected);
    return estimates;
}

std::vector<KernelTimes::ExpectedTime> KernelTimes::expected_times(const Recipe& recipe,
                                                                   const ProblemPoint& problem,
                                                                   std::vector<Number> variables,
                                                                   std::size_t looked_at) const {
    if (!model_) return {};
    std::vector<Rough> all;
    prediction::TimeModel::At at(*model_, features_of(recipe, problem));
    std::map<std::size_t, std::pair<prediction::LaunchGeometry, double>> launches;  // with advice
    const auto runs = [&](std::size_t config) {
        std::ranges::copy(configs_[config].row.parameters, variables.begin());
        return may_run(recipe, variables);
    };
    const auto is_launched_as = [&](std::size_t config, const prediction::LaunchGeometry& launch) {
        const auto known = launches.find(config);
        return known != launches.end() && known->second.first == launch && runs(config);
    };
    for (std::size_t c = 0; c < configs_.size(); ++c) {
        if (!configs_[c].right_elsewhere || !configs_[c].learned) continue;
        std::ranges::copy(configs_[c].row.parameters, variables.begin());
        const auto launch = launch_of(recipe, problem, variables);
        if (!launch) continue;
        const double cost = cost_of_advice(recipe, variables);
        if (configs_[c].program_of && is_launched_as(*configs_[c].program_of, *launch)) continue;
        const double mean = at.mean(c, *launch, peaks_) + cost;
        all.push_back({c, mean, mean + at.least_doubt(c)});
        launches.emplace(c, std::pair(*launch, cost));
    }
    const auto expected = [&](std::size_t config) {
        const auto& [launch, cost] = launches[config];
        return at.predict(config, launch, peaks_).expected() + cost;
    };
    return with_doubt(std::move(all), expected, runs, looked_at);
}

// Only looks at the configs with the smallest means, which are quick to compute.
std::optional<double> KernelTimes::reached(const Recipe& recipe, const ProblemPoint& problem,
                                           std::vector<Number> variables) const {
    constexpr std::size_t few = 12;
    if (!model_) return std::nullopt;
    prediction::TimeModel::At at(*model_, features_of(recipe, problem));
    std::multimap<double, prediction::ConfigLaunch> by_mean;
    for (std::size_t c = 0; c < configs_.size(); ++c) {
        std::ranges::copy(configs_[c].row.parameters, variables.begin());
        const auto launch = launch_of(recipe, problem, variables);
        if (launch && may_run(recipe, variables))
            by_mean.emplace(at.mean(c, *launch, peaks_), prediction::ConfigLaunch{c, *launch});
    }
    std::optional<double> least;
    std::size_t asked = 0;
    for (const auto& [mean, config] : by_mean) {
        if (asked++ == few) break;
        const double variance = at.predict(config.config, config.launch, peaks_).variance;
        const double reached = mean - std::sqrt(variance);
        least = std::min(least.value_or(reached), reached);
    }
    return least;
}

std::size_t KernelTimes::problems() const {
    std::set<std::vector<double>> sizes;
    for (const ModelConfig& config : configs_)
        for (const TimedProblem& timed : config.problems) sizes.insert(timed.point.logs);
    return sizes.size();
}

std::optional<prediction::LaunchGeometry> KernelTimes::launch_of(
    const Recipe& recipe, const ProblemPoint& problem, std::span<const Number> variables) const {
    return geometry_of(recipe, variables, problem.work, compute_units_);
}

KernelTimes::Contenders KernelTimes::contenders(const Recipe& recipe, const ProblemPoint& problem,
                                                const std::vector<Number>& variables,
                                                std::size_t most) const {
    constexpr std::size_t looked_at = 48;
    Contenders found;
    found.timed = static_cast<std::size_t>(std::ranges::count_if(
        configs_, [](const ModelConfig& config) { return !config.program_of; }));
    if (!model_) return found;
    std::vector<prediction::ConfigLaunch> launches;
    for (const auto& [config, expected] : expected_times(recipe, problem, variables, looked_at)) {
        if (launches.size() == most) break;
        std::vector<Number> values = variables;
        std::ranges::copy(configs_[config].row.parameters, values.begin());
        const auto launch = launch_of(recipe, problem, values);
        if (!launch || !may_run(recipe, values)) continue;
        launches.push_back({config, *launch});
        found.advice.push_back(cost_of_advice(recipe, values));
        found.configs.push_back(config);
        found.expected.push_back(expected);
    }
    prediction::TimeModel::At at(*model_, features_of(recipe, problem));
    found.times = at.joint(launches, peaks_);
    for (std::size_t i = 0; i < launches.size(); ++i) found.times.means[i] += found.advice[i];
    return found;
}

const KernelTimes& TimesCache::of(const Catalog& catalog, const TimesKey& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = times_.find(key);
    return found != times_.end() ? found->second
                                 : times_.try_emplace(key, catalog, key).first->second;
}

}  // namespace hone::lookup
