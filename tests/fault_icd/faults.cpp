// SPDX-License-Identifier: MIT
// Reads the faults, and finds the one that applies to a call.
#include "faults.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "layer.hpp"

namespace layer {
namespace {

std::vector<Fault> read_faults() {
    std::vector<Fault> faults;
    std::istringstream lines(setting("HONE_TEST_FAULTS"));
    for (std::string line; std::getline(lines, line, ',');) {
        Fault fault;
        std::istringstream words(line);
        if (!(words >> fault.call >> fault.when >> fault.what)) continue;
        words >> fault.number;
        faults.push_back(fault);
    }
    return faults;
}

std::mutex mutex;
std::vector<Fault> faults = read_faults();
std::string launched;  // the name of the last launched kernel

const bool in_worker = [] {
    std::ifstream line("/proc/self/cmdline");
    const std::string words(std::istreambuf_iterator<char>(line), {});
    return words.ends_with(std::string("worker\0", 7));
}();

// True for the first caller only: exactly one process creates the file.
bool first_of_all(const Fault& fault) {
    const std::string path = std::string(setting("HONE_TEST_FAULTS_STATE")) + "/" + fault.call;
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

bool is_time(Fault& fault, std::string_view text) {
    std::string_view when = fault.when;
    if (when.starts_with("worker:")) {
        if (!in_worker) return false;
        when.remove_prefix(7);
    }
    const int count = ++fault.seen;
    if (when == "always") return true;
    if (when == "once") return first_of_all(fault);
    const bool once = when.starts_with("once:");
    if (once) when.remove_prefix(5);
    if (when.starts_with("with=")) {
        const bool with = text.find(when.substr(5)) != text.npos;
        return with && (!once || first_of_all(fault));
    }
    const int wanted = std::atoi(std::string(when).c_str());
    return when.ends_with('+') ? count >= wanted : count == wanted;
}

void sleep(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
}

void flood() {
    const std::string line(1000, '!');
    for (int i = 0; i < 2000; ++i) {
        std::fprintf(stdout, "%s\n", line.c_str());
        std::fprintf(stderr, "%s\n", line.c_str());
    }
    std::fflush(stdout);
}

// Queries that a fault may answer.
const std::map<cl_uint, std::string_view> questions{
    {CL_DEVICE_LOCAL_MEM_SIZE, "LOCAL_MEM_SIZE"},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, "MAX_WORK_GROUP_SIZE"},
    {CL_DEVICE_MAX_COMPUTE_UNITS, "MAX_COMPUTE_UNITS"},
    {CL_DEVICE_GLOBAL_MEM_SIZE, "GLOBAL_MEM_SIZE"},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, "MAX_MEM_ALLOC_SIZE"},
    {CL_DEVICE_AVAILABLE, "AVAILABLE"},
    {CL_DEVICE_NAME, "NAME"},
    {CL_DEVICE_EXTENSIONS, "EXTENSIONS"},
    {CL_KERNEL_WORK_GROUP_SIZE, "WORK_GROUP_SIZE"},
    {CL_KERNEL_LOCAL_MEM_SIZE, "LOCAL_MEM"},
    {CL_PROFILING_COMMAND_START, "START"},
    {CL_PROFILING_COMMAND_END, "END"},
    {CL_PROGRAM_BUILD_LOG, "BUILD_LOG"},
};

// Numbers as reported by a clock in other units, or with coarse ticks.
void alter_number(const Fault& fault, void* value) {
    const auto by = static_cast<cl_ulong>(fault.number);
    cl_ulong number = 0;
    std::memcpy(&number, value, sizeof number);
    if (fault.what == "times") number *= by;
    if (fault.what == "over") number /= by;
    if (fault.what == "ticks") number -= number % by;
    std::memcpy(value, &number, sizeof number);
}

// The error of every call after the device has vanished.
std::optional<Fault> vanished() {
    static const std::string gone = std::string(setting("HONE_TEST_FAULTS_STATE")) + "/gone";
    for (Fault& fault : faults) {
        if (fault.call != "device") continue;
        if (is_time(fault, launched)) std::ofstream{gone};
        if (::access(gone.c_str(), F_OK) == 0) return fault;
    }
    return {};
}

// The error of every call of a process after the call with the fault.
std::optional<Fault> broken() {
    static std::optional<Fault> met;
    const std::optional<Fault> before = met;
    for (Fault& fault : faults)
        if (fault.call == "process" && is_time(fault, launched)) met = fault;
    return before;
}

}  // namespace

std::optional<Fault> due(std::string_view call, const std::string* options) {
    const std::lock_guard lock(mutex);
    // A driver still answers queries about a lost device.
    const bool is_question = call.starts_with("clGet") && !call.ends_with("IDs");
    if (auto fault = is_question ? std::nullopt : vanished()) return fault;
    if (auto fault = is_question ? std::nullopt : broken()) return fault;
    for (Fault& fault : faults)
        if (fault.call == call && is_time(fault, options ? *options : launched)) return fault;
    return {};
}

void note_launch(const std::string& name) {
    static bool has_bench = false;
    const std::lock_guard lock(mutex);
    launched = name;
    if (has_bench || name != "known_good") return;
    has_bench = true;
    for (Fault& fault : faults)
        if (fault.when.starts_with("worker:")) fault.seen = 0;
}

bool goes_on(const Fault& fault) {
    if (fault.what == "crash") std::abort();
    if (fault.what == "exit") std::_Exit(static_cast<int>(fault.number));
    while (fault.what == "hang") sleep(std::chrono::hours(1));
    if (fault.what == "late") sleep(std::chrono::milliseconds(fault.number));
    if (fault.what == "print") flood();
    return fault.what != "error" && fault.what != "nothing";
}

std::string question(cl_uint name) {
    const auto known = questions.find(name);
    return known == questions.end() ? "" : "." + std::string(known->second);
}

void alter_answer(const Fault& fault, std::size_t size, void* value) {
    if (!value || size == 0) return;
    auto* bytes = static_cast<unsigned char*>(value);
    if (fault.what == "garbage") {
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 151 + 77);
    }
    if (fault.what == "say") std::memcpy(bytes, &fault.number, std::min(size, sizeof fault.number));
    if (size == sizeof(cl_ulong)) alter_number(fault, value);
}

}  // namespace layer
