// SPDX-License-Identifier: MIT
// A worker that does not say in time that it has closed its bench is not used again.
#include "tuner/worker/idle_workers.hpp"

#include <algorithm>
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
};

bool is_closed(IdleWorker& idle) {
    for (; idle.replies > 0; --idle.replies)
        if (wait_for_reply(*idle.worker, longest_close).outcome != Outcome::ok) return false;
    return true;
}

class IdleWorkers {
  public:
    void keep(IdleWorker idle) {
        const std::lock_guard lock(mutex_);
        if (all_.size() < most_idle) all_.push_back(std::move(idle));
    }

    std::unique_ptr<WorkerHandle> take(const std::string& started, WorkerRole role) {
        for (;;) {
            auto idle = next(started, role);
            if (!idle) return nullptr;
            if (is_closed(*idle)) return std::move(idle->worker);
        }
    }

  private:
    std::optional<IdleWorker> next(const std::string& started, WorkerRole role) {
        const std::lock_guard lock(mutex_);
        auto found = std::ranges::find_if(all_, [&](const IdleWorker& idle) {
            return idle.started == started && idle.role == role;
        });
        if (found == all_.end()) found = std::ranges::find(all_, started, &IdleWorker::started);
        if (found == all_.end()) return std::nullopt;
        IdleWorker idle = std::move(*found);
        all_.erase(found);
        return idle;
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
