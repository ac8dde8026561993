// SPDX-License-Identifier: MIT
// A worker is ended if it does not confirm in time that its bench is closed.
#include "tuner/worker/idle_workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <mutex>
#include <vector>

#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_environment.hpp"

namespace hone {
namespace {

// If all of PoCL's compilations stay on the core of its first thread, they run one after the other.
// PoCL's compiler takes an eighth less time with huge pages, which glibc gives on request. A worker
// that times kernels has ordinary pages, as applications have: on a CPU, buffers lie in them.
Environment builder_environment() {
    Environment variables{{"POCL_AFFINITY", "0"}};
    if (!std::getenv("GLIBC_TUNABLES")) variables["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1";
    return variables;
}

constexpr std::size_t most_idle = 24;  // enough for two devices with their builders

struct WorkerKey {
    explicit WorkerKey(const WorkerLocation& location)
        : started(location.program.string() + '\0' + worker_environment({})),
          device(location.device) {}

    std::string started;  // the program and the environment of its start
    std::string device;
};

struct IdleWorker {
    WorkerKey key;
    WorkerRole role;
    TimedWorker worker;
    int replies = 0;         // still to come
    std::string build = {};  // the program that it builds

    bool is_closed() const { return !worker.is_busy(); }
    bool serves(const WorkerKey& wanted, WorkerRole as) const {
        return key.started == wanted.started && role == as &&
               (key.device == wanted.device || key.device.empty());
    }

    // Reads the replies that have arrived. Returns false if the worker is gone or late.
    bool read_replies() {
        for (; replies > 0; --replies) {
            const auto reply = worker.receive();
            if (!reply) return true;
            if (reply->outcome != Outcome::ok) return false;
        }
        worker.await_nothing();
        return true;
    }
};

class IdleWorkers {
  public:
    // The newest workers are the most likely to be needed. The oldest one that serves something
    // else makes room.
    void keep(IdleWorker idle) {
        std::unique_ptr<WorkerHandle> ended;  // after the lock is released: its end may take long
        const std::lock_guard lock(mutex_);
        if (all_.size() >= most_idle) {
            const auto other = std::ranges::find_if_not(
                all_, [&](const IdleWorker& each) { return each.serves(idle.key, idle.role); });
            const auto oldest = other == all_.end() ? all_.begin() : other;
            ended = oldest->worker.release();
            all_.erase(oldest);
        }
        all_.push_back(std::move(idle));
    }

    // Waits until a running worker has closed its bench, since its cached references and benches
    // are valuable; for the same reason the most recent worker is taken. A builder is not waited
    // for: it may still be compiling an abandoned program. Nor is a late one ended, since the
    // caller may hold a lock.
    std::unique_ptr<WorkerHandle> take(const WorkerKey& key, WorkerRole role) {
        if (role == WorkerRole::runs) return take_runner(key);
        const std::lock_guard lock(mutex_);
        return take_closed([&](const IdleWorker& idle) { return idle.serves(key, role); });
    }

    std::vector<std::string> unfinished_builds(const WorkerKey& key) {
        const auto is_builder = [&](const IdleWorker& idle) {
            return idle.serves(key, WorkerRole::builds);
        };
        EndedWorkers ended;
        const std::lock_guard lock(mutex_);
        ended = take_late(is_builder);
        std::vector<std::string> builds;
        for (const IdleWorker& idle : all_)
            if (is_builder(idle) && !idle.is_closed()) builds.push_back(idle.build);
        return builds;
    }

    void for_each_busy_builder(const std::function<void(TimedWorker&)>& then) {
        const std::lock_guard lock(mutex_);
        for (IdleWorker& idle : all_)
            if (idle.role == WorkerRole::builds && !idle.is_closed()) then(idle.worker);
    }

  private:
    using Condition = std::function<bool(const IdleWorker&)>;
    // Declare them before a lock, so that they are ended after it is released.
    using EndedWorkers = std::vector<std::unique_ptr<WorkerHandle>>;

    std::unique_ptr<WorkerHandle> take_runner(const WorkerKey& key) {
        const auto is_runner = [&](const IdleWorker& idle) {
            return idle.serves(key, WorkerRole::runs);
        };
        const Deadline deadline = std::chrono::steady_clock::now() + longest_close;
        for (std::vector<int> busy;; wait_for_any(busy, deadline)) {
            EndedWorkers ended;
            const std::lock_guard lock(mutex_);
            ended = take_late(is_runner);
            if (auto worker = take_closed(is_runner)) return worker;
            busy = descriptors_of(is_runner);
            if (busy.empty()) return nullptr;
        }
    }

    EndedWorkers take_late(const Condition& is_wanted) {
        EndedWorkers late;
        for (IdleWorker& idle : all_)
            if (is_wanted(idle) && !idle.read_replies()) late.push_back(idle.worker.release());
        std::erase_if(all_, [](const IdleWorker& idle) { return !idle.worker; });
        return late;
    }

    std::unique_ptr<WorkerHandle> take_closed(const Condition& is_wanted) {
        const auto closed = std::find_if(all_.rbegin(), all_.rend(), [&](IdleWorker& idle) {
            return is_wanted(idle) && idle.read_replies() && idle.is_closed();
        });
        if (closed == all_.rend()) return nullptr;
        std::unique_ptr<WorkerHandle> worker = closed->worker.release();
        all_.erase(std::next(closed).base());
        return worker;
    }

    std::vector<int> descriptors_of(const Condition& is_wanted) const {
        std::vector<int> descriptors;
        for (const IdleWorker& idle : all_)
            if (is_wanted(idle)) descriptors.push_back(idle.worker.handle().channel().descriptor());
        return descriptors;
    }

    std::mutex mutex_;
    std::vector<IdleWorker> all_;
};

IdleWorkers& idle_workers() {
    static IdleWorkers workers;
    return workers;
}

}  // namespace

WorkerLocation location_of(const LocalDevice& device, const std::filesystem::path& program) {
    return {.placement = device.placement,
            .program = program,
            .device = fmt::format("{}.{}", device.platform, device.index)};
}

std::unique_ptr<WorkerHandle> idle_or_new_worker(const WorkerLocation& location, WorkerRole role) {
    auto idle =
        location.placement.launch ? nullptr : idle_workers().take(WorkerKey(location), role);
    if (idle) return idle;
    return start_worker(location.placement, location.program,
                        role == WorkerRole::builds ? builder_environment() : Environment{});
}

std::vector<std::string> unfinished_builds(const WorkerLocation& location) {
    if (location.placement.launch) return {};
    return idle_workers().unfinished_builds(WorkerKey(location));
}

void pause_busy_builders() {
    idle_workers().for_each_busy_builder([](TimedWorker& worker) { worker.pause(); });
}

void resume_busy_builders(std::chrono::nanoseconds paused) {
    idle_workers().for_each_busy_builder([&](TimedWorker& worker) { worker.go_on(paused); });
}

void keep_worker(const WorkerLocation& location, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, UnfinishedWork unfinished) {
    if (!worker || location.placement.launch) return;
    worker->channel().send({{"do", "close"}});
    TimedWorker timed(std::move(worker));
    // No sign of life extends it.
    timed.await_reply(unfinished.longest, std::chrono::steady_clock::now() + unfinished.longest);
    idle_workers().keep({WorkerKey(location), role, std::move(timed), unfinished.replies + 1,
                         std::move(unfinished.build)});
}

Reply ask_worker(const WorkerLocation& location, const Message& request,
                 std::chrono::milliseconds limit) {
    auto worker = idle_or_new_worker(location, WorkerRole::runs);
    worker->channel().send(request);
    Reply reply = wait_for_reply(*worker, limit);
    if (reply.outcome == Outcome::ok && !reply.message.contains("failed"))
        keep_worker(location, WorkerRole::runs, std::move(worker));
    return reply;
}

}  // namespace hone
