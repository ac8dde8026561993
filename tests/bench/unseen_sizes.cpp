// SPDX-License-Identifier: MIT
// An application's loss at sizes that a database does not know. Sizes are left out of a recorded
// database, and the answers for them are looked up among their measurements. With `truth=OTHER.db`
// one database is queried for sizes that only the other one has. With `explain` each wrong choice
// is printed with the estimate's view of it and of the fastest.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <random>
#include <string_view>

#include "db/lookup/ranking.hpp"
#include "db/lookup/read_catalog.hpp"
#include "db/recipe/config_check.hpp"
#include "db/recipe/launch_geometry.hpp"
#include "tests/bench/recorded_sizes.hpp"
#include "tuner/planning/expected_loss.hpp"
#include "tuner/planning/size_choice.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// The answer for a size, and its measured time there.
struct Told {
    TunedKernel kernel;
    double ns = 0;
};

Query query_of(const Device& device, const MeasuredSize& size) {
    return {size.routine, device, size.precision, size.settings(), Rewriting::yes};
}

/// All answers for a size in order, as far as they were measured there. An unmeasured one may be
/// faster or slower, so it is skipped.
std::vector<Told> all_told(const lookup::Catalog& catalog, const Device& device,
                           const MeasuredSize& size, lookup::TimesCache& times) {
    const Query query = query_of(device, size);
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog, query, none, times);
    std::vector<Told> all;
    for (const auto& each : ranking.estimated(lookup::DeviceSimilarity::board)) {
        const lookup::KernelVersion& version = catalog.versions[each.row->version];
        const auto known = size.times.find({version.name, each.row->config_text});
        std::string why_not;
        if (known == size.times.end()) continue;
        auto told = lookup::instantiate(version, *each.row, each.problem->point.arguments, query,
                                        true, why_not);
        if (!told) continue;
        told->expected_ns = each.expected_ns;
        all.push_back({std::move(*told), known->second});
    }
    return all;
}

/// The answer's time relative to the size's own best, and to the best possible answer.
struct Shares {
    std::vector<double> of_own, of_told;
    std::vector<double> losses;  // expected losses, in log2 of time

    void add(const MeasuredSize& size, const std::vector<Told>& told, double expected_loss) {
        const double reached = std::ranges::min_element(told, {}, &Told::ns)->ns;
        of_own.push_back(size.best() / told.front().ns);
        of_told.push_back(reached / told.front().ns);
        losses.push_back(expected_loss);
    }
    void add(const Shares& more) {
        of_own.insert(of_own.end(), more.of_own.begin(), more.of_own.end());
        of_told.insert(of_told.end(), more.of_told.begin(), more.of_told.end());
        losses.insert(losses.end(), more.losses.begin(), more.losses.end());
    }
    /// The mean expected share of the best possible answer.
    double expected() const {
        double sum = 0;
        for (const double loss : losses) sum += loss;
        return std::exp2(-sum / static_cast<double>(losses.size()));
    }
};

std::string summary(const std::vector<double>& shares) {
    double logs = 0;
    for (const double share : shares) logs += std::log(share);
    const auto count = static_cast<double>(shares.size());
    const auto near = std::ranges::count_if(shares, [](double share) { return share >= 1 / 1.1; });
    return fmt::format("{:7.3f} {:6.0f} % {:7.3f}", std::exp(logs / count),
                       100 * static_cast<double>(near) / count, *std::ranges::min_element(shares));
}

void print(const std::string& what, const Shares& shares) {
    if (!shares.of_own.empty())
        fmt::print("{:48} {:4} {} {} {:8.3f}\n", what, shares.of_own.size(), summary(shares.of_own),
                   summary(shares.of_told), shares.expected());
}

/// The numbers by which the estimate describes a launch.
std::optional<prediction::LaunchGeometry> launch_of(const lookup::Catalog& catalog,
                                                    const Device& device, const TunedKernel& told) {
    for (const lookup::KernelVersion& version : catalog.versions) {
        if (version.name != told.kernel || !version.newest) continue;
        std::string complaint;
        auto arguments = lookup::arguments_of(version.recipe, told.problem, complaint);
        const auto variables =
            lookup::variable_values(version.recipe, parameters_of(version.recipe, told.config),
                                    arguments, device, told.precision);
        const auto point = lookup::point_of(version.recipe, std::move(arguments), variables);
        return geometry_of(version.recipe, variables, point.work, device.compute_units);
    }
    return std::nullopt;
}

