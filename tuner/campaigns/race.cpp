// SPDX-License-Identifier: MIT
// On a GPU all kernels search in turns: while one waits for its builds, another uses the device. A
// CPU does not build while it runs kernels, so each kernel gets its time in one piece.
#include "tuner/campaigns/race.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "spaces/base/parallel.hpp"
#include "tuner/campaigns/kernel_final.hpp"
#include "tuner/campaigns/race_shares.hpp"
#include "tuner/campaigns/turn_clock.hpp"
#include "tuner/evaluation/trial_fields.hpp"

namespace hone {
namespace {

// A device that differs from the others of its kind does not reuse their trials.
Task alone(Task task, const LocalDevice& device) {
    task.setup.device = device;
    task.candidates.reset();
    task.other_devices.clear();
    task.resume = false;
    return task;
}

using Clock = std::chrono::steady_clock;

/// One kernel of a race.
struct Competitor {
    Task task;
    bool is_far_behind = false;  // at other sizes
    std::unique_ptr<Session> session = {};
    FirstTurn first_turn = {};
    std::optional<SessionTurn> last = {};                     // its latest turn
    std::optional<std::chrono::nanoseconds> last_share = {};  // with the searches before its finals
};

/// Several kernels that compete for one problem and its time.
class Race {
  public:
    Race(std::vector<Task> kernels, const RaceOptions& options, const Campaign& campaign)
        : clock_(options.limit, options.ends_in_time), campaign_(campaign) {
        for (Task& task : kernels)
            (options.far_behind.contains(task.setup.space.name) ? far_behind_ : may_win_)
                .push_back({std::move(task)});
        if (may_win_.empty()) std::swap(may_win_, far_behind_);
        for (Competitor& kernel : far_behind_) kernel.is_far_behind = true;
        for (const Competitor* kernel : all()) {
            knows_results_ |= has_results(kernel->task);
            compiles_reference_ |= !kernel->task.setup.space.program;
        }
    }

    std::vector<KernelResult> run() {
        if (!has_limit() || may_win_.size() + far_behind_.size() < 2) {
            run_one_after_the_other();
        } else {
            find_candidates();
            if (builds_beside_runs())
                search_by_turns();
            else
                search_one_after_the_other();
        }
        for (Competitor* kernel : all()) finish(*kernel);
        run_final_of_kernels();
        return std::move(results_);
    }

  private:
    // Whether there are results of earlier runs, which this run continues.
    bool has_results(const Task& task) const {
        return task.resume &&
               campaign_.store.best(measurement_key(task.setup, campaign_.store)).has_value();
    }

    // Returns all kernels. Those that may win come first, so that the others have to beat them.
    std::vector<Competitor*> all() {
        std::vector<Competitor*> kernels;
        for (auto* some : {&may_win_, &far_behind_})
            for (Competitor& kernel : *some) kernels.push_back(&kernel);
        return kernels;
    }

    void run_one_after_the_other() {
        for (Competitor* kernel : all()) {
            if (campaign_.stop) return;
            run_turn(*kernel, has_limit() ? session_turn(limit(), 1) : SessionTurn{});
            finish(*kernel);
        }
    }

    // Enumerates the candidates of all kernels in parallel, since this takes half a second for
    // some.
    void find_candidates() {
        const std::vector<Competitor*> kernels = all();
        for_each_index(kernels.size(), [&](std::size_t k) {
            kernels[k]->task.candidates = candidates_of(kernels[k]->task);
        });
    }

    // Starts the builds of the kernel's first configs; they run during the turns of others.
    void prepare(Competitor& kernel) const {
        const auto on_progress = [&](const Progress& progress) {
            campaign_.on_progress(kernel.task, progress);
        };
        kernel.task.candidates = candidates_of(kernel.task);
        kernel.session =
            std::make_unique<Session>(kernel.task, campaign_.store, on_progress, campaign_.stop);
        kernel.session->prepare();
    }

    // A CPU does not build while it runs kernels. An audit needs its share of each turn.
    bool builds_beside_runs() const {
        const Task& task = may_win_.front().task;
        return task.setup.device.device.type != "cpu" && task.audit == 0;
    }

