// SPDX-License-Identifier: MIT
// One thread sends requests, and receives their replies later.
#include "tuner/worker/build_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "spaces/base/error.hpp"
#include "tuner/worker/worker_environment.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

// Poll interval for deadlines and for builders left by earlier queues.
constexpr std::chrono::milliseconds moment{20};
// Poll interval while waiting for one of several builds: a config that was added meanwhile may
// already be built, or a worker may be free for it.
constexpr std::chrono::milliseconds short_moment{2};
// Time limit of an abandoned build.
constexpr std::chrono::milliseconds longest_unwanted = std::chrono::seconds(15);

BuildResult failed(Outcome outcome, const std::string& why) {
    return {.outcome = outcome, .message = "building: " + why, .milliseconds = 0, .built = {}};
}

// A host that is lost does not say how its worker has ended.
std::string exit_of(WorkerHandle& worker) {
    try {
        return worker.exit_description();
    } catch (const Error& error) {
        return std::string("is gone: ") + error.what();
    }
}

}  // namespace

BuildClient::BuildClient(const BenchSetup& bench, const Timeouts& limits)
    : setup(to_message(bench)),
      setup_text(setup.dump()),
      setup_hash(std::hash<std::string>()(setup_text)),
      timeouts(limits) {}

std::string BuildClient::program_of(const Plan& plan) const {
    return fmt::format("{:x} {}", setup_hash, plan.program());
}

BuildQueue::BuildQueue(WorkerLocation location, std::size_t workers, bool rehearses)
    : location_(std::move(location)),
      rehearses_(rehearses),
      builders_(workers),
      thread_([this] { run_thread(); }) {}

BuildQueue::~BuildQueue() {
    go_on();
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    wake_up_.wake();
    thread_.join();
    for (Builder& builder : builders_) keep(builder);
}

// Builds that are no longer needed finish in their own time. If the search continues later, their
// programs are in the driver's cache: configs that take long to build are often the fastest.
void BuildQueue::keep(Builder& builder) {
    if (!builder.build) return keep_worker(location_, WorkerRole::builds, builder.worker.release());
    keep_worker(location_, WorkerRole::builds, builder.worker.release(),
                {.replies = builder.opening ? 2 : 1,
                 .build = builder.build->program,
                 .longest = std::min(longest_unwanted, builder.build->client->timeouts.build)});
}

void BuildQueue::ask(const std::shared_ptr<const BuildClient>& client, const Plan& plan) {
    const std::lock_guard lock(mutex_);
    if (build_of(*client, plan.config)) return;
    std::string program = client->program_of(plan);
    builds_.push_back(std::make_shared<Build>(Build{
        .client = client, .config = plan.config, .plan = to_message(plan), .program = program}));
    if (const auto known = built_.find(program); known != built_.end())
        share(program, known->second);
    else
        wake_up_.wake();
}

std::shared_ptr<BuildQueue::Build> BuildQueue::build_of(const BuildClient& client,
                                                        const Config& config) const {
    const auto found = std::ranges::find_if(builds_, [&](const std::shared_ptr<Build>& build) {
        return build->client.get() == &client && build->config == config;
    });
    return found == builds_.end() ? nullptr : *found;
}

std::optional<std::size_t> BuildQueue::built_now(const BuildClient& client,
                                                 std::span<const Config> configs) const {
    for (std::size_t i = 0; i < configs.size(); ++i)
        if (const auto build = build_of(client, configs[i]); build && build->is_over) return i;
    return std::nullopt;
}

BuildQueue::FirstBuilt BuildQueue::first_built(const BuildClient& client,
                                               std::span<const Config> configs,
                                               std::optional<Deadline> until,
                                               const std::atomic<bool>& given_up) {
    std::unique_lock lock(mutex_);
    if (std::exchange(first_client_, &client) != &client) wake_up_.wake();
    const auto was_asked = [&](const Config& config) {
        return build_of(client, config) != nullptr;
    };
    FirstBuilt first;
    const auto is_late = [&] { return until && Clock::now() >= *until; };
    while (!given_up && !is_late() && std::ranges::any_of(configs, was_asked)) {
        if (const auto index = built_now(client, configs)) return {*index, first.waited};
        first.waited = true;
        changed_.wait_for(lock, short_moment);
    }
    return first;
}

BuildQueue::Taken BuildQueue::take(const BuildClient& client, const Config& config,
                                   std::optional<Deadline> until) {
    std::unique_lock lock(mutex_);
    const auto build = build_of(client, config);
    if (!build) return {};
    bool waited = false;
    const auto never_begins = [&] { return paused_since_ && !build->has_begun; };
    while (!build->is_over && !never_begins() && (!until || Clock::now() < *until)) {
        waited = true;
        changed_.wait_for(lock, moment);
    }
    std::erase(builds_, build);
    return {build->result, waited};
}

void BuildQueue::forget(const BuildClient& client) {
    const std::lock_guard lock(mutex_);
    std::erase_if(builds_, [&](const auto& build) { return build->client.get() == &client; });
    for (Builder& builder : builders_)
        if (builder.build && builder.build->client.get() == &client) abandon(builder);
    if (first_client_ == &client) first_client_ = nullptr;
    wake_up_.wake();
}