/// The number in which two launches differ most: the term that the estimate weighted wrongly.
std::string cause_of(const Told& chosen, const Told& best,
                     const std::optional<prediction::LaunchGeometry>& a,
                     const std::optional<prediction::LaunchGeometry>& b) {
    constexpr std::array<const char*, prediction::launch_features> terms{
        "work of a work-group", "work-groups per unit", "idle units", "tiles at edges", "passes"};
    if (chosen.kernel.kernel != best.kernel.kernel) return "the kernel";
    const auto of_chosen = features_of(*a);
    const auto of_best = features_of(*b);
    std::size_t widest = 0;
    const auto apart = [&](std::size_t f) { return std::fabs(of_chosen[f] - of_best[f]); };
    for (std::size_t f = 1; f < terms.size(); ++f)
        if (apart(f) > apart(widest)) widest = f;
    constexpr double alike = 0.3;
    return apart(widest) < alike ? "parameters, with equal launches" : terms[widest];
}

void print_side(const char* what, const Told& told, const prediction::LaunchGeometry& launch) {
    const auto features = features_of(launch);
    fmt::print(
        "  {:7} {:10.1f} µs, believed {:10.1f}; work of a group 2^{:.1f}, groups per unit {:.2f}, "
        "idle 2^{:.2f}, edges 2^{:.2f}; {} {}\n",
        what, told.ns / 1e3, told.kernel.expected_ns / 1e3, features[0],
        launch.groups / static_cast<double>(launch.compute_units), features[2], features[3],
        told.kernel.kernel, joined(told.kernel.config));
}

/// Prints the choices that lost more than 10 %, and counts their causes.
void explain(const lookup::Catalog& catalog, const Device& device, const MeasuredSize& size,
             const std::vector<Told>& told, std::map<std::string, int>& causes) {
    constexpr double much = 1.1;
    const Told& best = *std::ranges::min_element(told, {}, &Told::ns);
    if (told.front().ns < much * best.ns) return;
    const auto chosen = launch_of(catalog, device, told.front().kernel);
    const auto fastest = launch_of(catalog, device, best.kernel);
    if (!chosen || !fastest) return;
    const std::string cause = cause_of(told.front(), best, chosen, fastest);
    ++causes[cause];
    fmt::print("{} {} {}: {}\n", size.routine, size.precision, joined(size.settings()), cause);
    print_side("chosen", told.front(), *chosen);
    print_side("fastest", best, *fastest);
}

double expected_loss_at(const lookup::Catalog& catalog, const Device& device,
                        const MeasuredSize& size, lookup::TimesCache& times) {
    const auto loss = expected_loss(catalog, query_of(device, size), times);
    return loss ? loss->among_known : 0;
}

/// Leaves out all of these sizes at once and queries each.
Shares ask(const RecordedTimes& recorded, const SizeGroup& out,
           std::map<std::string, int>* causes = nullptr) {
    const PartialDatabase part(recorded, out);
    const lookup::Catalog catalog = lookup::read_catalog({part.file}, lookup::Trust::stored);
    lookup::TimesCache times;
    Shares shares;
    for (const MeasuredSize* size : out) {
        const auto told = all_told(catalog, recorded.device, *size, times);
        if (told.empty()) continue;
        shares.add(*size, told, expected_loss_at(catalog, recorded.device, *size, times));
        if (causes) explain(catalog, recorded.device, *size, told, *causes);
    }
    return shares;
}

SizeGroup without(const SizeGroup& group, const SizeGroup& known) {
    SizeGroup rest;
    for (const MeasuredSize* size : group)
        if (std::ranges::find(known, size) == known.end()) rest.push_back(size);
    return rest;
}

Shares ask_from_random(const RecordedTimes& recorded, const SizeGroup& group, std::size_t known) {
    constexpr int draws = 8;
    std::mt19937 random(1);
    Shares shares;
    for (int draw = 0; draw < draws; ++draw) {
        SizeGroup some = group;
        std::ranges::shuffle(some, random);
        some.resize(known);
        shares.add(ask(recorded, without(group, some)));
    }
    return shares;
}

Extents extents_of(const MeasuredSize& size) {
    Extents extents;
    for (const auto& [name, value] : size.settings())
        if (name == "M" || name == "N" || name == "K" || name == "n")
            extents.push_back(std::get<std::int64_t>(value));
    return extents;
}

