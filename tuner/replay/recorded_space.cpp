// SPDX-License-Identifier: MIT
// Every format becomes rows of words with a result. The words in a column are the values of its
// parameter.
#include "tuner/replay/recorded_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "db/model/canonical_json.hpp"
#include "db/model/kernel.hpp"
#include "spaces/base/input_file.hpp"
#include "spaces/base/json_depth.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/import_results.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

struct ResultRows {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> words;
    std::vector<RecordedSpace::Result> results;
};

Value value_of(const std::string& word) {
    const Number number = Number::parse(word);
    return number.exists() ? Value(number) : Value(word);
}

bool before(const Value& a, const Value& b) {
    const auto* x = std::get_if<Number>(&a);
    const auto* y = std::get_if<Number>(&b);
    return x && y ? less(*x, *y).truthy() : false;
}

// The words of a column as values, numbers sorted by size, and the index of each word.
Parameter parameter_of(const std::string& name, const ResultRows& rows, std::size_t column,
                       std::map<std::string, std::uint16_t>& value_index) {
    std::vector<std::pair<Value, std::string>> values;
    for (const auto& row : rows.words)
        if (value_index.emplace(row[column], std::uint16_t{0}).second)
            values.emplace_back(value_of(row[column]), row[column]);
    std::stable_sort(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return before(a.first, b.first); });
    Parameter parameter{name, {}};
    for (const auto& [value, word] : values) {
        value_index[word] = static_cast<std::uint16_t>(parameter.values.size());
        parameter.values.push_back(value);
    }
    return parameter;
}

RecordedSpace recorded_space_of(std::string name, const ResultRows& rows) {
    RecordedSpace recorded;
    recorded.name = std::move(name);
    recorded.space.name = recorded.name;
    std::vector<std::map<std::string, std::uint16_t>> value_indices(rows.names.size());
    for (std::size_t p = 0; p < rows.names.size(); ++p)
        recorded.space.parameters.push_back(parameter_of(rows.names[p], rows, p, value_indices[p]));
    for (std::size_t r = 0; r < rows.words.size(); ++r) {
        Config config;
        for (std::size_t p = 0; p < value_indices.size(); ++p)
            config.push_back(value_indices[p].at(rows.words[r][p]));
        recorded.results[config] = rows.results[r];
    }
    return recorded;
}

// Published spaces ----------------------------------------------------------------------------

double number_in(const CsvRow& cells, std::optional<std::size_t> column) {
    return column ? std::strtod(cells[*column].c_str(), nullptr) : 0;
}

std::optional<std::size_t> column_named(const CsvRow& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

ResultRows rows_of_csv(const std::filesystem::path& file, std::string_view text) {
    CsvReader csv(text);
    CsvRow names;
    CsvRow cells;
    csv.next(names);
    const auto status = column_named(names, "status");
    const auto time = column_named(names, "time_ms");
    if (!status || !time || !is_table(text))
        throw Error(
            Exit::usage,
            fmt::format("{}: the columns 'status' and 'time_ms' are missing", file.string()),
            "a recorded space has one row per config: its parameters, status, time_ms");
    const auto build = column_named(names, "compile_ms");
    const auto bench = column_named(names, "bench_ms");
    ResultRows rows;
    rows.names.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(*status));
    for (int line = 2; csv.next(cells); ++line) {
        if (cells.size() != names.size())
            throw Error(Exit::usage, fmt::format("{}:{}: {} cells, not {}", file.string(), line,
                                                 cells.size(), names.size()));
        rows.words.emplace_back(cells.begin(),
                                cells.begin() + static_cast<std::ptrdiff_t>(*status));
        RecordedSpace::Result result;
        result.nanoseconds = 1e6 * number_in(cells, time);
        result.seconds = (number_in(cells, build) + number_in(cells, bench)) / 1e3;
        rows.results.push_back(result);
    }
    // The import's reader determines which rows are ok, and rejects malformed ones.
    const ImportedRuns imported = read_results(file, {});
    for (std::size_t i = 0; i < rows.results.size(); ++i)
        if (imported.front().trials[i].outcome != Outcome::ok) rows.results[i].nanoseconds.reset();
    return rows;
}

// Reads an index.json beside the file: the kernel, and the constraints that the rows had to
// satisfy.
void read_index(const std::filesystem::path& file, RecordedSpace& recorded) {
    constexpr std::size_t longest_index = 16U << 20U;
    const auto text = read_input(file.parent_path() / "index.json", longest_index);
    const Json index = text && text->size() <= longest_index && !nests_deeper(*text, 16)
                           ? Json::parse(*text, nullptr, false)
                           : Json();
    if (!index.is_array()) return;
    for (const Json& entry : index) {
        if (!entry.is_object() || entry.value("file", std::string()) != file.filename().string())
            continue;
        recorded.kernel = entry.value("kernel", recorded.kernel);
        for (const Json& stated : entry.value("constraints", Json::array())) {
            const auto reason = stated.get<std::string>();
            recorded.space.constraints.push_back({reason, Expression::parse(reason)});
        }
    }
}

// Files of results, and databases ---------------------------------------------------------------

std::string word_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

double seconds_of(const Trial& trial) {
    const auto run = std::accumulate(trial.samples.begin(), trial.samples.end(), std::int64_t{0});
    return trial.build_ms / 1e3 + static_cast<double>(run) / 1e9;
}