    void search_one_after_the_other() {
        std::chrono::nanoseconds for_one_trial{0};  // including the time to open the bench
        for (std::size_t k = 0; k < may_win_.size() && has_time_for(for_one_trial); ++k) {
            const std::size_t left = may_win_.size() - k;
            const auto before = elapsed();
            const TurnResult turn =
                run_turn(may_win_[k],
                         part_of_turn(SessionTurn::Part::search,
                                      first_turn(limit(), elapsed(), may_win_.size(), left), left));
            if (turn.tried == 1) for_one_trial = elapsed() - before;
        }
        for (Competitor& kernel : far_behind_) {
            if (!has_time_for(for_one_trial)) break;
            run_turn(kernel,
                     part_of_turn(SessionTurn::Part::search, short_turn(limit()), all().size()));
        }
        const std::vector<Competitor*> going_on = those_that_go_on();
        for (std::size_t i = 0; i < going_on.size() && !campaign_.stop; ++i) {
            const std::size_t left = going_on.size() - i;
            const auto share = last_turn(for_turns(going_on.size()), elapsed(), left);
            run_turn(*going_on[i], session_turn(share, left));
        }
    }

    // Time for the first trial of another kernel, which may take three times as long, and for one
    // more of the first kernel. If a trial takes seconds, there is time to search only one kernel.
    bool has_time_for(std::chrono::nanoseconds one_trial) const {
        constexpr int trials = 4;
        return !campaign_.stop && elapsed() + trials * one_trial < limit();
    }

    // The time that a kernel may still use for its search.
    struct Share {
        Competitor* kernel;
        std::chrono::nanoseconds left;
    };

    // A kernel's share is the sum of its turns.
    void search_by_turns() {
        for (Competitor* kernel : all()) prepare(*kernel);
        std::vector<Share> shares;
        for (Competitor& kernel : may_win_)
            shares.push_back(
                {&kernel, first_turn(limit(), elapsed(), may_win_.size(), may_win_.size())});
        for (Competitor& kernel : far_behind_) shares.push_back({&kernel, short_turn(limit())});
        take_turns(std::move(shares));
        const std::vector<Competitor*> going_on = those_that_go_on();
        shares.clear();
        std::vector<std::chrono::nanoseconds> finals;
        for (const auto share :
             last_turns(for_turns(going_on.size()), elapsed(), going_on.size())) {
            Competitor* const kernel = going_on[shares.size()];
            kernel->last_share = share;
            finals.push_back(SessionTime::for_finals(share, finals_of(kernel->task)));
            shares.push_back({kernel, share - finals.back()});
        }
        take_turns(std::move(shares));
        for (std::size_t i = 0; i < going_on.size() && !campaign_.stop; ++i)
            run_turn(*going_on[i],
                     part_of_turn(SessionTurn::Part::finals, finals[i], going_on.size() - i));
    }

    // A kernel that would wait for its builds yields the device to the next one.
    void take_turns(std::vector<Share> shares) {
        while (!shares.empty()) {
            for (Share& share : shares) {
                if (campaign_.stop) return;
                SessionTurn turn =
                    part_of_turn(SessionTurn::Part::search, share.left, shares.size());
                turn.yields = shares.size() > 1;
                const auto began = Clock::now();
                const TurnResult result = run_turn(*share.kernel, turn);
                share.left -= result.is_done ? share.left : Clock::now() - began;
            }
            std::erase_if(shares, [](const Share& share) { return share.left.count() <= 0; });
        }
    }

    // Sorted by time, the fastest first. A short turn suffices to see that a kernel is much slower.
    std::vector<Competitor*> those_that_go_on() {
        const std::vector<Competitor*> kernels = all();
        std::vector<FirstTurn> first_turns;
        for (const Competitor& kernel : may_win_) first_turns.push_back(kernel.first_turn);
        for (const Competitor& kernel : far_behind_)
            first_turns.push_back({.best_ns = kernel.first_turn.best_ns});
        std::vector<Competitor*> going_on;
        if (campaign_.stop) return going_on;
        for (const std::size_t k : kernels_that_go_on(first_turns)) going_on.push_back(kernels[k]);
        return going_on;
    }

    std::chrono::nanoseconds for_turns(std::size_t kernels) const {
        return limit() - for_final(kernels);
    }

    SessionTurn session_turn(std::chrono::nanoseconds share, std::size_t left) const {
        return clock_.turn(share, left, for_first_result());
    }

    SessionTurn part_of_turn(SessionTurn::Part part, std::chrono::nanoseconds share,
                             std::size_t left) const {
        return clock_.part_of_turn(part, share, left, for_first_result());
    }

