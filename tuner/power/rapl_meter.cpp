// SPDX-License-Identifier: MIT
// A counter wraps around to 0 after max_energy_range_uj.
#include "tuner/power/rapl_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "tuner/power/number_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

/// Continues a counter across wrap-arounds. A decrease by less than half of the range is a reset,
/// not a wrap-around.
class Counter {
  public:
    explicit Counter(const fs::path& zone)
        : file_(zone / "energy_uj"),
          range_(number_in(zone / "max_energy_range_uj").value_or(0)),
          limit_(number_in(zone / "constraint_0_power_limit_uw").value_or(0)) {}

    std::optional<double> read() {
        const auto now = number_in(file_);
        if (!now) return std::nullopt;
        const double fell = last_ ? *last_ - *now : 0;
        if (fell > range_ / 2) laps_ += range_;
        last_ = now;
        return laps_ + *now;
    }
    double limit() const { return limit_; }

  private:
    fs::path file_;
    double range_;
    double limit_;
    double laps_ = 0;
    std::optional<double> last_;
};

class RaplMeter : public PowerMeter {
  public:
    explicit RaplMeter(std::vector<Counter> packages) : packages_(std::move(packages)) {}

    PowerReading read() override {
        PowerReading reading{.at = steady_seconds()};
        double sum = 0;
        for (Counter& package : packages_) {
            const auto microjoules = package.read();
            if (!microjoules) return reading;
            sum += *microjoules;
        }
        reading.joules = 1e-6 * sum;
        return reading;
    }
    std::string name() const override { return "RAPL"; }
    double limit_watts() const override {
        double sum = 0;
        for (const Counter& package : packages_) sum += package.limit();
        return 1e-6 * sum;
    }

  private:
    std::vector<Counter> packages_;
};

std::string line_in(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

/// "intel-rapl:0" is a package, "intel-rapl:0:1" a part of it; AMD's packages have the same names.
std::vector<fs::path> packages_in(const fs::path& folder) {
    std::vector<fs::path> packages;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const bool is_zone = name.starts_with("intel-rapl:") && std::ranges::count(name, ':') == 1;
        if (is_zone && line_in(entry->path() / "name").starts_with("package"))
            packages.push_back(entry->path());
    }
    std::ranges::sort(packages);
    return packages;
}

}  // namespace

MeterFound open_rapl(const fs::path& system) {
    const fs::path folder = system / "class/powercap";
    const std::vector<fs::path> packages = packages_in(folder);
    if (packages.empty())
        return {.why = fmt::format("{} has no counter of a CPU's energy", folder.string())};
    std::vector<Counter> counters;
    for (const fs::path& package : packages) {
        if (!number_in(package / "energy_uj"))
            return {.why = fmt::format("{} cannot be read by this user",
                                       (package / "energy_uj").string())};
        counters.emplace_back(package);
    }
    return {.meter = std::make_unique<RaplMeter>(std::move(counters))};
}

}  // namespace hone
