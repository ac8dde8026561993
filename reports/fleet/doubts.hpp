// SPDX-License-Identifier: MIT
// The stored bests that the other devices of a database contradict; they have to be measured again.
#pragma once

#include <vector>

#include "db/store/store.hpp"
#include "reports/fleet/outliers.hpp"

namespace hone {

class Doubts {
  public:
    explicit Doubts(Store& store);

    /// True if this best is doubted, alone or with its whole family or device.
    bool about(const Best& best) const;

  private:
    DeviceFleet fleet_;
    std::vector<Outlier> doubtful_;
};

}  // namespace hone
