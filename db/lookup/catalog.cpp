// SPDX-License-Identifier: MIT
// Converts database rows to the types that queries use: current names of kernels and precisions,
// and the arguments of problems in the recipe's order.
#include "db/lookup/catalog.hpp"

#include <algorithm>
#include <span>

#include "db/device/device_similarity.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/formerly.hpp"
#include "db/model/ids.hpp"
#include "db/recipe/config_check.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/sqlite.hpp"
#include "db/store/row_fields.hpp"

namespace hone::lookup {
namespace {

constexpr std::size_t altered = ~std::size_t{0};  // index of a row whose seal does not match
constexpr std::size_t untrusted = altered - 1;    // index of a kernel that is not trusted

/// Indices in the catalog of one file's devices and kernels, by id.
struct FileIndex {
    IndexById devices, versions;
    std::set<std::string, std::less<>> same_name;  // kernels stored with another source
    LeftOut left_out;
};

std::optional<std::size_t> index_of(const IndexById& ids, std::string_view id) {
    const auto found = ids.find(id);
    return found == ids.end() ? std::nullopt : std::optional(found->second);
}

void read_devices(Connection& connection, Catalog& catalog, FileIndex& ids) {
    Statement rows(connection, query_text("devices"));
    while (rows.step()) {
        auto device = read<Device>(rows, 1);
        const bool fits = id_of(device) == rows.text(0);
        ids.devices.emplace(rows.text(0), fits ? catalog.devices.size() : altered);
        if (!fits) {
            ++ids.left_out.changed;
            continue;
        }
        catalog.names.push_back(normalized_name(device));
        catalog.devices.push_back(std::move(device));
    }
}

/// A kernel source is a program, so it is not taken from an untrusted database. Results of other
/// sources serve as hints for the installed kernel of the same name.
void add_untrusted(Catalog& catalog, const KnownKernels& known, const Statement& kernel,
                   FileIndex& ids) {
    const std::string id(kernel.text(0));
    const auto own = known.installed.find(kernel.text(1));
    if (own != known.installed.end()) {
        ids.versions.emplace(id, own->second);
        ids.same_name.insert(id);
        return;
    }
    ids.versions.emplace(id, untrusted);
    catalog.untrusted.emplace(kernel.text(1));
    catalog.untrusted.emplace(kernel.text(2));
}

/// An installed kernel is trusted in any database.
bool is_trusted(const KnownKernels& known, const Statement& kernel) {
    if (known.trust == Trust::stored || known.versions.contains(kernel.text(0))) return true;
    if (known.trust != Trust::own || !kernel.text(7).empty()) return false;
    return !known.is_own || known.is_own(std::string(kernel.text(0)));
}

/// An older space may use a former name of a precision.
void name_precisions(KernelVersion& version) {
    for (Recipe::Precision& each : version.recipe.precisions)
        each.name = precision_today(version.name, each.name);
}

void read_versions(Connection& connection, Catalog& catalog, FileIndex& ids, KnownKernels& known) {
    Statement rows(connection, query_text("lookup_kernels"));
    while (rows.step()) {
        const std::string id(rows.text(0));
        if (rows.integer(6) == 0) {
            ids.versions.emplace(id, altered);
            ++ids.left_out.changed;
            continue;
        }
        if (!is_trusted(known, rows)) {
            add_untrusted(catalog, known, rows, ids);
            continue;
        }
        const auto [index, fresh] = known.versions.try_emplace(id, catalog.versions.size());
        ids.versions.emplace(id, index->second);
        if (!fresh) {
            KernelVersion& version = catalog.versions[index->second];
            version.at = std::max(version.at, rows.integer(5));
            continue;
        }
        catalog.versions.push_back({.id = id,
                                    .name = std::string(rows.text(1)),
                                    .routine = std::string(rows.text(2)),
                                    .source = std::string(rows.text(3)),
                                    .source_path = installed_source(std::string(rows.text(1))),
                                    .recipe = read_recipe(rows.text(4), rows.text(2)),
                                    .at = rows.integer(5)});
        name_precisions(catalog.versions.back());
    }
}

/// Makes a row from the stored precision, problem and config. Returns nullopt if today's recipe
/// does not know them.
std::optional<TunedRow> make_row(const Catalog& catalog, std::size_t device, std::size_t version,
                                 std::string_view precision, std::string_view problem,
                                 std::string_view config) {
    TunedRow row;
    row.device = device;
    row.version = version;
    const Recipe& recipe = catalog.versions[version].recipe;
    row.precision = precision_today(catalog.versions[version].name, precision);
    row.config = recipe.formerly.today(settings_of(config), recipe.parameters);
    row.config_text = joined(row.config);
    row.parameters = parameters_of(recipe, row.config);
    if (!is_known_config(recipe, row.config)) return std::nullopt;
    std::string unknown;
    row.stored_problem = settings_of(problem);
    std::vector<Number> arguments = arguments_of(recipe, row.stored_problem, unknown);
    if (!unknown.empty()) return std::nullopt;
    const auto variables =
        variable_values(recipe, row.parameters, arguments, catalog.devices[device], row.precision);
    row.point = point_of(recipe, std::move(arguments), variables);
    return row;
}

/// Device and kernel of a row, if both are known and the row matches its seal.
struct RowKey {
    std::size_t device, version;
};

/// All three queries start with device, kernel, precision, problem, config, and whether the row
/// matches its seal. Unusable rows are counted.
std::optional<RowKey> take_key(const Statement& rows, FileIndex& ids) {
    const auto device = index_of(ids.devices, rows.text(0));
    const auto version = index_of(ids.versions, rows.text(1));
    // A row's device is always stored before it, so an unknown device means a changed file. A
    // kernel can be missing: older versions of hone stored no recipes.
    if (rows.integer(5) == 0 || device.value_or(altered) == altered || version == altered) {
        ++ids.left_out.changed;
        return std::nullopt;
    }
    if (version == untrusted) return std::nullopt;
    ids.left_out.outdated += version ? 0 : 1;
    return version ? std::optional(RowKey{*device, *version}) : std::nullopt;
}

/// The number of a problem. It is the same for all kernels, whose recipes may order the arguments
/// differently.
std::size_t problem_number(Catalog& catalog, const Recipe& recipe,
                           std::span<const Number> arguments) {
    std::map<std::string_view, std::string> said;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        said.emplace(recipe.arguments[i].default_value.first,
                     std::to_string(arguments[i].numerator()) + '/' +
                         std::to_string(arguments[i].denominator()));
    std::string words;
    for (const auto& [name, value] : said) words.append(name).append("=" + value + ' ');
    return catalog.problems.try_emplace(words, catalog.problems.size()).first->second;
}

std::optional<TunedRow> take_row(const Statement& rows, Catalog& catalog, FileIndex& ids) {
    const auto key = take_key(rows, ids);
    if (!key) return std::nullopt;
    auto row =
        make_row(catalog, key->device, key->version, rows.text(2), rows.text(3), rows.text(4));
    ids.left_out.outdated += row ? 0 : 1;
    if (!row) return row;
    row->same_source = !ids.same_name.contains(rows.text(1));
    row->problem =
        problem_number(catalog, catalog.versions[row->version].recipe, row->point.arguments);
    return row;
}

/// Whether the row's build options are allowed.
bool may_use(std::string_view options, Trust trust, FileIndex& ids) {
    if (trust == Trust::stored || are_safe_options(options)) return true;
    ++ids.left_out.untrusted_options;
    return false;
}

void read_tuned(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    Statement rows(connection, query_text("lookup_tuned"));
    while (rows.step()) {
        auto row = take_row(rows, catalog, ids);
        if (!row) continue;
        row->chosen = rows.integer(6) != 0;
        row->ns = rows.real(7);
        row->options = rows.text(8);
        if (!may_use(row->options, trust, ids)) continue;
        row->tool = rows.text(9);
        row->uuid = rows.text(10);
        catalog.rows.push_back(std::move(*row));
    }
}

/// Keeps the timings as texts: an application asks for few kernels, and rarely for an untuned
/// problem.
void read_timings(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    FileIndex unsaid = ids;  // faults of a kernel or a device were already counted
    Statement rows(connection, query_text("lookup_timing"));
    while (rows.step()) {
        ids.left_out.changed += rows.integer(5) == 0 ? 1 : 0;
        const auto key = take_key(rows, unsaid);
        if (!key || !may_use(rows.text(8), trust, unsaid)) continue;
        const auto text = [&](int column) { return std::string(rows.text(column)); };
        catalog.timings.push_back({.device = key->device,
                                   .version = key->version,
                                   .precision = std::string(precision_today(
                                       catalog.versions[key->version].name, rows.text(2))),
                                   .problem = text(3),
                                   .config = text(4),
                                   .chosen = rows.integer(6) != 0,
                                   .same_source = !ids.same_name.contains(rows.text(1)),
                                   .ns = rows.real(7),
                                   .options = text(8),
                                   .tool = text(9),
                                   .uuid = text(10),
                                   .right_elsewhere = rows.integer(11) != 0});
    }
}

/// Does not count changed rows: read_timings() has counted them.
void read_steady(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    constexpr std::int64_t first_version = 9;
    if (version_of(connection) < first_version) return;
    FileIndex unsaid = ids;
    Statement rows(connection, query_text("lookup_steady"));
    while (rows.step()) {
        auto row = take_row(rows, catalog, unsaid);
        if (!row || !may_use(rows.text(8), trust, unsaid)) continue;
        SteadyRow steady{std::move(*row), {}};
        steady.chosen = true;
        steady.steady.run_ns = rows.real(6);
        steady.steady.joules = rows.real(7);
        steady.options = rows.text(8);
        steady.tool = rows.text(9);
        steady.uuid = rows.text(10);
        catalog.steady.push_back(std::move(steady));
    }
}

void read_failed(Connection& connection, Catalog& catalog, const FileIndex& ids) {
    Statement rows(connection, query_text("lookup_failed"));
    while (rows.step()) {
        const auto version = index_of(ids.versions, rows.text(0));
        if (version.value_or(altered) >= catalog.versions.size()) continue;
        const Recipe& recipe = catalog.versions[*version].recipe;
        const Settings config = recipe.formerly.today(settings_of(rows.text(1)), recipe.parameters);
        catalog.failed.emplace(*version, joined(config));
    }
}

void read_covers(Connection& connection, Catalog& catalog, FileIndex& ids) {
    const std::size_t first = catalog.covers.size();
    Statement rows(connection, query_text("lookup_cover"));
    while (rows.step()) {
        auto row = take_row(rows, catalog, ids);
        if (!row) continue;
        const CoveredProblem covered{row->point, row->stored_problem, row->problem, rows.real(6)};
        const bool same = catalog.covers.size() > first &&
                          catalog.covers.back().row.device == row->device &&
                          catalog.covers.back().row.version == row->version &&
                          catalog.covers.back().row.precision == row->precision &&
                          catalog.covers.back().row.config == row->config;
        if (!same) catalog.covers.push_back({std::move(*row), {}});
        catalog.covers.back().row.chosen = true;
        catalog.covers.back().problems.push_back(covered);
    }
}

}  // namespace

LeftOut add_kernels(Connection& connection, Catalog& catalog, KnownKernels& known) {
    FileIndex ids;
    read_versions(connection, catalog, ids, known);
    return ids.left_out;
}

LeftOut add_all_tables(Connection& connection, Catalog& catalog, KnownKernels& known) {
    FileIndex ids;
    read_devices(connection, catalog, ids);
    read_versions(connection, catalog, ids, known);
    read_tuned(connection, catalog, ids, known.trust);
    read_timings(connection, catalog, ids, known.trust);
    read_steady(connection, catalog, ids, known.trust);
    read_covers(connection, catalog, ids);
    read_failed(connection, catalog, ids);
    return ids.left_out;
}

std::optional<TunedRow> to_row(const Catalog& catalog, const StoredTiming& timing) {
    auto row = make_row(catalog, timing.device, timing.version, timing.precision, timing.problem,
                        timing.config);
    if (!row) return row;
    row->chosen = timing.chosen;
    row->same_source = timing.same_source;
    row->ns = timing.ns;
    row->options = timing.options;
    row->tool = timing.tool;
    row->uuid = timing.uuid;
    return row;
}

bool matches(std::string_view word, const KernelVersion& version) {
    const auto& former = version.recipe.formerly.names;
    return word == version.name || (word == version.routine && !version.of_clblast()) ||
           std::ranges::find(former, word) != former.end();
}

std::vector<Number> arguments_of(const Recipe& recipe, const Settings& given,
                                 std::string& unknown) {
    std::vector<Number> values;
    for (const Recipe::Argument& argument : recipe.arguments)
        values.push_back(value_of(argument.default_value));
    for (const Setting& setting : given) {
        if (const auto index = recipe.argument(setting.first))
            values[*index] = value_of(setting);
        else
            unknown = setting.first;
    }
    return values;
}

}  // namespace hone::lookup
