// SPDX-License-Identifier: MIT
// A stored text has its options, a line end and the text. It is the user's own file, which others
// cannot write. The kernel that runs is still the program's own and is checked like others.
#include "tuner/layer/program_texts.hpp"

#include <map>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/model/sha256.hpp"
#include "db/program/program_cache.hpp"
#include "tuner/layer/driver.hpp"
#include "tuner/trace/included_text.hpp"
#include "tuner/trace/program_text.hpp"

namespace hone::layer {
namespace {

struct Texts {
    std::mutex mutex;
    std::unordered_map<cl_program, ProgramText> known;
    std::map<std::pair<std::string, std::string>, std::string> joined;  // with included files
};

Texts& texts() {
    static auto* const all = new Texts;  // NOLINT(cppcoreguidelines-owning-memory)
    return *all;
}

// Cached, since programs are created from one text many times; few texts include files.
std::string joined_text(const ProgramText& program) {
    if (!includes_files(program.text)) return program.text;
    const std::lock_guard lock(texts().mutex);
    std::string& joined = texts().joined[{program.text, program.options}];
    if (joined.empty())
        joined = with_included_files(program.text, parse_build_options(program.options).folders);
    return joined;
}

std::string build_options(cl_program program, cl_device_id device) {
    const auto query = [device](cl_program of, cl_uint what, std::size_t size, void* value,
                                std::size_t* actual) {
        return driver.clGetProgramBuildInfo(of, device, what, size, value, actual);
    };
    return text_of(query, program, CL_PROGRAM_BUILD_OPTIONS);
}

std::string key_of(std::string_view binary) {
    return sha256("text of " + std::string(binary));
}

std::optional<ProgramText> read_text(std::string_view binary) {
    const auto stored = program::ProgramCache::of_user().read(key_of(binary));
    const std::size_t split = stored ? stored->find('\n') : std::string::npos;
    if (split == std::string::npos) return std::nullopt;
    return ProgramText{stored->substr(split + 1), stored->substr(0, split)};
}

void write_text(std::string_view binary, const ProgramText& program) {
    if (program.text.empty() || program.options.find('\n') != std::string::npos) return;
    program::ProgramCache::of_user().write(key_of(binary), program.options + '\n' + program.text);
}

std::string_view view_of(const unsigned char* binary, std::size_t size) {
    return {reinterpret_cast<const char*>(binary), size};
}

template <class Value>
std::vector<Value> list_of(cl_program program, cl_program_info what) {
    std::size_t size = 0;
    if (driver.clGetProgramInfo(program, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::vector<Value> list(size / sizeof(Value));
    if (driver.clGetProgramInfo(program, what, size, list.data(), nullptr) != CL_SUCCESS) return {};
    return list;
}

void note(cl_program program, ProgramText text) {
    const std::lock_guard lock(texts().mutex);
    texts().known.insert_or_assign(program, std::move(text));
}

bool is_same(const ProgramText& a, const ProgramText& b) {
    return a.text == b.text && a.options == b.options;
}

}  // namespace

void forget_text(cl_program program) {
    const std::lock_guard lock(texts().mutex);
    texts().known.erase(program);
}

std::optional<ProgramText> known_text(cl_program program) {
    const std::lock_guard lock(texts().mutex);
    const auto found = texts().known.find(program);
    if (found == texts().known.end()) return std::nullopt;
    return found->second;
}

ProgramText text_of_program(cl_program program, cl_device_id device) {
    if (auto known = known_text(program)) return *std::move(known);
    ProgramText said{text_of(driver.clGetProgramInfo, program, CL_PROGRAM_SOURCE),
                     build_options(program, device)};
    said.text = joined_text(said);
    return said;
}

void note_linked(cl_program linked, cl_program compiled, cl_uint devices, const cl_device_id* list,
                 const char* options) {
    const auto all = list_of<cl_device_id>(compiled, CL_PROGRAM_DEVICES);
    if (devices == 0 && all.empty()) return;
    ProgramText text = text_of_program(compiled, devices > 0 ? *list : all.front());
    if (text.text.empty()) return;
    if (options && *options) text.options += std::string(" ") + options;
    note(linked, std::move(text));
}

void note_binaries(cl_program program, cl_uint count, const std::size_t* sizes,
                   const unsigned char* const* binaries) {
    std::optional<ProgramText> first;
    for (cl_uint i = 0; i < count; ++i) {
        auto text = read_text(view_of(binaries[i], sizes[i]));
        if (!text || (first && !is_same(*first, *text))) return;
        first = std::move(text);
    }
    if (first) note(program, *std::move(first));
}

void store_binaries(cl_program program, const unsigned char* const* binaries) {
    const auto sizes = list_of<std::size_t>(program, CL_PROGRAM_BINARY_SIZES);
    const auto devices = list_of<cl_device_id>(program, CL_PROGRAM_DEVICES);
    for (std::size_t i = 0; i < std::min(sizes.size(), devices.size()); ++i)
        if (binaries[i] && sizes[i] > 0)
            write_text(view_of(binaries[i], sizes[i]), text_of_program(program, devices[i]));
}

KernelOrigin origin_of(cl_kernel kernel, cl_device_id device) {
    KernelOrigin origin;
    origin.entry = text_of(driver.clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME);
    origin.program = value_of<cl_program>(driver.clGetKernelInfo, kernel, CL_KERNEL_PROGRAM);
    origin.context = value_of<cl_context>(driver.clGetKernelInfo, kernel, CL_KERNEL_CONTEXT);
    if (!origin.program) return origin;
    ProgramText program = text_of_program(origin.program, device);
    origin.text = std::move(program.text);
    origin.options = std::move(program.options);
    return origin;
}

}  // namespace hone::layer