// The queue's thread may be waiting for the worker's descriptor: the caller must wake it.
void BuildQueue::abandon(Builder& builder) {
    builder.worker.await_reply(std::min(longest_unwanted, builder.build->client->timeouts.build));
}

void BuildQueue::pause() {
    std::unique_lock lock(mutex_);
    if (paused_since_) return;
    paused_since_ = Clock::now();
    for (Builder& builder : builders_) builder.worker.pause();
    const auto runs = [](const Builder& builder) {
        return builder.build && !builder.worker.is_paused();
    };
    pause_busy_builders();
    while (std::ranges::any_of(builders_, runs)) changed_.wait_for(lock, moment);
}

void BuildQueue::go_on() {
    const std::lock_guard lock(mutex_);
    if (!paused_since_) return;
    const auto paused = Clock::now() - *paused_since_;
    paused_since_.reset();
    resume_busy_builders(paused);
    for (Builder& builder : builders_) {
        if (builder.worker.go_on(paused)) builder.build->paused += paused;
    }
    wake_up_.wake();
}

void BuildQueue::run_thread() {
    std::vector<std::string> left = unfinished_builds(location_);
    std::unique_lock lock(mutex_);
    left_builds_ = std::move(left);
    while (!is_ending_) {
        receive_replies();
        end_lost_workers(lock);
        if (!paused_since_) begin_builds();
        wait_for_news(lock);
    }
}

void BuildQueue::receive_replies() {
    for (Builder& builder : builders_)
        while (receive_reply(builder)) {
        }
}

// Returns whether there was a reply. After the reply that the device is open, the reply to the
// build is awaited.
bool BuildQueue::receive_reply(Builder& builder) {
    auto reply = builder.worker.receive();
    if (!reply) return false;
    const bool refused = reply->message.contains("failed");
    builder.starting = false;
    if (std::exchange(builder.opening, false)) {
        if (reply->outcome == Outcome::ok && !refused) {
            builder.worker.await_reply(build_limit(*builder.build->client));
        } else {
            lose_worker(builder);
            end_build(builder, std::nullopt);
        }
        return true;
    }
    auto result = refused ? std::nullopt : reply->read(build_result_from);
    if (!result) lose_worker(builder);
    if (reply->worker_exited) {
        lost_.back().build = std::exchange(builder.build, nullptr);
        return true;
    }
    if (!result && !refused) result = failed(reply->outcome, reply->why);
    end_build(builder, std::move(result));
    return true;
}

void BuildQueue::lose_worker(Builder& builder) {
    lost_.push_back({.worker = builder.worker.release()});
}

void BuildQueue::end_lost_workers(std::unique_lock<std::mutex>& lock) {
    std::vector<LostWorker> all = std::exchange(lost_, {});
    for (const LostWorker& lost : all) {
        if (!lost.build) continue;
        lock.unlock();
        const std::string why = "the worker " + exit_of(*lost.worker);
        lock.lock();
        finish(*lost.build, failed(Outcome::crash, why));
    }
    if (all.empty()) return;
    lock.unlock();
    all.clear();
    lock.lock();
}

void BuildQueue::end_build(Builder& builder, std::optional<BuildResult> result) {
    finish(*builder.build, std::move(result));
    builder.build.reset();
    builder.worker.await_nothing();
}

void BuildQueue::finish(Build& build, std::optional<BuildResult> result) {
    if (result) {
        const std::chrono::duration<double, std::milli> paused = build.paused;
        result->milliseconds = std::max(0.0, result->milliseconds - paused.count());
    }
    if (result && result->outcome == Outcome::ok) {
        built_.insert_or_assign(build.program, *result);
        succeeded_in(std::chrono::milliseconds(std::llround(result->milliseconds)));
    }
    if (result && !was_killed(*result)) share(build.program, *result);
    build.result = std::move(result);
    build.is_over = true;
    changed_.notify_all();
}

// Also completes the waiting builds of the same program. The caller excludes builds that were
// killed, since another attempt may succeed.
void BuildQueue::share(const std::string& program, const BuildResult& result) {
    for (const auto& build : builds_) {
        if (build->has_begun || build->is_over || build->program != program) continue;
        build->result = result;
        build->result->is_shared = true;
        build->result->milliseconds = 0;
        build->has_begun = build->is_over = true;
    }
    changed_.notify_all();
}

bool BuildQueue::is_built_by_another(const Build& build) const {
    const auto builds_it = [&](const Builder& builder) {
        return builder.build && builder.build->program == build.program;
    };
    return std::ranges::any_of(builders_, builds_it) ||
           std::ranges::find(left_builds_, build.program) != left_builds_.end();
}

// Builds that began before the first success get the new limit, too.
void BuildQueue::succeeded_in(std::chrono::milliseconds took) {
    const bool is_first = !success_limit_.is_known();
    success_limit_.succeeded_in(took);
    if (!is_first) return;
    for (Builder& builder : builders_)
        if (builder.build && !builder.opening && !builder.build->is_over)
            builder.worker.await_reply(build_limit(*builder.build->client));
}

