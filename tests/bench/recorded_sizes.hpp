// SPDX-License-Identifier: MIT
// The sizes of a recorded database, each with the measured times of its configs, and copies of the
// database that lack some of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "db/model/canonical_json.hpp"
#include "db/model/formerly.hpp"
#include "db/sqlite/sqlite.hpp"
#include "tests/db/tuned_samples.hpp"

namespace hone {

/// The measurements of one problem: the time of each kernel's configs.
struct MeasuredSize {
    std::string routine, precision, problem;
    std::map<std::pair<std::string, std::string>, double> times;  // by kernel and config

    double best() const {
        const auto time = [](const auto& each) { return each.second; };
        return std::ranges::min_element(times, {}, time)->second;
    }
    Settings settings() const { return settings_of(problem); }
};

/// A copy of a database, and every size with enough measurements to know its best.
struct RecordedTimes {
    samples::Folder folder;
    std::filesystem::path file;
    Device device;
    std::vector<MeasuredSize> sizes;

    explicit RecordedTimes(const std::filesystem::path& recorded);
};

/// The sizes of one routine and precision: the answer for one of them is derived from the others.
using SizeGroup = std::vector<const MeasuredSize*>;
using SizeGroups = std::map<std::pair<std::string, std::string>, SizeGroup>;

/// A copy of the recorded database without some sizes.
struct PartialDatabase {
    samples::Folder folder;
    std::filesystem::path file = folder / "part.db";

    PartialDatabase(const RecordedTimes& recorded, const SizeGroup& left_out);
};

inline std::map<std::string, MeasuredSize> read_sizes(Store& store) {
    Statement rows(store.connection(),
                   "SELECT k.routine, t.precision, t.problem, k.name, t.config, min(t.median_ns) "
                   "FROM latest_trial AS t JOIN kernel AS k ON k.id = t.kernel_id "
                   "WHERE t.outcome = 'ok' GROUP BY 1, 2, 3, 4, 5");
    std::map<std::string, MeasuredSize> sizes;
    while (rows.step()) {
        const auto text = [&](int column) { return std::string(rows.text(column)); };
        const std::string precision(precision_today(rows.text(3), rows.text(1)));
        MeasuredSize& size = sizes[text(0) + precision + text(2)];
        size.routine = text(0);
        size.precision = precision;
        size.problem = text(2);
        size.times[{text(3), joined(settings_of(text(4)))}] = rows.real(5);
    }
    return sizes;
}

inline RecordedTimes::RecordedTimes(const std::filesystem::path& recorded)
    : file(folder / recorded.filename()) {
    constexpr std::size_t enough = 6;
    std::filesystem::copy_file(recorded, file);
    Store store(file);
    device = store.devices().begin()->second;
    for (auto& [key, size] : read_sizes(store))
        if (size.times.size() >= enough) sizes.push_back(std::move(size));
}

inline SizeGroups groups_of(const RecordedTimes& recorded) {
    SizeGroups groups;
    for (const MeasuredSize& size : recorded.sizes)
        groups[{size.routine, size.precision}].push_back(&size);
    return groups;
}

inline PartialDatabase::PartialDatabase(const RecordedTimes& recorded, const SizeGroup& left_out) {
    std::filesystem::copy_file(recorded.file, file);
    Connection connection(file, Access::write);
    connection.run("DELETE FROM cover");
    for (const char* table : {"timing", "tuned"})
        for (const MeasuredSize* size : left_out)
            Statement(connection, std::string("DELETE FROM ") + table + " WHERE problem = :problem")
                .bind(":problem", size->problem)
                .run();
}

}  // namespace hone
