// SPDX-License-Identifier: MIT
// CLBlast's times on a device, untuned and with the best of its own tuner ("clblast NANOSECONDS",
// "clblast_tuned NANOSECONDS"), and on a CPU OpenBLAS's time on all cores. All times follow the
// median.
#include <clblast.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/sqlite/environment.hpp"
#include "kernels/launch/clblast.hpp"
#include "kernels/launch/element.hpp"
#include "tests/bench/hosts.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

constexpr int repeats = 11;

// The time limit of CLBlast's tuner for one problem, and the exit code of `timeout` at that limit.
// The tuner goes through one family of kernels after the other, and stores its results at the end
// of each.
const std::string patience = environment_variable("CLBLAST_TIME", "4m");
constexpr int out_of_time = 124;

struct Place {
    LocalDevice device;
    cl::Context context{device.handle};
    cl::CommandQueue queue{context, device.handle, CL_QUEUE_PROFILING_ENABLE};
};

void print(std::string_view reference, std::vector<double> seconds) {
    if (seconds.empty()) return;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    fmt::print("{} {:.0f}", reference, *middle * 1e9);
    for (const double time : seconds) fmt::print(" {:.0f}", time * 1e9);
    fmt::print("\n");
}

template <class T>
cl::Buffer on_device(const Place& target, const std::vector<T>& values) {
    cl::Buffer buffer(target.context, CL_MEM_READ_WRITE, values.size() * sizeof(T));
    target.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data());
    return buffer;
}

// All devices. The list of drivers is restored for child processes, since a driver may remove
// itself from the list while it is loaded.
std::vector<LocalDevice> devices_of_all_drivers() {
    const std::string drivers = environment_variable("OCL_ICD_FILENAMES");
    std::vector<LocalDevice> devices = all_devices();
    if (!drivers.empty()) ::setenv("OCL_ICD_FILENAMES", drivers.c_str(), 1);
    return devices;
}

// The line that reports an error, otherwise the last line.
std::string complaint_in(const std::filesystem::path& log) {
    std::ifstream in(log);
    std::string told;
    for (std::string line; std::getline(in, line);) {
        if (line.find("error") != std::string::npos) return line;
        if (!line.empty()) told = line;
    }
    return told;
}

using Parameters = std::unordered_map<std::string, std::size_t>;

// Parses words NAME=NUMBER.
Parameters parameters_of(const std::string& text) {
    Parameters all;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto equal = word.find('=');
        if (const std::string name = word.substr(0, equal); name != "PRECISION")
            all[name] = std::stoul(word.substr(equal + 1));
    }
    return all;
}

// The best parameters of CLBlast's tuner for a routine, from its JSON files. Of several files with
// the same names the fastest counts; files with other names belong to another kernel of the
// routine.
Parameters tuned(const LocalDevice& device, const std::string& tuner,
                 const std::string& arguments) {
    const auto folder = std::filesystem::temp_directory_path() / "clblast_peers";
    std::filesystem::create_directories(folder);
    const std::string command = fmt::format(
        "cd {} && rm -f *.json && "
        "timeout {} clblast_tuner_{} -platform {} -device {} {} >tuner.log 2>&1",
        folder.string(), patience, tuner, device.platform, device.index, arguments);
    if (const int status = WEXITSTATUS(std::system(command.c_str())); status == out_of_time)
        fmt::print(stderr, "clblast_tuner_{} was ended after {}: what it had found until then\n",
                   tuner, patience);
    else if (status != 0)
        fmt::print(stderr, "clblast_tuner_{} ended with {}: {}\n", tuner, status,
                   complaint_in(folder / "tuner.log"));
    std::map<std::set<std::string>, std::pair<double, Parameters>> fastest;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const auto told = nlohmann::json::parse(std::ifstream(file.path()), nullptr, false);
        if (told.is_discarded() || !told.contains("best_parameters")) continue;
        const double time = std::stod(told.value("best_time", std::string("0")));
        const Parameters found = parameters_of(told["best_parameters"]);
        std::set<std::string> names;
        for (const auto& [name, value] : found) names.insert(name);
        const auto [at, is_first] = fastest.try_emplace(names, time, found);
        if (!is_first && time < at->second.first) at->second = {time, found};
    }
    Parameters all;
    for (const auto& [names, best] : fastest) all.insert(best.second.begin(), best.second.end());
    return all;
}

