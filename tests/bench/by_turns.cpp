// SPDX-License-Identifier: MIT
// hone's tuned results on a CPU compared with usual alternatives: a product with OpenBLAS or
// another library, a sum with an AVX-512 loop on all cores. They run by turns in one process and by
// the host's clock, because a shared machine's speed drifts more within a minute than the two
// differ.
//   HONE_DB=my.db by_turns gemm f32|f64 M N K [LIBRARY]
//   HONE_DB=my.db by_turns sum N
// LIBRARY is openblas, blis, onednn or a file that has BLAS's sgemm_ and dgemm_.
// HONE_DEVICE is the device's number in `hone devices`, 0 without one.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <hone/opencl.hpp>
#include <string>
#include <thread>
#include <vector>

#include "examples/device.hpp"
#include "tests/bench/hosts.hpp"

using namespace hone;

namespace {

constexpr double seconds_at_least = 8;
constexpr double seconds_of_a_turn = 0.1;
constexpr std::chrono::milliseconds quiet(50);
constexpr std::size_t rounds_at_least = 9;

using Work = std::function<void()>;
using Runs = std::function<void(int count)>;  // consecutive runs

Runs again(Work work) {
    return [work = std::move(work)](int count) {
        for (int i = 0; i < count; ++i) work();
    };
}

double seconds(const Work& work) {
    const auto before = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

// Of sorted times.
double middle(const std::vector<double>& times) {
    return times[times.size() / 2];
}

void say(const std::string& who, double units, const std::vector<double>& times, const char* unit) {
    fmt::print("{:10} {:8.4g} {} in the middle, {:.4g} at best\n", who, units / middle(times), unit,
               units / times.front());
}

// The seconds of one run among several in a row, as in a program that does little else: sleeping
// threads start slowly. The other side's threads first go to sleep.
double turn(const Runs& runs) {
    std::this_thread::sleep_for(quiet);
    const double one = seconds([&] { runs(1); });
    const int count = std::max(1, static_cast<int>(std::ceil(seconds_of_a_turn / one)));
    return seconds([&] { runs(count); }) / count;
}

// By turns until both have had their rounds.
void compare(const Runs& tuned, const std::string& name, const Runs& other, double units,
             const char* unit) {
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> shares;
    const auto begun = std::chrono::steady_clock::now();
    const std::chrono::duration<double> at_least(seconds_at_least);
    while (std::chrono::steady_clock::now() - begun < at_least || ours.size() < rounds_at_least) {
        ours.push_back(turn(tuned));
        theirs.push_back(turn(other));
        shares.push_back(theirs.back() / ours.back());
    }
    for (auto* each : {&ours, &theirs, &shares}) std::ranges::sort(*each);
    say("hone", units, ours, unit);
    say(name, units, theirs, unit);
    fmt::print(
        "hone is {:.3f} times as fast: in the middle of {} pairs; {:.3f} by the best of each\n",
        middle(shares), shares.size(), theirs.front() / ours.front());
}

// The best result in the database of HONE_DB, on one device with a queue.
class Tuning {
  public:
    Tuning(const std::string& routine, const std::string& precision, const Settings& problem)
        : answer_(tuned_.find(routine, device_of(here_.device), precision, problem)),
          launches_(asked(answer_), here_.context, here_.device) {
        fmt::print("{} {}: {}\n", answer_.kernel, joined(answer_.config), answer_.reason);
    }

    Launches& launches() { return launches_; }

    // Stored here, since kernels do not keep their buffers alive.
    template <class T>
    const cl::Buffer& buffer(const std::vector<T>& values) {
        const std::size_t bytes = values.size() * sizeof(T);
        buffers_.emplace_back(here_.context, CL_MEM_READ_WRITE, bytes);
        here_.queue.enqueueWriteBuffer(buffers_.back(), CL_TRUE, 0, bytes, values.data());
        return buffers_.back();
    }

    template <class T>
    std::vector<T> read(const cl::Buffer& buffer, std::size_t count) {
        std::vector<T> values(count);
        here_.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
        return values;
    }

    void run(int count) {
        for (int i = 0; i < count; ++i) launches_.enqueue(here_.queue);
        here_.queue.finish();
    }

  private:
    // Without an answer there is nothing to compare.
    static const TunedKernel& asked(const TunedKernel& answer) {
        if (answer) return answer;
        fmt::print(stderr, "{}\n", answer.reason);
        std::exit(1);
    }

    Here here_;
    Tuned tuned_;
    TunedKernel answer_;
    Launches launches_;
    std::deque<cl::Buffer> buffers_;
};

// Two algorithms differ by rounding.
void must_agree(double one, double other, double scale) {
    if (std::abs(one - other) <= 1e-3 * scale) return;
    fmt::print(stderr, "the results differ: {} and {}\n", one, other);
    std::exit(1);
}

// A name of the list, or the file itself.
HostLibrary library_of(const std::string& word) {
    for (const HostLibrary& each : host_libraries())
        if (each.name == word) return each;
    return {word, word, ""};
}

void say_missing(const HostLibrary& library, const std::string& precision) {
    fmt::print(stderr, "{} is not here or has no product in {}{}\n", library.file, precision,
               library.package.empty() ? "" : ": apt install " + library.package);
}

template <class T>
int product(const HostLibrary& library, const std::string& precision, int m, int n, int k) {
    const HostGemm<T> call = host_gemm<T>(library.file);
    if (!call) {
        say_missing(library, precision);
        return 4;
    }
    if (library.name == "openblas")
        fmt::print("OpenBLAS has its kernels for {}\n", openblas_core());
    const auto sized = [](int rows, int columns) {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    };
    const auto a = drawn<T>(sized(m, k));
    const auto b = drawn<T>(sized(k, n));
    std::vector<T> c(sized(m, n));
    Tuning tuned("gemm", precision, {{"M", m}, {"N", n}, {"K", k}});
    const cl::Buffer& result = tuned.buffer(c);
    tuned.launches().set("A", tuned.buffer(a)).set("B", tuned.buffer(b)).set("C", result);
    tuned.launches().set("lda", cl_int{k}).set("ldb", cl_int{n}).set("ldc", cl_int{n});
    tuned.launches().set("alpha", T{1}).set("beta", T{0});
    compare([&](int count) { tuned.run(count); }, library.name,
            again([&] { call(m, n, k, a.data(), b.data(), c.data()); }), 2e-9 * m * n * k,
            "GFLOP/s");
    const auto ours = tuned.read<T>(result, c.size());
    for (std::size_t i = 0; i < c.size(); i += 997) must_agree(ours[i], c[i], k);
    return 0;
}

// Threads that wait for work between two barriers, one per core.
class Team {
  public:
    using Part = std::function<void(std::size_t member, std::size_t members)>;

    Team()
        : members_(static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))),
          begin_(static_cast<std::ptrdiff_t>(members_) + 1),
          end_(static_cast<std::ptrdiff_t>(members_) + 1) {
        for (std::size_t member = 0; member < members_; ++member)
            threads_.emplace_back([this, member] { serve(member); });
    }
    ~Team() {
        part_ = nullptr;
        begin_.arrive_and_wait();
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    void run(Part part) {
        part_ = std::move(part);
        begin_.arrive_and_wait();
        end_.arrive_and_wait();
    }

    std::size_t size() const { return members_; }

  private:
    void serve(std::size_t member) {
        for (begin_.arrive_and_wait(); part_; begin_.arrive_and_wait()) {
            part_(member, members_);
            end_.arrive_and_wait();
        }
    }

    std::size_t members_;
    std::barrier<> begin_;
    std::barrier<> end_;
    Part part_;
    std::vector<std::jthread> threads_;
};

// Of 16 floats, an AVX-512 register.
using Lanes [[gnu::vector_size(64)]] = float;

[[gnu::target("avx512f")]] float sum_of(const float* x, std::size_t count) {
    constexpr std::size_t lanes = sizeof(Lanes) / sizeof(float);
    constexpr std::size_t chains = 8;  // independent additions
    Lanes sums[chains] = {};
    std::size_t i = 0;
    for (; i + chains * lanes <= count; i += chains * lanes)
        for (std::size_t c = 0; c < chains; ++c) {
            Lanes next;
            std::memcpy(&next, x + i + c * lanes, sizeof next);
            sums[c] += next;
        }
    float sum = 0;
    for (const Lanes& each : sums)
        for (std::size_t lane = 0; lane < lanes; ++lane) sum += each[lane];
    for (; i < count; ++i) sum += x[i];
    return sum;
}

int reduction(int n) {
    if (__builtin_cpu_supports("avx512f") == 0) {
        fmt::print(stderr, "no AVX-512 here, nothing to compare with\n");
        return 4;
    }
    const auto count = static_cast<std::size_t>(n);
    const auto x = drawn<float>(count);
    Team team;
    std::vector<float> parts(team.size());
    float looped = 0;
    Tuning tuned("reduction", "f32", {{"n", n}});
    const cl::Buffer& result = tuned.buffer(std::vector<float>(1));
    tuned.launches().set("x", tuned.buffer(x)).set("y", result).set("result", result);
    compare([&](int runs) { tuned.run(runs); }, "the loop", again([&] {
                team.run([&](std::size_t member, std::size_t members) {
                    const std::size_t from = count * member / members;
                    const std::size_t to = count * (member + 1) / members;
                    parts[member] = sum_of(x.data() + from, to - from);
                });
                looped = 0;
                for (const float part : parts) looped += part;
            }),
            4e-9 * n, "GB/s");
    must_agree(tuned.read<float>(result, 1).front(), looped, std::sqrt(n));
    return 0;
}

// OpenBLAS takes newer cores for older ones, so its core type is set. Its threads spin for 2^28
// cycles after each product, a tenth of a second; 2^24 are enough among its own threads. BLIS uses
// one thread by default.
void set_threads() {
    if (__builtin_cpu_supports("avx512f") != 0) setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
    setenv("OPENBLAS_THREAD_TIMEOUT", "24", 0);
    setenv("BLIS_NUM_THREADS", std::to_string(sysconf(_SC_NPROCESSORS_ONLN)).c_str(), 0);
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    const auto size = [&](std::size_t at) { return std::stoi(given.at(at)); };
    set_threads();
    if (given.size() == 2 && given[0] == "sum") return reduction(size(1));
    if ((given.size() == 5 || given.size() == 6) && given[0] == "gemm") {
        const HostLibrary library = library_of(given.size() == 6 ? given[5] : "openblas");
        if (given[1] == "f64") return product<double>(library, "f64", size(2), size(3), size(4));
        if (given[1] == "f32") return product<float>(library, "f32", size(2), size(3), size(4));
    }
    fmt::print(stderr, "usage: by_turns gemm f32|f64 M N K [LIBRARY] | by_turns sum N\n");
    return 2;
}
