// SPDX-License-Identifier: MIT
// Each choice is an empty file named by a hash, in `chosen/` beside the user's default database.
#include "db/program/trusted_texts.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "db/model/sha256.hpp"
#include "db/model/store_error.hpp"
#include "db/program/private_folder.hpp"
#include "db/sqlite/database_path.hpp"

namespace hone {
namespace {

std::string name_of(TextKind kind, const std::string& what) {
    constexpr std::array<std::string_view, 3> kinds{"kernel-", "file-", "options-"};
    return std::string(kinds.at(static_cast<std::size_t>(kind))) + sha256(what);
}

/// nullopt if there is no home folder, or if another user owns the folder.
std::optional<program::PrivateFolder> chosen_folder(bool create) try {
    return program::PrivateFolder::open(data_home() / "hone" / "chosen", create);
} catch (const StoreError&) {
    return std::nullopt;
}

}  // namespace

void trust_text(TextKind kind, const std::string& what) {
    if (is_trusted_text(kind, what)) return;
    if (const auto folder = chosen_folder(true)) folder->write(name_of(kind, what), "");
}

bool is_trusted_text(TextKind kind, const std::string& what) {
    const auto folder = chosen_folder(false);
    return folder && folder->read(name_of(kind, what)).has_value();
}

}  // namespace hone
