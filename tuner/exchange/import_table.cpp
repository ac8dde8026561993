// SPDX-License-Identifier: MIT
// A table of a recorded space, as published collections have it and `hone replay` reads it: a
// column for each parameter, then status, time_ms and others. It lacks the device and the kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "spaces/base/error.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/import_results.hpp"

namespace hone {
namespace {

constexpr double ns_per_ms = 1e6;
constexpr std::size_t longest_header = 64 << 10;

struct Status {
    std::string_view name;
    Outcome outcome;
};
constexpr std::array<Status, 5> statuses{{{"compile_fail", Outcome::build},
                                          {"run_fail", Outcome::launch},
                                          {"timeout", Outcome::timeout},
                                          {"wrong", Outcome::wrong},
                                          {"rejected", Outcome::rejected}}};

template <typename Number>
std::optional<Number> whole_cell(const std::string& text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

// "inf" and "nan" stay words.
Setting setting_of(const std::string& name, const std::string& text) {
    if (const auto whole = whole_cell<std::int64_t>(text)) return {name, *whole};
    const auto real = whole_cell<double>(text);
    if (real && std::isfinite(*real)) return {name, *real};
    return {name, text};
}

/// The columns, accessed by their names.
class TableColumns {
  public:
    explicit TableColumns(CsvRow names)
        : names_(std::move(names)), status_(position("status")), time_(position("time_ms")) {}

    Trial trial(const CsvRow& cells, int line) const {
        if (cells.size() != names_.size())
            throw Error(Exit::usage, fmt::format("line {}: {} cells, not {}", line, cells.size(),
                                                 names_.size()));
        const std::string& status = cells[status_];
        std::string config = config_of(cells);
        if (status == "ok") return timed(std::move(config), times_of(cells[time_], line));
        const auto* const known = std::ranges::find(statuses, status, &Status::name);
        if (known != statuses.end())
            return failed(std::move(config), known->outcome, "the file says " + status);
        // Collections use various words for failures: an unknown one counts as a failed launch. But
        // a row with a time may be a success, so that is an error.
        if (!cells[time_].empty())
            throw Error(Exit::usage,
                        fmt::format("line {}: the status '{}' is unknown, and the row has a time",
                                    line, status),
                        "known are ok, compile_fail, run_fail, timeout, wrong and rejected");
        return failed(std::move(config), Outcome::launch, "the file says " + status);
    }

  private:
    std::size_t position(std::string_view name) const {
        return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    }
    std::string config_of(const CsvRow& cells) const {
        std::vector<Setting> settings;
        for (std::size_t i = 0; i < status_; ++i)
            settings.push_back(setting_of(names_[i], cells[i]));
        return canonical(settings);
    }
    static Samples times_of(const std::string& cell, int line) {
        const auto time = whole_cell<double>(cell);
        if (!time)
            throw Error(Exit::usage, fmt::format("line {}: '{}' is not a time in ms", line, cell));
        return samples_of({*time}, ns_per_ms);
    }

    CsvRow names_;
    std::size_t status_;
    std::size_t time_;
};

}  // namespace

bool is_table(std::string_view text) try {
    CsvRow names;
    const std::string_view first = text.substr(0, text.find('\n'));
    if (first.size() > longest_header || !CsvReader(first).next(names)) return false;
    const auto status = std::ranges::find(names, "status");
    return status != names.begin() && std::find(status, names.end(), "time_ms") != names.end();
} catch (const Error&) {
    return false;  // no CSV at all, such as JSON
}

ImportedRuns read_table(std::string_view text, const ImportDefaults& defaults) {
    CsvReader csv(text);
    CsvRow cells;
    csv.next(cells);
    const TableColumns columns(cells);
    ImportedRun imported;
    imported.device = device_named(defaults.device);
    imported.kernel.name = defaults.kernel;
    imported.kernel.routine = defaults.routine;
    imported.run.key.precision = defaults.precision;
    imported.run.tool = "a table";
    imported.run.clock = TimedBy::unknown;
    for (int line = 2; csv.next(cells); ++line)
        imported.trials.push_back(columns.trial(cells, line));
    return {imported};
}

}  // namespace hone