// The limit includes the rehearsal of launches, in which a kernel may hang.
std::chrono::milliseconds BuildQueue::build_limit(const BuildClient& client) const {
    return std::min(client.timeouts.build, success_limit_.limit());
}

void BuildQueue::begin_builds() {
    while (const auto build = next_waiting()) {
        Builder* const builder = free_builder(*build);
        if (!builder) return;
        begin(*builder, build);
    }
}

// Builds of the client that waits now come first. Builds of others leave it half of the workers.
std::shared_ptr<BuildQueue::Build> BuildQueue::next_waiting() const {
    const auto is_of_first = [&](const Build& build) {
        return build.client.get() == first_client_;
    };
    const auto waits = [&](const std::shared_ptr<Build>& build) {
        return !build->has_begun && !is_built_by_another(*build);
    };
    const auto first = std::ranges::find_if(
        builds_, [&](const auto& build) { return is_of_first(*build) && waits(build); });
    if (first != builds_.end()) return *first;
    const auto others = std::ranges::count_if(builders_, [&](const Builder& builder) {
        return builder.build && !is_of_first(*builder.build);
    });
    if (first_client_ && 2 * static_cast<std::size_t>(others) >= builders_.size()) return nullptr;
    const auto any = std::ranges::find_if(builds_, waits);
    return any == builds_.end() ? nullptr : *any;
}

// Prefers a builder that has the same setup open.
BuildQueue::Builder* BuildQueue::free_builder(const Build& build) {
    Builder* best = nullptr;
    for (Builder& builder : builders_) {
        if (builder.build) continue;
        if (builder.worker && builder.opened == build.client->setup_text) return &builder;
        if (!best || (builder.worker && !best->worker)) best = &builder;
    }
    return best && !best->worker && !may_start() ? nullptr : best;
}

bool BuildQueue::may_start() const {
    return !is_full() && (rehearses_ || std::ranges::none_of(builders_, &Builder::starting));
}

// Builders of an earlier queue may still compile abandoned programs.
bool BuildQueue::is_full() const {
    const auto own = std::ranges::count_if(
        builders_, [](const Builder& builder) { return static_cast<bool>(builder.worker); });
    return static_cast<std::size_t>(own) + left_builds_.size() >= builders_.size();
}

void BuildQueue::begin(Builder& builder, const std::shared_ptr<Build>& build) {
    const BuildClient& client = *build->client;
    build->has_begun = true;
    builder.build = build;
    try {
        if (!builder.worker) {
            builder.worker = TimedWorker(idle_or_new_worker(location_, WorkerRole::builds));
            builder.opened.clear();
            builder.starting = true;
        }
    } catch (const Error&) {
        return end_build(builder,
                         std::nullopt);  // the bench that needs the program meets the error itself
    }
    if (builder.opened != client.setup_text) {
        Message request = {{"do", "open builder"}, {"rehearses", rehearses_}};
        request.update(client.setup);
        builder.worker.handle().channel().send(request);
        builder.opened = client.setup_text;
        builder.opening = true;
    }
    builder.worker.handle().channel().send({{"do", "build"}, {"plan", build->plan}});
    builder.worker.await_reply(builder.opening ? client.timeouts.open : build_limit(client));
}

// Waits for a worker's message, a deadline, or a call from another thread.
void BuildQueue::wait_for_news(std::unique_lock<std::mutex>& lock) {
    std::vector<int> descriptors{wake_up_.descriptor()};
    Deadline deadline = Deadline::max();
    for (const Builder& builder : builders_) {
        if (!builder.build || builder.worker.is_paused()) continue;
        descriptors.push_back(builder.worker.handle().channel().descriptor());
        deadline = std::min(deadline, builder.worker.deadline());
    }
    const bool some_wait = !paused_since_ && std::ranges::any_of(builds_, [](const auto& build) {
        return !build->has_begun;
    });
    if (some_wait) deadline = std::min(deadline, Clock::now() + moment);
    lock.unlock();
    wait_for_any(descriptors, deadline);
    wake_up_.reset();
    std::vector<std::string> left = unfinished_builds(location_);
    lock.lock();
    left_builds_ = std::move(left);
}

std::shared_ptr<BuildQueue> build_queue_of(const LocalDevice& device,
                                           const std::filesystem::path& program,
                                           std::size_t workers) {
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<BuildQueue>> queues;
    const std::string key =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}.{}\n{}\n{}", device.placement.host, program.string(),
                    device.device.name, device.device.pci, device.device.uuid, device.platform,
                    device.index, workers, worker_environment({}));
    const std::lock_guard lock(mutex);
    auto queue = queues[key].lock();
    if (queue) return queue;
    queue = std::make_shared<BuildQueue>(location_of(device, program), workers,
                                         device.device.type == "cpu");
    queues[key] = queue;
    return queue;
}

}  // namespace hone
