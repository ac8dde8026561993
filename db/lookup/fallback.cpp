// SPDX-License-Identifier: MIT
// Finds the config for a query. If the problem itself was tuned, the fastest config is the answer;
// a kernel whose search did not finish is compared by its expected times. For other problems, the
// answer is the config with the shortest expected time. Only the results of the most similar
// devices count. The reason names the first config that was skipped because it cannot run.
#include "db/lookup/fallback.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <tuple>

#include "db/model/enum_words.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/version.hpp"
#include "db/store/named_rows.hpp"

namespace hone::lookup {
namespace {

std::string replaced(std::string text, std::string_view what, const std::string& by) {
    if (const auto at = text.find(what); at != text.npos) text.replace(at, what.size(), by);
    return text;
}

std::string tenths(double number) {
    const auto rounded = static_cast<long long>(std::llround(number * 10));
    return std::to_string(rounded / 10) + '.' + std::to_string(rounded % 10);
}

/// One search through the levels, from the most specific one to the default configs.
class FallbackSearch {
  public:
    FallbackSearch(const Catalog& catalog, const Query& query, const Rejected& rejected,
                   TimesCache& times)
        : catalog_(catalog),
          query_(query),
          rejected_(rejected),
          ranking_(catalog, query, rejected, times) {}

    TunedKernel search(const std::vector<FallbackLevel>& levels) {
        if (auto found = best_under_load(levels)) {
            found->reason += catalog_.warnings;
            return *found;
        }
        for (const FallbackLevel& level : levels) {
            auto found = answer_of(level, levels);
            if (!found) continue;
            found->reason += not_by_objective() + catalog_.warnings;
            return *found;
        }
        TunedKernel none;
        none.precision = query_.precision;
        none.reason = why_nothing() + catalog_.warnings;
        return none;
    }

  private:
    /// Only for this problem on this device: measurements under load elsewhere are not comparable.
    std::optional<TunedKernel> best_under_load(const std::vector<FallbackLevel>& levels) {
        if (query_.objective == Objective::time || levels.front().match != Match::exact)
            return std::nullopt;
        auto found = first_that_fits(ranking_.under_load(DeviceSimilarity::board), levels);
        if (found)
            found->reason += "; it has the least " + std::string(measured_words()) +
                             " of the configs measured under sustained load";
        return found;
    }

    std::string not_by_objective() const {
        if (query_.objective == Objective::time) return {};
        return "; no " + std::string(measured_words()) +
               " under sustained load was measured for this problem, so it was chosen by its time";
    }

    std::string_view measured_words() const {
        if (query_.objective == Objective::energy) return "energy";
        return query_.objective == Objective::edp ? "energy times time" : "time";
    }

    std::optional<TunedKernel> answer_of(const FallbackLevel& level,
                                         const std::vector<FallbackLevel>& levels) {
        if (level.match == Match::defaults) return default_config(level);
        // Measurements under another driver of the device count as well: one ranking for all levels
        // of the device itself.
        const auto least = std::min(level.similarity, DeviceSimilarity::board);
        if (least == searched_) return std::nullopt;
        searched_ = least;
        if (least < DeviceSimilarity::board)
            return first_that_fits(ranking_.estimated(least), levels);
        auto found = first_that_fits(ranking_.here(), levels);
        return found ? found : first_that_fits(ranking_.checked_only_here(), levels);
    }

    std::optional<TunedKernel> first_that_fits(std::span<const RankedConfig> candidates,
                                               std::span<const FallbackLevel> levels) {
        for (const RankedConfig& candidate : candidates) {
            const FallbackLevel& level = level_of(candidate, levels);
            auto found = instantiate_row(*candidate.row, *candidate.problem, level,
                                         ranking_.ran_here(candidate));
            if (!found) continue;
            explain(*found, candidate, level);
            return found;
        }
        return std::nullopt;
    }

    /// The most specific level whose conditions the config meets. The match of an untimed config is
    /// never `exact`: its program was timed with other values.
    static const FallbackLevel& level_of(const RankedConfig& candidate,
                                         std::span<const FallbackLevel> levels) {
        const auto is_met = [&](const FallbackLevel& level) {
            return candidate.similarity >= level.similarity &&
                   candidate.distance <= level.max_distance &&
                   (level.match != Match::exact || !candidate.program);
        };
        return *std::ranges::find_if(levels, is_met);
    }

    std::optional<TunedKernel> instantiate_row(const TunedRow& row, const VersionProblem& problem,
                                               const FallbackLevel& level, bool ran_here) {
        const KernelVersion& version = catalog_.versions[row.version];
        std::string why_not;
        auto kernel = instantiate(version, row, problem.point.arguments, query_, ran_here, why_not);
        if (!kernel && skipped_.empty())
            skipped_ = version.name + " with " + joined(row.config) + ": " + why_not;
        if (!kernel || rejected_.has_program(version.id, kernel->build_options, query_.device))
            return std::nullopt;
        kernel->match = level.match;
        kernel->confidence = level.confidence;
        return kernel;
    }

