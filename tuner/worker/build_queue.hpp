// SPDX-License-Identifier: MIT
// Builds programs ahead of time for the benches of one device, in worker processes, while another
// worker runs kernels. Several kernels that compete for a problem share the workers: while one is
// searched, the first configs of the next are built. A thread assigns builds and keeps their
// results.
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

/// A bench that requests builds.
struct BuildClient {
    BuildClient(const BenchSetup& bench, const Timeouts& limits);

    /// All inputs that determine the program of a plan. Configs may share a program.
    std::string program_of(const Plan& plan) const;

    Message setup;
    std::string setup_text;  // the setup as text, and its hash
    std::size_t setup_hash;
    Timeouts timeouts;
};

class BuildQueue {
  public:
    /// Uses at most `workers` workers, each started when it is first needed. With `rehearses`, they
    /// also run each program's launches once on dummy data. GPU builders do not, and start one at a
    /// time: the driver initializes one process at a time, so 14 builders started together are all
    /// ready only when the last one is.
    BuildQueue(WorkerLocation location, std::size_t workers, bool rehearses);
    ~BuildQueue();
    BuildQueue(const BuildQueue&) = delete;
    BuildQueue& operator=(const BuildQueue&) = delete;

    std::size_t workers() const { return builders_.size(); }

    /// Requests the build of a plan, unless it was already requested.
    void ask(const std::shared_ptr<const BuildClient>& client, const Plan& plan);
    struct FirstBuilt {
        std::size_t index = 0;  // among the configs
        bool waited = false;
    };
    /// Returns the first config in order whose build is finished. Waits for one, at most until
    /// `until`, or until `given_up` is set. Returns 0 if none was requested or is finished. This
    /// client's builds come before those of others.
    FirstBuilt first_built(const BuildClient& client, std::span<const Config> configs,
                           std::optional<Deadline> until, const std::atomic<bool>& given_up);
    struct Taken {
        std::optional<BuildResult>
            result;  // nullopt if it was not requested, or if its worker could not open the device
        bool waited = false;
    };
    /// Waits for the result of a build, at most until `until`.
    Taken take(const BuildClient& client, const Config& config, std::optional<Deadline> until);
    /// Drops all builds of a client.
    void forget(const BuildClient& client);

    /// Stops all builds until go_on(), including those left by an earlier queue. Waits for the end
    /// of a build that cannot be stopped.
    void pause();
    void go_on();

  private:
    struct Build {
        std::shared_ptr<const BuildClient> client;
        Config config;
        Message plan;
        std::string program;  // all inputs that determine the program
        bool has_begun = false, is_over = false;
        std::chrono::nanoseconds paused{};  // time during which it was paused
        std::optional<BuildResult> result = {};
    };
    struct Builder {
        TimedWorker worker;
        std::string opened;            // the setup that its worker has open
        bool opening = false;          // the worker has not confirmed the setup yet
        bool starting = false;         // a new worker has not replied at all yet
        std::shared_ptr<Build> build;  // until it is finished
    };

    /// A worker that is killed or has exited. To end it may take seconds: the thread does so
    /// without the lock.
    struct LostWorker {
        std::unique_ptr<WorkerHandle> worker;
        std::shared_ptr<Build> build = {};  // whose result is how the worker ended, if any
    };

    void run_thread();
    void receive_replies();
    bool receive_reply(Builder& builder);
    void lose_worker(Builder& builder);
    void end_lost_workers(std::unique_lock<std::mutex>& lock);
    void end_build(Builder& builder, std::optional<BuildResult> result);
    void finish(Build& build, std::optional<BuildResult> result);
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

    WorkerLocation location_;
    bool rehearses_;

    std::mutex mutex_;                            // guards all members below except the thread
    std::condition_variable changed_;             // a build is finished
    std::vector<std::shared_ptr<Build>> builds_;  // in the order of requests
    std::vector<Builder> builders_;
    std::vector<LostWorker> lost_;
    std::vector<std::string> left_builds_;      // programs that builders of earlier queues compile
    std::map<std::string, BuildResult> built_;  // programs, for other configs that share them
    AdaptiveLimit success_limit_{
        std::chrono::hours(24)};                 // for all; clients' own limits are shorter
    const BuildClient* first_client_ = nullptr;  // its builds come before others
    std::optional<std::chrono::steady_clock::time_point> paused_since_;
    bool is_ending_ = false;
    WakeUp wake_up_;
    std::thread thread_;
};

/// The queue of a device. All its benches share it; it ends with the last of them.
std::shared_ptr<BuildQueue> build_queue_of(const LocalDevice& device,
                                           const std::filesystem::path& program,
                                           std::size_t workers);

}  // namespace hone
