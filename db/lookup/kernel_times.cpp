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

/// The index of a problem, which is added if it is new.
std::size_t index_in(std::vector<prediction::ProblemFeatures>& problems,
                     prediction::ProblemFeatures problem) {
    const auto known = std::ranges::find(problems, problem);
    const auto index = static_cast<std::size_t>(known - problems.begin());
    if (known == problems.end()) problems.push_back(std::move(problem));
    return index;
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

/// A measurement with the launch that it timed.
struct KernelTimes::MeasuredLaunch {
    const Measured* measured;
    prediction::LaunchGeometry launch;
    double advice;  // log2 of time: the part for ignored advice
};

const Recipe& KernelTimes::recipe_of_all(const Catalog& catalog) const {
    return catalog.versions[configs_.front().row.version].recipe;
}

std::vector<KernelTimes::MeasuredLaunch> KernelTimes::launches_of(
    const Catalog& catalog, const std::vector<Measured>& all) const {
    const Recipe& recipe = recipe_of_all(catalog);
    std::vector<MeasuredLaunch> launches;
    for (const Measured& one : all) {
        const Device& device = catalog.devices[one.device];
        const TunedRow& row = configs_[one.config].row;
        const auto variables = variable_values(recipe, row.parameters, one.point.arguments, device,
                                               configs_.front().row.precision);
        if (const auto launch =
                geometry_of(recipe, variables, one.point.work, device.compute_units))
            launches.push_back({&one, *launch, cost_of_advice(recipe, variables)});
    }
    return launches;
}

// All measurements tell how fast a device can be. The model learns the most valuable ones.
void KernelTimes::fit(const Catalog& catalog, std::vector<Measured> all) {
    const Recipe& recipe = recipe_of_all(catalog);
    sort_by_worth(recipe, all);
    const std::vector<MeasuredLaunch> launches = launches_of(catalog, all);
    if (launches.empty()) return;
    std::map<std::size_t, prediction::DevicePeaks> peaks;  // by device
    for (const MeasuredLaunch& one : launches)
        peaks[one.measured->device].add(one.launch, one.measured->ns);
    const auto nearest = std::ranges::max_element(configs_, {}, &ModelConfig::similarity);
    peaks_ = peaks.contains(nearest->row.device) ? peaks.at(nearest->row.device)
                                                 : peaks.at(launches.front().measured->device);
    std::vector<prediction::Timing> timings;
    std::vector<prediction::ProblemFeatures> problems;
    for (const auto& [measured, launch, advice] :
         std::span(launches).first(std::min(launches.size(), most_measurements))) {
        configs_[measured->config].learned = true;
        const std::size_t problem = index_in(problems, features_of(recipe, measured->point));
        // Estimates add the cost of ignored advice, so the model learns times without it.
        timings.push_back({measured->config, problem, launch, peaks.at(measured->device),
                           measured->ns / std::exp2(advice)});
    }
    std::ranges::move(of_same_programs(catalog, configs_), std::back_inserter(configs_));
    std::vector<prediction::ConfigFeatures> points;
    for (const ModelConfig& config : configs_)
        points.push_back(config_features(config.row.parameters));
    model_ =
        std::make_unique<prediction::TimeModel>(std::move(points), std::move(problems), timings);
}

/// Estimates the times of a kernel's configs for one problem.
class KernelTimes::Estimates {
  public:
    Estimates(const KernelTimes& times, const Recipe& recipe, const ProblemPoint& problem,
              std::vector<Number> variables)
        : times_(times),
          recipe_(recipe),
          problem_(problem),
          variables_(std::move(variables)),
          predictor_(*times.model_, features_of(recipe, problem)) {}

    // Branch and bound: a config whose lower bound is above the 12th best exact time needs no exact
    // variance, which would cost a system of equations. Only the first 12 are exactly sorted.
    std::vector<ExpectedTime> by_time(std::size_t looked_at) {
        constexpr std::size_t in_order = 12;
        std::vector<Rough> all = rough();
        std::ranges::stable_sort(all, {}, &Rough::lower_bound);
        std::vector<ExpectedTime> estimates;
        std::priority_queue<double> first;  // the best exact times, the slowest on top
        std::size_t looked = 0;
        for (const Rough& one : all) {
            const bool contends =
                looked < looked_at && (first.size() < in_order || one.lower_bound <= first.top());
            const double time = contends ? exact(one) : one.mean + times_.model_->most_penalty();
            estimates.push_back({one.config, time});
            if (!contends || !runs(one.config)) continue;
            ++looked;
            first.push(time);
            if (first.size() > in_order) first.pop();
        }
        std::ranges::stable_sort(estimates, {}, &ExpectedTime::expected);
        return estimates;
    }

  private:
    /// A config with a cheap estimate of its time, in log2 of nanoseconds.
    struct Rough {
        std::size_t config;
        prediction::LaunchGeometry launch;
        double advice;       // the part for ignored advice
        double mean;         // with that part
        double lower_bound;  // of the time with its uncertainty
    };

    std::vector<Rough> rough() {
        std::vector<Rough> all;
        std::vector<std::size_t> index(times_.configs_.size(), none);  // in `all`, by config
        for (std::size_t c = 0; c < times_.configs_.size(); ++c) {
            const ModelConfig& config = times_.configs_[c];
            if (!config.right_elsewhere || !config.learned) continue;
            set_parameters(c);
            const auto launch = times_.launch_of(recipe_, problem_, variables_);
            if (!launch) continue;
            const double advice = cost_of_advice(recipe_, variables_);
            const std::size_t program = config.program_of ? index[*config.program_of] : none;
            // An untimed config that is launched as the timed one with its program is the same.
            if (program != none && all[program].launch == *launch && runs(all[program].config))
                continue;
            const double mean = predictor_.mean(c, *launch, times_.peaks_) + advice;
            index[c] = all.size();
            all.push_back({c, *launch, advice, mean, mean + predictor_.least_penalty(c)});
        }
        return all;
    }

    double exact(const Rough& one) {
        return predictor_.predict(one.config, one.launch, times_.peaks_).expected() + one.advice;
    }

    bool runs(std::size_t config) {
        set_parameters(config);
        return may_run(recipe_, variables_);
    }

    void set_parameters(std::size_t config) {
        std::ranges::copy(times_.configs_[config].row.parameters, variables_.begin());
    }

    static constexpr std::size_t none = ~std::size_t{0};
    const KernelTimes& times_;
    const Recipe& recipe_;
    const ProblemPoint& problem_;
    std::vector<Number> variables_;  // of one config at a time, and of the problem
    prediction::TimeModel::ProblemPredictor predictor_;
};

std::vector<KernelTimes::ExpectedTime> KernelTimes::expected_times(const Recipe& recipe,
                                                                   const ProblemPoint& problem,
                                                                   std::vector<Number> variables,
                                                                   std::size_t looked_at) const {
    if (!model_) return {};
    return Estimates(*this, recipe, problem, std::move(variables)).by_time(looked_at);
}

std::optional<prediction::LaunchGeometry> KernelTimes::launch_of(
    const Recipe& recipe, const ProblemPoint& problem, std::span<const Number> variables) const {
    return geometry_of(recipe, variables, problem.work, compute_units_);
}

const KernelTimes& TimesCache::of(const Catalog& catalog, const TimesKey& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = times_.find(key);
    return found != times_.end() ? found->second
                                 : times_.try_emplace(key, catalog, key).first->second;
}

}  // namespace hone::lookup
