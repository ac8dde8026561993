// SPDX-License-Identifier: MIT
// Which tuned results are exported: one config for each problem.
#include <algorithm>

#include "tuner/cli/export/export_formats.hpp"

namespace hone::cli {
namespace {

// Whoever reads an export builds programs without rewriting them.
bool is_selected(const lookup::TunedRow& row, const ExportSelection& selection) {
    const lookup::Catalog& catalog = selection.catalog;
    const lookup::KernelVersion& version = catalog.versions[row.version];
    return lookup::matches(selection.what, version) && version.newest &&
           version.recipe.rewrite.empty() && row.precision == selection.precision &&
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

}  // namespace

ExportSelection select_results(const lookup::Catalog& catalog, const std::string& what,
                               const std::string& precision, const std::string& device) {
    ExportSelection selection{catalog, what, precision, device, {}};
    for (const lookup::CoverConfig& cover : catalog.covers)
        if (is_selected(cover.row, selection))
            for (const lookup::CoveredProblem& covered : cover.problems)
                offer(selection, {covered.point.arguments, covered.stored_problem, covered.problem,
                                  &cover.row, covered.ns});
    if (!selection.entries.empty()) return selection;
    for (const lookup::TunedRow& row : catalog.rows)
        if (is_selected(row, selection))
            offer(selection, {row.point.arguments, row.stored_problem, row.problem, &row, row.ns});
    return selection;
}

}  // namespace hone::cli
