// SPDX-License-Identifier: MIT
// Reading without leaving a trace: a database that nobody is writing is read as an unchanging file,
// so not even SQLite's own files appear beside it.
#include "db/book.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

#include "db/canonical.hpp"
#include "db/fields.hpp"
#include "db/kin.hpp"
#include "db/places.hpp"
#include "db/schema.hpp"

namespace hone::lookup {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds patience{50};

/// Where the rows of one file are in the book, by their ids there.
struct Places {
    std::map<std::string, std::size_t, std::less<>> devices, versions;
};

bool being_written(const fs::path& file) {
    std::error_code error;
    const bool logged = fs::file_size(file.string() + "-wal", error) > 0 && !error;
    return logged || fs::exists(file.string() + "-journal", error);
}

Connection open_quietly(const fs::path& file) {
    std::error_code error;
    const bool readable = fs::is_regular_file(file, error) && fs::file_size(file, error) > 0;
    if (!readable || being_written(file)) return open_database(file, Access::read, patience);
    return open_database(file, Access::unchanging, patience);
}

std::size_t place_of(const Places& places, std::string_view id,
                     std::map<std::string, std::size_t, std::less<>> Places::*kind) {
    const auto found = (places.*kind).find(id);
    return found == (places.*kind).end() ? ~std::size_t{0} : found->second;
}

void read_devices(Connection& connection, Book& book, Places& places) {
    Statement rows(connection, query_text("devices"));
    while (rows.step()) {
        places.devices.emplace(rows.text(0), book.devices.size());
        book.devices.push_back(read<Device>(rows, 1));
        book.names.push_back(plain_name(book.devices.back()));
    }
}

void read_versions(Connection& connection, Book& book, Places& places,
                   std::map<std::string, std::size_t, std::less<>>& known) {
    Statement rows(connection, query_text("lookup_kernels"));
    while (rows.step()) {
        const std::string id(rows.text(0));
        const auto [place, fresh] = known.try_emplace(id, book.versions.size());
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

std::vector<Exact> parameters_of(const Recipe& recipe, const Settings& config) {
    std::vector<Exact> values(recipe.parameters.size(), nothing);
    for (const Setting& setting : config) {
        const auto found = std::ranges::find(recipe.parameters, setting.first);
        if (found != recipe.parameters.end())
            values[static_cast<std::size_t>(found - recipe.parameters.begin())] = value_of(setting);
    }
    return values;
}

/// What every question would work out again.
void work_out(Row& row, std::vector<Exact> arguments, const Book& book) {
    const Recipe& recipe = book.versions[row.version].recipe;
    const auto slots =
        slots_of(recipe, row.parameters, arguments, book.devices[row.device], row.precision);
    row.excess = excess(recipe, slots);
    row.point = point_of(recipe, std::move(arguments), slots);
}

/// A row that starts as both queries do: device, kernel, precision, problem, config.
std::optional<Row> read_row(const Statement& rows, const Book& book, const Places& places) {
    Row row;
    row.device = place_of(places, rows.text(0), &Places::devices);
    row.version = place_of(places, rows.text(1), &Places::versions);
    if (row.device >= book.devices.size() || row.version >= book.versions.size())
        return std::nullopt;
    const Recipe& recipe = book.versions[row.version].recipe;
    row.precision = rows.text(2);
    row.config = settings_of(rows.text(4));
    row.words = joined(row.config);
    row.parameters = parameters_of(recipe, row.config);
    std::string complaint;
    std::vector<Exact> arguments = arguments_of(recipe, settings_of(rows.text(3)), complaint);
    if (!complaint.empty()) return std::nullopt;
    work_out(row, std::move(arguments), book);
    return row;
}

void read_tuned(Connection& connection, Book& book, const Places& places) {
    Statement rows(connection, query_text("lookup_tuned"));
    std::size_t unusable = 0;
    while (rows.step()) {
        auto row = read_row(rows, book, places);
        if (!row) {
            ++unusable;
            continue;
        }
        row->chosen = rows.integer(5) != 0;
        row->ns = rows.real(6);
        row->options = rows.text(7);
        row->tool = rows.text(8);
        row->uuid = rows.text(9);
        book.rows.push_back(std::move(*row));
    }
    if (unusable > 0)
        book.skipped.push_back(
            {connection.file(), std::to_string(unusable) +
                                    " results in it were stored by an older hone; `hone check` "
                                    "brings them up to date"});
}

void read_covers(Connection& connection, Book& book, const Places& places) {
    const std::size_t first = book.covers.size();
    Statement rows(connection, query_text("lookup_cover"));
    while (rows.step()) {
        auto row = read_row(rows, book, places);
        if (!row) continue;
        const Covered covered{row->point, row->excess, rows.real(5), rows.real(6)};
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

Book read_book(const std::vector<fs::path>& files) {
    Book book;
    std::map<std::string, std::size_t, std::less<>> known;
    for (const fs::path& file : files) {
        try {
            Connection connection = open_quietly(file);
            connection.run("BEGIN");  // all of it as it is at one moment
            Places places;
            read_devices(connection, book, places);
            read_versions(connection, book, places, known);
            read_tuned(connection, book, places);
            read_covers(connection, book, places);
        } catch (const StoreError& error) {
            book.skipped.push_back({file, error.what()});
        }
    }
    mark_newest(book);
    std::ranges::stable_sort(book.rows, {}, by_shelf);
    return book;
}

}  // namespace hone::lookup
