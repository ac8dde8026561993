// SPDX-License-Identifier: MIT
// A site of a thousand synthetic databases, every tenth of them forged: the time of `hone site`,
// its memory, the size of the start page, the forgeries that it finds, and the number of honest
// devices that it doubts.
//   site [devices=1000] [architectures=24] [every=10] [seed=1]
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "tests/reports/made_fleet_store.hpp"

using namespace hone;

namespace {

namespace fs = std::filesystem;

std::size_t number(int argc, char** argv, const std::string& name, std::size_t otherwise) {
    for (int i = 1; i < argc; ++i)
        if (const std::string word = argv[i]; word.starts_with(name + "="))
            return std::stoul(word.substr(name.size() + 1));
    return otherwise;
}

std::string content_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Runs the program and prints its time and memory.
bool run_site(const fs::path& folder, const std::vector<fs::path>& files) {
    std::vector<std::string> words{HONE_PROGRAM, "site", (folder / "site").string()};
    for (const fs::path& file : files) words.push_back(file.string());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto began = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execv(HONE_PROGRAM, arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    fmt::print("{:.1f} s, of which {:.1f} s computing; at most {} MiB of memory\n", took.count(),
               seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss / 1024);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void judge(const fs::path& site, const made::FleetMaker& maker) {
    const std::string doubtful = content_of(site / "doubtful.html");
    const auto is_doubted = [&](std::size_t i) {
        return doubtful.find(maker.members()[i].device.name + "<") != doubtful.npos;
    };
    std::size_t found = 0;
    std::size_t alarms = 0;
    for (std::size_t i = 0; i < maker.members().size(); ++i) {
        const bool forged = maker.forged().contains(i);
        if (is_doubted(i)) ++(forged ? found : alarms);
        if (forged && !is_doubted(i)) fmt::print("not found: {}\n", maker.members()[i].device.name);
    }
    fmt::print("{} of {} forged devices found; {} of {} honest ones doubted\n", found,
               maker.forged().size(), alarms, maker.members().size() - maker.forged().size());
}

}  // namespace

int main(int argc, char** argv) {
    made::FleetMaker maker(number(argc, argv, "devices", 1000),
                           number(argc, argv, "architectures", 24), number(argc, argv, "seed", 1));
    made::forge_some(maker, number(argc, argv, "every", 10));
    const samples::Folder folder;
    std::vector<fs::path> files;
    for (std::size_t i = 0; i < maker.members().size(); ++i) {
        files.push_back(folder / (std::to_string(i) + ".db"));
        made::store_member(maker, i, files.back());
    }
    const fs::path top = files.front().parent_path();
    if (!run_site(top, files)) return 1;
    fmt::print("start page: {} KB\n", fs::file_size(top / "site" / "index.html") / 1000);
    judge(top / "site", maker);
}
