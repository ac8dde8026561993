// SPDX-License-Identifier: MIT
// One errand after the other, those behind it being built.
#include "tuner/session/device_runner.hpp"

#include <iterator>
#include <utility>

namespace hone {
namespace {

Run on_board(Run draft, const Device& device) {
    draft.pci = device.pci;
    draft.uuid = device.uuid;
    return draft;
}

}  // namespace

Hand::Hand(std::size_t number, BenchSetup setup, const Limits& limits, bool forced,
           const std::filesystem::path& store, const Run& draft, Mailbox<Report>& reports)
    : number_(number),
      setup_(std::move(setup)),
      store_(store),
      run_(store_.start(on_board(draft, setup_.device.device))),
      evaluator_(setup_, limits, store_, run_, forced),
      drift_(evaluator_, store_, run_),
      reports_(reports),
      room_(1 + evaluator_.lead()),
      thread_([this] { work(); }) {}

Hand::~Hand() {
    {
        const std::lock_guard lock(mutex_);
        leaves_ = true;
        waiting_.clear();
    }
    changed_.notify_one();
    thread_.join();
}

void Hand::end(State state) {
    store_.end(run_.id, state);
}

void Hand::give(Errand errand) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(errand));
    }
    changed_.notify_one();
}

std::vector<Errand> Hand::take_back() {
    const std::lock_guard lock(mutex_);
    begun_ = 0;
    const auto all = std::exchange(waiting_, {});
    return {all.begin(), all.end()};
}

std::optional<Errand> Hand::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return leaves_ || !waiting_.empty(); });
    if (leaves_) return std::nullopt;
    for (; begun_ < waiting_.size(); ++begun_)
        if (!waiting_[begun_].calibrates) fresh_.push_back(waiting_[begun_].config);
    Errand first = std::move(waiting_.front());
    waiting_.pop_front();
    --begun_;
    return first;
}

Report Hand::done(const Errand& errand) {
    for (const Config& config : std::exchange(fresh_, {})) evaluator_.build_ahead(config);
    Report report{.hand = number_, .errand = errand};
    if (errand.calibrates) {
        report.steady = drift_.watch(errand.config);
    } else {
        report.trial = evaluator_.evaluate(errand.config, errand.purpose, errand.incumbent_ns);
        report.again = drift_.after(errand.config, report.trial, errand.incumbent_ns);
        report.sentinel = drift_.sentinel().value_or(Config{});
        report.steady = drift_.steady();
    }
    room_ = 1 + evaluator_.lead();
    return report;
}

// A hand that has failed says so of each errand that it still has.
void Hand::work() {
    std::exception_ptr failure;
    while (const auto errand = next()) {
        Report report{.hand = number_, .errand = *errand};
        try {
            if (!failure) report = done(*errand);
        } catch (...) {
            failure = std::current_exception();
        }
        report.failure = failure;
        reports_.put(std::move(report));
    }
}

}  // namespace hone
