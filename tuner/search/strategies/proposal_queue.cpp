// SPDX-License-Identifier: MIT
// First the model's choice, then random order.
#include "tuner/search/strategies/proposal_queue.hpp"

namespace hone {

std::optional<Config> ProposalQueue::next(Surrogate& surrogate, std::optional<std::size_t> index) {
    if (index) {
        surrogate.mark_asked(*index);
        asked_.insert(surrogate.pool()[*index]);
        return surrogate.pool()[*index];
    }
    while (auto config = random_order_->ask())
        if (asked_.insert(*config).second) return config;
    return std::nullopt;
}

}  // namespace hone
