// SPDX-License-Identifier: MIT
// The rows are merged into a new database and changed there. Then the file is written anew, since
// SQLite keeps changed data in free parts of a file.
#include "tuner/sharing/share_database.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "db/sqlite/environment.hpp"
#include "db/sqlite/temporary_folder.hpp"
#include "db/store/forget.hpp"
#include "db/store/merge.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/sharing/renew_ids.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> changes{
    "share_runs",        "share_kernels",    "share_trials", "share_probes",
    "share_size_checks", "share_references", "share_kills",  "share_steady_timings"};

bool is_word_letter(const std::string& text, std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// Whether the text contains the name as a whole word.
bool mentions(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        if ((at == 0 || !is_word_letter(text, at - 1)) && !is_word_letter(text, at + name.size()))
            return true;
    return false;
}

// Empty if the user has none of their own, as in a container.
std::string home_folder() {
    std::string home = environment_variable("HOME");
    return home == "/" ? "" : home;
}

// The words that no shared text may contain: the hosts of the runs, and the user's home folder.
std::set<std::string> private_words(const std::vector<Run>& runs) {
    std::set<std::string> words;
    for (const Run& run : runs) words.insert(run.host);
    words.insert(home_folder());
    words.erase("");
    return words;
}

class KeptBack {
  public:
    KeptBack(Store& store, const ShareOptions& options)
        : options_(options), kernels_(store.kernels()), words_(private_words(store.runs())) {}

    bool kernel(const std::string& id) const {
        const Kernel& one = kernels_.at(id);
        const bool own = !options_.public_kernels.contains(one.name);
        if (own && !options_.own_kernels) return true;
        // Kernels that come with hone are not searched for host names: a host may be called "tile".
        const std::string texts = one.source + '\n' + one.space;
        return own ? mentions_any(texts) : !home_.empty() && mentions(texts, home_);
    }
    // Build options may contain folders of headers.
    bool run(const Run& run) const {
        return kernel(run.key.kernel) || run.key.conditions.find('/') != std::string::npos ||
               mentions_any(run.key.conditions);
    }
    const std::map<std::string, Kernel>& kernels() const { return kernels_; }

  private:
    bool mentions_any(const std::string& text) const {
        return std::ranges::any_of(words_, [&](const auto& word) { return mentions(text, word); });
    }

    const ShareOptions& options_;
    std::map<std::string, Kernel> kernels_;
    std::set<std::string> words_;
    std::string home_ = home_folder();
};

std::int64_t keep_back(Store& store, const ShareOptions& options) {
    const KeptBack kept(store, options);
    std::vector<Run> runs = store.runs();
    std::erase_if(runs, [&](const Run& run) { return !kept.run(run); });
    forget(store, runs);
    for (const auto& [id, kernel] : kept.kernels())
        if (kept.kernel(id)) forget_kernel(store, id);
    return static_cast<std::int64_t>(runs.size());
}

void take_out_names(Store& store) {
    store.in_transaction([&] {
        for (const std::string_view change : changes) store.query(change).run();
        renew_ids(store);
        store.refresh_tuned();
    });
}

[[noreturn]] void refuse_to_write(const fs::path& to) {
    throw Error(Exit::environment, "cannot write " + to.string(),
                "check that the folder exists, may be written, and has room");
}

void remove_all_of(const fs::path& database) {
    std::error_code ignored;
    for (const char* part : {"", "-journal"}) fs::remove(database.string() + part, ignored);
}

// Writes the whole file or nothing: to a temporary file beside the target, which is then renamed.
void write_anew(Store& store, const fs::path& to) {
    const fs::path beside = make_beside(to);
    if (beside.empty()) refuse_to_write(to);
    try {
        Statement(store.connection(), "VACUUM main INTO :file")
            .bind(":file", beside.string())
            .run();
    } catch (const StoreError&) {
        remove_all_of(beside);
        refuse_to_write(to);
    }
    std::error_code error;
    fs::rename(beside, to, error);
    if (!error) return;
    remove_all_of(beside);
    refuse_to_write(to);
}

}  // namespace

SharedRows share_database(const fs::path& from, const fs::path& to, const ShareOptions& options) {
    std::error_code error;
    if (fs::exists(to, error))
        throw Error(Exit::usage, to.string() + " exists; it was not changed",
                    "name another file, or remove that one");
    const TemporaryFolder folder;
    Store store(folder / "shared.db");
    merge(store, from);
    SharedRows rows;
    rows.kept_back = keep_back(store, options);
    take_out_names(store);
    rows.runs = store.connection().integer("SELECT count(1) FROM run");
    rows.trials = store.connection().integer("SELECT count(1) FROM trial");
    if (rows.runs == 0)
        throw Error(Exit::usage, from.string() + " has nothing to share",
                    rows.kept_back > 0 ? "--own-kernels shares runs of kernels of your own" : "");
    write_anew(store, to);
    return rows;
}

}  // namespace hone
