// SPDX-License-Identifier: MIT
// Prints the whole content of databases as text, which is the same on every architecture. Then
// merges all into a new database, which is to be read elsewhere.
//   read COPY.db DATABASE.db…
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "db/lookup/tuned.hpp"
#include "db/model/canonical_json.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "db/store/store.hpp"

namespace {

using namespace hone;

void print(const Trial& trial) {
    std::printf("  %s %s %a %a", trial.id.c_str(), trial.config.c_str(), trial.time.median,
                trial.error);
    for (const std::int64_t sample : trial.samples)
        std::printf(" %lld", static_cast<long long>(sample));
    std::printf("\n");
}

void print_stored(Store& store) {
    for (const std::string& fault : faults(store)) std::printf("fault: %s\n", fault.c_str());
    for (const Run& run : store.runs()) {
        std::printf("run %s\n", run.id.c_str());
        for (const Trial& trial : store.trials(run.id)) print(trial);
    }
}

void print(const TunedKernel& told) {
    std::printf("%s %s with %s: %s, %.5g ns, %s\n", joined(told.query.problem).c_str(),
                told.kernel.c_str(), joined(told.config).c_str(),
                std::string(text(told.match)).c_str(), told.expected_ns, told.reason.c_str());
    for (const TunedKernel::Launch& launch : told.launches)
        std::printf("  %s %zu of %zu\n", launch.entry.c_str(), launch.global[0], launch.local[0]);
}

/// An application's answers on every device for every problem with a best, and for neighboring
/// ones.
void print_told(Store& store, const std::filesystem::path& file) {
    Tuned tuned({file});
    tuned.trust_databases();
    for (const auto& skipped : tuned.skipped())
        std::printf("skipped: %s\n", skipped.reason.c_str());
    const auto devices = store.devices();
    for (const Best& best : store.bests()) {
        Settings problem = settings_of(best.key.problem);
        const Device& device = devices.at(best.key.device);
        print(tuned.find(best.routine, device, best.key.precision, problem));
        for (Setting& setting : problem)
            if (auto* const extent = std::get_if<std::int64_t>(&setting.second)) *extent += 17;
        print(tuned.find(best.routine, device, best.key.precision, problem));
    }
}

void print_all(const std::filesystem::path& file) {
    std::printf("%s\n", file.filename().c_str());
    Store store(file, Access::read);
    print_stored(store);
    print_told(store, file);
}

}  // namespace

int main(int count, char** words) try {
    if (count < 3) return 2;
    const std::vector<std::filesystem::path> files(words + 2, words + count);
    for (const auto& file : files) print_all(file);
    Store copy(words[1]);
    for (const auto& file : files) merge(copy, file);
    print_stored(copy);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
