// SPDX-License-Identifier: MIT
// Reads a disguise. An unknown line ends the process, because a test with it would test nothing.
#include "disguise.hpp"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "layer.hpp"

namespace layer {
namespace {

/// A query with the size in bytes of each number in its answer; 0 for text.
struct Question {
    std::string_view name;
    cl_uint code;
    std::size_t width;
};
#define QUESTION(name, width) \
    Question {                \
#name, name, width    \
    }
constexpr std::array questions{
    QUESTION(CL_PLATFORM_NAME, 0),
    QUESTION(CL_PLATFORM_VENDOR, 0),
    QUESTION(CL_PLATFORM_VERSION, 0),
    QUESTION(CL_PLATFORM_PROFILE, 0),
    QUESTION(CL_DEVICE_NAME, 0),
    QUESTION(CL_DEVICE_VENDOR, 0),
    QUESTION(CL_DEVICE_VERSION, 0),
    QUESTION(CL_DEVICE_OPENCL_C_VERSION, 0),
    QUESTION(CL_DEVICE_PROFILE, 0),
    QUESTION(CL_DEVICE_EXTENSIONS, 0),
    QUESTION(CL_DRIVER_VERSION, 0),
    QUESTION(CL_DEVICE_BOARD_NAME_AMD, 0),
    QUESTION(CL_DEVICE_TYPE, 8),
    QUESTION(CL_DEVICE_VENDOR_ID, 4),
    QUESTION(CL_DEVICE_ADDRESS_BITS, 4),
    QUESTION(CL_DEVICE_MAX_COMPUTE_UNITS, 4),
    QUESTION(CL_DEVICE_MAX_CLOCK_FREQUENCY, 4),
    QUESTION(CL_DEVICE_MAX_WORK_GROUP_SIZE, 8),
    QUESTION(CL_DEVICE_MAX_WORK_ITEM_SIZES, 8),
    QUESTION(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 8),
    QUESTION(CL_DEVICE_LOCAL_MEM_TYPE, 4),
    QUESTION(CL_DEVICE_LOCAL_MEM_SIZE, 8),
    QUESTION(CL_DEVICE_GLOBAL_MEM_SIZE, 8),
    QUESTION(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8),
    QUESTION(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8),
    QUESTION(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8),
    QUESTION(CL_DEVICE_DOUBLE_FP_CONFIG, 8),
    QUESTION(CL_DEVICE_QUEUE_PROPERTIES, 8),
    QUESTION(CL_DEVICE_PROFILING_TIMER_RESOLUTION, 8),
    QUESTION(CL_DEVICE_WAVEFRONT_WIDTH_AMD, 4),
    QUESTION(CL_DEVICE_GFXIP_MAJOR_AMD, 4),
    QUESTION(CL_DEVICE_GFXIP_MINOR_AMD, 4),
    QUESTION(CL_DEVICE_IP_VERSION_INTEL, 4),
    QUESTION(CL_DEVICE_PCI_BUS_INFO_KHR, 4),
    QUESTION(CL_DEVICE_UUID_KHR, 1),
    QUESTION(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 8),
};
#undef QUESTION

[[noreturn]] void refuse(const std::string& line) {
    std::fprintf(stderr, "%s: nobody knows '%s'\n", setting("HONE_TEST_DISGUISE"), line.c_str());
    std::_Exit(99);
}

std::string trimmed(const std::string& text) {
    const auto start = text.find_first_not_of(" \t");
    if (start == text.npos) return "";
    return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

// Expands "\x1b" to one byte, and "500 * a" to 500 of them.
std::string text_of(std::string value) {
    std::size_t repeats = 1;
    if (const auto star = value.find(" * "); star != value.npos) {
        repeats = std::strtoull(value.c_str(), nullptr, 10);
        value = value.substr(star + 3);
    }
    std::string once;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool escaped = value.compare(i, 2, "\\x") == 0 && i + 3 < value.size();
        once +=
            escaped ? static_cast<char>(std::stoi(value.substr(i + 2, 2), nullptr, 16)) : value[i];
        if (escaped) i += 3;
    }
    std::string all;
    for (std::size_t i = 0; i < repeats; ++i) all += once;
    return all + '\0';
}

std::string bytes_of(const std::string& value, std::size_t width) {
    std::string bytes;
    std::istringstream words(value);
    for (std::string word; words >> word;) {
        const std::uint64_t number = std::strtoull(word.c_str(), nullptr, 0);
        std::array<char, sizeof number> all{};
        std::memcpy(all.data(), &number, sizeof number);
        bytes.append(all.data(), width);
    }
    return bytes;
}

void read_line(const std::string& line, Disguise& disguise) {
    if (line.starts_with("no ")) {
        disguise.lacks.insert(trimmed(line.substr(3)));
        return;
    }
    const auto equals = line.find('=');
    if (equals == line.npos) refuse(line);
    const std::string name = trimmed(line.substr(0, equals));
    const std::string value = trimmed(line.substr(equals + 1));
    if (name == "twin") {
        disguise.twin = value;
        return;
    }
    if (name == "queue") {
        disguise.queue = std::strtoull(value.c_str(), nullptr, 10);
        return;
    }
    const auto* question = std::ranges::find(questions, name, &Question::name);
    if (question == questions.end()) refuse(line);
    if (value == "none") {
        disguise.refused.insert(question->code);
    } else {
        disguise.answers[question->code] =
            question->width == 0 ? text_of(value) : bytes_of(value, question->width);
    }
}

Disguise read_disguise(const char* path) {
    std::ifstream file(path);
    if (!file) refuse("no such file");
    Disguise disguise;
    for (std::string line; std::getline(file, line);)
        if (const std::string text = trimmed(line); !text.empty() && text[0] != '#')
            read_line(text, disguise);
    return disguise;
}

}  // namespace

std::optional<std::uint64_t> Disguise::number(cl_uint question) const {
    const auto known = answers.find(question);
    if (known == answers.end()) return {};
    std::uint64_t number = 0;
    std::memcpy(&number, known->second.data(), std::min(known->second.size(), sizeof number));
    return number;
}

const Disguise* disguise() {
    static const char* const path = setting("HONE_TEST_DISGUISE");
    if (*path == '\0') return nullptr;
    static const Disguise worn = read_disguise(path);
    return &worn;
}

}  // namespace layer
