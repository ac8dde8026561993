// SPDX-License-Identifier: MIT
// The model first, the rest after it.
#include "tuner/search/strategies/proposal_queue.hpp"

namespace hone {

std::optional<Config> Offered::next(Surrogate& surrogate, std::optional<std::size_t> place) {
    if (place) {
        surrogate.mark_asked(*place);
        asked_.insert(surrogate.pool()[*place]);
        return surrogate.pool()[*place];
    }
    while (auto config = everything_->ask())
        if (asked_.insert(*config).second) return config;
    return std::nullopt;
}

}  // namespace hone
