// SPDX-License-Identifier: MIT
// What an application loses at sizes that a database does not know: of a recorded database sizes
// are left out, and what is told for them is looked up among their measurements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <ranges>
#include <set>

#include "db/model/canonical_json.hpp"
#include "db/sqlite/sqlite.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// What was measured of one problem: the time of each kernel's configs.
struct MeasuredSize {
    std::string routine, precision, problem;
    std::map<std::pair<std::string, std::string>, double> times;  // by kernel and config

    double best() const { return std::ranges::min(times | std::views::values); }
};

/// One database with every size that was measured well enough to know its best.
struct RecordedTimes {
    std::filesystem::path file;
    Device device;
    std::vector<MeasuredSize> sizes;
};

RecordedTimes read_recording(const std::filesystem::path& file) {
    RecordedTimes recorded{file, {}, {}};
    Store store(file);
    recorded.device = store.devices().begin()->second;
    Statement rows(store.connection(),
                   "SELECT k.routine, t.precision, t.problem, k.name, t.config, min(t.median_ns) "
                   "FROM latest_trial AS t JOIN kernel AS k ON k.id = t.kernel_id "
                   "WHERE t.outcome = 'ok' GROUP BY 1, 2, 3, 4, 5");
    std::map<std::string, MeasuredSize> sizes;
    while (rows.step()) {
        const auto text = [&](int column) { return std::string(rows.text(column)); };
        MeasuredSize& size = sizes[text(0) + text(1) + text(2)];
        size.routine = text(0);
        size.precision = text(1);
        size.problem = text(2);
        size.times[{text(3), joined(settings_of(text(4)))}] = rows.real(5);
    }
    constexpr std::size_t enough = 8;
    for (auto& [key, size] : sizes)
        if (size.times.size() >= enough) recorded.sizes.push_back(std::move(size));
    return recorded;
}

/// The database without what it knows of these sizes.
void leave_out(const std::filesystem::path& file, const std::vector<const MeasuredSize*>& sizes) {
    Connection connection(file, Access::write);
    connection.run("DELETE FROM cover");
    for (const char* table : {"timing", "tuned"})
        for (const MeasuredSize* size : sizes)
            Statement(connection, std::string("DELETE FROM ") + table +
                                      " WHERE problem = :problem AND precision = :precision")
                .bind(":problem", size->problem)
                .bind(":precision", size->precision)
                .run();
}

/// How fast what is told is beside the size's own best, from 0 to 1. What was not measured there is
/// passed over.
double share_of_best(Tuned& tuned, const Device& device, const MeasuredSize& size) {
    const TunedKernel* told =
        &tuned.find(size.routine, device, size.precision, settings_of(size.problem));
    while (*told && told->match != Match::defaults) {
        const auto known = size.times.find({told->kernel, joined(told->config)});
        if (known != size.times.end()) return size.best() / known->second;
        told = &tuned.reject(*told);
    }
    return 0;
}

struct Shares {
    std::vector<double> shares;

    void print(const std::string& what) const {
        double logs = 0;
        for (const double share : shares) logs += std::log(std::max(share, 0.01));
        constexpr double near = 1 / 1.1;
        const auto count = static_cast<double>(shares.size());
        fmt::print("{:42} {:4} {:7.3f} {:6.0f} % {:7.3f}\n", what, shares.size(),
                   std::exp(logs / count),
                   100 *
                       static_cast<double>(std::ranges::count_if(
                           shares, [](double share) { return share >= near; })) /
                       count,
                   *std::ranges::min_element(shares));
    }
};

/// Leaves all of these sizes out at once and asks for each.
void ask(const RecordedTimes& recorded, const std::vector<const MeasuredSize*>& out,
         Shares& shares) {
    const Folder folder;
    const std::filesystem::path file = folder / "part.db";
    std::filesystem::copy_file(recorded.file, file);
    leave_out(file, out);
    Tuned tuned = trusted({file});
    for (const MeasuredSize* size : out)
        if (const double share = share_of_best(tuned, recorded.device, *size); share > 0)
            shares.shares.push_back(share);
}

void leave_each_out(const RecordedTimes& recorded) {
    Shares shares;
    for (const MeasuredSize& size : recorded.sizes) ask(recorded, {&size}, shares);
    shares.print(recorded.file.filename().string() + ": each size from all others");
}

void leave_most_out(const RecordedTimes& recorded, std::size_t known) {
    constexpr int draws = 12;
    std::mt19937 random(1);
    Shares shares;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<const MeasuredSize*> sizes;
        for (const MeasuredSize& size : recorded.sizes) sizes.push_back(&size);
        std::ranges::shuffle(sizes, random);
        sizes.erase(sizes.begin(), sizes.begin() + std::ptrdiff_t(std::min(known, sizes.size())));
        ask(recorded, sizes, shares);
    }
    shares.print(fmt::format("{}: the others from {}", recorded.file.filename().string(), known));
}

}  // namespace

int main(int count, char** words) {
    fmt::print("{:42} {:>4} {:>7} {:>8} {:>7}\n", "", "n", "mean", "in 10 %", "worst");
    for (int i = 1; i < count; ++i) {
        const Folder folder;
        std::filesystem::copy_file(words[i], folder / std::filesystem::path(words[i]).filename());
        const RecordedTimes recorded =
            read_recording(folder / std::filesystem::path(words[i]).filename());
        leave_each_out(recorded);
        if (recorded.sizes.size() > 14) leave_most_out(recorded, 10);
    }
}
