// SPDX-License-Identifier: MIT
// Maps a config to a point of a feature space, so that similar configs are close. The first columns
// are the parameters on their scales, one-hot for a parameter of words. The derived features and
// the static ones follow.
#pragma once

#include "tuner/search/search_problem.hpp"

namespace hone {

/// A matrix of points, stored by columns, since every use reads one feature of all points.
class FeatureMatrix {
  public:
    explicit FeatureMatrix(std::size_t dimensions) : columns_(dimensions) {}

    std::size_t size() const { return columns_.empty() ? 0 : columns_[0].size(); }
    std::size_t dimensions() const { return columns_.size(); }
    const float* column(std::size_t dimension) const { return columns_[dimension].data(); }
    float at(std::size_t point, std::size_t dimension) const { return columns_[dimension][point]; }
    void append(const std::vector<float>& point) {
        for (std::size_t d = 0; d < columns_.size(); ++d) columns_[d].push_back(point[d]);
    }
    void append_all(const FeatureMatrix& points) {
        for (std::size_t d = 0; d < columns_.size(); ++d)
            columns_[d].insert(columns_[d].end(), points.columns_[d].begin(),
                               points.columns_[d].end());
    }

  private:
    std::vector<std::vector<float>> columns_;
};

class FeatureMap {
  public:
    /// `all` adds the derived and static features to the parameters. The problem must outlive the
    /// map.
    FeatureMap(const SearchProblem& problem, bool all);

    std::size_t dimensions() const { return parameters_ + scales_.size(); }
    /// The number of columns that belong to parameters; these come first.
    std::size_t parameters() const { return parameters_; }
    std::vector<float> point(const Config& config) const;
    FeatureMatrix points(const std::vector<Config>& configs) const;

  private:
    struct FeatureScale {
        std::size_t feature;  // index among the derived features, followed by the static ones
        double low, high;
        bool logarithmic;
        float of(double value) const;
    };
    std::vector<double> features(const Config& config) const;
    void add_scale(std::size_t quantity, std::vector<double> values);

    const SearchProblem& problem_;
    std::size_t parameters_ = 0;
    std::vector<FeatureScale> scales_;
    std::vector<std::vector<double>> sampled_values_;  // each scale's values at the sampled configs
};

}  // namespace hone
