// SPDX-License-Identifier: MIT
// While one problem is timed, the programs of the next are built; on a CPU only in the moments when
// no kernel runs. With a GPU, the next problem is also chosen meanwhile. Each measurement improves
// the choice, so the database is read again before each choice, unless that takes too much of the
// time.
#include "tuner/campaigns/time_untimed.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "spaces/candidates/candidates.hpp"

#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/recently_read.hpp"

namespace hone {
namespace {

constexpr const char* reason = "expected to be fast there, not timed yet";
constexpr double far_behind = 1.5;  // times the best's time: a slower measurement is cut short

// The configs of the kernel that the device can run, and that were neither tried there nor wrong
// anywhere. A config that is not a candidate there is replaced by the nearest candidate. If there is
// none and the config can run (only performance or redundancy constraints exclude it), it is timed
// as it is, since applications may get it.
std::vector<Config> configs_of(const std::vector<StoredConfig>& untimed, CampaignRun& run) {
    const Space& space = run.setup().space;
    const Names& known = run.evaluator().known();
    // Constructed only if needed: it takes half a second for some spaces.
    std::optional<Candidates> candidates;
    const auto replacement = [&](const Config& config) {
        if (is_legal(space, config, known)) return config;
        if (!candidates) candidates.emplace(space, known);
        return candidates->replacement(config).value_or(config);
    };
    std::set<std::string> tried;
    for (const Trial& trial : run.store().trials(run.run().key)) tried.insert(trial.config);
    std::vector<Config> configs;
    for (const StoredConfig& each : untimed) {
        if (each.kernel != space.name) continue;
        const auto stored = config_from(space, each.config);
        if (!stored) continue;
        const Config config = replacement(*stored);
        if (run.evaluator().can_run(config) && !run.evaluator().known_wrong(config) &&
            tried.insert(run.evaluator().text_of(config)).second)
            configs.push_back(config);
    }
    return configs;
}

/// A problem, and the configs that are worth timing there.
struct UntimedAtSize {
    Problem problem;
    std::vector<StoredConfig> configs;

    bool has_any(const Space& space) const {
        return std::ranges::find(configs, space.name, &StoredConfig::kernel) != configs.end();
    }
};

/// The configs of one kernel whose builds have started.
struct KernelPart {
    std::unique_ptr<CampaignRun> run;
    std::vector<Config> configs;
};

struct Round {
    UntimedAtSize choice;
    std::vector<KernelPart> parts;
};

class Rounds {
  public:
    Rounds(const UntimedOptions& options, const LocalDevice& device,
           const std::vector<Space>& spaces, const NextProblem& next, const Campaign& campaign)
        : options_(options),
          device_(device),
          spaces_(spaces),
          next_(next),
          campaign_(campaign),
          estimate_([&campaign] { return std::make_unique<LossEstimate>(campaign.store); }) {}

    void time_all() {
        choose_ahead();
        while (!is_over()) {
            while (rounds_.size() < at_once() && begin_next()) choose_ahead();
            if (rounds_.empty()) break;
            time(rounds_.front());
            rounds_.pop_front();
        }
        for (const Round& begun : rounds_)
            for (const KernelPart& part : begun.parts) part.run->finish();
    }

  private:
    bool is_over() const { return campaign_.stop || options_.is_over(); }
    bool has_cores_to_spare() const { return device_.device.type != "cpu"; }
    /// The problem that is timed, and those whose programs are being built. With a GPU two are
    /// built ahead, since the slowest of them takes longer than the device needs for a problem.
    std::size_t at_once() const { return has_cores_to_spare() ? 3 : 2; }

    /// Chooses on another thread or, with a CPU, when the choice is needed.
    void choose_ahead() {
        choice_ = std::async(has_cores_to_spare() ? std::launch::async : std::launch::deferred,
                             [this] { return choose(); });
    }

    /// Returns nullopt if no problem is left.
    std::optional<UntimedAtSize> choose() {
        return estimate_.for_use([this](LossEstimate& known) { return choose_by(known); });
    }

    std::optional<UntimedAtSize> choose_by(LossEstimate& known) const {
        while (!is_over()) {
            const auto problem = next_(known);
            if (!problem) break;
            auto configs = known.untimed(name_asked_for(spaces_), device_.device, *problem);
            if (!configs.empty()) return UntimedAtSize{*problem, std::move(configs)};
        }
        return std::nullopt;
    }

    bool begin_next() {
        if (!choice_.valid()) return false;
        auto choice = choice_.get();
        if (!choice) return false;
        Round round{.choice = *std::move(choice), .parts = {}};
        for (const Space& space : spaces_)
            if (round.choice.has_any(space)) round.parts.push_back(begin(space, round.choice));
        rounds_.push_back(std::move(round));
        return true;
    }

    KernelPart begin(const Space& space, const UntimedAtSize& choice) const {
        const MeasureOptions& measure = options_.measure;
        KernelPart part{.run = std::make_unique<CampaignRun>(
                            campaign_, bench_setup(measure, device_, space, choice.problem),
                            measure, "contenders", options_.command(space, choice.problem)),
                        .configs = {}};
        part.configs = configs_of(choice.configs, *part.run);
        part.run->prebuild(part.configs);
        return part;
    }

    void time(const Round& round) const {
        campaign_.on_step({.total = 0,
                           .kernel = {},
                           .device = device_.device.name,
                           .problem = round.choice.problem,
                           .configs = round.choice.configs.size(),
                           .note = reason,
                           .in_passing = true,
                           .left = options_.left()});
        for (const auto& [run, configs] : round.parts) {
            const auto best = run->store().best(run->run().key);
            run->keep_correct(configs, Purpose::transfer,
                              best ? far_behind * best->trial.time.high : 0, options_.is_over);
            run->finish();
        }
    }

    const UntimedOptions& options_;
    const LocalDevice& device_;
    const std::vector<Space>& spaces_;
    const NextProblem& next_;
    const Campaign& campaign_;
    RecentlyRead<LossEstimate> estimate_;  // only one choice uses it at a time
    std::deque<Round> rounds_;
    std::future<std::optional<UntimedAtSize>> choice_;  // last member: its thread reads the others
};

}  // namespace

void time_untimed(const UntimedOptions& options, const LocalDevice& device,
                  const std::vector<Space>& spaces, const NextProblem& next,
                  const Campaign& campaign) {
    Rounds(options, device, spaces, next, campaign).time_all();
}

}  // namespace hone
