// SPDX-License-Identifier: MIT
// The launches of a program: the layer writes them into a folder while the program runs, and `hone
// capture` reads them afterwards. Programs and buffers are files named by the hash of their
// content.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hone {

/// The index space of a launch. A local size of 0 means that the driver chose it.
struct LaunchShape {
    int dimensions = 1;
    std::array<std::size_t, 3> offset{};
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{};

    bool has_local() const { return local[0] != 0; }
    bool has_offset() const { return (offset[0] | offset[1] | offset[2]) != 0; }
    friend bool operator==(const LaunchShape& a, const LaunchShape& b) = default;
};

struct TracedArgument {
    /// The kind of a kernel's argument; `other` cannot be stored.
    enum class Kind { value, local, buffer, other, image, sampler };
    Kind kind = Kind::other;
    std::string name = {}, type = {};  // as the compiler reports, or empty; of an image's pixels
    std::string bytes = {};            // of a value
    std::size_t size = 0;              // of local memory, a buffer or an image, in bytes
    std::string before = {},
                after = {};  // of a buffer or an image: hashes of its contents around the launch
    std::vector<std::size_t> extent = {};      // of an image: its pixels along each dimension
    std::string addressing = {}, filter = {};  // of a sampler
    bool normalized = false;  // an image's integers represent reals; a sampler's coordinates

    /// Whether its contents are stored.
    bool is_memory() const { return kind == Kind::buffer || kind == Kind::image; }
};

/// All launches of one kernel with one shape; the arguments are those of the first launch.
struct TracedLaunch {
    std::string entry;
    std::string program;  // hash of the text; empty if the program was not made from text
    std::string options;  // of the build
    std::string device;
    LaunchShape shape;
    bool shape_required = false;  // by reqd_work_group_size
    std::uint64_t count = 0;
    std::uint64_t timed = 0;  // launches with a known time
    double timed_ns = 0;      // total time of the timed launches
    bool has_contents = false;
    std::string why_incomplete;  // why a launch cannot be replayed, or empty
    std::vector<TracedArgument> arguments;

    /// The total time of all launches, extrapolated from the mean of the timed ones.
    double total_ns() const;
};

/// The files in which a trace keeps the text of a program and the content of a buffer.
std::filesystem::path program_file(const std::filesystem::path& folder, const std::string& hash);
std::filesystem::path buffer_file(const std::filesystem::path& folder, const std::string& hash);

/// Writes the launches of this process.
void write_trace(const std::filesystem::path& folder, const std::vector<TracedLaunch>& launches);

/// Whether any process has written a trace there, even one without launches.
bool has_trace(const std::filesystem::path& folder);

/// The launches of all processes of a program, by descending time. Throws std::runtime_error if a
/// file is malformed.
std::vector<TracedLaunch> read_traces(const std::filesystem::path& folder);

}  // namespace hone
