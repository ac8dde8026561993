// SPDX-License-Identifier: MIT
// Each kernel has its own model, so that the expected time of a config does not depend on whether
// the query names the kernel or its routine.
#include "db/lookup/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hone::lookup {
namespace {

constexpr double outdated_loss = 0.1;  // log2 of time, added if the kernel has a newer version

/// A lower bound of the distance between two problems that is cheap to compute.
double least_distance(const ProblemPoint& a, const ProblemPoint& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.logs.size(); ++i) sum += std::fabs(a.logs[i] - b.logs[i]);
    return sum;
}

/// The timed problem nearest to the query's, and its distance; among equally near problems the one
/// with the shortest time.
std::optional<std::pair<const TimedProblem*, double>> nearest(const Recipe& recipe,
                                                              std::span<const TimedProblem> timed,
                                                              const ProblemPoint& asked) {
    std::optional<std::pair<const TimedProblem*, double>> best;
    for (const TimedProblem& one : timed) {
        if (best && least_distance(one.point, asked) > best->second) continue;
        const auto apart = log2_distance(recipe, one.point, asked);
        if (!apart) continue;
        if (!best || std::pair(*apart, one.ns) < std::pair(best->second, best->first->ns))
            best = {&one, *apart};
    }
    return best;
}

/// The query's problem for each version that the query names and that has all its arguments.
std::vector<VersionProblem> problems_of_versions(const Catalog& catalog, const Query& query) {
    std::vector<VersionProblem> problems;
    for (std::size_t v = 0; v < catalog.versions.size(); ++v) {
        if (!matches(query.what, catalog.versions[v])) continue;
        const Recipe& recipe = catalog.versions[v].recipe;
        std::string unknown;
        std::vector<Number> arguments = arguments_of(recipe, query.problem, unknown);
        if (!unknown.empty()) continue;
        const std::vector<Number> no_config(recipe.parameters.size(), Number(Fault::not_a_number));
        auto variables =
            variable_values(recipe, no_config, arguments, query.device, query.precision);
        ProblemPoint point = point_of(recipe, std::move(arguments), variables);
        problems.push_back({v, std::move(variables), std::move(point)});
    }
    return problems;
}

std::string why_no_kernel(const Catalog& catalog, const Query& query) {
    if (!catalog.no_share.empty())
        return "no database has a kernel '" + query.what + "'; " + catalog.no_share;
    if (catalog.untrusted.contains(query.what))
        return "'" + query.what +
               "' did not come with hone, and the databases that have it are not trusted";
    return "no database has a kernel '" + query.what + "'";
}

/// Why no version that the query names has all its arguments.
std::string why_no_version(const Catalog& catalog, const Query& query) {
    std::string why;
    for (const KernelVersion& version : catalog.versions) {
        if (!matches(query.what, version)) continue;
        std::string unknown;
        arguments_of(version.recipe, query.problem, unknown);
        why = query.what + ": no kernel takes all of " + joined(query.problem) + "; " +
              version.name + " has no '" + unknown + "'";
    }
    return why.empty() ? why_no_kernel(catalog, query) : why;
}

/// How similar each device of the catalog is to this one.
std::vector<DeviceSimilarity> similarities(const Catalog& catalog, const Device& device) {
    const std::string name = normalized_name(device);
    std::vector<DeviceSimilarity> all;
    for (std::size_t d = 0; d < catalog.devices.size(); ++d)
        all.push_back(device_similarity(catalog.devices[d], catalog.names[d], device, name));
    return all;
}

}  // namespace

ConfigRanking::ConfigRanking(const Catalog& catalog, const Query& query, const Rejected& rejected,
                             TimesCache& times)
    : catalog_(catalog),
      query_(query),
      rejected_(rejected),
      times_(times),
      similarity_(similarities(catalog, query.device)),
      version_problems_(problems_of_versions(catalog, query)),
      complaint_(version_problems_.empty() ? why_no_version(catalog, query) : "") {}

bool ConfigRanking::is_rejected(const TunedRow& row) const {
    return rejected_.contains(catalog_.versions[row.version].id, row.config_text, query_);
}

DeviceSimilarity ConfigRanking::similarity_of(const TunedRow& row) const {
    const std::string& uuid = query_.device.uuid;
    const bool same_board = !uuid.empty() && row.uuid == uuid;
    return same_board ? std::max(similarity_[row.device], DeviceSimilarity::board)
                      : similarity_[row.device];
}

std::vector<RankedConfig> ConfigRanking::exact(DeviceSimilarity least) const {
    std::vector<RankedConfig> all;
    for (const VersionProblem& problem : version_problems_) {
        const VersionAndPrecision key{problem.version, query_.precision};
        for (const TunedRow& row : rows_of(catalog_.rows, key)) {
            const DeviceSimilarity similarity = similarity_of(row);
            if (similarity < least || row.point.arguments != problem.point.arguments ||
                is_rejected(row))
                continue;
            all.push_back({&row, nullptr, &problem, &row.point, similarity, 0, row.ns, nullptr});
        }
    }
    std::ranges::stable_sort(all, {}, &RankedConfig::expected_ns);
    return all;
}

bool ConfigRanking::ran_here(const RankedConfig& config) const {
    return config.similarity >= DeviceSimilarity::board &&
           catalog_.devices[config.row->device].local_memory == query_.device.local_memory;
}

bool ConfigRanking::can_run(const RankedConfig& config) const {
    const KernelVersion& version = catalog_.versions[config.row->version];
    std::string why_not;
    const auto kernel = instantiate(version, *config.row, config.problem->point.arguments, query_,
                                    ran_here(config), why_not);
    return kernel && !rejected_.has_program(version.id, kernel->build_options, query_.device);
}

