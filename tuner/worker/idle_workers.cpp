// SPDX-License-Identifier: MIT
// A worker that does not say in time that it has closed its bench is ended.
#include "tuner/worker/idle_workers.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <vector>

#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_environment.hpp"

namespace hone {
namespace {

// Where all compile on the core of PoCL's first thread, they compile one after the other.
const Environment builders_move{{"POCL_AFFINITY", "0"}};

constexpr std::size_t most_idle = 24;  // as many as two devices need, with the builds ahead of time

struct IdleWorker {
    std::string started;  // as what program, in what environment
    WorkerRole role;
    std::unique_ptr<WorkerHandle> worker;
    int replies = 0;         // that are still to come
    std::string build = {};  // that it was given
    Deadline latest = {};

    bool is_closed() const { return replies == 0; }
    bool is_builder_of(const std::string& program) const {
        return started == program && role == WorkerRole::builds;
    }

    // Reads what has come by now; false where the worker is gone, or late.
    bool read_replies() {
        for (; replies > 0; --replies) {
            const auto reply = AwaitedReply(longest_close).receive(*worker, at_once);
            if (!reply) return std::chrono::steady_clock::now() < latest;
            if (reply->outcome != Outcome::ok) return false;
        }
        return true;
    }
};

class IdleWorkers {
  public:
    void keep(IdleWorker idle) {
        const std::lock_guard lock(mutex_);
        if (all_.size() < most_idle) all_.push_back(std::move(idle));
    }

    // One that has run kernels is waited for until it has closed its bench: what it keeps is worth it. One
    // that builds may compile for long what nobody asks for any more.
    std::unique_ptr<WorkerHandle> take(const std::string& started, WorkerRole role) {
        if (role == WorkerRole::runs) return take_runner(started);
        const std::lock_guard lock(mutex_);
        return take_closed([&](const IdleWorker& idle) { return idle.is_builder_of(started); });
    }

    std::size_t busy_builders(const std::string& started) {
        return count_busy([&](const IdleWorker& idle) { return idle.is_builder_of(started); });
    }

    bool is_built_now(const std::string& started, const std::string& build) {
        return count_busy([&](const IdleWorker& idle) {
                   return idle.is_builder_of(started) && idle.build == build;
               }) > 0;
    }

  private:
    using Condition = std::function<bool(const IdleWorker&)>;

    std::unique_ptr<WorkerHandle> take_runner(const std::string& started) {
        const auto is_runner = [&](const IdleWorker& idle) {
            return idle.started == started && idle.role == WorkerRole::runs;
        };
        const Deadline deadline = std::chrono::steady_clock::now() + longest_close;
        for (std::vector<int> busy;; wait_for_any(busy, deadline)) {
            const std::lock_guard lock(mutex_);
            if (auto worker = take_closed(is_runner)) return worker;
            busy = descriptors_of(is_runner);
            if (busy.empty()) return nullptr;
        }
    }

    std::size_t count_busy(const Condition& is_wanted) {
        const std::lock_guard lock(mutex_);
        forget_late(is_wanted);
        return static_cast<std::size_t>(std::ranges::count_if(
            all_, [&](const IdleWorker& idle) { return is_wanted(idle) && !idle.is_closed(); }));
    }

    void forget_late(const Condition& is_wanted) {
        std::erase_if(all_,
                      [&](IdleWorker& idle) { return is_wanted(idle) && !idle.read_replies(); });
    }

    std::unique_ptr<WorkerHandle> take_closed(const Condition& is_wanted) {
        forget_late(is_wanted);
        const auto closed = std::ranges::find_if(
            all_, [&](const IdleWorker& idle) { return is_wanted(idle) && idle.is_closed(); });
        if (closed == all_.end()) return nullptr;
        std::unique_ptr<WorkerHandle> worker = std::move(closed->worker);
        all_.erase(closed);
        return worker;
    }

    std::vector<int> descriptors_of(const Condition& is_wanted) const {
        std::vector<int> descriptors;
        for (const IdleWorker& idle : all_)
            if (is_wanted(idle)) descriptors.push_back(idle.worker->channel().descriptor());
        return descriptors;
    }

    std::mutex mutex_;
    std::vector<IdleWorker> all_;
};

IdleWorkers& idle_workers() {
    static IdleWorkers workers;
    return workers;
}

std::string started_as(const std::filesystem::path& program) {
    return program.string() + '\0' + worker_environment({});
}

}  // namespace

std::unique_ptr<WorkerHandle> idle_or_new_worker(const Placement& placement,
                                                 const std::filesystem::path& program,
                                                 WorkerRole role) {
    auto idle = placement.launch ? nullptr : idle_workers().take(started_as(program), role);
    if (idle) return idle;
    return start_worker(placement, program,
                        role == WorkerRole::builds ? builders_move : Environment{});
}

std::size_t busy_builders(const Placement& placement, const std::filesystem::path& program) {
    return placement.launch ? 0 : idle_workers().busy_builders(started_as(program));
}

bool is_built_now(const Placement& placement, const std::filesystem::path& program,
                  const std::string& build) {
    return !placement.launch && idle_workers().is_built_now(started_as(program), build);
}

void keep_worker(const Placement& placement, const std::filesystem::path& program, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, UnfinishedWork unfinished) {
    if (!worker || placement.launch) return;
    worker->channel().send({{"do", "close"}});
    idle_workers().keep({started_as(program), role, std::move(worker), unfinished.replies + 1,
                         std::move(unfinished.build),
                         std::chrono::steady_clock::now() + unfinished.longest});
}

}  // namespace hone
