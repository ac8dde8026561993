// SPDX-License-Identifier: MIT
// Converts database rows to the types that queries use: current names of kernels and precisions,
// and the arguments of problems in the recipe's order.
#include "db/lookup/catalog.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <variant>

#include "db/device/device_similarity.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/formerly.hpp"
#include "db/model/ids.hpp"
#include "db/recipe/config_check.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/sqlite.hpp"
#include "db/store/lookup_rows.hpp"

namespace hone::lookup {
namespace {

/// Why a device or kernel of a file is not in the catalog: it does not match its id or seal, or it
/// is a kernel that is not trusted.
enum class Unusable { changed, untrusted };

/// An index in the catalog, or why there is none.
using CatalogEntry = std::variant<std::size_t, Unusable>;
using EntriesById = std::map<std::string, CatalogEntry, std::less<>>;

/// The devices and kernels of one file.
struct FileIndex {
    EntriesById devices, versions;
    std::set<std::string, std::less<>> same_name;  // kernels stored with another source
    LeftOut left_out;
};

/// nullopt if the file lacks it.
std::optional<CatalogEntry> entry_of(const EntriesById& entries, std::string_view id) {
    const auto found = entries.find(id);
    return found == entries.end() ? std::nullopt : std::optional(found->second);
}

bool is_changed(const std::optional<CatalogEntry>& entry) {
    return entry == CatalogEntry(Unusable::changed);
}

void read_devices(Connection& connection, Catalog& catalog, FileIndex& ids) {
    NamedRows<Identified<Device>> rows(connection, query_text("devices"));
    while (auto row = rows.next()) {
        const bool id_ok = id_of(row->content) == row->id;
        if (!id_ok) {
            ids.devices.emplace(row->id, Unusable::changed);
            ++ids.left_out.changed;
            continue;
        }
        ids.devices.emplace(row->id, catalog.devices.size());
        catalog.names.push_back(normalized_name(row->content));
        catalog.ids.push_back(std::move(row->id));
        catalog.devices.push_back(std::move(row->content));
    }
}

/// A kernel source is a program, so it is not taken from an untrusted database. Results of other
/// sources serve as hints for the installed kernel of the same name.
void add_untrusted(Catalog& catalog, const KnownKernels& known, const KernelFields& kernel,
                   FileIndex& ids) {
    const std::string id(kernel.id);
    const auto own = known.installed.find(kernel.name);
    if (own != known.installed.end()) {
        ids.versions.emplace(id, own->second);
        ids.same_name.insert(id);
        return;
    }
    ids.versions.emplace(id, Unusable::untrusted);
    catalog.untrusted.emplace(kernel.name);
    catalog.untrusted.emplace(kernel.routine);
}

/// An installed kernel is trusted in any database.
bool is_trusted(const KnownKernels& known, const KernelFields& kernel) {
    if (known.trust == Trust::stored || known.versions.contains(kernel.id)) return true;
    if (known.trust != Trust::own || !kernel.origin.empty()) return false;
    return !known.is_own || known.is_own(std::string(kernel.id));
}

/// An older space may use a former name of a precision.
void name_precisions(KernelVersion& version) {
    for (Recipe::Precision& each : version.recipe.precisions)
        each.name = precision_today(version.name, each.name);
}

void read_versions(Connection& connection, Catalog& catalog, FileIndex& ids, KnownKernels& known) {
    NamedRows<KernelFields> rows(connection, query_text("lookup_kernels"));
    while (const auto row = rows.next()) {
        const std::string id(row->id);
        if (!row->seal_ok) {
            ids.versions.emplace(id, Unusable::changed);
            ++ids.left_out.changed;
            continue;
        }
        if (!is_trusted(known, *row)) {
            add_untrusted(catalog, known, *row, ids);
            continue;
        }
        const auto [index, fresh] = known.versions.try_emplace(id, catalog.versions.size());
        ids.versions.emplace(id, index->second);
        if (!fresh) {
            KernelVersion& version = catalog.versions[index->second];
            version.at = std::max(version.at, row->at);
            continue;
        }
        catalog.versions.push_back({.id = id,
                                    .name = std::string(row->name),
                                    .routine = std::string(row->routine),
                                    .source = std::string(row->source),
                                    .source_path = installed_source(std::string(row->name)),
                                    .recipe = read_recipe(row->recipe, row->routine),
                                    .at = row->at});
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

/// Returns nullopt for unusable rows, and counts them.
std::optional<RowKey> take_key(const KeyFields& row, FileIndex& ids) {
    const std::optional<CatalogEntry> device = entry_of(ids.devices, row.device);
    const std::optional<CatalogEntry> version = entry_of(ids.versions, row.kernel);
    // A row's device is always stored before it, so an unknown device means a changed file. A
    // kernel can be missing: older versions of hone stored no recipes.
    if (!row.seal_ok || !device || is_changed(device) || is_changed(version)) {
        ++ids.left_out.changed;
        return std::nullopt;
    }
    if (version == CatalogEntry(Unusable::untrusted)) return std::nullopt;
    ids.left_out.outdated += version ? 0 : 1;
    if (!version) return std::nullopt;
    return RowKey{std::get<std::size_t>(*device), std::get<std::size_t>(*version)};
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

std::optional<TunedRow> take_row(const KeyFields& stored, Catalog& catalog, FileIndex& ids) {
    const auto key = take_key(stored, ids);
    if (!key) return std::nullopt;
    auto row = make_row(catalog, key->device, key->version, stored.precision, stored.problem,
                        stored.config);
    ids.left_out.outdated += row ? 0 : 1;
    if (!row) return row;
    row->same_source = !ids.same_name.contains(stored.kernel);
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

void set_provenance(TimedConfig& config, const ProvenanceFields& stored) {
    config.options = stored.options;
    config.tool = stored.tool;
    config.uuid = stored.uuid;
}

void read_tuned(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    NamedRows<TunedFields> rows(connection, query_text("lookup_tuned"));
    while (const auto stored = rows.next()) {
        auto row = take_row(stored->key, catalog, ids);
        if (!row || !may_use(stored->provenance.options, trust, ids)) continue;
        row->chosen = stored->chosen;
        row->ns = stored->ns;
        set_provenance(*row, stored->provenance);
        catalog.rows.push_back(std::move(*row));
    }
}

/// Keeps the timings as texts: an application asks for few kernels, and rarely for an untuned
/// problem.
void read_timings(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    FileIndex unsaid = ids;  // faults of a kernel or a device were already counted
    NamedRows<TimingFields> rows(connection, query_text("lookup_timing"));
    while (const auto stored = rows.next()) {
        const auto& [key, provenance, chosen, ns] = stored->tuned;
        ids.left_out.changed += key.seal_ok ? 0 : 1;
        const auto known = take_key(key, unsaid);
        if (!known || !may_use(provenance.options, trust, unsaid)) continue;
        StoredTiming timing;
        timing.file = catalog.files;
        timing.device = known->device;
        timing.version = known->version;
        timing.precision = precision_today(catalog.versions[known->version].name, key.precision);
        timing.problem = key.problem;
        timing.config = key.config;
        timing.chosen = chosen;
        timing.same_source = !ids.same_name.contains(key.kernel);
        timing.ns = ns;
        timing.right_elsewhere = stored->right_elsewhere;
        set_provenance(timing, provenance);
        catalog.timings.push_back(std::move(timing));
    }
}

/// Does not count changed rows: read_timings() has counted them.
void read_steady(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    constexpr std::int64_t first_version = 9;
    if (version_of(connection) < first_version) return;
    FileIndex unsaid = ids;
    NamedRows<SustainedFields> rows(connection, query_text("lookup_steady"));
    while (const auto stored = rows.next()) {
        auto row = take_row(stored->key, catalog, unsaid);
        if (!row || !may_use(stored->provenance.options, trust, unsaid)) continue;
        SustainedRow sustained{std::move(*row), {}};
        sustained.chosen = true;
        sustained.sustained.run_ns = stored->run_ns;
        sustained.sustained.joules = stored->joules;
        set_provenance(sustained, stored->provenance);
        catalog.sustained.push_back(std::move(sustained));
    }
}

void read_failed(Connection& connection, Catalog& catalog, const FileIndex& ids) {
    NamedRows<FailedFields> rows(connection, query_text("lookup_failed"));
    while (const auto stored = rows.next()) {
        const auto entry = entry_of(ids.versions, stored->kernel);
        const auto* version = entry ? std::get_if<std::size_t>(&*entry) : nullptr;
        if (!version) continue;
        const Recipe& recipe = catalog.versions[*version].recipe;
        const Settings config =
            recipe.formerly.today(settings_of(stored->config), recipe.parameters);
        catalog.failed.emplace(*version, joined(config));
    }
}

void read_covers(Connection& connection, Catalog& catalog, FileIndex& ids) {
    const std::size_t first = catalog.covers.size();
    NamedRows<CoverFields> rows(connection, query_text("lookup_cover"));
    while (const auto stored = rows.next()) {
        auto row = take_row(stored->key, catalog, ids);
        if (!row) continue;
        const CoveredProblem covered{row->point, row->stored_problem, row->problem, stored->ns};
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

/// The values that identify a measurement. Times count as equal if all of their bits are.
auto measurement_of(const Catalog& catalog, const StoredTiming& timing) {
    return std::tie(timing.version, timing.precision, timing.ns, catalog.ids[timing.device],
                    timing.problem, timing.config, timing.options, timing.tool, timing.uuid);
}

// Rows of one file are never duplicates. The kept timing takes over what its duplicates in other
// files record about checks and choices.
void keep_timings_once(Catalog& catalog) {
    using Measurement = decltype(measurement_of(catalog, catalog.timings.front()));
    std::map<Measurement, std::pair<std::size_t, std::size_t>> known;  // its file and index
    std::vector<bool> again(catalog.timings.size());
    for (std::size_t i = 0; i < catalog.timings.size(); ++i) {
        const StoredTiming& timing = catalog.timings[i];
        const auto [first, fresh] =
            known.try_emplace(measurement_of(catalog, timing), timing.file, i);
        again[i] = !fresh && first->second.first != timing.file;
        if (!again[i]) continue;
        StoredTiming& kept = catalog.timings[first->second.second];
        kept.chosen |= timing.chosen;
        kept.same_source |= timing.same_source;
        kept.right_elsewhere |= timing.right_elsewhere;
    }
    std::vector<StoredTiming> once;
    for (std::size_t i = 0; i < again.size(); ++i)
        if (!again[i]) once.push_back(std::move(catalog.timings[i]));
    catalog.timings = std::move(once);
}

bool is_same_cover(const Catalog& catalog, const CoverConfig& a, const CoverConfig& b) {
    const auto problem_and_time = [](const CoveredProblem& one) {
        return std::pair(one.problem, one.ns);
    };
    return a.row.version == b.row.version && a.row.precision == b.row.precision &&
           catalog.ids[a.row.device] == catalog.ids[b.row.device] && a.row.config == b.row.config &&
           std::ranges::equal(a.problems, b.problems, {}, problem_and_time, problem_and_time);
}

void keep_covers_once(Catalog& catalog) {
    std::vector<CoverConfig> once;
    for (CoverConfig& cover : catalog.covers) {
        const auto is_same = [&](const CoverConfig& known) {
            return is_same_cover(catalog, known, cover);
        };
        if (std::ranges::none_of(once, is_same)) once.push_back(std::move(cover));
    }
    catalog.covers = std::move(once);
}

}  // namespace

LeftOut add_kernels(Connection& connection, Catalog& catalog, KnownKernels& known) {
    FileIndex ids;
    read_versions(connection, catalog, ids, known);
    return ids.left_out;
}

LeftOut add_all_tables(Connection& connection, Catalog& catalog, KnownKernels& known) {
    FileIndex ids;
    ++catalog.files;
    read_devices(connection, catalog, ids);
    read_versions(connection, catalog, ids, known);
    read_tuned(connection, catalog, ids, known.trust);
    read_timings(connection, catalog, ids, known.trust);
    read_steady(connection, catalog, ids, known.trust);
    read_covers(connection, catalog, ids);
    read_failed(connection, catalog, ids);
    return ids.left_out;
}

void keep_each_once(Catalog& catalog) {
    const bool from_one = std::ranges::all_of(catalog.timings, [&](const StoredTiming& timing) {
        return timing.file == catalog.timings.front().file;
    });
    if (!from_one) keep_timings_once(catalog);
    keep_covers_once(catalog);
}

std::optional<TunedRow> to_row(const Catalog& catalog, const StoredTiming& timing) {
    auto row = make_row(catalog, timing.device, timing.version, timing.precision, timing.problem,
                        timing.config);
    if (!row) return row;
    static_cast<TimedConfig&>(*row) = static_cast<const TimedConfig&>(timing);
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
