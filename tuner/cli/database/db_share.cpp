// SPDX-License-Identifier: MIT
// The user's key is stored beside the default database and is created on first use.
#include "tuner/cli/database/db_share.hpp"

#include <fmt/format.h>

#include <optional>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "spaces/base/error.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/sharing/minisign.hpp"
#include "tuner/sharing/share_database.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

fs::path key_file(const po::variables_map& given) {
    const std::string named = word_of(given, "sign-with");
    return named.empty() ? database_path({}).parent_path() / "sharing.key" : fs::path(named);
}

SigningKey signing_key(const po::variables_map& given) {
    const fs::path file = key_file(given);
    std::error_code error;
    const bool is_missing = word_of(given, "sign-with").empty() && !fs::exists(file, error);
    if (!is_missing) return read_signing_key(file);
    const SigningKey made = make_signing_key(file);
    say(fmt::format("hone: made a key: {}; others check with {}.pub", file.string(),
                    file.string()));
    return made;
}

std::string shared_words(const SharedRows& rows, const fs::path& file, bool is_signed) {
    const auto count = [](std::int64_t number) { return human::count(number); };
    return fmt::format(
        "hone: wrote {}{}: {} runs, {} trials{}", file.string(),
        is_signed ? " and " + signature_file(file).filename().string() : "", count(rows.runs),
        count(rows.trials),
        rows.kept_back > 0 ? fmt::format("; {} runs were not shared", count(rows.kept_back)) : "");
}

}  // namespace

void declare_sharing(po::options_description& options) {
    auto add = options.add_options();
    add("share", single_value("FILE"),
        "export: write a copy for others, without names, paths and commands, and sign it");
    add("sign-with", single_value("KEYFILE"),
        "export: the secret key of minisign; by default sharing.key beside HONE_DB, else in hone/ "
        "of the "
        "user's data");
    add("unsigned", po::bool_switch(), "export: do not sign");
    add("own-kernels", po::bool_switch(),
        "export: also share kernels that did not come with hone, with their texts");
    add("verify", single_value("KEYFILE"),
        "merge: only files that were signed with this public key of minisign");
}

Exit share(const po::variables_map& given, const fs::path& database) {
    const fs::path file = word_of(given, "share");
    std::optional<SigningKey> key;
    if (!is_on(given, "unsigned")) key = signing_key(given);
    const std::vector<std::string> shipped = shipped_spaces();
    const SharedRows rows = share_database(database, file,
                                           {.public_kernels = {shipped.begin(), shipped.end()},
                                            .own_kernels = is_on(given, "own-kernels")});
    if (key) sign(file, *key);
    if (verbosity_of(given) != Verbosity::quiet) say(shared_words(rows, file, key.has_value()));
    return Exit::done;
}

void verify_files(const std::vector<std::string>& files, const fs::path& key) {
    const VerifyKey owner = read_verify_key(key);
    for (const std::string& file : files) verify(file, owner);
}

}  // namespace hone::cli
