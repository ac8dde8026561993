// SPDX-License-Identifier: MIT
// The same catalog and model of times that answer applications.
#include "tuner/planning/loss_estimate.hpp"

#include "db/lookup/expected_loss.hpp"
#include "db/lookup/read_catalog.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {

LossEstimate::LossEstimate(Store& store)
    : catalog_(lookup::read_catalog({store.connection().file()}, lookup::Trust::stored)) {}

std::optional<double> LossEstimate::at(const std::string& what, const Device& device,
                                       const Problem& problem) {
    Settings settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    return lookup::expected_loss(
        catalog_, {what, device, problem.precision, settings, Rewriting::yes}, times_);
}

}  // namespace hone
