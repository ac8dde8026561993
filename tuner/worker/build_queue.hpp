// SPDX-License-Identifier: MIT
// What the benches of one device want built ahead of time, and the worker processes that build it while another
// one runs kernels. Several kernels that compete for a problem share the workers: while one is searched, the
// first configs of the next are built. A thread hands out builds and keeps their results.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tuner/channel/wake_up.hpp"
#include "tuner/measure/adaptive_limit.hpp"
#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// One bench that asks for builds.
struct BuildClient {
    BuildClient(const BenchSetup& bench, const Timeouts& limits);

    /// All that decides what a plan is built to: configs may share a program.
    std::string program_of(const Plan& plan) const;

    Message setup;
    std::string setup_text;  // the same as text, and its hash
    std::size_t setup_hash;
    Timeouts timeouts;
};

class BuildQueue {
  public:
    /// At most so many workers, each started when it is first needed. Those that do not rehearse the launches, too,
    /// start one after the other: a GPU's driver lets one process in at a time, so that of fourteen that start
    /// together the first is ready when the last is.
    BuildQueue(WorkerPlace place, std::size_t workers, bool rehearses);
    ~BuildQueue();
    BuildQueue(const BuildQueue&) = delete;
    BuildQueue& operator=(const BuildQueue&) = delete;

    std::size_t workers() const { return builders_.size(); }

    /// Has a plan built, unless that was asked for already.
    void ask(const std::shared_ptr<const BuildClient>& client, const Plan& plan);
    struct Choice {
        std::size_t place = 0;  // among the configs
        bool waited = false;
    };
    /// The config whose build is over, of several the first in order: waits for one, or until that is given up. The
    /// first place where none of them was asked for. What this client asks for is built before what others do.
    Choice first_built(const BuildClient& client, std::span<const Config> configs,
                       const std::atomic<bool>& given_up);
    struct Taken {
        std::optional<BuildResult>
            result;  // nothing where it was not asked for, or its worker could not even open the device
        bool waited = false;
    };
    /// Waits for the result of a build, until that moment.
    Taken take(const BuildClient& client, const Config& config, std::optional<Deadline> until);
    /// A client wants nothing any more.
    void forget(const BuildClient& client);

    /// Stops all builds until go_on(), with those that an earlier queue has left. One that cannot be stopped is
    /// waited for.
    void pause();
    void go_on();

  private:
    struct Build {
        std::shared_ptr<const BuildClient> client;
        Config config;
        Message plan;
        std::string program;  // all that decides what is built
        bool has_begun = false, is_over = false;
        std::chrono::nanoseconds paused{};  // of its time
        std::optional<BuildResult> result = {};
    };
    struct Builder {
        std::unique_ptr<WorkerHandle> worker;
        std::string opened;                   // the setup that its worker has open
        bool opening = false;                 // the worker has not confirmed that yet
        bool starting = false;                // nor anything else
        std::shared_ptr<Build> build;         // until it is over
        std::optional<AwaitedReply> awaited;  // of it
        bool stands_still = false;
    };

    void run_thread();
    void receive_replies();
    bool receive_reply(Builder& builder);
    void end_build(Builder& builder, std::optional<BuildResult> result);
    void share(const std::string& program, const BuildResult& result);
    bool is_built_by_another(const Build& build) const;
    void succeeded_in(std::chrono::milliseconds took);
    std::chrono::milliseconds build_limit(const BuildClient& client) const;
    void begin_builds();
    std::shared_ptr<Build> next_waiting() const;
    Builder* free_builder(const Build& build);
    bool is_full() const;
    bool may_start() const;
    void begin(Builder& builder, const std::shared_ptr<Build>& build);
    void wait_for_news(std::unique_lock<std::mutex>& lock);
    std::shared_ptr<Build> build_of(const BuildClient& client, const Config& config) const;
    std::optional<std::size_t> built_now(const BuildClient& client,
                                         std::span<const Config> configs) const;
    static void abandon(Builder& builder);
    void keep(Builder& builder);

    WorkerPlace place_;
    bool rehearses_;

    std::mutex mutex_;                            // guards all below but the thread
    std::condition_variable changed_;             // a build is over
    std::vector<std::shared_ptr<Build>> builds_;  // in the order in which they were asked for
    std::vector<Builder> builders_;
    std::map<std::string, BuildResult> built_;  // programs, for other configs that share them
    AdaptiveLimit success_limit_{
        std::chrono::hours(24)};                 // of all builds; clients have shorter ones
    const BuildClient* first_client_ = nullptr;  // whose builds come before others
    std::optional<std::chrono::steady_clock::time_point> paused_since_;
    bool is_ending_ = false;
    WakeUp wake_up_;
    std::thread thread_;
};

/// The queue of a device, which all its benches share while one of them lives.
std::shared_ptr<BuildQueue> build_queue_of(const LocalDevice& device,
                                           const std::filesystem::path& program,
                                           std::size_t workers);

}  // namespace hone
