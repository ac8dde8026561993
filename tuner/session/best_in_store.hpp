// SPDX-License-Identifier: MIT
// The best config of a search before its final round, as the store knows it. Since turns may be
// short, the store is queried only if its answer may have changed.
#pragma once

#include <optional>

#include "db/store/store.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/evaluation/device_runner.hpp"
#include "tuner/session/trial_history.hpp"

namespace hone {

class BestInStore {
  public:
    /// The arguments must outlive it.
    BestInStore(Store& store, const MeasurementKey& key, const Space& space,
                const Candidates& candidates)
        : store_(store), key_(key), space_(space), candidates_(candidates) {}

    /// Call it for each result, before the history records it.
    void note(const EvalResult& result, const TrialHistory& history);
    /// The best candidate that was not wrong at any other size.
    const std::optional<Trial>& get();

  private:
    bool may_change(const EvalResult& result, const TrialHistory& history) const;
    std::optional<Trial> query() const;

    Store& store_;
    const MeasurementKey& key_;
    const Space& space_;
    const Candidates& candidates_;
    std::optional<Trial> known_;
    bool is_stale_ = true;
};

}  // namespace hone
