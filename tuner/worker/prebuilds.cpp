// SPDX-License-Identifier: MIT
// Tracks whether the last build had to be waited for.
#include "tuner/worker/prebuilds.hpp"

namespace hone {

Prebuilds::Prebuilds(const BenchSetup& setup, const Timeouts& timeouts, std::size_t workers,
                     const std::filesystem::path& program)
    : client_(std::make_shared<const BuildClient>(setup, timeouts)),
      queue_(build_queue_of(setup.device, program, workers)) {}

std::size_t Prebuilds::first_built(std::span<const Config> configs, std::optional<Deadline> until,
                                   const std::atomic<bool>& given_up) {
    const BuildQueue::FirstBuilt first = queue_->first_built(*client_, configs, until, given_up);
    waited_ = first.waited;
    return first.index;
}

std::optional<BuildResult> Prebuilds::take(const Config& config, std::optional<Deadline> until) {
    BuildQueue::Taken taken = queue_->take(*client_, config, until);
    waited_ |= taken.waited;
    return std::move(taken.result);
}

}  // namespace hone