// The kernels with a finished search: under this driver, else under another one. A search does not
// count if its chosen config cannot run here.
ConfigRanking::EndedSearches ConfigRanking::ended_searches(
    const std::vector<RankedConfig>& bests) const {
    EndedSearches ended;
    for (const auto least : {DeviceSimilarity::driver, DeviceSimilarity::board})
        for (const RankedConfig& best : bests) {
            const std::string& kernel = catalog_.versions[best.row->version].name;
            if (best.row->chosen && best.similarity >= least && !ended.contains(kernel) &&
                can_run(best))
                ended.emplace(kernel, least);
        }
    return ended;
}

// A finished search has already taken the kernel's estimates into account. Without one, a single
// slow trial says nothing about the other configs, so their estimates compete. An estimate counts
// its uncertainty as time, so it can be compared with a measurement.
std::vector<RankedConfig> ConfigRanking::here() const {
    std::vector<RankedConfig> all = exact(DeviceSimilarity::board);
    const EndedSearches ended = ended_searches(all);
    std::erase_if(all, [&](const RankedConfig& best) {
        const auto found = ended.find(catalog_.versions[best.row->version].name);
        return found != ended.end() && best.similarity < found->second;
    });
    const bool knows_bests = !all.empty();
    for (const VersionProblem& problem : version_problems_) {
        const KernelVersion& version = catalog_.versions[problem.version];
        const bool is_rewritten =
            !version.recipe.rewrite.empty() && query_.rewriting == Rewriting::no;
        // Configs that cannot run here need no model.
        if (!ended.contains(version.name) && !(knows_bests && is_rewritten))
            add_estimated(problem, DeviceSimilarity::board, all);
    }
    std::ranges::stable_sort(all, {}, &RankedConfig::expected_ns);
    return all;
}

std::vector<RankedConfig> ConfigRanking::checked_only_here() const {
    std::vector<RankedConfig> all;
    for (const VersionProblem& problem : version_problems_) {
        const KernelTimes& times = times_of(problem, DeviceSimilarity::board);
        for (const ModelConfig& config : times.configs()) {
            if (config.right_elsewhere || is_rejected(config.row)) continue;
            const TimedProblem* timed = config.timing_of(problem.point);
            if (timed == nullptr) continue;
            all.push_back({&config.row, nullptr, &problem, &timed->point, config.similarity, 0,
                           timed->ns, nullptr});
        }
    }
    std::ranges::stable_sort(all, {}, &RankedConfig::expected_ns);
    return all;
}

std::vector<RankedConfig> ConfigRanking::under_load(DeviceSimilarity least) const {
    std::multimap<double, RankedConfig> by_value;
    for (const VersionProblem& problem : version_problems_) {
        const VersionAndPrecision key{problem.version, query_.precision};
        for (const SustainedRow& row : rows_of(catalog_.sustained, key)) {
            const DeviceSimilarity similarity = similarity_of(row);
            const auto value = value_of(row.sustained, query_.objective);
            if (!value || similarity < least || row.point.arguments != problem.point.arguments ||
                is_rejected(row))
                continue;
            by_value.emplace(*value, RankedConfig{&row, nullptr, &problem, &row.point, similarity,
                                                  0, row.sustained.run_ns, nullptr});
        }
    }
    std::vector<RankedConfig> all;
    for (const auto& [value, config] : by_value) all.push_back(config);
    return all;
}

TimesKey ConfigRanking::times_key(const VersionProblem& problem, DeviceSimilarity least) const {
    TimesKey key{.version = problem.version,
                 .precision = query_.precision,
                 .devices = similarity_,
                 .uuid = query_.device.uuid,
                 .compute_units = query_.device.compute_units,
                 .math = query_.math};
    for (DeviceSimilarity& each : key.devices)
        if (each < least) each = DeviceSimilarity::none;
    return key;
}

std::vector<RankedConfig> ConfigRanking::estimated(DeviceSimilarity least) const {
    std::vector<RankedConfig> all;
    for (const VersionProblem& problem : version_problems_) add_estimated(problem, least, all);
    std::ranges::stable_sort(all, {}, &RankedConfig::expected_ns);
    return all;
}

const KernelTimes& ConfigRanking::times_of(const VersionProblem& problem,
                                           DeviceSimilarity least) const {
    return times_.of(catalog_, times_key(problem, least));
}

void ConfigRanking::add_estimated(const VersionProblem& problem, DeviceSimilarity least,
                                  std::vector<RankedConfig>& all) const {
    const KernelVersion& version = catalog_.versions[problem.version];
    const KernelTimes& times = times_of(problem, least);
    for (const auto& [c, expected] :
         times.expected_times(version.recipe, problem.point, problem.variables)) {
        const ModelConfig& config = times.configs()[c];
        if (is_rejected(config.row)) continue;
        const ModelConfig& program = times.configs()[config.program_of.value_or(c)];
        const auto timed = nearest(version.recipe, program.problems, problem.point);
        if (!timed) continue;
        const bool measured = timed->second == 0 && !config.program_of &&
                              config.similarity >= DeviceSimilarity::board;
        const double ns = measured ? timed->first->ns
                                   : std::exp2(expected + (version.newest ? 0 : outdated_loss));
        all.push_back({&config.row, config.cover, &problem, &timed->first->point, config.similarity,
                       timed->second, ns, config.program_of ? &program.row : nullptr});
    }
}

}  // namespace hone::lookup
