// SPDX-License-Identifier: MIT
// A row names its problem in readable form. Arguments that it omits may have any value, as long as
// only one problem matches.
#include "tuner/exchange/import_peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "db/device/name_match.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/setting.hpp"
#include "spaces/base/error.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/nanoseconds.hpp"

namespace hone {
namespace {

constexpr std::string_view header =
    "library,version,device,routine,precision,problem,cache,clock,times_ns";

/// A row of the file.
struct PeerRow {
    std::string device, routine, precision, problem, cache;
    ReferenceTiming timing;
};

std::vector<std::string> words_in(std::string text) {
    std::ranges::replace(text, ',', ' ');
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

Samples samples_in(const std::string& text) {
    Samples samples;
    for (const std::string& word : words_in(text)) {
        const auto ns = parse_nanoseconds(word);
        if (!ns || *ns == 0)
            throw Error(Exit::usage, fmt::format("'{}' is not a time in nanoseconds", word));
        samples.push_back(*ns);
    }
    if (samples.empty()) throw Error(Exit::usage, "there is no time");
    return samples;
}

PeerRow row_of(const CsvRow& cells) {
    if (cells.size() != 9) throw Error(Exit::usage, fmt::format("{} cells, not 9", cells.size()));
    PeerRow row{cells[2], cells[3], cells[4], cells[5], cells[6], {}};
    row.timing.name = cells[0];
    row.timing.version = cells[1];
    if (row.timing.name.empty()) throw Error(Exit::usage, "the library has no name");
    if (row.timing.name == "clblast")
        throw Error(Exit::usage, "hone times clblast itself, in each run of `hone tune`");
    if (cells[7] != word(TimedBy::device) && cells[7] != word(TimedBy::host))
        throw Error(Exit::usage,
                    fmt::format("the clock is 'device' or 'host', not '{}'", cells[7]));
    row.timing.clock = from_word<TimedBy>(cells[7]);
    row.timing.samples = samples_in(cells[8]);
    return row;
}

std::vector<PeerRow> rows_of(std::string_view text) {
    CsvReader reader(text);
    CsvRow cells;
    reader.next(cells);
    std::vector<PeerRow> rows;
    for (int line = 2; reader.next(cells); ++line) try {
            rows.push_back(row_of(cells));
        } catch (const Error& error) {
            throw Error(error.exit(), fmt::format("line {}: {}", line, error.what()), error.hint());
        }
    return rows;
}

std::vector<std::string> words_of_json(const std::string& canonical) {
    std::vector<std::string> words;
    for (const Setting& setting : settings_of(std::string_view(canonical)))
        words.push_back(joined({setting}));
    return words;
}

bool has_all(const std::vector<std::string>& all, const std::vector<std::string>& some) {
    return std::ranges::all_of(
        some, [&](const std::string& word) { return std::ranges::find(all, word) != all.end(); });
}

/// The runs of a database, searchable by the fields of a row.
class TunedRuns {
  public:
    explicit TunedRuns(Store& store)
        : devices_(store.devices()), kernels_(store.kernels()), runs_(store.runs()) {}

    /// The latest run that measured the row's problem.
    const Run& latest(const PeerRow& row) const {
        const Run* latest = nullptr;
        std::set<std::string> meant;
        for (const Run& run : runs_) {
            if (!matches(row, run)) continue;
            meant.insert(devices_.at(run.key.device).name + " " + run.key.problem + " " +
                         run.key.conditions);
            if (!latest || run.started >= latest->started) latest = &run;
        }
        if (!latest)
            refuse(row, "was not tuned", "`hone db runs` lists what was; `hone tune` tunes");
        if (meant.size() > 1)
            refuse(row, fmt::format("means {} and {}", *meant.begin(), *std::next(meant.begin())),
                   "name what they differ in");
        return *latest;
    }

  private:
    bool matches(const PeerRow& row, const Run& run) const {
        return run.key.precision == row.precision &&
               kernels_.at(run.key.kernel).routine == row.routine &&
               name_matches(devices_.at(run.key.device), row.device) &&
               has_all(words_of_json(run.key.problem), words_in(row.problem)) &&
               has_all(words_of_json(run.key.conditions), {"cache=" + row.cache});
    }

    [[noreturn]] static void refuse(const PeerRow& row, const std::string& why, const char* hint) {
        throw Error(
            Exit::usage,
            fmt::format("{}: {} {} {} with a {} cache on '{}' {}", row.timing.name, row.routine,
                        row.precision, row.problem, row.cache, row.device, why),
            hint);
    }

    std::map<std::string, Device> devices_;
    std::map<std::string, Kernel> kernels_;
    std::vector<Run> runs_;
};

bool is_known(Store& store, const ReferenceTiming& timing) {
    return std::ranges::any_of(
        store.reference_timings(timing.run), [&](const ReferenceTiming& known) {
            return known.name == timing.name && known.samples == timing.samples;
        });
}

}  // namespace

bool is_peers(std::string_view text) {
    return text.starts_with(header) && text.substr(header.size()).find_first_of("\r\n") == 0;
}

PeerSummary import_peers(Store& store, const std::filesystem::path& file,
                         std::string_view text) try {
    PeerSummary summary;
    store.in_transaction([&] {
        const TunedRuns runs(store);
        for (PeerRow& row : rows_of(text)) {
            row.timing.run = runs.latest(row).id;
            const bool known = is_known(store, row.timing);
            if (!known) store.add(row.timing);
            ++(known ? summary.known : summary.added);
        }
    });
    return summary;
} catch (const Error& error) {
    throw Error(error.exit(), file.string() + ": " + error.what(), error.hint());
}

}  // namespace hone
