// SPDX-License-Identifier: MIT
// The default strategy. It starts with the author's recommendations, and with evenly spread configs
// or transfer from other devices and sizes. Then it maximizes the expected improvement of a
// Gaussian process on the speed, over the whole pool, and regularly over the neighbors of the best.
// A failure has speed 0. While the model expects no improvement, two of three trials are
// independent of it. While its predictions are in no better order than chance, all trials are.
#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <map>
#include <set>

#include "tuner/search/model/shared_programs.hpp"
#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategies/proposal_queue.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

// An even start shows where fast configs are; a longer one would waste trials on slow configs.
constexpr std::size_t auto_initial_samples = 8;
// Predictions of an improvement need a few times first.
constexpr std::size_t min_timed = 3;
// One in `near_every` model-based trials is a neighbor of the best.
constexpr std::size_t near_every = 4;
// With more times than this, the model is doubted if it gives no config a larger chance of
// improvement.
constexpr std::size_t min_timed_to_doubt = 20;
constexpr double small_chance = 0.05;
// Moves start from this number of the best configs.
constexpr std::size_t move_origins = 10;
// An improvement is at least one percent.
constexpr double worthwhile = 1.01;
// The order of the predictions may be chance below this many standard deviations. When searches of
// recorded spaces stop, it is at least 3.9.
constexpr double least_order = 3;

// The probability that a config more than 1 % faster exists. The inputs are the model's largest
// probability for any config, and the number of trials since the last such improvement. The
// coefficients come from a logistic regression over recorded spaces. After transfer, the first
// trials repeat what was fast elsewhere, so trials without improvement mean less; this coefficient
// was chosen by the table of tests/bench/calibration.cpp, which measures the errors.
double calibrated_chance(double model_chance, std::size_t trials_without_improvement,
                         bool has_transfer) {
    constexpr double tiny = 1e-6;
    constexpr double after_transfer = 0.6;
    const double chance = std::clamp(model_chance, tiny, 1 - tiny);
    const double logit = 3 + (has_transfer ? after_transfer : 0) +
                         0.2 * std::log(chance / (1 - chance)) -
                         std::log1p(static_cast<double>(trials_without_improvement));
    return 1 / (1 + std::exp(-logit));
}

class Auto : public Strategy {
  public:
    explicit Auto(const SearchProblem& problem)
        : problem_(problem),
          random_(problem.seed),
          programs_(problem_),
          surrogate_(problem_, FeatureSet::all),
          proposals_(problem_),
          starts_(unknown_starts()) {}

    std::optional<Config> ask() override { return proposals_.next(surrogate_, choose()); }

