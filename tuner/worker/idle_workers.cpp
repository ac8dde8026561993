// SPDX-License-Identifier: MIT
// A worker that does not say in time that it has closed its bench is not used again.
#include "tuner/worker/idle_workers.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <vector>

#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_environment.hpp"

namespace hone {
namespace {

constexpr std::chrono::seconds longest_close{2};
constexpr std::size_t most_idle = 24;  // as many as two devices need, with the builds ahead of time

struct IdleWorker {
    std::string started;  // as what program, in what environment
    WorkerRole role;
    std::unique_ptr<WorkerHandle> worker;
    int replies = 0;  // that are still to come

    bool is_closed() const { return replies == 0; }

    // Reads what has come by now; false where the worker is gone.
    bool read_replies() {
        for (; replies > 0; --replies) {
            const auto reply = AwaitedReply(longest_close).receive(*worker, at_once);
            if (!reply) return true;
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

    // One that had this role, as soon as one of them has closed its bench; or else any other.
    std::unique_ptr<WorkerHandle> take(const std::string& started, WorkerRole role) {
        const auto fits = [&](const IdleWorker& idle) {
            return idle.started == started && idle.role == role;
        };
        const auto started_alike = [&](const IdleWorker& idle) { return idle.started == started; };
        auto worker = take_closed(fits);
        return worker ? std::move(worker) : take_closed(started_alike);
    }

  private:
    using Condition = std::function<bool(const IdleWorker&)>;

    // Waits for one that still has something to say; nothing where there is none, or none is in time.
    std::unique_ptr<WorkerHandle> take_closed(const Condition& is_wanted) {
        const Deadline deadline = std::chrono::steady_clock::now() + longest_close;
        for (std::vector<int> busy;; wait_for_any(busy, deadline)) {
            const std::lock_guard lock(mutex_);
            std::erase_if(
                all_, [&](IdleWorker& idle) { return is_wanted(idle) && !idle.read_replies(); });
            if (auto worker = remove_closed(is_wanted)) return worker;
            if (std::chrono::steady_clock::now() >= deadline) std::erase_if(all_, is_wanted);
            busy = descriptors_of(is_wanted);
            if (busy.empty()) return nullptr;
        }
    }

    std::unique_ptr<WorkerHandle> remove_closed(const Condition& is_wanted) {
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
    return idle ? std::move(idle) : start_worker(placement, program);
}

void keep_worker(const Placement& placement, const std::filesystem::path& program, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, int replies) {
    if (!worker || placement.launch) return;
    worker->channel().send({{"do", "close"}});
    idle_workers().keep({started_as(program), role, std::move(worker), replies + 1});
}

}  // namespace hone
