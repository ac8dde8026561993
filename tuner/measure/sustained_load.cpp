// SPDX-License-Identifier: MIT
// Batches take about 20 ms: long enough for the host to keep up, short enough to end in time.
#include "tuner/measure/sustained_load.hpp"

#include <algorithm>
#include <deque>

#include "tuner/power/number_file.hpp"

namespace hone {
namespace {

constexpr double batch_seconds = 0.02;
constexpr std::size_t most_runs = 2000;    // in a batch
constexpr std::size_t flushed = 64;        // launches between two flushes
constexpr std::size_t queued_batches = 2;  // one runs, one waits
constexpr double progress_seconds = 0.5;

class Load {
  public:
    Load(const cl::CommandQueue& queue, LaunchRotation& rotation)
        : queue_(queue), rotation_(rotation), ended_(steady_seconds()) {}

    /// Fills the queue, waits for the first batch, and returns when it ended.
    double next() {
        while (batches_.size() < queued_batches) enqueue();
        const Batch batch = batches_.front();
        batches_.pop_front();
        batch.end.wait();
        const double now = steady_seconds();
        runs_ += batch.runs;
        adapt(batch.runs, now - ended_);
        return ended_ = now;
    }
    std::size_t runs() const { return runs_; }

  private:
    struct Batch {
        cl::Event end;
        std::size_t runs;
    };

    void enqueue() {
        std::vector<cl::Event> last;
        std::size_t waiting = 0;
        for (std::size_t run = 0; run < size_; ++run) {
            last = rotation_.next().enqueue(queue_);
            waiting += last.size();
            if (waiting >= flushed) {
                queue_.flush();
                waiting = 0;
            }
        }
        queue_.flush();
        batches_.push_back({last.back(), size_});
    }

    // Adapts the size of the next batches to the wanted duration.
    void adapt(std::size_t runs, double took) {
        const double wanted = static_cast<double>(runs) * batch_seconds / std::max(took, 1e-6);
        const auto most = static_cast<double>(std::min(most_runs, 2 * size_));
        size_ = static_cast<std::size_t>(std::clamp(wanted, 1.0, most));
    }

    const cl::CommandQueue& queue_;
    LaunchRotation& rotation_;
    std::deque<Batch> batches_;
    std::size_t size_ = 1;  // of the next batch, in runs
    std::size_t runs_ = 0;
    double ended_;
};

/// Calls `on_progress` several times a second.
class ProgressCalls {
  public:
    explicit ProgressCalls(const std::function<void()>& on_progress) : on_progress_(on_progress) {}
    void at(double now) {
        if (now < last_ + progress_seconds) return;
        last_ = now;
        on_progress_();
    }

  private:
    const std::function<void()>& on_progress_;
    double last_ = 0;
};

}  // namespace

LoadTimes sustain_load(const cl::CommandQueue& queue, LaunchRotation& rotation, double warm_up,
                       double seconds, const std::function<void()>& on_progress) {
    Load load(queue, rotation);
    ProgressCalls progress(on_progress);
    const double began = steady_seconds();
    double now = load.next();
    while (now < began + warm_up) progress.at(now = load.next());
    const LoadTimes first{.from = now, .until = now, .runs = load.runs()};
    while (now < first.from + seconds) progress.at(now = load.next());
    const LoadTimes measured{.from = first.from, .until = now, .runs = load.runs() - first.runs};
    queue.finish();
    return measured;
}

}  // namespace hone
