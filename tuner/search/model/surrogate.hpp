// SPDX-License-Identifier: MIT
// The surrogate model of a Bayesian search: from the values of some configs it determines the
// config with the largest expected improvement. Values may have any unit; lower is better.
#pragma once

#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/model/candidate_pool.hpp"
#include "tuner/search/model/prediction_errors.hpp"

namespace hone {

/// Some configs, sorted by expected improvement, the largest last. It holds until a value is
/// observed, a config is added, or the pending configs change.
struct Ranking {
    std::vector<std::size_t> indices;
    std::set<Config> pending;
    std::size_t observations = 0;
    std::size_t pool_size = 0;
};

/// The largest probability that one of these predictions has a value below `value`.
double probability_below(double value, const std::vector<Prediction>& predictions);

class Surrogate {
  public:
    static constexpr std::size_t all = ~std::size_t{0};

    /// The problem must outlive this object.
    Surrogate(const SearchProblem& problem, FeatureSet features);

    /// The configs that the model compares; refit() drops some of them.
    CandidatePool& pool() { return pool_; }
    /// Adds the value of a config, once.
    void tell(const Config& config, double value);
    /// Whether there are enough observations to predict.
    bool is_trained() const { return process_ != nullptr; }

    /// The indices of these configs in the pool; new configs are added.
    std::vector<std::size_t> indices(const std::vector<Config>& configs);
    /// Ranks the unasked configs among these by expected improvement. Returns at most `most`.
    Ranking rank(const std::vector<std::size_t>& among, std::size_t most = all);
    bool holds(const Ranking& ranking) const;
    /// The index of the first config that was not asked for; nullopt if all were.
    std::optional<std::size_t> next_of(Ranking& ranking) const;
    /// The index of the pool's config with the largest expected improvement.
    std::optional<std::size_t> argmax_expected_improvement();
    /// Draws random unasked configs and returns the one farthest from all asked ones.
    std::optional<std::size_t> farthest_from_asked(Random& random) const;

    /// Marks a config as asked. Until its value is known, configs close to it count less.
    void mark_asked(std::size_t index);
    /// Reports that an asked config will have no value.
    void skip(const Config& config) { pending_.erase(config); }

    /// The largest probability that an unasked config has a value below `value`. Predicted standard
    /// deviations are inflated by the errors of the latest predictions.
    double probability_of_improvement(double value);
    /// Predictions of unasked configs, with inflated deviations. A config is left out if another
    /// one has both a lower mean and a larger deviation. So for any value, the config that is most
    /// likely to be below it is included.
    std::vector<Prediction> pareto_front() const;
    /// How much better than a random order its predictions were ordered, in standard deviations.
    double order_score() const { return errors_.order_score(); }
    /// Draws an unasked config uniformly. Returns nullopt if few are left.
    std::optional<std::size_t> random_unasked(Random& random) const;

  private:
    /// The config with the largest probability of a value below `value`, and the distance of its
    /// mean in standard deviations.
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
    // The correlations of each pending config with the whole pool; valid while the pool is
    // unchanged.
    std::map<std::size_t, std::vector<float>> pending_correlations_;
    Likeliest likeliest_;
    PredictionErrors errors_;
    Hyperparameters hyperparameters_;
    double best_;
    std::size_t refit_at_;
};

}  // namespace hone
