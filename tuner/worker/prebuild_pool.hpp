// SPDX-License-Identifier: MIT
// Workers that only build, while another one runs: by the time a config is to be run, the driver's
// cache has its program. What the compiler said is kept for the trial, because a program out of a
// cache comes without its log. A build that hangs or crashes does so here, and the bench stays
// open.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

class BuildsAhead {
  public:
    /// So many workers, each started when it is first needed. `defines` is what the problem adds
    /// to every build.
    BuildsAhead(BenchSetup setup, std::string defines, const Limits& limits, std::size_t places,
                std::filesystem::path program = own_program());

    /// How many are worth having under way: one more each time that one had to be waited for, up to
    /// the number of workers. What is asked for early is asked for with less knowledge.
    std::size_t worth() const { return worth_; }
    /// Has a config built by a worker that has nothing to do; false when all are busy.
    bool begin(const Config& config);
    /// What came of it, waited for; nothing when it was never begun, or when its worker could not
    /// even open the device.
    std::optional<BuildResult> take(const Config& config);

  private:
    struct Place {
        std::unique_ptr<Child> child;
        std::optional<Config> config;  // what it builds
        bool opening = false;          // and has to say first that the device is open
    };
    void open(Place& place) const;
    std::optional<BuildResult> hear(Place& place) const;

    BenchSetup setup_;
    std::string defines_;
    Limits limits_;
    std::filesystem::path program_;
    std::vector<Place> places_;
    std::size_t worth_ = 1;
};

}  // namespace hone
