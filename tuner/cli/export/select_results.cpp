// SPDX-License-Identifier: MIT
// Selects the results to export: one config for each problem, the one that libhone returns.
#include <algorithm>

#include "db/lookup/instantiate.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/ids.hpp"
#include "db/recipe/config_check.hpp"
#include "tuner/cli/export/export_formats.hpp"

namespace hone::cli {
namespace {

// Whether the row belongs to the kernel, precision and device of the selection.
bool is_selected(const lookup::TunedRow& row, const ExportSelection& selection) {
    const lookup::Catalog& catalog = selection.catalog;
    const lookup::KernelVersion& version = catalog.versions[row.version];
    return lookup::matches(selection.what, version) && row.precision == selection.precision &&
           catalog.devices[row.device].name == selection.device;
}

void offer(ExportSelection& selection, const ExportEntry& entry) {
    const auto known =
        std::ranges::find(selection.entries, entry.problem_number, &ExportEntry::problem_number);
    if (known == selection.entries.end())
        selection.entries.push_back(entry);
    else if (entry.ns < known->ns)
        *known = entry;
}

void offer_cover(ExportSelection& selection, const lookup::CoverConfig& cover) {
    const lookup::KernelVersion& version = selection.catalog.versions[cover.row.version];
    if (!is_selected(cover.row, selection) || !version.newest || !version.recipe.rewrite.empty())
        return;
    for (const lookup::CoveredProblem& covered : cover.problems)
        offer(selection, {covered.point.arguments, covered.stored_problem, covered.problem,
                          cover.row, covered.ns});
}

bool may_export(const lookup::TunedRow& row, Math math) {
    return math == Math::relaxed || !lookup::relax_math(row.options);
}

// The build options that the returned config was tuned with, for this problem or another: the
// longest ones that its own build options end with.
std::string options_of(const lookup::Catalog& catalog, const TunedKernel& answer,
                       const lookup::VersionAndPrecision& key) {
    std::string options;
    const auto offer = [&](const std::string& known) {
        if (known.size() > options.size() && answer.build_options.ends_with(' ' + known))
            options = known;
    };
    for (const lookup::TunedRow& row : lookup::rows_of(catalog.rows, key)) offer(row.options);
    for (const lookup::StoredTiming& timing : lookup::rows_of(catalog.timings, key))
        offer(timing.options);
    return options;
}

// The returned kernel as a row of the catalog; nullopt if the catalog does not have this kernel.
std::optional<lookup::TunedRow> row_of(const lookup::Catalog& catalog, const TunedKernel& answer,
                                       const lookup::TunedRow& asked) {
    const auto version =
        std::ranges::find_if(catalog.versions, [&](const lookup::KernelVersion& each) {
            return each.name == answer.kernel && each.source == answer.source;
        });
    if (version == catalog.versions.end()) return std::nullopt;
    const auto device = std::ranges::find(catalog.devices, id_of(answer.query.device),
                                          [](const Device& each) { return id_of(each); });
    lookup::StoredTiming timing;
    timing.device = device == catalog.devices.end()
                        ? asked.device
                        : static_cast<std::size_t>(device - catalog.devices.begin());
    timing.version = static_cast<std::size_t>(version - catalog.versions.begin());
    timing.precision = asked.precision;
    timing.problem = canonical(asked.stored_problem);
    timing.config = canonical(answer.config);
    timing.options = options_of(catalog, answer, {timing.version, timing.precision});
    timing.ns = answer.expected_ns;
    return lookup::to_row(catalog, timing);
}

// The result that libhone returns for the row's problem. If the catalog does not trust its kernel,
// the row itself is taken, unless its kernel needs rewriting.
std::optional<ExportEntry> entry_of(const lookup::Catalog& catalog, const TunedKernel& answer,
                                    const lookup::TunedRow& row) {
    const auto found = row_of(catalog, answer, row);
    if (!found && !catalog.versions[row.version].recipe.rewrite.empty()) return std::nullopt;
    const lookup::TunedRow& chosen = found ? *found : row;
    return ExportEntry{chosen.point.arguments, row.stored_problem, row.problem, chosen, chosen.ns};
}

}  // namespace

std::optional<TunedKernel> ExportSelection::kernel(const ExportEntry& entry) const {
    const Query query{what, catalog.devices[entry.row.device], entry.row.precision, entry.problem};
    std::string why_not;
    return lookup::instantiate(version(entry), entry.row, entry.arguments, query, true, why_not);
}

ExportSelection select_results(const lookup::Catalog& catalog, Tuned& tuned,
                               const std::string& what, const std::string& precision,
                               const Device& device, Math math) {
    ExportSelection selection{catalog, what, precision, device.name, {}};
    for (const lookup::CoverConfig& cover : catalog.covers) offer_cover(selection, cover);
    if (!selection.entries.empty()) return selection;
    for (const lookup::TunedRow& row : catalog.rows) {
        if (!is_selected(row, selection) || !may_export(row, math)) continue;
        const TunedKernel& answer =
            tuned.find(what, device, precision, row.stored_problem, Rewriting::no, math);
        if (const auto entry = answer ? entry_of(catalog, answer, row) : std::nullopt)
            offer(selection, *entry);
    }
    return selection;
}

}  // namespace hone::cli