    // Without any result a turn may take longer: on a first run the reference is compiled, too. A
    // called program has no reference.
    std::chrono::seconds for_first_result() const {
        const bool waits = compiles_reference_ && incumbent_ns_ == 0 && !knows_results_;
        return std::chrono::seconds(waits ? 20 : 0);
    }

    TurnResult run_turn(Competitor& kernel, SessionTurn turn) {
        const bool has_usual_reference = !kernel.task.setup.space.check;
        turn.incumbent_ns = incumbent_ns_;
        if (has_usual_reference) turn.reference = reference_;
        kernel.last = turn;
        if (!kernel.session) prepare(kernel);
        TurnResult result = kernel.session->run(turn);
        if (has_usual_reference && result.reference) reference_ = result.reference;
        kernel.first_turn.was_too_short = result.was_too_short;
        if (!result.best) return result;
        kernel.first_turn.best_ns = result.best->time.median;
        if (incumbent_ns_ == 0 || result.best->time.high < incumbent_ns_)
            incumbent_ns_ = result.best->time.high;
        return result;
    }

    // A kernel that was not started has no result.
    void finish(Competitor& kernel) {
        if (!kernel.last || !kernel.session) return;
        TuningResult result = kernel.session->finish();
        if (kernel.is_far_behind && result.tried == 0)
            result.given_up = "it was far behind at other sizes, and its short turn is over";
        results_.emplace_back(kernel.task, std::move(result));
        kernel.session.reset();
        own_results_.push_back(results_.size() - 1);
        if (kernel.last->part == SessionTurn::Part::search) return;
        const std::vector<LocalDevice> all_excluded = results_.back().second.excluded;
        for (const LocalDevice& excluded : all_excluded) {
            if (campaign_.stop) return;
            Competitor other{alone(kernel.task, excluded)};
            run_turn(other, has_limit()
                                ? session_turn(kernel.last_share.value_or(*kernel.last->limit), 1)
                                : SessionTurn{});
            results_.emplace_back(other.task, other.session->finish());
        }
    }

    // The time to compare the bests of the kernels that are near the fastest.
    std::chrono::nanoseconds for_final(std::size_t kernels) const {
        constexpr int share = 16;
        constexpr std::chrono::nanoseconds longest = std::chrono::seconds(4);
        return kernels > 1 ? std::min(limit() / share, longest) : std::chrono::nanoseconds(0);
    }

    void run_final_of_kernels() {
        if (campaign_.stop) return;
        std::vector<KernelResult*> own;
        for (const std::size_t index : own_results_) own.push_back(&results_[index]);
        const std::optional<Deadline> end = clock_.end();
        if (const auto near = kernels_within_reach(own); !near.empty()) {
            report_final(*near.front(), "measuring the best of each kernel");
            compare_kernels(near, campaign_, end);
        }
        if (const auto near = kernels_within_reach_sustained(own); !near.empty()) {
            report_final(*near.front(), "measuring each kernel under sustained load");
            compare_sustained(near, campaign_, end);
        }
    }

    void report_final(const KernelResult& fastest, const std::string& phase) {
        Progress progress;
        progress.tried = fastest.second.tried;
        progress.best = fastest.second.best;
        progress.phase = phase;
        progress.elapsed = elapsed();
        if (has_limit()) progress.left = limit() - elapsed();
        campaign_.on_progress(fastest.first, progress);
    }

    bool has_limit() const { return clock_.limit().has_value(); }
    std::chrono::nanoseconds limit() const { return *clock_.limit(); }
    std::chrono::nanoseconds elapsed() const { return clock_.elapsed(); }

    TurnClock clock_;
    std::vector<Competitor> may_win_, far_behind_;
    const Campaign& campaign_;
    std::vector<KernelResult> results_;
    std::vector<std::size_t> own_results_;  // results of the devices that the kernels share
    double incumbent_ns_ = 0;
    bool knows_results_ = false;  // of this problem, before anything runs
    bool compiles_reference_ = false;
    std::optional<ReferenceTiming> reference_;  // of CLBlast for this problem
};

}  // namespace

std::vector<KernelResult> race(std::vector<Task> kernels, const RaceOptions& options,
                               const Campaign& campaign) {
    return Race(std::move(kernels), options, campaign).run();
}

}  // namespace hone
