// SPDX-License-Identifier: MIT
#include "reports/site/site.hpp"

#include <catch2/catch.hpp>

#include <map>

#include "reports/site/heatmap.hpp"
#include "reports/site/site_pages.hpp"
#include "tests/reports/made_fleet_store.hpp"

using namespace hone;

namespace {

using Pages = std::map<std::string, std::string>;

struct MadeSite {
    Pages pages;
    SiteSummary summary;
};

MadeSite site_of(const std::vector<std::filesystem::path>& files) {
    MadeSite made;
    made.summary = make_site(
        files, {.write = [&](const auto& path, const auto& text) { made.pages[path] = text; },
                .watch = [](std::size_t) {}});
    return made;
}

std::vector<std::filesystem::path> stored(const made::FleetMaker& maker,
                                          const samples::Folder& folder) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < maker.members().size(); ++i) {
        files.push_back(folder / ("member_" + std::to_string(i) + ".db"));
        made::store_member(maker, i, files.back());
    }
    return files;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a site has a page for each device and routine, and says what is doubtful") {
    const samples::Folder folder;
    made::FleetMaker maker(12, 2, 7);
    maker.forge(4, made::Forgery::one_time, 3);
    const MadeSite made = site_of(stored(maker, folder));
    CHECK(made.summary.databases == 12);
    CHECK(made.summary.devices == 12);
    CHECK(made.summary.routines == 2);
    CHECK(made.summary.doubtful == 1);
    const std::string& start = made.pages.at("index.html");
    for (const made::FleetMember& member : maker.members())
        CHECK(start.find(member.device.name) != start.npos);
    std::size_t devices = 0;
    for (const auto& [path, text] : made.pages) {
        if (!path.starts_with("devices/")) continue;
        ++devices;
        CHECK(start.find(path) != start.npos);
        CHECK(text.find("What wins, and by how much?") != text.npos);
    }
    CHECK(devices == 12);
    const std::string& doubtful = made.pages.at("doubtful.html");
    CHECK(doubtful.find(maker.members()[4].device.name) != doubtful.npos);
    CHECK(doubtful.find(maker.members()[5].device.name) == doubtful.npos);
    CHECK(made.pages.at("doubtful.js").find("made_gpu_1004") != std::string::npos);
}

TEST_CASE("a routine's page compares architectures, configs and neighbors") {
    const samples::Folder folder;
    const made::FleetMaker maker(12, 2, 7);
    const MadeSite made = site_of(stored(maker, folder));
    const std::string& gemm = made.pages.at("routines/gemm_f32.html");
    CHECK(count(gemm, "data-key=\"made_1") == 2);  // a column for each architecture
    CHECK(gemm.find("class=\"heatmap\"") != gemm.npos);
    CHECK(count(gemm, "text-anchor=\"end\"") == 12);
    CHECK(count(gemm, "text-anchor=\"middle\">12</text>") == 2);  // of its row and its column
    CHECK(count(gemm, " %</text>") > 12);  // few devices: cells have their figures
    CHECK(gemm.find("of the speed of its own best configs, in the median") != gemm.npos);
    CHECK(gemm.find("enough for every architecture and problem") != gemm.npos);
}

TEST_CASE(
    "what an import does not know of a device is left out, and its name tells the architecture") {
    const samples::Folder folder;
    for (const char* name : {"NVIDIA GeForce RTX 3090", "RTX A4000", "A board of nobody"}) {
        Store store(folder / (std::string(name) + ".db"));
        Device device;
        device.name = name;
        device.type = "other";
        Run run;
        run.key = {store.add(device), store.add(samples::kernel()), "f32", "{}"};
        run.tool = "a table";
        run = store.start(run);
        store.add(samples::trial(run.id, 1));
    }
    const MadeSite made = site_of({folder / "NVIDIA GeForce RTX 3090.db", folder / "RTX A4000.db",
                                   folder / "A board of nobody.db"});
    const std::string& start = made.pages.at("index.html");
    CHECK(start.find("3 devices of 2 architectures") != start.npos);
    CHECK(count(start, "<td><bdi>sm_86</bdi>") == 2);
    CHECK(start.find("<td><bdi>a board of nobody</bdi><td data-none>–") != start.npos);
    CHECK(start.find("data-key=\"doubtful\"") == start.npos);  // nothing is
    for (const auto& [path, text] : made.pages) {
        CHECK(text.find("<tbody>\n</table>") == text.npos);  // a table without rows
        CHECK(text.find("0 compute units") == text.npos);
        CHECK(text.find("driver ;") == text.npos);
        if (path.starts_with("devices/nvidia"))
            CHECK(text.find("<p class=\"about\">sm_86; 1 device") != text.npos);
    }
}

TEST_CASE("every architecture has a row among few devices") {
    DeviceFleet fleet;
    fleet.problems.push_back({"gemm", "f32", R"({"M":64})", "{}"});
    fleet.configs.push_back({"gemm_tile", "{}"});
    for (int i = 0; i < 23; ++i) {
        const std::string architecture(1, i < 20 ? 'A' : static_cast<char>('B' + i - 20));
        FleetDevice device{.id = std::to_string(i), .label = "device " + std::to_string(i)};
        device.architecture = architecture;
        device.results.push_back({.problem = 0, .timings = {{0, 100}}, .best_ns = 100});
        fleet.devices.push_back(device);
    }
    const std::string drawing = portability_heatmap(fleet, "gemm f32", 4);
    for (const char* architecture : {">A<", ">B<", ">C<", ">D<"})
        CHECK(count(drawing, architecture) >= 1);
}

TEST_CASE("a device that two databases have is one page") {
    const samples::Folder folder;
    const made::FleetMaker maker(2, 1, 7);
    auto files = stored(maker, folder);
    files.push_back(folder / "again.db");
    std::filesystem::copy_file(files.front(), files.back());
    const MadeSite made = site_of(files);
    CHECK(made.summary.databases == 3);
    CHECK(made.summary.devices == 2);
}

TEST_CASE("names of a database cannot leave their place on a site") {
    const samples::Folder folder;
    Store store(folder / "hostile.db");
    Device device = samples::device();
    device.name = "</script><b>\"&../../x";
    Run run = samples::run({store.add(device), store.add(samples::kernel()), "f32", "{}"});
    run = store.start(run);
    store.add(samples::trial(run.id, 1));
    const MadeSite made = site_of({folder / "hostile.db"});
    for (const auto& [path, text] : made.pages) {
        CHECK(path.find("..") == path.npos);
        if (path.ends_with(".html")) CHECK(text.find("</script><b>") == text.npos);
    }
}

TEST_CASE("the start page of a thousand devices is at most 300 KB", "[slow]") {
    const DeviceFleet fleet = made::FleetMaker(1000, 24, 1).fleet();
    const std::vector<Outlier> doubtful = outliers(fleet);
    const std::string page = start_page({fleet, fleet, doubtful, 1000});
    CHECK(count(page, "<a href=\"devices/") == 1000);
    CHECK(page.size() <= 300'000);
}
