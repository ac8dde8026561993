// SPDX-License-Identifier: MIT
// Checks the file type before opening: opening a FIFO blocks, and opening a device may have
// effects.
#include "spaces/base/input_file.hpp"

#include <algorithm>

#include "spaces/base/error.hpp"
#include "spaces/base/file_kind.hpp"

namespace hone {

std::ifstream open_input(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (const auto kind = special_kind(status); !kind.empty())
        throw Error(Exit::usage,
                    file.string() + " is a " + std::string(kind) + ", not a regular file",
                    "copy its text into a file");
    return std::ifstream(file, std::ios::binary);
}

std::optional<std::string> read_input(const std::filesystem::path& file, std::size_t most) {
    std::ifstream stream = open_input(file);
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || !stream) return std::nullopt;
    std::string text(std::min<std::uintmax_t>(size, most) + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) return std::nullopt;
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

std::string read_input(const std::filesystem::path& file, std::size_t most,
                       const Error& unreadable) {
    auto text = read_input(file, most);
    if (!text) throw Error(unreadable.exit(), unreadable.what(), unreadable.hint());
    return *std::move(text);
}

}  // namespace hone
