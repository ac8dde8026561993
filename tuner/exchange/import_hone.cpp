// SPDX-License-Identifier: MIT
// Reads hone's own formats: JSON has every field of every row, CSV a line for each trial.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "db/model/printable.hpp"
#include "spaces/base/error.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/json_rows.hpp"
#include "tuner/exchange/nanoseconds.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

/// Marks an imported trial as unchecked, even if the file claims a check.
Trial unproven(Trial trial) {
    if (trial.outcome == Outcome::ok) trial.checked_with.clear();
    return trial;
}

/// The cells of a line, accessed by the column names of the first line.
class Line {
  public:
    Line(const CsvRow& names, const CsvRow& cells, int number) : number_(number) {
        if (cells.size() != names.size())
            throw Error(Exit::usage, "line " + std::to_string(number) + " of the CSV has " +
                                         std::to_string(cells.size()) + " cells, not " +
                                         std::to_string(names.size()));
        for (std::size_t i = 0; i < names.size(); ++i) cells_[names[i]] = cells[i];
    }

    const std::string& operator[](const std::string& name) const {
        const auto found = cells_.find(name);
        if (found == cells_.end()) throw Error(Exit::usage, "the CSV has no column " + name);
        return found->second;
    }

    /// Whether the CSV has this column; older ones have fewer, or under another name.
    bool has(const std::string& name) const { return cells_.contains(name); }

    /// Numbers separated by single blanks; fractions of a nanosecond are rounded.
    Samples samples() const {
        Samples samples;
        std::string_view rest = (*this)["samples_ns"];
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            samples.push_back(nanoseconds(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return samples;
    }

    /// Names with values in the one form that the database compares; those of a config keep their
    /// order.
    std::string settings(const std::string& name) const {
        const std::string& text = (*this)[name];
        const Json object = Json::parse(one_line(text), nullptr, false);
        if (!object.is_object())
            throw Error(
                Exit::usage,
                "line " + std::to_string(number_) + " of the CSV has '" + text + "' as its " + name,
                "names with values are written as {\"WG\":64}");
        Settings all = settings_of(object);
        if (name != "config") std::ranges::sort(all, {}, &Setting::first);
        return canonical(all);
    }

    /// Throws if a line of the same run says another thing about the run than this one.
    void check_same_run(const Line& other) const {
        for (const char* name :
             {"device", "driver", "routine", "kernel", "precision", "problem", "conditions"})
            if ((*this)[name] != other[name])
                throw Error(Exit::usage, "line " + std::to_string(other.number_) +
                                             " of the CSV has another " + name + " than line " +
                                             std::to_string(number_) +
                                             ", which is of the same run '" + other["run"] + "'");
    }

    int number() const { return number_; }

  private:
    std::int64_t nanoseconds(std::string_view text) const {
        const auto parsed = parse_nanoseconds(text);
        if (!parsed)
            throw Error(Exit::usage,
                        "line " + std::to_string(number_) + " of the CSV has '" +
                            std::string(text) + "' among its samples",
                        "samples_ns takes nanoseconds with one blank between them");
        return *parsed;
    }

    int number_;
    std::map<std::string, std::string> cells_;
};

ImportedRun imported_run_of(const Line& line) {
    ImportedRun imported;
    imported.device = device_named(line["device"]);
    imported.device.driver = line["driver"];
    imported.kernel.name = line["kernel"];
    imported.kernel.routine = line["routine"];
    imported.run.key.precision = line["precision"];
    imported.run.key.problem = line.settings("problem");
    imported.run.key.conditions = line.settings("conditions");
    imported.run.tool = "CSV";
    return imported;
}

Trial trial_of(const Line& line) {
    Trial trial;
    trial.config = line.settings("config");
    trial.purpose = from_word<Purpose>(line["purpose"]);
    trial.outcome = from_word<Outcome>(line["outcome"]);
    trial.samples = line.samples();
    if (trial.outcome == Outcome::ok &&
        (trial.samples.empty() || std::ranges::count(trial.samples, 0) > 0))
        throw Error(Exit::usage,
                    "line " + std::to_string(line.number()) + " of the CSV is ok and has no time",
                    "samples_ns takes times of at least a nanosecond");
    trial.location = line[line.has("place") ? "place" : "location"];
    trial.checked_with = line["checked_with"];
    trial.message = line["message"];
    if (line.has("at_fault")) trial.at_fault = from_word<AtFault>(line["at_fault"]);
    return unproven(trial);
}

}  // namespace

bool is_nested(std::string_view field) {
    constexpr std::array<std::string_view, 5> nested{"config", "problem", "conditions", "options",
                                                     "launches"};
    return std::find(nested.begin(), nested.end(), field) != nested.end();
}

std::string canonical_text(const Json& value) {
    return value.is_object() ? canonical(settings_of(value)) : value.dump();
}

Json to_json_object(const Device& device, const Kernel& kernel, const Run& run) {
    return {{"device", to_json_object(device)},
            {"kernel", to_json_object(kernel)},
            {"run", to_json_object(run)}};
}

ImportedRun imported_run_from(const Json& object) {
    return {from_json_object<Device>(object.at("device")),
            from_json_object<Kernel>(object.at("kernel")),
            from_json_object<Run>(object.at("run")),
            {}};
}

ImportedRuns read_hone(const Json& file, const ImportDefaults& /*nothing*/) {
    ImportedRuns all;
    for (const Json& run : file.at("runs")) {
        all.push_back(imported_run_from(run));
        for (const Json& trial : run.at("trials"))
            all.back().trials.push_back(unproven(from_json_object<Trial>(trial)));
    }
    return all;
}

ImportedRuns read_csv(std::string_view text, const ImportDefaults& /*nothing*/) {
    CsvReader csv(text);
    CsvRow names;
    CsvRow cells;
    csv.next(names);
    struct FileRun {
        Line first;
        ImportedRun imported;
    };
    std::map<std::string, FileRun> by_run;
    for (int number = 2; csv.next(cells); ++number) {
        const Line line(names, cells, number);
        auto found = by_run.find(line["run"]);
        if (found == by_run.end())
            found = by_run.emplace(line["run"], FileRun{line, imported_run_of(line)}).first;
        found->second.first.check_same_run(line);
        found->second.imported.trials.push_back(trial_of(line));
    }
    ImportedRuns all;
    for (auto& [run, read] : by_run) all.push_back(std::move(read.imported));
    return all;
}

}  // namespace hone