/// The order in which `hone tune --sizes` would choose these sizes.
SizeGroup choose(const RecordedTimes& recorded, const SizeGroup& group, std::size_t count) {
    std::vector<Extents> pool, chosen;
    for (const MeasuredSize* size : group) pool.push_back(extents_of(*size));
    SizeGroup known;
    while (known.size() < count) {
        const PartialDatabase part(recorded, without(group, known));
        const lookup::Catalog catalog = lookup::read_catalog({part.file}, lookup::Trust::stored);
        lookup::TimesCache times;
        const auto loss_at = [&](const Extents& extents) {
            const auto at = std::ranges::find(pool, extents) - pool.begin();
            const MeasuredSize& size = *group[static_cast<std::size_t>(at)];
            const auto loss = expected_loss(catalog, query_of(recorded.device, size), times);
            return loss ? std::optional(loss->total()) : std::nullopt;
        };
        const auto next = choose_size({{}, pool, pool}, {chosen}, loss_at);
        if (!next) break;
        chosen.push_back(next->size);
        known.push_back(
            group[static_cast<std::size_t>(std::ranges::find(pool, next->size) - pool.begin())]);
    }
    return known;
}

void ask_all(const std::filesystem::path& file, bool explains) {
    const RecordedTimes recorded(file);
    std::map<std::string, int> causes;
    for (const auto& [name, group] : groups_of(recorded)) {
        const std::string what =
            fmt::format("{}: {} {}", file.filename().string(), name.first, name.second);
        Shares each;
        for (const MeasuredSize* size : group)
            each.add(ask(recorded, {size}, explains ? &causes : nullptr));
        print(what + ", each from all others", each);
        for (const std::size_t known : {3U, 6U, 10U}) {
            if (group.size() < known + 2) break;
            print(fmt::format("{}, from {} at random", what, known),
                  ask_from_random(recorded, group, known));
            print(fmt::format("{}, from {} chosen", what, known),
                  ask(recorded, without(group, choose(recorded, group, known))));
        }
    }
    for (const auto& [cause, count] : causes) fmt::print("{:4} × {}\n", count, cause);
}

/// Queries one database for the sizes that only another one has, if they were measured.
void ask_of_other(const std::filesystem::path& file, const std::filesystem::path& truth,
                  bool explains) {
    const RecordedTimes known(file);
    const RecordedTimes measured(truth);
    std::map<std::string, int> causes;
    for (const auto& [name, group] : groups_of(measured)) {
        SizeGroup unseen;
        for (const MeasuredSize* size : group)
            if (std::ranges::find(known.sizes, size->problem, &MeasuredSize::problem) ==
                known.sizes.end())
                unseen.push_back(size);
        Shares shares;
        const lookup::Catalog catalog = lookup::read_catalog({known.file}, lookup::Trust::stored);
        lookup::TimesCache times;
        for (const MeasuredSize* size : unseen) {
            const auto told = all_told(catalog, known.device, *size, times);
            if (told.empty()) continue;
            shares.add(*size, told, expected_loss_at(catalog, known.device, *size, times));
            if (explains) explain(catalog, known.device, *size, told, causes);
        }
        print(fmt::format("{}: {} {}, sizes of {}", file.filename().string(), name.first,
                          name.second, truth.filename().string()),
              shares);
    }
    for (const auto& [cause, count] : causes) fmt::print("{:4} × {}\n", count, cause);
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string_view> given(words + 1, words + count);
    const bool explains = std::ranges::find(given, "explain") != given.end();
    fmt::print("{:53} {:^24} {:^33}\n", "", "of its own best", "of what could be told");
    fmt::print("{:48} {:>4}{:>8} {:>8} {:>7}{:>8} {:>8} {:>7} {:>8}\n", "", "n", "mean", "in 10 %",
               "worst", "mean", "in 10 %", "worst", "expected");
    constexpr std::string_view of = "truth=";
    const auto truth =
        std::ranges::find_if(given, [&](std::string_view word) { return word.starts_with(of); });
    for (const std::string_view word : given) {
        if (word == "explain" || word.starts_with(of)) continue;
        if (truth == given.end())
            ask_all(word, explains);
        else
            ask_of_other(word, truth->substr(of.size()), explains);
    }
}
