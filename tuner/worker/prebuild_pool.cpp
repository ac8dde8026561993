// SPDX-License-Identifier: MIT
// Requests that are sent now and heard later.
#include "tuner/worker/prebuild_pool.hpp"

#include <algorithm>

#include "tuner/worker/reply.hpp"

namespace hone {
namespace {

constexpr std::chrono::milliseconds noticeable{2};

}  // namespace

BuildsAhead::BuildsAhead(BenchSetup setup, std::string defines, const Limits& limits,
                         std::size_t places, std::filesystem::path program)
    : setup_(std::move(setup)),
      defines_(std::move(defines)),
      limits_(limits),
      program_(std::move(program)),
      places_(places) {}

bool BuildsAhead::begin(const Config& config) {
    const auto free = std::ranges::find_if(places_, [](const Place& p) { return !p.config; });
    if (free == places_.end()) return false;
    if (!free->child) open(*free);
    free->child->channel().send({{"do", "build"}, {"config", config}});
    free->config = config;
    return true;
}

void BuildsAhead::open(Place& place) const {
    place.child = start_worker(setup_.device.seat, program_);
    Message request = {{"do", "open builder"}, {"defines", defines_}};
    request.update(to_message(setup_));
    place.child->channel().send(request);
    place.opening = true;
}

std::optional<BuildResult> BuildsAhead::take(const Config& config) {
    const auto place = std::ranges::find(places_, config, &Place::config);
    if (place == places_.end()) return {};
    const auto before = std::chrono::steady_clock::now();
    std::optional<BuildResult> result = hear(*place);
    const bool waited = std::chrono::steady_clock::now() - before > noticeable;
    if (waited) worth_ = std::min(worth_ + 1, places_.size());
    place->config.reset();
    place->opening = false;
    return result;
}

std::optional<BuildResult> BuildsAhead::hear(Place& place) const {
    Answer answer;
    if (place.opening) answer = listen(*place.child, limits_.open);
    const bool opened = answer.outcome == Outcome::ok && !answer.message.contains("failed");
    if (opened) answer = listen(*place.child, limits_.build);
    if (opened && !answer.message.contains("failed"))
        if (auto built = answer.read(build_result_from)) return built;
    place.child.reset();
    if (!opened) return {};
    return BuildResult{.outcome = answer.outcome,
                       .message = "building: " + answer.why,
                       .milliseconds = 0,
                       .built = {}};
}

}  // namespace hone
