// SPDX-License-Identifier: MIT
// A measured property of a device: a peak rate, a point of a sweep, or a limit that its driver does
// not report. The names are defined here, because one component measures and others read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/model/samples.hpp"

namespace hone {

/// One figure of a device, or one point of a sweep. A value of zero means no; the message has the
/// reason.
struct Probe {
    std::string device;   // its id
    std::string name;     // one of the names below, or another
    double point = 0;     // position on a sweep; 0 for a single figure
    double value = 0;     // the best of all variants
    std::string unit;     // "B/s", "FLOP/s", "ns", "B"; empty for yes (1) and no (0)
    std::string how;      // the variant that reached it: "4 in flight, 2112 work-groups"
    Samples samples;      // its times, if there are any
    std::string tool;     // "hone 0.1.0"
    std::int64_t at = 0;  // set by the store if zero
    std::string message;
};

/// The probe's id: device, name and time.
std::string id_of(const Probe& probe);

/// The names of the probes.
namespace probes {

// Peak rates.
constexpr std::string_view read_bandwidth = "read_bandwidth";    // B/s
constexpr std::string_view copy_bandwidth = "copy_bandwidth";    // B/s, read and written together
constexpr std::string_view local_bandwidth = "local_bandwidth";  // B/s, of all compute units
constexpr std::string_view fma_f16 = "fma_f16";                  // FLOP/s
constexpr std::string_view fma_f32 = "fma_f32";
constexpr std::string_view fma_f64 = "fma_f64";
constexpr std::string_view matrix_f16 = "matrix_f16";  // FLOP/s of matrix units
constexpr std::string_view matrix_bf16 = "matrix_bf16";
constexpr std::string_view matrix_tf32 = "matrix_tf32";
constexpr std::string_view matrix_f64 = "matrix_f64";
constexpr std::string_view launch_latency =
    "launch_latency";  // ns, from one empty kernel to the next

// Sweeps: the bandwidth that remains for unfavorable access patterns.
constexpr std::string_view offset_sweep = "offset_sweep";  // B/s by elements of f32 off alignment
constexpr std::string_view stride_sweep =
    "stride_sweep";                                    // B/s of useful data by stride in elements
constexpr std::string_view bank_sweep = "bank_sweep";  // B/s of local memory by stride

// B/s by the bytes that every work-group reads repeatedly: each cache shows as a plateau.
constexpr std::string_view cache_sweep = "cache_sweep";

// Limits that drivers do not report, or report wrongly.
constexpr std::string_view local_memory_limit =
    "local_memory_limit";                                        // B that a kernel may declare
constexpr std::string_view half_arithmetic = "half_arithmetic";  // yes or no
constexpr std::string_view inline_ptx = "inline_ptx";            // yes or no

}  // namespace probes
}  // namespace hone
