// SPDX-License-Identifier: MIT
// Any bytes are a complete file of results in a known format, or a usage error. Imported results
// are as valid as hone's own measurements, and can be exported again in every format. Each format
// has its own corpus: t4, clblast, kernel_tuner, hone, csv.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "db/store/check_database.hpp"
#include "spaces/base/error.hpp"
#include "tests/db/samples.hpp"
#include "tuner/exchange/export_results.hpp"
#include "tuner/exchange/import_results.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

/// Removes the rows that an input has imported.
struct Undo {};

void use(Store& store, const std::filesystem::path& file) {
    const ImportSummary summary = import_results(store, file);
    must(!summary.format.empty() && summary.known <= summary.runs + summary.known);
    // Any date is imported unchanged, even a future one: `hone db check` names it.
    for (const std::string& fault : faults(store)) must(fault.ends_with("is dated in the future"));
    for (const Format format : {Format::t4, Format::json, Format::csv}) {
        std::ostringstream out;
        export_results(store, format, out);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) try {
    static Store store(":memory:");
    static const samples::Folder folder;
    std::ofstream(folder / "a", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    store.in_transaction([&] {
        use(store, folder / "a");
        throw Undo();
    });
    return 0;
} catch (const Undo&) {
    return 0;
} catch (const Error& error) {
    must(error.exit() == Exit::usage && *error.what() != '\0');
    return -1;
} catch (const StoreError& error) {
    must(*error.what() != '\0');
    return -1;
}
