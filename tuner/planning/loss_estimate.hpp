// SPDX-License-Identifier: MIT
// What applications are expected to lose, by what a database holds at one moment.
#pragma once

#include <optional>
#include <string>

#include "db/lookup/kernel_times.hpp"
#include "db/store/store.hpp"
#include "spaces/space/problem.hpp"

namespace hone {

class LossEstimate {
  public:
    /// Reads all that the store holds now.
    explicit LossEstimate(Store& store);

    /// The loss, in log2 of time, where an application asks for `what`, a routine or a kernel;
    /// nothing where too little was measured on the device.
    std::optional<double> at(const std::string& what, const Device& device, const Problem& problem);

  private:
    lookup::Catalog catalog_;
    lookup::TimesCache times_;
};

}  // namespace hone
