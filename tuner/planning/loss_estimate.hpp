// SPDX-License-Identifier: MIT
// Estimates how much applications lose with the current content of a database, and which configs
// are worth timing.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tuner/planning/expected_loss.hpp"

namespace hone {

/// A config of a kernel, in the store's notation.
struct StoredConfig {
    std::string kernel, config;

    bool operator==(const StoredConfig&) const = default;
};

/// The name with which an application gets one of these kernels: the kernel's name, or the
/// routine's if there are several.
const std::string& name_asked_for(const std::vector<Space>& spaces);

/// Thread-safe.
class LossEstimate {
  public:
    /// Reads the whole current content of the store.
    explicit LossEstimate(Store& store);

    /// The expected loss of an application that queries `what`, a routine or a kernel; nullopt if
    /// too little was measured on the device.
    std::optional<ExpectedLoss> at(const std::string& what, const Device& device,
                                   const Problem& problem);

    /// The configs that were not timed for a problem yet and may be about as fast as its answer: at
    /// most eight. Those that are fast in a related precision come first, at most three, then the
    /// most promising ones.
    std::vector<StoredConfig> untimed(const std::string& what, const Device& device,
                                      const Problem& problem);

    /// Kernels that are expected to be at least twice as slow as the answer, even at one standard
    /// deviation: they are searched last.
    std::set<std::string> far_behind(const std::string& what, const Device& device,
                                     const Problem& problem);

  private:
    lookup::Catalog catalog_;
    lookup::TimesCache times_;
};

}  // namespace hone
