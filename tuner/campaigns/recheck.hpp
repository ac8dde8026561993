// SPDX-License-Identifier: MIT
// Measures the stored bests of a device again: the campaign of `hone check`.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/campaigns/campaign.hpp"

namespace hone {

/// The current spaces by name: those that come with hone, and one that the user named.
using CurrentSpaces = std::map<std::string, Space>;

struct RecheckOptions {
    MeasureOptions measure = {};
    CurrentSpaces spaces = {};
    std::string what = {};         // a routine, a kernel or a file; empty: all
    std::string precision = {};    // empty: all
    bool trust_databases = false;  // also build kernels that the user has not chosen
    CommandText command = {};
    std::function<bool()> goes_on = [] { return true; };  // called before each best
};

/// The spaces that come with hone, and that of `what` if it is a file.
CurrentSpaces current_spaces(const std::string& what);

/// A stored best with its kernel and device.
struct StoredBest {
    Best best;
    Kernel kernel;
    Device device;
    bool same_kernel = true;  // its source and space are unchanged
    bool same_driver = true;
};

/// The new time compared with the stored one.
enum class Change { as_before, faster, slower, wrong, failed };
constexpr auto words_of(Change /*any*/) {
    return std::array<std::string_view, 5>{"as before", "faster", "slower", "wrong", "failed"};
}

/// A best that was measured again.
struct CheckedBest {
    StoredBest stored;
    std::string driver_now = {};  // of the device
    MedianInterval before = {};
    std::optional<Trial> now = {};
    Change verdict = Change::failed;
    std::string obstacle = {};   // the reason why it was not measured
    bool device_failed = false;  // a failure of the device, not of the config

    bool is_well() const { return verdict == Change::as_before || verdict == Change::faster; }
};

/// Returns the best of each kernel and problem that was tuned on this device under any driver: the
/// one that applications get.
std::vector<StoredBest> bests_of_device(const RecheckOptions& options, const LocalDevice& device,
                                        Store& store);

/// Checks and times each best with the source and space of that time, while `goes_on` returns true.
std::vector<CheckedBest> recheck(const RecheckOptions& options, const LocalDevice& device,
                                 const std::vector<StoredBest>& bests, const Campaign& campaign);

}  // namespace hone
