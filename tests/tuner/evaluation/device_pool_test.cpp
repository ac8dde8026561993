// SPDX-License-Identifier: MIT
// Devices that share a search are compared by the times of one config, and requests that no device
// has started are taken back.
#include "tuner/evaluation/device_pool.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <latch>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "tests/tuner/evaluation/made_pool.hpp"

using namespace hone;
using made_pool::MadePool;

namespace {

/// A device waits at it until it is open.
class Gate {
  public:
    explicit Gate(bool is_open) : is_open_(is_open) {}

    void wait() const { is_open_.wait(false); }
    void close() { is_open_ = false; }
    void open() {
        is_open_ = true;
        is_open_.notify_all();
    }
    /// Opens the gate before what was declared before it ends: a pool waits for its devices.
    std::shared_ptr<void> open_at_end() {
        return {nullptr, [this](void*) { open(); }};
    }

  private:
    std::atomic<bool> is_open_;
};

/// A device whose builds never finish, so that it chooses a request until the choice is given up.
struct EndlessBuilds {
    EndlessBuilds() {
        made.benches[0].first_built = [this](std::span<const Config> configs,
                                             const std::atomic<bool>& given_up) {
            pending = configs.size();
            while (is_endless && !given_up) std::this_thread::yield();
            for (int i = 0; is_endless && i < 1000; ++i) std::this_thread::yield();
            pending = 0;
            return std::size_t{0};
        };
    }

    void submit(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) made.pool->submit(made.request(i));
        while (pending < count) std::this_thread::yield();
    }

    std::atomic<std::size_t> pending = 0;  // requests among which the device chooses
    std::atomic<bool> is_endless = true;
    MadePool made{1};
};

std::multiset<Config> configs_of(const std::vector<EvalRequest>& requests) {
    std::multiset<Config> configs;
    for (const EvalRequest& request : requests) configs.insert(request.plan.config);
    return configs;
}

}  // namespace

TEST_CASE("all requests are taken back while a device chooses one of them") {
    EndlessBuilds builds;
    DevicePool& pool = *builds.made.pool;
    builds.submit(3);
    CHECK(pool.take_back_pending().size() == 3);
    CHECK(pool.in_flight() == 0);
    pool.primary();
    CHECK(builds.pending == 0);  // it no longer uses the bench
    CHECK_FALSE(pool.wait(std::chrono::milliseconds(0)));
}

TEST_CASE("a turn that follows requests that were taken back runs its own requests") {
    EndlessBuilds builds;
    DevicePool& pool = *builds.made.pool;
    builds.submit(2);
    pool.take_back_pending();
    pool.rest();
    CHECK(builds.pending == 0);
    pool.begin_turn({}, {});
    builds.is_endless = false;
    const EvalRequest next = builds.made.request(2);
    pool.submit(next);
    CHECK(pool.wait().request.plan.config == next.plan.config);
    CHECK(pool.in_flight() == 0);
}

TEST_CASE("a request that is submitted while the others are taken back is run") {
    EndlessBuilds builds;
    DevicePool& pool = *builds.made.pool;
    builds.submit(2);
    pool.take_back_pending();
    builds.is_endless = false;
    const EvalRequest next = builds.made.request(2);
    pool.submit(next);
    CHECK(pool.wait().request.plan.config == next.plan.config);
    CHECK(pool.in_flight() == 0);
}

TEST_CASE("each request is either run or taken back, whenever that happens") {
    MadePool made(2);
    DevicePool& pool = *made.pool;
    for (Index round = 0; round < 100; ++round) {
        std::vector<EvalRequest> submitted;
        for (Index i = 0; i < 4; ++i)
            submitted.push_back(made.request((4 * round + i) % made.candidates()));
        for (const EvalRequest& request : submitted) pool.submit(request);
        std::vector<EvalRequest> ended;
        for (Index i = 0; i < round % 3; ++i) ended.push_back(pool.wait().request);
        for (EvalRequest& request : pool.take_back_pending()) ended.push_back(std::move(request));
        while (pool.in_flight() > 0) ended.push_back(pool.wait().request);
        CHECK(configs_of(ended) == configs_of(submitted));
    }
    pool.rest();
}