ResultRows rows_of(const std::vector<Trial>& trials) {
    ResultRows rows;
    for (const Trial& trial : trials) {
        const Json config = Json::parse(trial.config, nullptr, false);
        if (!config.is_object()) continue;
        std::vector<std::string> names;
        std::vector<std::string> words;
        for (const auto& [name, value] : config.items()) {
            names.push_back(name);
            words.push_back(word_of(value));
        }
        if (rows.names.empty()) rows.names = names;
        if (names != rows.names) continue;
        const MedianInterval time =
            trial.time.known() ? trial.time : median_interval(trial.samples);
        RecordedSpace::Result result{std::nullopt, seconds_of(trial)};
        if (trial.outcome == Outcome::ok && time.median > 0) result.nanoseconds = time.median;
        rows.words.push_back(std::move(words));
        rows.results.push_back(result);
    }
    return rows;
}

// Takes the kernel's stored space, if it has one; the parameters keep only the values that were
// tried.
void read_kernel(const Kernel& kernel, RecordedSpace& recorded) {
    recorded.kernel = kernel.name;
    if (kernel.space.empty()) return;
    Space space = read_space(kernel.space, kernel.name + ".toml");
    space.parameters = std::move(recorded.space.parameters);
    recorded.space = std::move(space);
}

std::vector<RecordedSpace> spaces_in_store(const std::filesystem::path& file) {
    Store store(file, Access::read);
    std::vector<ImportedRun> subjects;
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    for (const Run& run : store.runs()) {
        auto found = std::find_if(subjects.begin(), subjects.end(),
                                  [&](const ImportedRun& each) { return each.run.key == run.key; });
        if (found == subjects.end()) {
            subjects.push_back({devices.at(run.key.device), kernels.at(run.key.kernel), run, {}});
            found = std::prev(subjects.end());
        }
        for (Trial& trial : store.trials(run.id)) found->trials.push_back(std::move(trial));
    }
    std::vector<RecordedSpace> all;
    for (const ImportedRun& each : subjects) {
        if (each.trials.empty()) continue;
        all.push_back(recorded_space_of(
            fmt::format(
                "{} {} on {}", each.kernel.name,
                joined(in_declared_order(settings_of(std::string_view(each.run.key.problem)),
                                         each.kernel.routine, each.kernel.space)),
                each.device.name),
            rows_of(each.trials)));
        read_kernel(each.kernel, all.back());
    }
    return all;
}

std::vector<RecordedSpace> spaces_in_results(const std::filesystem::path& file) {
    std::vector<RecordedSpace> all;
    ImportDefaults defaults;
    defaults.kernel = file.stem().string();
    for (const ImportedRun& imported : read_results(file, defaults)) {
        all.push_back(recorded_space_of(imported.kernel.name + " on " + imported.device.name,
                                        rows_of(imported.trials)));
        read_kernel(imported.kernel, all.back());
    }
    return all;
}

bool has_name(const std::filesystem::path& file, std::string_view ending) {
    return file.filename().string().find(ending) != std::string::npos;
}

bool is_database(const std::filesystem::path& file) {
    const auto start = read_input(file, 5);
    return start && *start == "SQLite";
}

}  // namespace

double RecordedSpace::fastest() const {
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& [config, result] : results)
        fastest = std::min(fastest, result.nanoseconds.value_or(fastest));
    return fastest;
}

std::vector<Config> RecordedSpace::configs() const {
    std::vector<Config> configs;
    for (const auto& [config, result] : results) configs.push_back(config);
    return configs;
}

TransferTrials RecordedSpace::times_for(const Space& other) const {
    std::vector<std::vector<std::optional<std::uint16_t>>> value_indices;
    if (other.parameters.size() != space.parameters.size()) return {};
    for (std::size_t p = 0; p < other.parameters.size(); ++p) {
        if (other.parameters[p].name != space.parameters[p].name) return {};
        value_indices.emplace_back();
        for (const Value& value : space.parameters[p].values) {
            const auto& values = other.parameters[p].values;
            const auto found = std::find(values.begin(), values.end(), value);
            value_indices.back().push_back(
                found == values.end()
                    ? std::nullopt
                    : std::optional(static_cast<std::uint16_t>(found - values.begin())));
        }
    }
    TransferTrials times;
    for (const auto& [config, result] : results) {
        Config translated;
        for (std::size_t p = 0; p < config.size(); ++p)
            if (const auto value_index = value_indices[p][config[p]])
                translated.push_back(*value_index);
        if (translated.size() == config.size()) times[translated] = result.nanoseconds;
    }
    return times;
}

std::vector<RecordedSpace> read_recorded_spaces(const std::filesystem::path& file) {
    if (is_database(file)) return spaces_in_store(file);
    if (!has_name(file, ".csv")) return spaces_in_results(file);
    const std::string text = read_content(file);
    if (text.starts_with("device,")) return spaces_in_results(file);
    std::string name = file.filename().string();
    name = name.substr(0, name.find(".csv"));
    RecordedSpace recorded = recorded_space_of(name, rows_of_csv(file, text));
    recorded.kernel = name;
    read_index(file, recorded);
    return {std::move(recorded)};
}

}  // namespace hone