    void explain(TunedKernel& kernel, const RankedConfig& candidate,
                 const FallbackLevel& level) const {
        const TunedRow& row = *candidate.row;
        const Device& device = catalog_.devices[row.device];
        const KernelVersion& version = catalog_.versions[row.version];
        std::string reason = replaced(level.reason, "{device}", device.name);
        reason = replaced(reason, "{driver}", device.driver);
        reason = replaced(reason, "{type}", device.type);
        reason = replaced(reason, "{problem}",
                          problem_text(version.recipe, candidate.timed->arguments,
                                       candidate.problem->point.arguments));
        reason = replaced(reason, "{distance}", tenths(candidate.distance));
        if (candidate.cover) reason = "one of few configs for many sizes: " + reason;
        if (candidate.program) reason += other_values(row, *candidate.program);
        kernel.reason = reason + nearer_skipped();
        kernel.expected_ns =
            candidate.similarity >= DeviceSimilarity::board ? candidate.expected_ns : 0;
        kernel.confidence *=
            std::exp2(-candidate.distance / level.halving_distance) * (row.chosen ? 1 : 0.8);
        kernel.stale = stale(row, candidate.similarity);
    }

    /// Describes the parameter values that differ from those of the timed config.
    static std::string other_values(const TunedRow& row, const TunedRow& timed) {
        Settings here;
        Settings there;
        for (std::size_t p = 0; p < row.config.size(); ++p) {
            if (row.config[p] == timed.config[p]) continue;
            here.push_back(row.config[p]);
            there.push_back(timed.config[p]);
        }
        return "; the program was timed with " + joined(there) +
               ", and is expected to be faster here with " + joined(here);
    }

    std::string stale(const TunedRow& row, DeviceSimilarity similarity) const {
        const Device& device = catalog_.devices[row.device];
        const std::string& tool = this_tool();
        std::string all;
        const auto say = [&](bool changed, const std::string& what) {
            if (changed) all += (all.empty() ? "" : "; ") + what;
        };
        say(similarity == DeviceSimilarity::board && device.driver != query_.device.driver,
            "the driver was " + device.driver + "; now it is " + query_.device.driver);
        say(similarity == DeviceSimilarity::driver &&
                device.opencl_version != query_.device.opencl_version &&
                !device.opencl_version.empty() && !query_.device.opencl_version.empty(),
            "the OpenCL version was " + device.opencl_version + "; now it is " +
                query_.device.opencl_version);
        say(!catalog_.versions[row.version].newest || !row.same_source,
            "the kernel's source has changed since");
        say(row.tool.starts_with("hone ") && row.tool != tool,
            "it was tuned by " + row.tool + "; this is " + tool);
        return all;
    }

    /// The kernels that read the most properties of the device come first: they were written for
    /// such devices.
    std::vector<const VersionProblem*> by_device_requirements() const {
        const auto properties_read = [&](const VersionProblem* problem) {
            return std::ranges::count_if(
                catalog_.versions[problem->version].recipe.variables.names(),
                [](const std::string& name) { return name.starts_with("device."); });
        };
        std::vector<const VersionProblem*> all;
        for (const VersionProblem& problem : ranking_.version_problems())
            if (catalog_.versions[problem.version].newest) all.push_back(&problem);
        std::ranges::stable_sort(all, std::greater{}, properties_read);
        return all;
    }

    /// Tries the newest version of each kernel, with its default configs in order.
    std::optional<TunedKernel> default_config(const FallbackLevel& level) {
        const std::string nearer = nearer_skipped();  // skipped default configs need no message
        for (const VersionProblem* problem : by_device_requirements()) {
            const KernelVersion& version = catalog_.versions[problem->version];
            for (const Settings& config : version.recipe.default_configs) {
                if (rejected_.contains(version.id, joined(config), query_)) continue;
                TunedRow row;
                row.version = problem->version;
                row.config = config;
                for (const Setting& setting : config) row.parameters.push_back(value_of(setting));
                auto found = instantiate_row(row, *problem, level, false);
                if (!found) continue;
                found->reason = level.reason + nearer;
                return found;
            }
        }
        return std::nullopt;
    }

    std::string nearer_skipped() const {
        return skipped_.empty() ? "" : "; a nearer config was skipped: " + skipped_;
    }

    std::string why_nothing() const {
        if (!ranking_.complaint().empty()) return ranking_.complaint();
        return "no kernel of " + query_.what + " can run on this device" +
               (skipped_.empty() ? "" : ": " + skipped_);
    }

    const Catalog& catalog_;
    const Query& query_;
    const Rejected& rejected_;
    ConfigRanking ranking_;
    DeviceSimilarity searched_ = DeviceSimilarity::none;  // of the level that was searched last
    std::string skipped_;  // the first config that cannot run, and why
};

}  // namespace

std::vector<FallbackLevel> read_fallback_levels() {
    std::vector<FallbackLevel> levels;
    Connection connection(":memory:", Access::write);
    NamedRows<FallbackLevel> rows(connection, query_text("fallback_levels"));
    while (auto level = rows.next()) levels.push_back(std::move(*level));
    return levels;
}

TunedKernel answer(const Catalog& catalog, const std::vector<FallbackLevel>& levels,
                   const Query& query, const Rejected& rejected, TimesCache& times) {
    return FallbackSearch(catalog, query, rejected, times).search(levels);
}

}  // namespace hone::lookup

namespace hone {

std::string_view text(Match match) {
    return word(match);
}

}  // namespace hone
