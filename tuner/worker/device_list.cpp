// SPDX-License-Identifier: MIT
// The OpenCL loader reads one file per driver from a folder. OCL_ICD_VENDORS names another folder:
// one with a single file tests one driver, one with the working drivers' files serves all later
// workers.
#include "tuner/worker/device_list.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <memory>

#include "db/model/printable.hpp"
#include "db/sqlite/environment.hpp"
#include "db/sqlite/temporary_folder.hpp"
#include "spaces/base/error.hpp"
#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr const char* vendors = "OCL_ICD_VENDORS";

/// A temporary folder with links to some drivers' files.
class DriverFolder {
  public:
    explicit DriverFolder(const std::vector<fs::path>& files) {
        for (const fs::path& file : files)
            fs::create_symlink(fs::absolute(file), folder_ / file.filename());
    }

    Environment environment() const { return {{vendors, folder_.path().string()}}; }

  private:
    TemporaryFolder folder_;
};

std::vector<fs::path> driver_files() {
    const fs::path said = environment_variable(vendors);
    const fs::path folder = said.empty() ? fs::path("/etc/OpenCL/vendors") : said;
    std::error_code error;
    if (fs::is_regular_file(folder, error)) return {folder};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".icd") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string driver_name(const fs::path& file) {
    std::string library;
    std::getline(std::ifstream(file) >> std::ws, library);
    return printable(fmt::format("{} ({})", file.string(), library));
}

Message list_request() {
    return {{"do", "list"}};
}

/// Returns the devices. Without an answer, `why` is set to the reason.
std::vector<LocalDevice> devices_in(Reply reply, std::string& why) {
    why = reply.message.contains("failed") ? reply.message.at("failed").get<std::string>() : "";
    if (!why.empty()) return {};
    const auto devices = reply.read([](const Message& done) {
        std::vector<LocalDevice> all;
        for (const Message& one : done.at("devices")) all.push_back(device_with_facts_from(one));
        return all;
    });
    if (!devices) why = reply.why;
    return devices.value_or(std::vector<LocalDevice>{});
}

/// Keeps the worker for any of its devices, if it found any.
std::vector<LocalDevice> listed_by_new_worker(const fs::path& program,
                                              std::chrono::milliseconds limit, std::string& why) {
    const WorkerLocation location{.program = program};
    auto worker = start_worker(location.placement, program);
    worker->channel().send(list_request());
    auto devices = devices_in(wait_for_reply(*worker, limit), why);
    if (!devices.empty()) keep_worker(location, WorkerRole::runs, std::move(worker));
    return devices;
}

/// Tests each driver in its own worker, all in parallel. Keeps only the files of the working
/// drivers in `files`.
std::vector<FailedDriver> failed_drivers(std::vector<fs::path>& files,
                                         std::chrono::milliseconds limit, const fs::path& program) {
    struct Asked {
        fs::path file;
        DriverFolder folder;
        WorkerHandle worker;
        AwaitedReply awaited;
        Asked(const fs::path& driver, const fs::path& program, std::chrono::milliseconds limit)
            : file(driver),
              folder({driver}),
              worker(program, folder.environment()),
              awaited(limit) {
            worker.channel().send(list_request());
        }
    };
    std::vector<std::unique_ptr<Asked>> all;
    for (const fs::path& file : files) all.push_back(std::make_unique<Asked>(file, program, limit));
    files.clear();
    std::vector<FailedDriver> failed;
    for (const auto& asked : all) {
        std::string why;
        devices_in(asked->awaited.wait(asked->worker), why);
        if (why.empty())
            files.push_back(asked->file);
        else
            failed.push_back({driver_name(asked->file), why});
    }
    return failed;
}

std::string names_of(const std::vector<FailedDriver>& failed) {
    std::string text;
    for (const FailedDriver& one : failed) text += fmt::format("\n  {}: {}", one.name, one.why);
    return text;
}

}  // namespace

DeviceList list_devices_apart(const ListTimeouts& timeouts, const fs::path& program) {
    std::string why;
    const auto list_all = [&] { return listed_by_new_worker(program, timeouts.all, why); };
    DeviceList list{.devices = list_all(), .failed = {}};
    // A device that was being reset may be available now.
    if (why.empty() && list.devices.empty()) list.devices = list_all();
    if (why.empty()) return list;

    std::vector<fs::path> files = driver_files();
    list.failed = failed_drivers(files, timeouts.one, program);
    if (files.empty() && !list.failed.empty())
        throw Error(Exit::environment,
                    "no OpenCL driver lists its devices:" + names_of(list.failed),
                    "install a driver again, or set OCL_ICD_VENDORS to a folder without it");
    static std::unique_ptr<DriverFolder> good;
    if (!list.failed.empty()) {
        good = std::make_unique<DriverFolder>(files);
        add_to_worker_environment(good->environment());
    }
    // If no driver fails alone, the worker was killed from outside.
    list.devices = list_all();
    if (why.empty()) return list;
    if (list.failed.empty())
        throw Error(Exit::environment, "the OpenCL drivers do not list their devices: " + why,
                    "each of them does so alone: set OCL_ICD_VENDORS to a folder with the one "
                    "that is needed");
    throw Error(Exit::environment, "the other OpenCL drivers do not list their devices: " + why,
                "without" + names_of(list.failed));
}

}  // namespace hone
