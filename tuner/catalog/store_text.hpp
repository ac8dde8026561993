// SPDX-License-Identifier: MIT
// Problems and configs as canonical text, as the store keeps them, and the conversion back.
#pragma once

#include <optional>
#include <string>

#include "db/model/canonical_json.hpp"
#include "db/model/formerly.hpp"
#include "db/model/run.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// A value as the store writes it.
Setting setting(const std::string& name, const Value& value);
/// A problem in the form in which an application queries it.
Settings settings_of(const Problem& problem);

/// {"MWG":64,"KIND":"fast"}, in the parameters' written order.
std::string config_text(const Space& space, const Config& config);
/// The config of this text, in current names or in those of an older text of the space; nullopt if
/// the space lacks these parameters or values.
std::optional<Config> config_from(const Space& space, const std::string& text);

/// The former names in older texts of the space.
Formerly formerly_of(const Space& space);
/// Whether this is the kernel's current or former name.
bool is_named(const Space& space, const std::string& kernel);

/// {"K":1024,"M":1024,"N":1024}, sorted by name.
std::string problem_text(const Problem& problem);
/// The arguments of a stored problem.
Names arguments_from(const std::string& problem);
/// The problem of a stored key.
Problem problem_from(const Space& space, const MeasurementKey& key);

}  // namespace hone
