// SPDX-License-Identifier: MIT
// The surrogate model of a Bayesian search: it takes the values of some configs, and says which
// other config maximizes the expected improvement. Values are in any unit, and lower is better.
#pragma once

#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/model/candidate_pool.hpp"
#include "tuner/search/model/prediction_errors.hpp"

namespace hone {

/// Some configs, the one with the largest expected improvement last. It holds as long as nothing is observed, no
/// other config is pending and none is added.
struct Ranking {
    std::vector<std::size_t> indices;
    std::set<Config> pending;
    std::size_t observations = 0;
    std::size_t pool_size = 0;
};

class Surrogate {
  public:
    static constexpr std::size_t all = ~std::size_t{0};

    /// The problem must outlive it.
    Surrogate(const SearchProblem& problem, FeatureSet features);

    /// The configs that it compares; refit() drops some of them.
    CandidatePool& pool() { return pool_; }
    /// Adds the value of a config, once.
    void tell(const Config& config, double value);
    /// Whether it has enough observations to predict.
    bool is_trained() const { return process_ != nullptr; }

    /// The indices of these configs in the pool; new configs are added.
    std::vector<std::size_t> indices(const std::vector<Config>& configs);
    /// The unasked ones among these, by their expected improvement: at most so many.
    Ranking rank(const std::vector<std::size_t>& among, std::size_t most = all);
    bool holds(const Ranking& ranking) const;
    /// The index of the first that was not asked for; nothing when all were.
    std::optional<std::size_t> next_of(Ranking& ranking) const;
    /// The one with the largest expected improvement of all configs of the pool.
    std::optional<std::size_t> argmax_expected_improvement();
    /// Of some random unasked configs the one that is farthest from all asked ones.
    std::optional<std::size_t> farthest_from_asked(Random& random) const;

    /// Marks a config as asked. Until its value is known, configs close to it count less.
    void mark_asked(std::size_t index);
    /// Takes that no value of an asked config will come.
    void skip(const Config& config) { pending_.erase(config); }

    /// The largest probability of an unasked config to come out below `value`, as unsure as the
    /// latest predictions turned out to be wrong.
    double probability_of_improvement(double value);
    /// The lowest value that it predicts for any config, asked or not.
    double min_predicted() const;

  private:
    /// The config that most likely is below a value, and the distance of its mean in standard deviations.
    struct Likeliest {
        double value = 0;
        std::size_t observations = 0;
        std::size_t pool_size = 0;
        std::optional<std::size_t> index;
        double z = 0;
    };

    void refit();
    void drop_unpromising();
    std::vector<std::size_t> training_set() const;
    void drop_misleading_transfer();
    VariancePrior fit_transfer_weight();
    Likeliest likeliest_below(double value) const;
    std::vector<double> expected_improvements(const std::vector<std::size_t>& among);
    void update_pending_correlations();

    CandidatePool pool_;
    std::map<Config, double> observed_;
    std::vector<Config> observation_order_;  // in the order of observation
    std::set<Config> pending_;
    Ranking ranking_;
    std::unique_ptr<GaussianProcess> process_;
    // Of each pending config with all of the pool, while that stays as it is.
    std::map<std::size_t, std::vector<float>> pending_correlations_;
    Likeliest likeliest_;
    PredictionErrors errors_;
    Hyperparameters hyperparameters_;
    double best_;
    std::size_t refit_at_;
};

}  // namespace hone
