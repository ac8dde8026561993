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

constexpr std::size_t altered = ~std::size_t{0};  // the place of what is not what was stored
constexpr std::size_t foreign = altered - 1;      // and of a kernel that nobody vouches for

using PlaceById = std::map<std::string, std::size_t, std::less<>>;

/// Where the rows of one file are in the book, by their ids there, and how many are left out.
struct Places {
    PlaceById devices, versions;
    std::set<std::string, std::less<>> other_texts;  // of a kernel that has another place's
    std::size_t changed = 0, outdated = 0, optioned = 0;
};

/// What is known of kernels so far, and whether a database may bring more of them.
struct Shelves {
    Trust trust;
    PlaceById versions;
    std::map<std::string, std::size_t, std::less<>> installed;  // by name, the newest
};

std::optional<std::size_t> place_of(const PlaceById& places, std::string_view id) {
    const auto found = places.find(id);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

void read_devices(Connection& connection, Book& book, Places& places) {
    Statement rows(connection, query_text("devices"));
    while (rows.step()) {
        auto device = read<Device>(rows, 1);
        const bool fits = id_of(device) == rows.text(0);
        places.devices.emplace(rows.text(0), fits ? book.devices.size() : altered);
        if (!fits) {
            ++places.changed;
            continue;
        }
        book.names.push_back(plain_name(device));
        book.devices.push_back(std::move(device));
    }
}

/// A kernel's text is a program: it is not taken from just any database. What was tuned with other
/// texts is a hint for those that came with hone.
void place_foreign(Book& book, const Shelves& known, const Statement& kernel, Places& places) {
    const std::string id(kernel.text(0));
    const auto own = known.installed.find(kernel.text(1));
    if (own != known.installed.end()) {
        places.versions.emplace(id, own->second);
        places.other_texts.insert(id);
        return;
    }
    places.versions.emplace(id, foreign);
    book.foreign.emplace(kernel.text(1));
    book.foreign.emplace(kernel.text(2));
}

void read_versions(Connection& connection, Book& book, Places& places, Shelves& known) {
    Statement rows(connection, query_text("lookup_kernels"));
    while (rows.step()) {
        const std::string id(rows.text(0));
        if (rows.integer(6) == 0) {
            places.versions.emplace(id, altered);
            ++places.changed;
            continue;
        }
        if (known.trust == Trust::installed && !known.versions.contains(id)) {
            place_foreign(book, known, rows, places);
            continue;
        }
        const auto [place, fresh] = known.versions.try_emplace(id, book.versions.size());
        places.versions.emplace(id, place->second);
        if (!fresh) continue;
        book.versions.push_back({.id = id,
                                 .name = std::string(rows.text(1)),
                                 .routine = std::string(rows.text(2)),
                                 .source = std::string(rows.text(3)),
                                 .source_path = shipped_source(std::string(rows.text(1))),
                                 .recipe = read_recipe(rows.text(4)),
                                 .at = rows.integer(5)});
    }
}

/// The number of a problem: the same for all kernels, in whatever order their recipes name its
/// arguments.
std::size_t problem_number(Book& book, const Recipe& recipe, std::span<const Exact> arguments) {
    std::map<std::string_view, std::string> said;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Exact& value = arguments[i];
        said.emplace(recipe.arguments[i].standard.first,
                     std::to_string(value.numerator) + '/' + std::to_string(value.denominator));
    }
    std::string words;
    for (const auto& [name, value] : said) words.append(name).append("=" + value + ' ');
    return book.problems.try_emplace(words, book.problems.size()).first->second;
}

bool holds_all(const Recipe& recipe, std::span<const Exact> slots) {
    return std::ranges::all_of(recipe.conditions, [&](const Recipe::Condition& condition) {
        return condition.holds.value(slots).truthy();
    });
}

/// What every question would work out again.
void work_out(Row& row, std::vector<Exact> arguments, Book& book) {
    const Recipe& recipe = book.versions[row.version].recipe;
    const auto slots =
        slots_of(recipe, row.parameters, arguments, book.devices[row.device], row.precision);
    row.excess = excess(recipe, slots);
    row.fits_there = holds_all(recipe, slots);
    row.problem = problem_number(book, recipe, arguments);
    row.point = point_of(recipe, std::move(arguments), slots);
}

/// A row of what was stored with this precision, problem and config.
std::optional<Row> read_row(const Statement& rows, Book& book, std::size_t device,
                            std::size_t version) {
    Row row;
    row.device = device;
    row.version = version;
    const Recipe& recipe = book.versions[version].recipe;
    row.precision = rows.text(2);
    row.config = settings_of(rows.text(4));
    row.words = joined(row.config);
    row.parameters = parameters_of(recipe, row.config);
    if (!is_choice(recipe, row.config)) return std::nullopt;
    std::string complaint;
    std::vector<Exact> arguments = arguments_of(recipe, settings_of(rows.text(3)), complaint);
    if (!complaint.empty()) return std::nullopt;
    work_out(row, std::move(arguments), book);
    return row;
}

/// A row that starts as both queries do: device, kernel, precision, problem, config, whether it
/// fits its seal. What cannot be used is counted.
std::optional<Row> take_row(const Statement& rows, Book& book, Places& places) {
    const auto device = place_of(places.devices, rows.text(0));
    const auto version = place_of(places.versions, rows.text(1));
    // A device is stored before its rows, a recipe only by a hone that knows recipes.
    if (rows.integer(5) == 0 || device.value_or(altered) == altered || version == altered) {
        ++places.changed;
        return std::nullopt;
    }
    if (version == foreign) return std::nullopt;
    auto row = version ? read_row(rows, book, *device, *version) : std::nullopt;
    places.outdated += row ? 0 : 1;
    if (row) row->of_these_texts = !places.other_texts.contains(rows.text(1));
    return row;
}

