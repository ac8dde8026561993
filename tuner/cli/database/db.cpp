// SPDX-License-Identifier: MIT
// `hone db`: lists what is stored, checks it, and imports, exports and merges.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "db/model/kernel.hpp"
#include "db/program/trusted_texts.hpp"
#include "db/sqlite/database_path.hpp"
#include "db/store/check_database.hpp"
#include "db/store/run_process.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/base/output_file.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/config.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/database/db_forget.hpp"
#include "tuner/cli/database/db_merge.hpp"
#include "tuner/cli/database/db_share.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/exchange/export_results.hpp"
#include "tuner/exchange/import_results.hpp"

namespace hone::cli {
namespace {

using Given = po::variables_map;
using Files = std::vector<std::string>;
using Json = nlohmann::ordered_json;

std::filesystem::path file_of(const Given& given) {
    return database_path(word_of(given, "db"));
}

Files files_of(const Given& given, const char* what) {
    if (given.count("file") == 0)
        throw Error(Exit::usage, fmt::format("name the {}", what), "`hone help db` shows examples");
    return given["file"].as<Files>();
}

/// Prints the answer as a table, or as JSON with --json.
void print(const Given& given, const Table& table) {
    put("{}", given["json"].as<bool>() ? as_json(table) + "\n" : as_text(table));
}

void expect_no_files(const Given& given) {
    if (given.count("file") != 0)
        throw Error(Exit::usage,
                    fmt::format("hone db {} takes no file: '{}'", word_of(given, "action"),
                                given["file"].as<Files>().front()),
                    "--db FILE names the database");
}

Exit info(const Given& given) {
    expect_no_files(given);
    Store store(file_of(given), Access::read);
    const Contents all = contents(store);
    Table table{{{"what"}, {"value", Align::right}}};
    table.rows = {{"file", store.connection().file().string()},
                  {"size", Cell(human::bytes(static_cast<double>(all.bytes)), all.bytes)},
                  {"created", all.created},
                  {"schema version", count_cell(all.version)},
                  {"journal", all.journal},
                  {"SQLite", store.connection().text("SELECT sqlite_version()")},
                  {"hone", std::string(config::version)}};
    for (const auto& [name, rows] : all.rows) table.rows.push_back({name, count_cell(rows)});
    for (const auto& [name, trials] : all.outcomes)
        table.rows.push_back({"trials: " + name, count_cell(trials)});
    print(given, table);
    return Exit::done;
}

std::string problem_cell(const Run& run, const Kernel& kernel, bool as_json) {
    if (as_json) return run.key.problem;
    return joined(in_declared_order(settings_of(std::string_view(run.key.problem)), kernel.routine,
                                    kernel.space));
}

Exit runs(const Given& given) {
    expect_no_files(given);
    const bool as_json = given["json"].as<bool>();
    Store store(file_of(given), Access::read);
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    Table table{
        {{"run"}, {"device"}, {"kernel"}, {"precision"}, {"problem"}, {"state"}, {"source"}}};
    for (const Run& run : store.runs()) {
        const Kernel& kernel = kernels.at(run.key.kernel);
        table.rows.push_back({run.id, devices.at(run.key.device).name, kernel.name,
                              run.key.precision, problem_cell(run, kernel, as_json),
                              state_words(run), word(run.source)});
    }
    print(given, table);
    return Exit::done;
}

/// The faults of a database. If its list of tables cannot be read, that is the only fault.
std::vector<std::string> faults_of(const std::filesystem::path& file) {
    try {
        Store store(file, Access::read);
        return faults(store);
    } catch (const StoreError& error) {
        if (error.fault() != StoreFault::damage) throw;
        return {std::string(error.what()) + ", and nothing of it can be read"};
    }
}

Exit check(const Given& given) {
    expect_no_files(given);
    const std::vector<std::string> found = faults_of(file_of(given));
    if (given["json"].as<bool>())
        put("{}\n", Json{{"sound", found.empty()}, {"faults", found}}.dump(2));
    else if (found.empty())
        put("{} is sound\n", file_of(given).string());
    else
        for (const std::string& fault : found) put("{}\n", fault);
    return found.empty() ? Exit::done : Exit::no;
}

Exit merge_all(const Given& given) {
    const Files files = files_of(given, "databases to merge");
    if (given.count("verify") != 0) verify_files(files, word_of(given, "verify"));
    const MergeAnswer answer = merge_files(file_of(given), {files.begin(), files.end()});
    if (!answer.table.rows.empty() || given["json"].as<bool>()) print(given, answer.table);
    return answer.exit;
}

Exit add_kernels(const Given& given) {
    const Files words = given.count("file") != 0 ? given["file"].as<Files>() : shipped_spaces();
    Store store(file_of(given));
    Table table{{{"kernel"}, {"routine"}, {"id"}}};
    for (const std::string& word : words) {
        const Kernel kernel = kernel_of(read_space(find_space(word)));
        const std::string id = store.add(kernel);
        trust_text(TextKind::kernel, id);
        table.rows.push_back({kernel.name, kernel.routine, id});
    }
    print(given, table);
    return Exit::done;
}

Exit export_file(const Given& given) {
    if (given.count("share") != 0) return share(given, file_of(given));
    const std::string file = word_of(given, "output");
    const auto format = from_word<Format>(word_of(given, "as"));
    Store store(file_of(given), Access::read);
    const std::string run = word_of(given, "run");
    if (file.empty() && run.empty()) {
        export_results(store, format, std::cout, run);
        std::cout.flush();
        return Exit::done;
    }
    if (file.empty()) {  // buffered: nothing is printed for a missing run
        std::ostringstream text;
        export_results(store, format, text, run);
        put("{}", text.str());
        return Exit::done;
    }
    OutputFile out(file, output_format(format));
    export_results(store, format, out.stream(), run);
    out.commit();
    return Exit::done;
}

Exit import_files(const Given& given) {
    const Files files = files_of(given, "files to import");
    ImportDefaults defaults{.kernel = word_of(given, "kernel-name"),
                            .routine = word_of(given, "routine")};
    if (given.count("device-name") != 0) defaults.device = word_of(given, "device-name");
    if (given.count("precision") != 0) defaults.precision = word_of(given, "precision");
    Store store(file_of(given));
    Table table{{{"from"},
                 {"read as"},
                 {"runs", Align::right},
                 {"trials", Align::right},
                 {"known runs", Align::right},
                 {"library times", Align::right}}};
    for (const std::string& file : files) {
        const ImportSummary summary = import_results(store, file, defaults);
        table.rows.push_back({file, summary.format, count_cell(summary.runs),
                              count_cell(summary.trials), count_cell(summary.known),
                              count_cell(summary.peer_times)});
    }
    print(given, table);
    return Exit::done;
}

Exit sweep_out(const Given& given) {
    expect_no_files(given);
    const bool dry = given["dry-run"].as<bool>();
    if (!given["keep-best"].as<bool>() && given.count("keep-per-run") == 0)
        throw Error(Exit::usage, "choose which trials to keep",
                    "--keep-best keeps the trials that results need; --keep-per-run N keeps N more "
                    "of each run");
    const std::int64_t thin = given.count("keep-per-run") != 0
                                  ? read_count(word_of(given, "keep-per-run"), "--keep-per-run")
                                  : 0;
    Store store(file_of(given), dry ? Access::read : Access::write);
    print(given, swept_words(garbage_collect(store, thin, dry), dry));
    return Exit::done;
}

Exit forget_runs(const Given& given) {
    const Files words = files_of(given, "runs or kernels to forget");
    Store store(file_of(given));
    print(given, forget_words(store, words));
    return Exit::done;
}

struct Action {
    std::string_view name;
    Exit (*run)(const Given& given);
};

constexpr std::array actions{
    Action{"info", info},       Action{"runs", runs},          Action{"check", check},
    Action{"merge", merge_all}, Action{"export", export_file}, Action{"import", import_files},
    Action{"add", add_kernels}, Action{"gc", sweep_out},       Action{"forget", forget_runs}};

std::vector<std::string> action_names() {
    std::vector<std::string> names;
    for (const Action& action : actions) names.emplace_back(action.name);
    return names;
}

std::vector<std::string> db_format_names() {
    const auto words = words_of(Format{});
    return {words.begin(), words.end()};
}

void declare_db(po::options_description& options) {
    auto add = options.add_options();
    add("action", single_value("ACTION")->required(),
        "info, runs, check, merge, export, import, add, gc or forget");
    add("file", po::value<Files>()->value_name("FILE"),
        "files to merge, import or add; runs or kernels to forget");
    add("db", single_value("FILE"),
        "the database; by default HONE_DB, else hone/hone.db of the user's data");
    add("as", single_value("FORMAT")->default_value("json"), "export: as t4, json or csv");
    add("output,o", single_value("FILE"), "export: write into this file; by default to stdout");
    add("run", single_value("ID"), "export: only this run");
    declare_sharing(options);
    add("device-name", single_value("NAME"), "import: the device, where the file does not name it");
    add("kernel-name", single_value("NAME"), "import: the kernel; by default the name of the file");
    add("routine", single_value("NAME"), "import: the routine; by default the name of the kernel");
    add("precision", single_value("P"), "import: the precision; by default f32");
    add("keep-best", po::bool_switch(), "gc: keep only the trials that results need");
    add("keep-per-run", single_value("N"), "gc: keep N of the other trials of each run, too");
    add("dry-run", po::bool_switch(), "gc: print what would be removed, and stop");
    add("json", po::bool_switch(), "print JSON");
}

Exit run_db(const Given& given) {
    // The allowed values are the names in the table, so the action exists.
    return std::ranges::find(actions, word_of(given, "action"), &Action::name)->run(given);
}

constexpr std::array<std::string_view, 2> db_words{"action", "file..."};
constexpr std::array db_allowed_values{AllowedValues{"action", action_names},
                                       AllowedValues{"as", db_format_names}};

}  // namespace

const Command db_command{
    .name = "db",
    .synopsis = "ACTION [FILE...] [options]",
    .summary = "inspect, check, merge, export, import and shrink the database",
    .details =
        R"(All measurements are in one SQLite file. `info` prints what it holds; `runs` lists the runs. `check`
looks for damage and for rows that contradict each other or were changed by hand; its exit code is 1
when it finds any.

`merge` copies everything from other databases of hone into this one. Rows that both have are stored
once, so merging twice changes nothing. A result that hone measured on an equal device under the same
driver counts as measured here. A file that cannot be merged is named, and the others are merged; the
exit code is then 3. What can be read of a damaged file is merged; the exit code is then 1.

`export --share FILE` writes a copy of the database for others, without host names, paths, commands
and messages, and without kernels of your own. It is signed with a key of yours in the format of
minisign, which is made where there is none; its public half is in the file with the suffix .pub.
`merge --verify KEYFILE` merges only files that the owner of this public key has signed.

`import` reads hone's CSV and JSON, T4, Kernel Tuner's caches, CLBlast's tuner files and tables of recorded
spaces (CSV with the columns status and time_ms). Reports compare with imported results; applications
get them when hone has checked them on the device. A CSV with the columns library, version, device,
routine, precision, problem, cache, clock, times_ns has times of other libraries for tuned problems.

`add` stores kernels with their default configs: those of the given spaces, or all that come with
hone. Applications then get an answer before anything is tuned.

`gc` (garbage collection) shrinks the file. It removes trials that no result needs. It keeps bests,
finalists, audits, size checks, wrong results, and each trial that was the best so far.

`forget` removes runs with all that came of them: one run by its id, or all runs of a kernel by its name
or file. What was best before them is the best again.

  hone db merge node1.db node2.db --db lab.db
  hone db gc --keep-best --keep-per-run 1000 --dry-run
  hone db forget scale.toml
  hone db export --as csv -o results.csv
  hone db export --share mine.db
  hone db merge mine.db --verify sender.pub --db lab.db
  hone db import clblast_xgemm_1_32.json
)",
    .declare = declare_db,
    .words = db_words,
    .run = run_db,
    .allowed_values = db_allowed_values};

}  // namespace hone::cli
