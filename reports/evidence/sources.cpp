// SPDX-License-Identifier: MIT
// A database of an older schema is copied first, and the copy is migrated.
#include "reports/evidence/sources.hpp"

#include <cstdlib>

#include <string>

#include "db/sqlite/schema.hpp"
#include "db/store/merge.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

/// A temporary file in a folder of its own, whose name nobody can know before; removed at the end.
class TemporaryCopy {
  public:
    TemporaryCopy() : folder_((fs::temp_directory_path() / "hone-XXXXXX").string()) {
        if (!mkdtemp(folder_.data()))
            throw StoreError("cannot create a folder in " +
                             fs::path(folder_).parent_path().string());
    }
    ~TemporaryCopy() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    TemporaryCopy(const TemporaryCopy&) = delete;
    TemporaryCopy& operator=(const TemporaryCopy&) = delete;

    fs::path path() const { return fs::path(folder_) / "copy.db"; }

  private:
    std::string folder_;
};

bool is_older(const fs::path& file) {
    if (!fs::is_regular_file(file)) return false;
    Connection connection(file, Access::unchanging);
    return connection.integer("PRAGMA application_id") == application_id &&
           connection.integer("PRAGMA user_version") <
               static_cast<std::int64_t>(migrations().size());
}

void take(Store& into, const fs::path& file) {
    if (!is_older(file)) {
        merge(into, file);
        return;
    }
    const TemporaryCopy copy;
    Connection(file, Access::read).copy_to(copy.path());
    const Store brought_up_to_date(copy.path());
    merge(into, copy.path());
}

}  // namespace

std::unique_ptr<Store> open_sources(const std::vector<fs::path>& files) {
    if (files.size() == 1 && !is_older(files.front()))
        return std::make_unique<Store>(files.front(), Access::read);
    auto all = std::make_unique<Store>(":memory:");
    for (const fs::path& file : files) take(*all, file);
    return all;
}

}  // namespace hone