void read_tuned(Connection& connection, Book& book, Places& places, Trust trust) {
    Statement rows(connection, query_text("lookup_tuned"));
    while (rows.step()) {
        auto row = take_row(rows, book, places);
        if (!row) continue;
        row->chosen = rows.integer(6) != 0;
        row->ns = rows.real(7);
        row->options = rows.text(8);
        if (trust == Trust::installed && !are_plain(row->options)) {
            ++places.optioned;
            continue;
        }
        row->tool = rows.text(9);
        row->uuid = rows.text(10);
        book.rows.push_back(std::move(*row));
    }
}

void read_covers(Connection& connection, Book& book, Places& places) {
    const std::size_t first = book.covers.size();
    Statement rows(connection, query_text("lookup_cover"));
    while (rows.step()) {
        auto row = take_row(rows, book, places);
        if (!row) continue;
        const Covered covered{row->point, row->problem, row->excess, rows.real(6), rows.real(7)};
        const bool same = book.covers.size() > first &&
                          book.covers.back().row.device == row->device &&
                          book.covers.back().row.version == row->version &&
                          book.covers.back().row.precision == row->precision &&
                          book.covers.back().row.config == row->config;
        if (!same) book.covers.push_back({std::move(*row), {}});
        book.covers.back().row.chosen = true;
        book.covers.back().problems.push_back(covered);
    }
}

void doubt(Book& book, const fs::path& file, const std::string& why) {
    const bool named = why.starts_with(file.string());
    book.doubts += "; passed over: " + (named ? why : file.string() + ": " + why);
    book.skipped.push_back({file, why});
}

void say_what_is_left_out(Book& book, const fs::path& file, const Places& places) {
    if (places.changed > 0)
        doubt(book, file,
              std::to_string(places.changed) +
                  " rows in it are not what was stored; `hone db check` names them");
    if (places.optioned > 0)
        doubt(book, file,
              std::to_string(places.optioned) +
                  " results in it were built with options that only a trusted database may say");
    if (places.outdated > 0)
        book.skipped.push_back({file, std::to_string(places.outdated) +
                                          " results in it were stored by an older hone; "
                                          "`hone check` brings them up to date"});
}

/// Rows may be missing without a trace in those that are left.
bool is_whole(Connection& connection) {
    constexpr std::array<std::string_view, 5> read{"device", "kernel", "recipe", "tuned", "cover"};
    return std::ranges::all_of(read, [&](std::string_view table) {
        const std::string check = "PRAGMA main.quick_check(" + std::string(table) + ")";
        return connection.text(check) == "ok";
    });
}

void read_file(Connection connection, Book& book, Shelves& known) {
    connection.run("BEGIN");  // all of it as it is at one moment
    if (!is_whole(connection))
        doubt(book, connection.file(), "it is damaged; `hone db check` says where");
    Places places;
    read_devices(connection, book, places);
    read_versions(connection, book, places, known);
    read_tuned(connection, book, places, known.trust);
    read_covers(connection, book, places);
    say_what_is_left_out(book, connection.file(), places);
}

void read_kernels(Connection connection, Book& book, Shelves& known) {
    Places places;
    read_versions(connection, book, places, known);
    say_what_is_left_out(book, connection.file(), places);
}

using Open = Connection (*)(const fs::path& file);
using Read = void (*)(Connection connection, Book& book, Shelves& known);

void read_each(const std::vector<fs::path>& files, Open open, Read read, Book& book,
               Shelves& known) {
    for (const fs::path& file : files) {
        try {
            read(open(file), book, known);
        } catch (const StoreError& error) {
            std::error_code ignored;
            if (fs::exists(file, ignored))
                doubt(book, file, error.what());
            else
                book.skipped.push_back({file, error.what()});
        }
    }
}

Book read_all(const std::vector<fs::path>& files, Open open, Trust trust) {
    Book book;
    Shelves known{.trust = Trust::stored, .versions = {}, .installed = {}};
    if (trust == Trust::installed) {
        read_each(installed_databases(), open, read_kernels, book, known);
        for (std::size_t v = 0; v < book.versions.size(); ++v)
            known.installed.try_emplace(book.versions[v].name, v);
    }
    known.trust = trust;
    read_each(files, open, read_file, book, known);
    return book;
}

void mark_newest(Book& book) {
    std::map<std::string, Version*> newest;
    for (Version& version : book.versions) {
        Version*& best = newest.try_emplace(version.name, &version).first->second;
        if (version.at > best->at) best = &version;
    }
    for (const auto& [name, version] : newest) version->newest = true;
}

}  // namespace

std::vector<Exact> arguments_of(const Recipe& recipe, const Settings& given,
                                std::string& complaint) {
    std::vector<Exact> values;
    for (const Recipe::Argument& argument : recipe.arguments)
        values.push_back(value_of(argument.standard));
    for (const Setting& setting : given) {
        if (const auto place = recipe.argument(setting.first))
            values[*place] = value_of(setting);
        else
            complaint = "a problem of it has no '" + setting.first + "'";
    }
    return values;
}

Book read_book(const std::vector<fs::path>& files, Trust trust) {
    const auto before = stamps(files);
    Book book = read_all(files, open_quietly, trust);
    // Somebody began to write what was read as if nobody would.
    if (stamps(files) != before) book = read_all(files, open_shared, trust);
    mark_newest(book);
    std::ranges::stable_sort(book.rows, {}, by_shelf);
    return book;
}

}  // namespace hone::lookup