// True if CLBlast uses its kernel for small products, by XGEMM_MIN_INDIRECT_SIZE.
bool is_direct(const LocalDevice& device, clblast::Precision precision, const blas::Gemm& shape) {
    Parameters routine;
    clblast::RetrieveParameters(device.handle(), "GemmRoutine", precision, routine);
    const std::size_t from = routine["XGEMM_MIN_INDIRECT_SIZE"];
    return shape.m * shape.n * shape.k < from * from * from;
}

template <class T>
void gemm(const LocalDevice& device, std::string_view type, clblast::Precision precision,
          const blas::Gemm& shape) {
    const bool direct = is_direct(device, precision, shape);
    const Parameters best = tuned(
        device, direct ? "xgemm_direct" : "xgemm",
        fmt::format("-precision {} -m {} -n {} -k {} -fraction 512 -runs 3",
                    static_cast<int>(precision), std::min<std::size_t>(shape.m, 4096),
                    std::min<std::size_t>(shape.n, 4096), std::min<std::size_t>(shape.k, 4096)));
    const Place target{device};
    const cl::Buffer a = on_device(target, drawn<T>(shape.m * shape.k));
    const cl::Buffer b = on_device(target, drawn<T>(shape.k * shape.n));
    const cl::Buffer c = on_device(target, drawn<T>(shape.m * shape.n));
    const auto time = [&] {
        return blas::times(repeats, target.queue, std::nullopt,
                           [&] { return blas::enqueue_gemm(shape, type, a, b, c, target.queue); });
    };
    print("clblast", time());
    const std::string kernel = direct ? "XgemmDirect" : "Xgemm";
    if (!best.empty() && clblast::OverrideParameters(device.handle(), kernel, precision, best) ==
                             clblast::StatusCode::kSuccess)
        print("clblast_tuned", time());
}

void sum(const LocalDevice& device, std::size_t n) {
    const Parameters best = tuned(device, "xdot", fmt::format("-precision 32 -n {}", n));
    const Place target{device};
    const cl::Buffer x = on_device(target, drawn<float>(n));
    const cl::Buffer result = on_device(target, drawn<float>(1));
    const auto time = [&] {
        return blas::times(repeats, target.queue, std::nullopt, [&] {
            return blas::enqueue_reduction("sum", "float", n, x, x, result, target.queue);
        });
    };
    print("clblast", time());
    if (!best.empty() &&
        clblast::OverrideParameters(device.handle(), "Xdot", clblast::Precision::kSingle, best) ==
            clblast::StatusCode::kSuccess)
        print("clblast_tuned", time());
}

std::vector<double> host_times(const std::function<void()>& run) {
    std::vector<double> seconds;
    for (int i = 0; i <= repeats; ++i) {
        const auto before = std::chrono::steady_clock::now();
        run();
        if (i > 0)
            seconds.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    }
    return seconds;
}

template <class T>
void openblas(const blas::Gemm& s) {
    const HostGemm<T> call = host_gemm<T>("libopenblas.so.0");
    if (!call) return;
    const auto a = drawn<T>(s.m * s.k);
    const auto b = drawn<T>(s.k * s.n);
    std::vector<T> c(s.m * s.n);
    const auto whole = [](std::size_t size) { return static_cast<int>(size); };
    print("openblas", host_times([&] {
              call(whole(s.m), whole(s.n), whole(s.k), a.data(), b.data(), c.data());
          }));
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    const auto devices = devices_of_all_drivers();
    const std::size_t index = given.empty() ? devices.size() : std::stoul(given[0]);
    if (given.size() < 4 || index >= devices.size()) {
        std::fprintf(stderr,
                     "usage: blas_peers DEVICE gemm PRECISION M N K | DEVICE reduction f32 N\n");
        return 2;
    }
    const LocalDevice& device = devices[index];
    const auto size = [&](std::size_t place) { return std::stoul(given.at(place)); };
    if (given[1] == "reduction") {
        sum(device, size(3));
        return 0;
    }
    const blas::Gemm shape{size(3), size(4), size(5), false, false, size(5), size(4), size(4)};
    const bool cpu = device.device.type == "cpu";
    if (given[2] == "f32" || given[2] == "tf32")
        gemm<float>(device, "float", clblast::Precision::kSingle, shape);
    if (given[2] == "f32" && cpu) openblas<float>(shape);
    if (given[2] == "f64") gemm<double>(device, "double", clblast::Precision::kDouble, shape);
    if (given[2] == "f64" && cpu) openblas<double>(shape);
}
