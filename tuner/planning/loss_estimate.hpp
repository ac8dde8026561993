// SPDX-License-Identifier: MIT
// What applications are expected to lose, by what a database holds at one moment, and what is worth
// timing.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/lookup/expected_loss.hpp"
#include "db/store/store.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// A config of a kernel, as the store writes it.
struct StoredConfig {
    std::string kernel, config;
};

/// What an application asks for to be told one of these kernels: the kernel, or the routine of several.
const std::string& name_asked_for(const std::vector<Space>& spaces);

/// Any thread may ask.
class LossEstimate {
  public:
    /// Reads all that the store holds now.
    explicit LossEstimate(Store& store);

    /// The loss where an application asks for `what`, a routine or a kernel; nothing where too little was measured
    /// on the device.
    std::optional<lookup::ExpectedLoss> at(const std::string& what, const Device& device,
                                           const Problem& problem);

    /// What was not timed for a problem yet and may be about as fast as its answer: at most eight configs, the most
    /// promising first.
    std::vector<StoredConfig> untimed(const std::string& what, const Device& device,
                                      const Problem& problem);

    /// The kernels of which no config is expected to take less than twice as long as the answer, nor to surprise so
    /// much: a search of them can wait.
    std::set<std::string> far_behind(const std::string& what, const Device& device,
                                     const Problem& problem);

  private:
    lookup::Catalog catalog_;
    lookup::TimesCache times_;
};

}  // namespace hone