TEST_CASE("two devices are compared by one config, although the first device has replaced it") {
    MadePool made(2);
    std::optional<Config> former;
    bool was_timed = false;
    made.benches[0].sentinel_runs = [&](const Config& config) {
        if (!former) former = config;
        return config != former || !std::exchange(was_timed, true);
    };
    std::latch replaced(1);
    made.benches[1].sentinel_runs = [&](const Config& /*config*/) {
        replaced.wait();
        return true;
    };
    std::optional<Config> latest;
    for (Index i = 0; i < made.candidates(); ++i) {
        made.pool->submit(made.request(i));
        const EvalResult result = made.pool->wait();
        if (result.sentinel_time.known()) latest = result.sentinel.config;
    }
    replaced.count_down();
    CHECK(latest != former);
    made.pool->rest();
    CHECK(made.pool->size() == 2);
}

TEST_CASE("where the first device fails while another is compared with it, that one goes on") {
    const bool is_taken_back = GENERATE(false, true);
    Gate gate(false);
    MadePool made(2);
    made.benches[0].before_run = [runs = 0](const Config& /*config*/) mutable {
        if (++runs == 2) throw Error(Exit::environment, "the driver is gone");
    };
    made.benches[1].sentinel_runs = [&](const Config& /*config*/) {
        gate.wait();
        return true;
    };
    const auto at_end = gate.open_at_end();
    DevicePool& pool = *made.pool;
    pool.submit(made.request(0));
    CHECK(pool.wait().device_index == 0);
    pool.submit(made.request(1));
    while (pool.failures().empty()) pool.wait(std::chrono::milliseconds(1));
    CHECK(pool.size() == 1);
    CHECK(pool.in_flight() == 1);
    if (is_taken_back) {
        CHECK(pool.take_back_pending().size() == 1);
        pool.submit(made.request(2));
    }
    gate.open();
    const EvalResult result = pool.wait();
    CHECK(result.device_index == 1);
    CHECK(result.request.plan.config == made.request(is_taken_back ? 2 : 1).plan.config);
    CHECK(pool.in_flight() == 0);
    pool.rest();
    CHECK(pool.size() == 1);
}

namespace {

// Each of two devices runs the config. Returns the times by device.
std::map<std::size_t, double> run_pair(const MadePool& made, DevicePool& pool, Index candidate) {
    for (int i = 0; i < 2; ++i) pool.submit(made.request(candidate));
    std::map<std::size_t, double> times;
    for (int i = 0; i < 2; ++i) {
        const EvalResult result = pool.wait();
        times[result.device_index] = result.trial.time.median;
    }
    return times;
}

}  // namespace

TEST_CASE("the times of two devices remain comparable once one of them drifts") {
    const std::size_t which = GENERATE(0U, 1U);
    std::atomic<double> slowness = 1;
    MadePool made(2);
    made.benches[which].slowness = [&] { return slowness.load(); };
    DevicePool& pool = *made.pool;
    pool.submit(made.request(0));
    pool.wait();
    pool.rest();
    REQUIRE(pool.size() == 2);
    slowness = 1.1;
    for (Index i = 0; i < made.candidates(); ++i) run_pair(made, pool, i);
    pool.rest();
    CHECK(pool.drifts() > 0);
    CHECK(pool.size() == 2);
    CHECK(pool.excluded().empty());
    const auto times = run_pair(made, pool, 0);
    REQUIRE(times.size() == 2);
    CHECK(times.at(0) == Approx(times.at(1)).epsilon(0.02));
}

TEST_CASE("a device that drifts while another is compared with it is compared once more") {
    std::atomic<double> slowness = 1;
    Gate gate(true);
    MadePool made(2);
    made.benches[0].slowness = [&] { return slowness.load(); };
    made.benches[1].sentinel_runs = [&](const Config& /*config*/) {
        gate.wait();
        return true;
    };
    const auto at_end = gate.open_at_end();
    DevicePool& pool = *made.pool;
    const auto run_on_first = [&](Index candidate) {
        pool.submit(made.request(candidate));
        CHECK(pool.wait().device_index == 0);
    };
    run_on_first(0);
    pool.rest();
    gate.close();
    for (const double slower : {1.1, 1.21}) {
        slowness = slower;
        for (Index i = 0; i < made.candidates(); ++i) run_on_first(i);
    }
    CHECK(pool.drifts() == 2);
    gate.open();
    pool.rest();
    run_on_first(0);
    pool.rest();
    const auto times = run_pair(made, pool, 0);
    REQUIRE(times.size() == 2);
    CHECK(times.at(0) == Approx(times.at(1)).epsilon(0.02));
}
