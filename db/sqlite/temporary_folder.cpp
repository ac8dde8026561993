// SPDX-License-Identifier: MIT
#include "db/sqlite/temporary_folder.hpp"

#include <cstdlib>
#include <string>

#include "db/model/store_error.hpp"

namespace hone {

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    const std::filesystem::path beside = std::filesystem::temp_directory_path(error);
    std::string name = (beside / "hone-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr)
        throw StoreError("cannot create a folder for temporary files in '" + beside.string() + "'",
                         "let TMPDIR name a folder that may be written");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace hone
