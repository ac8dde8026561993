// SPDX-License-Identifier: MIT
// What came with hone is read first: its kernels are the ones that are handed out, and other
// databases say how to run them.
#include "db/lookup/catalog.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <system_error>

#include "db/device/device_similarity.hpp"
#include "db/lookup/config_check.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/ids.hpp"
#include "db/sqlite/open_snapshot.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/row_fields.hpp"

namespace hone::lookup {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t altered = ~std::size_t{0};  // index of a row whose seal does not match
constexpr std::size_t untrusted = altered - 1;    // index of a kernel that is not trusted

using IndexById = std::map<std::string, std::size_t, std::less<>>;

/// The catalog's indices of one file's devices and kernels, by id, and how many rows were skipped.
struct FileIndex {
    IndexById devices, versions;
    std::set<std::string, std::less<>> same_name;  // kernels stored with another source
    std::size_t changed = 0, outdated = 0, untrusted_options = 0;
};

/// The kernels known so far, and whether a database may add more.
struct KnownKernels {
    Trust trust;
    IndexById versions;
    std::map<std::string, std::size_t, std::less<>> installed;  // by name, former ones too
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
            ++ids.changed;
            continue;
        }
        catalog.names.push_back(normalized_name(device));
        catalog.devices.push_back(std::move(device));
    }
}

/// A kernel's text is a program: it is not taken from just any database. What was tuned with other
/// texts is a hint for those that came with hone.
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

void read_versions(Connection& connection, Catalog& catalog, FileIndex& ids, KnownKernels& known) {
    Statement rows(connection, query_text("lookup_kernels"));
    while (rows.step()) {
        const std::string id(rows.text(0));
        if (rows.integer(6) == 0) {
            ids.versions.emplace(id, altered);
            ++ids.changed;
            continue;
        }
        if (known.trust == Trust::installed && !known.versions.contains(id)) {
            add_untrusted(catalog, known, rows, ids);
            continue;
        }
        const auto [index, fresh] = known.versions.try_emplace(id, catalog.versions.size());
        ids.versions.emplace(id, index->second);
        if (!fresh) continue;
        catalog.versions.push_back({.id = id,
                                    .name = std::string(rows.text(1)),
                                    .routine = std::string(rows.text(2)),
                                    .source = std::string(rows.text(3)),
                                    .source_path = installed_source(std::string(rows.text(1))),
                                    .recipe = read_recipe(rows.text(4)),
                                    .at = rows.integer(5)});
    }
}

/// The number of a problem: the same for all kernels, in whatever order their recipes name its
/// arguments.
std::size_t problem_number(Catalog& catalog, const Recipe& recipe,
                           std::span<const Number> arguments) {
    std::map<std::string_view, std::string> said;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Number& value = arguments[i];
        said.emplace(recipe.arguments[i].default_value.first,
                     std::to_string(value.numerator()) + '/' + std::to_string(value.denominator()));
    }
    std::string words;
    for (const auto& [name, value] : said) words.append(name).append("=" + value + ' ');
    return catalog.problems.try_emplace(words, catalog.problems.size()).first->second;
}

bool holds_all(const Recipe& recipe, std::span<const Number> variables) {
    return std::ranges::all_of(recipe.conditions, [&](const Recipe::Condition& condition) {
        return condition.holds.value(variables).truthy();
    });
}

/// Computes once what every query would compute again.
void derive(TunedRow& row, std::vector<Number> arguments, Catalog& catalog) {
    const Recipe& recipe = catalog.versions[row.version].recipe;
    const auto variables = variable_values(recipe, row.parameters, arguments,
                                           catalog.devices[row.device], row.precision);
    row.tile_waste = tile_waste(recipe, variables);
    row.conditions_held = holds_all(recipe, variables);
    row.problem = problem_number(catalog, recipe, arguments);
    row.point = point_of(recipe, std::move(arguments), variables);
}