    std::optional<Config> ask_built() override {
        if (!programs_.any() || timed_.size() < min_timed || !surrogate_.is_trained())
            return std::nullopt;
        Ranking ranking = surrogate_.rank(surrogate_.indices(unasked_built()));
        const auto built = surrogate_.next_of(ranking);
        return built ? proposals_.next(surrogate_, built) : std::nullopt;
    }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (nanoseconds) {
            if (timed_.empty()) unit_ = *nanoseconds;
            timed_.emplace(*nanoseconds, config);
            best_after_.push_back(best());
        }
        ++result_count_;
        surrogate_.tell(config, nanoseconds ? value_of(*nanoseconds) : 0);
    }

    bool recall(const Config& config, std::optional<double> nanoseconds) override {
        if (!proposals_.recall(config)) return false;
        std::erase(starts_, config);
        tell(config, nanoseconds);
        return true;
    }

    // A rule that excludes a config gives no information about its speed.
    void skip(const Config& config) override { surrogate_.skip(config); }

    std::optional<ExpectedGain> expected_gain() override {
        if (timed_.size() < min_timed || !surrogate_.is_trained()) return std::nullopt;
        return ExpectedGain{std::max(chance_by_model(), chance_by_draws()), sure_share()};
    }

  private:
    // The model uses speed instead of time: it separates the fast configs, and all slow ones are
    // near 0.
    double value_of(double nanoseconds) const { return -unit_ / nanoseconds; }
    double best() const { return timed_.begin()->first; }
    double model_chance() {
        return surrogate_.probability_of_improvement(worthwhile * value_of(best()));
    }

    double chance_by_model() { return chance_of(model_chance(), worthwhile); }

    // The probability of a config that is faster by more than this factor.
    double chance_of(double model_chance, double factor) {
        return calibrated_chance(model_chance, trials_without_improvement(factor),
                                 surrogate_.pool().has_transfer());
    }

    bool sees_order() const { return surrogate_.order_score() >= least_order; }

    // While the predictions show no order, trials are worth as much as even draws. This is the
    // probability that as many draws miss one config in a hundred; in smaller spaces, the single
    // best one.
    double chance_by_draws() const {
        if (sees_order()) return 0;
        constexpr double rare = 0.01;
        const auto tried = static_cast<double>(result_count_);
        const auto count = problem_.candidates.count();
        if (!count) return std::exp(-rare * tried);
        const auto all = std::max(tried, static_cast<double>(*count));
        return std::pow(1 - tried / all, std::max(1.0, rare * all));
    }

    // The largest share of the optimum that is surely reached: a faster config is improbable.
    double sure_share() {
        if (chance_by_draws() >= small_chance) return 0;
        const std::vector<Prediction> front = surrogate_.pareto_front();
        const auto is_sure = [&](double share) {
            const double chance = probability_below(value_of(best()) / share, front);
            return chance_of(chance, 1 / share) < small_chance;
        };
        if (is_sure(1)) return 1;
        constexpr int steps = 16;
        double sure = 0;
        double unsure = 1;
        for (int step = 0; step < steps; ++step) {
            const double share = (sure + unsure) / 2;
            (is_sure(share) ? sure : unsure) = share;
        }
        return sure;
    }

    // Counted since the best came within this factor of its current time.
    std::size_t trials_without_improvement(double factor) const {
        const auto since = std::ranges::partition_point(
            best_after_, [&](double each) { return each > factor * best(); });
        return static_cast<std::size_t>(best_after_.end() - since) - 1;
    }

    // With transfer data, the model outranks the author's recommendations.
    std::deque<Config> unknown_starts() const {
        std::deque<Config> all;
        std::ranges::copy_if(problem_.starts, std::back_inserter(all), [&](const Config& start) {
            return std::ranges::none_of(problem_.transfer, [&](const TransferTrials& trials) {
                return trials.contains(start);
            });
        });
        return all;
    }

    std::optional<std::size_t> choose() {
        if (!starts_.empty()) {
            const Config start = starts_.front();
            starts_.pop_front();
            return surrogate_.indices({start}).front();
        }
        if (!surrogate_.pool().has_transfer() && is_exploring())
            return surrogate_.farthest_from_asked(random_);
        if (timed_.size() > min_timed_to_doubt && model_chance() < small_chance) {
            if (chance_by_model() < small_chance && !sees_order())
                return surrogate_.random_unasked(random_);
            if (const auto independent = choose_without_model()) return independent;
        }
        return choose_by_model();
    }

    bool is_exploring() const {
        return proposals_.size() < auto_initial_samples || timed_.size() < min_timed ||
               !surrogate_.is_trained();
    }

    std::optional<std::size_t> choose_by_model() {
        if (!timed_.empty() && model_proposals_++ % near_every == near_every - 1)
            if (const auto index = best_neighbor()) return index;
        return surrogate_.argmax_expected_improvement();
    }

    // If several neighbors in a row are skipped, they are ranked only once.
    std::optional<std::size_t> best_neighbor() {
        const Config& origin = timed_.begin()->second;
        if (near_origin_ != origin || !surrogate_.holds(near_)) {
            near_origin_ = origin;
            near_ = surrogate_.rank(surrogate_.indices(unasked_neighbors(origin)));
        }
        return surrogate_.next_of(near_);
    }

    // Cycles between three choices: none, so that the model chooses; a random move from one of the
    // best; the config farthest from all tried ones. A model that is confident but wrong only
    // learns from the last two.
    std::optional<std::size_t> choose_without_model() {
        switch (doubt_proposals_++ % 3) {
            case 1:
                return random_move();
            case 2:
                return surrogate_.farthest_from_asked(random_);
            default:
                return std::nullopt;
        }
    }

    std::optional<std::size_t> random_move() {
        std::vector<Config> moves;
        std::size_t origins = 0;
        for (auto each = timed_.begin(); each != timed_.end() && origins < move_origins;
             ++each, ++origins)
            for (Config& move : unasked_neighbors(each->second)) moves.push_back(std::move(move));
        if (moves.empty()) return std::nullopt;
        const auto chosen = static_cast<std::size_t>(random_.below(moves.size()));
        return surrogate_.indices({moves[chosen]}).front();
    }

    // Returns the unasked configs that share a program with one of the best.
    std::vector<Config> unasked_built() {
        std::set<Config> seen;
        std::vector<Config> all;
        for (const auto& [time, config] : timed_) {
            if (!seen.insert(programs_.program_of(config)).second) continue;
            for (Config& each : programs_.alike(config))
                if (!proposals_.contains(each)) all.push_back(std::move(each));
            if (seen.size() == move_origins) break;
        }
        return all;
    }

    std::vector<Config> unasked_neighbors(const Config& config) {
        std::vector<Config> near;
        for (const Config& each : neighbors(config))
            if (!proposals_.contains(each)) near.push_back(each);
        return near;
    }

    // Cached, since the best configs are starting points many times.
    const std::vector<Config>& neighbors(const Config& config) {
        const auto [found, is_new] = neighbors_.try_emplace(config);
        if (is_new)
            for (const Neighborhood kind : {Neighborhood::hamming, Neighborhood::repaired})
                std::ranges::move(problem_.candidates.neighbors(config, kind),
                                  std::back_inserter(found->second));
        return found->second;
    }

    SearchProblem problem_;
    Random random_;
    SharedPrograms programs_;
    Surrogate surrogate_;
    ProposalQueue proposals_;
    std::deque<Config> starts_;  // still to be asked for
    Config near_origin_;         // the config whose neighbors were ranked last
    Ranking near_;
    std::map<Config, std::vector<Config>> neighbors_;
    std::multimap<double, Config> timed_;
    std::vector<double> best_after_;  // the best time after each timed config
    double unit_ = 1;
    std::size_t result_count_ = 0;
    std::size_t model_proposals_ = 0;
    std::size_t doubt_proposals_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_auto(const SearchProblem& problem) {
    return std::make_unique<Auto>(problem);
}

}  // namespace hone
