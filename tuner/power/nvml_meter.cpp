// SPDX-License-Identifier: MIT
// Declares the few required functions with the types of NVML's reference manual. A function that
// the library lacks, or that a board does not support, yields no value.
#include "tuner/power/nvml_meter.hpp"

#include <dlfcn.h>

#include <fmt/format.h>
#include <array>

#include "tuner/power/number_file.hpp"

namespace hone {
namespace {

using Status = int;  // 0 is success
using Board = void*;
constexpr unsigned clock_of_multiprocessors = 1;

/// The reasons why a board does not run at its highest clock: NVML's bits and ours.
constexpr std::array<std::pair<unsigned long long, HeldBack>, 5> reasons{{
    {0x4, by_power},
    {0x20 | 0x40, by_temperature},
    {0x80, by_power_brake},
    {0x8, by_hardware},
    {0x2 | 0x10 | 0x100, by_setting},
}};

class Library {
  public:
    explicit Library(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

    bool is_open() const { return handle_ != nullptr; }

    /// Calls a function; returns nullopt if the library lacks it.
    template <class... Arguments>
    std::optional<Status> call(const char* function, Arguments... arguments) const {
        using Function = Status (*)(Arguments...);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
        const auto found = reinterpret_cast<Function>(dlsym(handle_, function));
        return found ? std::optional(found(arguments...)) : std::nullopt;
    }

    /// Returns the value that a function writes for a board.
    template <class Value, class... Arguments>
    std::optional<Value> ask(const char* function, Board board, Arguments... arguments) const {
        Value value{};
        const auto status = call(function, board, arguments..., &value);
        return status == 0 ? std::optional(value) : std::nullopt;
    }

    std::string error(Status status) const {
        using Function = const char* (*)(Status);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
        const auto text = reinterpret_cast<Function>(dlsym(handle_, "nvmlErrorString"));
        const char* words = text ? text(status) : nullptr;
        return words ? words : fmt::format("error {}", status);
    }

  private:
    // Never closed: a driver's library leaves threads and handlers behind.
    void* handle_;
};

class NvmlMeter : public PowerMeter {
  public:
    NvmlMeter(const Library& library, Board board) : library_(library), board_(board) {}
    ~NvmlMeter() override { library_.call("nvmlShutdown"); }
    NvmlMeter(const NvmlMeter&) = delete;
    NvmlMeter& operator=(const NvmlMeter&) = delete;

    PowerReading read() override {
        PowerReading reading{.at = steady_seconds()};
        if (const auto millijoules =
                library_.ask<unsigned long long>("nvmlDeviceGetTotalEnergyConsumption", board_))
            reading.joules = 1e-3 * static_cast<double>(*millijoules);
        if (const auto milliwatts = library_.ask<unsigned>("nvmlDeviceGetPowerUsage", board_))
            reading.watts = 1e-3 * *milliwatts;
        if (const auto clock =
                library_.ask<unsigned>("nvmlDeviceGetClockInfo", board_, clock_of_multiprocessors))
            reading.clock_mhz = *clock;
        reading.held_back = held_back();
        return reading;
    }

    std::string name() const override { return "NVML"; }

    double limit_watts() const override {
        return 1e-3 * library_.ask<unsigned>("nvmlDeviceGetEnforcedPowerLimit", board_).value_or(0);
    }

  private:
    // The function has two names, depending on the version.
    unsigned held_back() const {
        auto bits =
            library_.ask<unsigned long long>("nvmlDeviceGetCurrentClocksEventReasons", board_);
        if (!bits)
            bits = library_.ask<unsigned long long>("nvmlDeviceGetCurrentClocksThrottleReasons",
                                                    board_);
        unsigned all = 0;
        for (const auto& [theirs, ours] : reasons)
            if ((bits.value_or(0) & theirs) != 0) all |= ours;
        return all;
    }

    Library library_;
    Board board_;
};

/// Formats a UUID as "GPU-8d6f…", with dashes.
std::string uuid_words(const std::string& digits) {
    if (digits.size() != 32) return {};
    const auto part = [&](std::size_t from, std::size_t count) {
        return digits.substr(from, count);
    };
    return fmt::format("GPU-{}-{}-{}-{}-{}", part(0, 8), part(8, 4), part(12, 4), part(16, 4),
                       part(20, 12));
}

Board board_of(const Library& library, const Device& device) {
    Board board = nullptr;
    const std::string uuid = uuid_words(device.uuid);
    if (!device.pci.empty() &&
        library.call("nvmlDeviceGetHandleByPciBusId_v2", device.pci.c_str(), &board) == 0)
        return board;
    if (!uuid.empty() && library.call("nvmlDeviceGetHandleByUUID", uuid.c_str(), &board) == 0)
        return board;
    return nullptr;
}

/// Whether the board is partitioned: it then has one meter for all of its parts.
bool is_divided(const Library& library, Board board) {
    unsigned now = 0;
    unsigned later = 0;
    return library.call("nvmlDeviceGetMigMode", board, &now, &later) == 0 && now == 1;
}

}  // namespace

MeterFound open_nvml(const Device& device, const char* name) {
    const Library library(name);
    if (!library.is_open()) return {.why = fmt::format("there is no library {}", name)};
    const auto started = library.call("nvmlInit_v2");
    if (!started) return {.why = fmt::format("{} has no nvmlInit_v2", name)};
    if (*started != 0) return {.why = "NVML does not start: " + library.error(*started)};
    auto* const board = board_of(library, device);
    if (!board)
        return {.why =
                    device.pci.empty() && device.uuid.empty()
                        ? "the OpenCL driver does not report the PCI address or UUID of the board"
                        : fmt::format("NVML has no board at {}", device.pci)};
    if (is_divided(library, board))
        return {.why = "the board is divided (MIG), and its meter is that of all parts"};
    return {.meter = std::make_unique<NvmlMeter>(library, board)};
}

}  // namespace hone
