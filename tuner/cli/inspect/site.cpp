// SPDX-License-Identifier: MIT
// `hone site`: static pages of many databases.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "reports/render/render.hpp"
#include "reports/site/site.hpp"
#include "reports/site/site_page.hpp"
#include "reports/text/quantity.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> folders{"devices", "routines"};

OutputFormat page_format() {
    return output_format(report_formats().front(), {});
}

void declare_site(po::options_description& options) {
    auto add = options.add_options();
    add("folder", single_value("FOLDER")->required(), "the folder to write; made where missing");
    add("database", repeated_value("FILE"), "the databases to read");
}

bool is_site(const fs::path& folder) {
    std::error_code error;
    const fs::path index = folder / "index.html";
    return fs::exists(index, error) && !fs::is_empty(index, error) &&
           has_format(index, page_format());
}

OutputFormat format_of(const fs::path& file) {
    if (file.extension() == ".html") return page_format();
    return {"file of a site of hone", {std::string(style_mark), std::string(script_mark)}};
}

/// Throws unless the folder is missing, empty, or holds an earlier site.
void expect_free(const fs::path& folder) {
    std::error_code error;
    const bool is_free = !fs::exists(folder, error) ||
                         (fs::is_directory(folder, error) && fs::is_empty(folder, error));
    if (is_free || is_site(folder)) return;
    throw Error(Exit::usage,
                folder.string() + " exists and is not a site that hone wrote; it was not changed",
                "name a new folder, or an empty one");
}

/// Writes pages, and removes the pages of an earlier site that were not written again.
class SiteFolder {
  public:
    explicit SiteFolder(fs::path folder) : folder_(std::move(folder)) {}

    void write(const std::string& path, const std::string& content) {
        const fs::path file = folder_ / path;
        std::error_code failed;
        fs::create_directories(file.parent_path(), failed);  // opening the file reports the error
        OutputFile out(file, format_of(file));
        out.stream() << content;
        out.commit();
        written_.insert(file.lexically_normal());
    }

    void remove_stale() const {
        for (const std::string_view name : folders) {
            std::error_code missing;
            std::vector<fs::path> stale;
            for (const auto& entry : fs::directory_iterator(folder_ / name, missing))
                if (entry.is_regular_file(missing) && entry.path().extension() == ".html" &&
                    !written_.contains(entry.path().lexically_normal()) &&
                    has_format(entry.path(), page_format()))
                    stale.push_back(entry.path());
            for (const fs::path& file : stale) fs::remove(file, missing);
        }
    }

  private:
    fs::path folder_;
    std::set<fs::path> written_;
};

std::string summary_words(const SiteSummary& made, const fs::path& folder) {
    const auto count = [](std::size_t number, std::string_view thing) {
        return fmt::format("{} {}{}", human::count(static_cast<std::int64_t>(number)), thing,
                           number == 1 ? "" : "s");
    };
    return fmt::format("hone: wrote {}: {}, {}, {}; {} doubtful", (folder / "index.html").string(),
                       count(made.databases, "database"), count(made.devices, "device"),
                       count(made.routines, "routine"), count(made.doubtful, "result"));
}

Exit run_site(const po::variables_map& given) {
    const fs::path folder = word_of(given, "folder");
    std::vector<fs::path> files;
    for (const std::string& file : words_of(given, "database")) files.emplace_back(file);
    if (files.empty())
        throw Error(Exit::usage, "name the databases to read", "`hone help site` shows examples");
    expect_free(folder);
    SiteFolder site(folder);
    const bool verbose = verbosity_of(given) == Verbosity::verbose;
    const SiteSummary made = make_site(
        files, {.write = [&](const auto& path, const auto& text) { site.write(path, text); },
                .watch =
                    [&](std::size_t done) {
                        if (verbose && done % 100 == 0)
                            say(fmt::format("hone: {} of {} databases", done, files.size()));
                    }});
    site.remove_stale();
    if (verbosity_of(given) != Verbosity::quiet) say(summary_words(made, folder));
    return Exit::done;
}

constexpr std::array<std::string_view, 2> site_words{"folder", "database..."};

}  // namespace

const Command site_command{
    .name = "site",
    .synopsis = "FOLDER DATABASE... [options]",
    .summary = "write static pages about the devices of many databases",
    .details =
        R"(Writes a folder of pages that need no server and no network: a start page with a search over all
devices; a page for each device, which is its report; a page for each routine, with the fastest device
of each problem, the portability of configs between architectures and devices, the configs that serve
most architectures, and how many tuned devices a new one should be near to.

Results that the other devices contradict are listed on a page of their own and left out of
comparisons: times that are too good for what devices of the same architecture show, configs that
cannot run on the device, and the times of one device under the name of another. Where the device is
at hand, `hone check --outliers` measures them again.

Databases are read one after the other and not changed. A folder that an earlier `hone site` wrote is
written anew; any other folder that is not empty is rejected.

  hone site pages/ laptop.db server.db
  hone site pages/ contributions/*.db
)",
    .declare = declare_site,
    .words = site_words,
    .run = run_site,
};

}  // namespace hone::cli
