// SPDX-License-Identifier: MIT
// The kernels of a race, and the schedules by which they run.
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

/// One kernel of a race.
struct Competitor {
    Task task;
    bool is_far_behind = false;  // at other sizes
    std::unique_ptr<Session> session = {};
    FirstTurn first_turn = {};
    std::optional<SessionTurn> last = {};                     // its latest turn
    std::optional<std::chrono::nanoseconds> last_share = {};  // with the searches before its finals
};

/// Several kernels that compete for one problem: their turns, and what one learns from another's. A
/// schedule decides who runs when.
class RacingKernels {
  public:
    RacingKernels(std::vector<Task> kernels, const RaceOptions& options, const Campaign& campaign)
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

    // Returns all kernels. Those that may win come first, so that the others have to beat them.
    std::vector<Competitor*> all() {
        std::vector<Competitor*> kernels;
        for (auto* some : {&may_win_, &far_behind_})
            for (Competitor& kernel : *some) kernels.push_back(&kernel);
        return kernels;
    }
    std::vector<Competitor>& may_win() { return may_win_; }
    std::vector<Competitor>& far_behind() { return far_behind_; }
    bool is_stopped() const { return campaign_.stop; }
    bool has_answer() const { return incumbent_ns_ > 0; }

    // A CPU does not build while it runs kernels. An audit needs its share of each turn.
    bool builds_beside_runs() const {
        const Task& task = may_win_.front().task;
        return task.setup.device.device.type != "cpu" && task.audit == 0;
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

    TurnResult run_turn(Competitor& kernel, SessionTurn turn) {
        const bool has_usual_reference = !kernel.task.setup.space.check;
        turn.incumbent_ns = incumbent_ns_;
        if (has_usual_reference) turn.reference = reference_;
        kernel.last = turn;
        if (!kernel.session) prepare(kernel);
        TurnResult result = kernel.session->run(turn);
        if (has_usual_reference && result.reference) reference_ = result.reference;
        kernel.first_turn.was_too_short = result.was_too_short;
        kernel.first_turn.cut_off_run = result.cut_off_run;
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

    void run_final() {
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

    bool has_limit() const { return clock_.limit().has_value(); }
    std::chrono::nanoseconds limit() const { return *clock_.limit(); }
    std::chrono::nanoseconds elapsed() const { return clock_.elapsed(); }
    std::vector<KernelResult> take_results() { return std::move(results_); }

  private:
    // Whether there are results of earlier runs, which this run continues.
    bool has_results(const Task& task) const {
        return task.resume &&
               campaign_.store.best(measurement_key(task.setup, campaign_.store)).has_value();
    }

    // Without any result a turn may take longer: on a first run the reference is compiled, too. A
    // called program has no reference.
    std::chrono::seconds for_first_result() const {
        const bool waits = compiles_reference_ && incumbent_ns_ == 0 && !knows_results_;
        return std::chrono::seconds(waits ? 20 : 0);
    }

    // The time to compare the bests of the kernels that are near the fastest.
    std::chrono::nanoseconds for_final(std::size_t kernels) const {
        constexpr int share = 16;
        constexpr std::chrono::nanoseconds longest = std::chrono::seconds(4);
        return kernels > 1 ? std::min(limit() / share, longest) : std::chrono::nanoseconds(0);
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

// Each kernel is tuned, with its finals, before the next one starts.
void tune_one_after_the_other(RacingKernels& kernels) {
    for (Competitor* kernel : kernels.all()) {
        if (kernels.is_stopped()) return;
        kernels.run_turn(*kernel, kernels.has_limit() ? kernels.session_turn(kernels.limit(), 1)
                                                      : SessionTurn{});
        kernels.finish(*kernel);
    }
}

/// On a CPU, which does not build while it runs kernels: each kernel gets its search in one piece.
class SearchesInARow {
  public:
    explicit SearchesInARow(RacingKernels& kernels) : kernels_(kernels) {}

    void run() {
        search_first();
        const std::vector<Competitor*> going_on = kernels_.those_that_go_on();
        for (std::size_t i = 0; i < going_on.size() && !kernels_.is_stopped(); ++i) {
            // The fastest kernel has its final round in any case.
            if (i > 0 && kernels_.has_answer() && kernels_.elapsed() >= kernels_.limit()) return;
            const std::size_t left = going_on.size() - i;
            const auto share =
                last_turn(kernels_.for_turns(going_on.size()), kernels_.elapsed(), left);
            kernels_.run_turn(*going_on[i], kernels_.session_turn(share, left));
        }
    }

  private:
    void search_first() {
        std::vector<Competitor>& may_win = kernels_.may_win();
        for (std::size_t k = 0; k < may_win.size() && has_time_for_another(); ++k) {
            const std::size_t left = may_win.size() - k;
            const auto before = kernels_.elapsed();
            const auto share = first_turn(kernels_.limit(), before, may_win.size(), left);
            const auto tried = static_cast<std::int64_t>(search(may_win[k], share, left).tried);
            if (tried > 0) for_one_trial_ = (kernels_.elapsed() - before) / tried;
        }
        for (Competitor& kernel : kernels_.far_behind()) {
            if (!has_time_for_another()) break;
            search(kernel, short_turn(kernels_.limit()), kernels_.all().size());
        }
    }

    TurnResult search(Competitor& kernel, std::chrono::nanoseconds share, std::size_t left) {
        return kernels_.run_turn(kernel,
                                 kernels_.part_of_turn(SessionTurn::Part::search, share, left));
    }

    // Time for the first trial of another kernel, which may take five times as long, and for one
    // more of this kernel. If a trial takes seconds, there is time to search only one kernel.
    bool has_time_for_another() const {
        constexpr int trials = 6;
        return !kernels_.is_stopped() &&
               kernels_.elapsed() + trials * for_one_trial_ < kernels_.limit();
    }

    RacingKernels& kernels_;
    std::chrono::nanoseconds for_one_trial_{0};  // of the latest kernel, with its share of opening
};

/// On a GPU: while one kernel waits for its builds, another uses the device.
class AlternatingSearches {
  public:
    explicit AlternatingSearches(RacingKernels& kernels) : kernels_(kernels) {}

    void run() {
        for (Competitor* kernel : kernels_.all()) kernels_.prepare(*kernel);
        take_turns(first_shares());
        const std::vector<Competitor*> going_on = kernels_.those_that_go_on();
        std::vector<Share> shares;
        std::vector<std::chrono::nanoseconds> finals;
        for (const auto share :
             last_turns(kernels_.for_turns(going_on.size()), kernels_.elapsed(), going_on.size())) {
            Competitor* const kernel = going_on[shares.size()];
            kernel->last_share = share;
            finals.push_back(SessionTime::for_finals(share, finals_of(kernel->task)));
            shares.push_back({kernel, share - finals.back()});
        }
        take_turns(std::move(shares));
        for (std::size_t i = 0; i < going_on.size() && !kernels_.is_stopped(); ++i)
            kernels_.run_turn(*going_on[i], kernels_.part_of_turn(SessionTurn::Part::finals,
                                                                  finals[i], going_on.size() - i));
    }

  private:
    // The time that a kernel may still use for its search: the sum of its turns.
    struct Share {
        Competitor* kernel;
        std::chrono::nanoseconds left;
    };

    std::vector<Share> first_shares() {
        std::vector<Share> shares;
        const std::size_t count = kernels_.may_win().size();
        for (Competitor& kernel : kernels_.may_win())
            shares.push_back(
                {&kernel, first_turn(kernels_.limit(), kernels_.elapsed(), count, count)});
        for (Competitor& kernel : kernels_.far_behind())
            shares.push_back({&kernel, short_turn(kernels_.limit())});
        return shares;
    }

    // A kernel that would wait for its builds yields the device to the next one.
    void take_turns(std::vector<Share> shares) {
        while (!shares.empty()) {
            for (Share& share : shares) {
                if (kernels_.is_stopped()) return;
                SessionTurn turn =
                    kernels_.part_of_turn(SessionTurn::Part::search, share.left, shares.size());
                turn.yields = shares.size() > 1;
                const auto began = std::chrono::steady_clock::now();
                const TurnResult result = kernels_.run_turn(*share.kernel, turn);
                share.left -=
                    result.is_done ? share.left : std::chrono::steady_clock::now() - began;
            }
            std::erase_if(shares, [](const Share& share) { return share.left.count() <= 0; });
        }
    }

    RacingKernels& kernels_;
};

void run_schedule(RacingKernels& kernels) {
    if (!kernels.has_limit() || kernels.all().size() < 2) return tune_one_after_the_other(kernels);
    kernels.find_candidates();
    if (kernels.builds_beside_runs())
        AlternatingSearches(kernels).run();
    else
        SearchesInARow(kernels).run();
}

}  // namespace

std::vector<KernelResult> race(std::vector<Task> kernels, const RaceOptions& options,
                               const Campaign& campaign) {
    RacingKernels racing(std::move(kernels), options, campaign);
    run_schedule(racing);
    for (Competitor* kernel : racing.all()) racing.finish(*kernel);
    racing.run_final();
    return racing.take_results();
}

}  // namespace hone