/// A row of what was stored with this precision, problem and config.
std::optional<TunedRow> read_row(const Statement& rows, Catalog& catalog, std::size_t device,
                                 std::size_t version) {
    TunedRow row;
    row.device = device;
    row.version = version;
    const Recipe& recipe = catalog.versions[version].recipe;
    row.precision = rows.text(2);
    row.config = recipe.formerly.today(settings_of(rows.text(4)), recipe.parameters);
    row.config_text = joined(row.config);
    row.parameters = parameters_of(recipe, row.config);
    if (!is_known_config(recipe, row.config)) return std::nullopt;
    std::string complaint;
    row.stored_problem = settings_of(rows.text(3));
    std::vector<Number> arguments = arguments_of(recipe, row.stored_problem, complaint);
    if (!complaint.empty()) return std::nullopt;
    derive(row, std::move(arguments), catalog);
    return row;
}

/// A row that starts as both queries do: device, kernel, precision, problem, config, whether it
/// fits its seal. What cannot be used is counted.
std::optional<TunedRow> take_row(const Statement& rows, Catalog& catalog, FileIndex& ids) {
    const auto device = index_of(ids.devices, rows.text(0));
    const auto version = index_of(ids.versions, rows.text(1));
    // A device is stored before its rows, a recipe only by a hone that knows recipes.
    if (rows.integer(5) == 0 || device.value_or(altered) == altered || version == altered) {
        ++ids.changed;
        return std::nullopt;
    }
    if (version == untrusted) return std::nullopt;
    auto row = version ? read_row(rows, catalog, *device, *version) : std::nullopt;
    ids.outdated += row ? 0 : 1;
    if (row) row->same_source = !ids.same_name.contains(rows.text(1));
    return row;
}

void read_tuned(Connection& connection, Catalog& catalog, FileIndex& ids, Trust trust) {
    Statement rows(connection, query_text("lookup_tuned"));
    while (rows.step()) {
        auto row = take_row(rows, catalog, ids);
        if (!row) continue;
        row->chosen = rows.integer(6) != 0;
        row->ns = rows.real(7);
        row->options = rows.text(8);
        if (trust == Trust::installed && !are_safe_options(row->options)) {
            ++ids.untrusted_options;
            continue;
        }
        row->tool = rows.text(9);
        row->uuid = rows.text(10);
        catalog.rows.push_back(std::move(*row));
    }
}

