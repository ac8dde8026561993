// SPDX-License-Identifier: MIT
// Which stored bests of a database the devices in it contradict: those to be measured again.
#pragma once

#include <vector>

#include "db/store/store.hpp"
#include "reports/fleet/outliers.hpp"

namespace hone {

class Doubts {
  public:
    explicit Doubts(Store& store);

    /// Whether this best is doubted, alone or with all of its family or device.
    bool about(const Best& best) const;

  private:
    DeviceFleet fleet_;
    std::vector<Outlier> doubtful_;
};

}  // namespace hone
