// SPDX-License-Identifier: MIT
// The configs that the acquisition function compares: all candidates if these are few, else an even
// sample, which grows by the neighbors of good configs.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "tuner/search/model/transfer_model.hpp"

namespace hone {

/// The features that the pool uses: the parameters alone, or all features.
enum class FeatureSet { parameters, all };

class CandidatePool {
  public:
    /// Starts with at most `max_size` configs. The problem must outlive the pool.
    CandidatePool(const SearchProblem& problem, FeatureSet features, std::size_t max_size);
    CandidatePool(const CandidatePool&) = delete;
    CandidatePool& operator=(const CandidatePool&) = delete;

    std::size_t size() const { return configs_.size(); }
    const Config& operator[](std::size_t index) const { return configs_[index]; }
    const FeatureMatrix& points() const { return points_; }
    const std::vector<BasisFunction>& basis() const { return basis_; }
    bool has_transfer() const { return !transfer_models_.empty(); }

    /// The config's index; nullopt if it is not in the pool.
    std::optional<std::size_t> find(const Config& config) const;
    /// The configs' indices in the pool; new configs are added.
    std::vector<std::size_t> indices(const std::vector<Config>& configs);

    /// Whether the config was asked for; no config is asked for twice.
    bool is_asked(std::size_t index) const { return asked_[index]; }
    void mark_asked(std::size_t index) { asked_[index] = true; }

    /// Keeps only these configs, in this order.
    void retain(const std::vector<std::size_t>& chosen);
    /// Removes all transfer models.
    void drop_transfer();
    /// The mean of the transfer models' predictions for a config.
    double transferred(std::size_t index) const;
    /// Sets the prior weight of all transfer models together.
    void set_transfer_weight(double weight);

  private:
    void add(std::vector<Config> added);

    FeatureMap features_;
    std::vector<std::unique_ptr<TransferModel>> transfer_models_;
    std::vector<Config> configs_;
    std::map<Config, std::size_t> index_;
    std::vector<bool> asked_;
    FeatureMatrix points_;
    std::vector<BasisFunction> basis_;
};

}  // namespace hone