void read_covers(Connection& connection, Catalog& catalog, FileIndex& ids) {
    const std::size_t first = catalog.covers.size();
    Statement rows(connection, query_text("lookup_cover"));
    while (rows.step()) {
        auto row = take_row(rows, catalog, ids);
        if (!row) continue;
        const CoveredProblem covered{row->point,      row->stored_problem, row->problem,
                                     row->tile_waste, rows.real(6),        rows.real(7)};
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

void warn(Catalog& catalog, const fs::path& file, const std::string& why) {
    const bool named = why.starts_with(file.string());
    catalog.warnings += "; skipped: " + (named ? why : file.string() + ": " + why);
    catalog.skipped.push_back({file, why});
}

void say_what_is_left_out(Catalog& catalog, const fs::path& file, const FileIndex& ids) {
    if (ids.changed > 0)
        warn(catalog, file,
             std::to_string(ids.changed) + " rows in it were changed; `hone db check` lists them");
    if (ids.untrusted_options > 0)
        warn(catalog, file,
             std::to_string(ids.untrusted_options) +
                 " results in it were built with options that only a trusted database may set");
    if (ids.outdated > 0)
        catalog.skipped.push_back({file, std::to_string(ids.outdated) +
                                             " results in it were stored by an older hone; "
                                             "`hone check` updates them"});
}

/// Whether the tables that are read pass SQLite's check: a damaged table may lack rows.
bool is_whole(Connection& connection) {
    constexpr std::array<std::string_view, 5> read{"device", "kernel", "recipe", "tuned", "cover"};
    return std::ranges::all_of(read, [&](std::string_view table) {
        const std::string check = "PRAGMA main.quick_check(" + std::string(table) + ")";
        return connection.text(check) == "ok";
    });
}

void read_file(Connection connection, Catalog& catalog, KnownKernels& known) {
    connection.run("BEGIN");  // all of it as it is at one moment
    if (!is_whole(connection))
        warn(catalog, connection.file(), "it is damaged; `hone db check` shows where");
    FileIndex ids;
    read_devices(connection, catalog, ids);
    read_versions(connection, catalog, ids, known);
    read_tuned(connection, catalog, ids, known.trust);
    read_covers(connection, catalog, ids);
    say_what_is_left_out(catalog, connection.file(), ids);
}

void read_kernels(Connection connection, Catalog& catalog, KnownKernels& known) {
    FileIndex ids;
    read_versions(connection, catalog, ids, known);
    say_what_is_left_out(catalog, connection.file(), ids);
}

using Open = Connection (*)(const fs::path& file);
using Read = void (*)(Connection connection, Catalog& catalog, KnownKernels& known);

void read_each(const std::vector<fs::path>& files, Open open, Read read, Catalog& catalog,
               KnownKernels& known) {
    for (const fs::path& file : files) {
        try {
            read(open(file), catalog, known);
        } catch (const StoreError& error) {
            std::error_code ignored;
            if (fs::exists(file, ignored))
                warn(catalog, file, error.what());
            else
                catalog.skipped.push_back({file, error.what()});
        }
    }
}

Catalog read_all(const std::vector<fs::path>& files, Open open, Trust trust) {
    Catalog catalog;
    KnownKernels known{.trust = Trust::stored, .versions = {}, .installed = {}};
    if (trust == Trust::installed) {
        read_each(installed_databases(), open, read_kernels, catalog, known);
        for (std::size_t v = 0; v < catalog.versions.size(); ++v)
            known.installed.try_emplace(catalog.versions[v].name, v);
        for (std::size_t v = 0; v < catalog.versions.size(); ++v)
            for (const std::string& former : catalog.versions[v].recipe.formerly.names)
                known.installed.try_emplace(former, v);
    }
    known.trust = trust;
    read_each(files, open, read_file, catalog, known);
    return catalog;
}

void mark_newest(Catalog& catalog) {
    std::map<std::string, KernelVersion*> newest;
    for (KernelVersion& version : catalog.versions) {
        KernelVersion*& best = newest.try_emplace(version.name, &version).first->second;
        if (version.at > best->at) best = &version;
    }
    for (const auto& [name, version] : newest) version->newest = true;
}

}  // namespace

bool matches(std::string_view word, const KernelVersion& version) {
    const auto& former = version.recipe.formerly.names;
    return word == version.name || (word == version.routine && !version.of_clblast()) ||
           std::ranges::find(former, word) != former.end();
}

std::vector<Number> arguments_of(const Recipe& recipe, const Settings& given,
                                 std::string& complaint) {
    std::vector<Number> values;
    for (const Recipe::Argument& argument : recipe.arguments)
        values.push_back(value_of(argument.default_value));
    for (const Setting& setting : given) {
        if (const auto index = recipe.argument(setting.first))
            values[*index] = value_of(setting);
        else
            complaint = "a stored problem has no '" + setting.first + "'";
    }
    return values;
}

Catalog read_catalog(const std::vector<fs::path>& files, Trust trust) {
    const auto before = stamps(files);
    Catalog catalog = read_all(files, open_snapshot, trust);
    // Somebody began to write what was read as if nobody would.
    if (stamps(files) != before) catalog = read_all(files, open_shared, trust);
    mark_newest(catalog);
    std::ranges::stable_sort(catalog.rows, {}, by_version_and_precision);
    return catalog;
}

}  // namespace hone::lookup
