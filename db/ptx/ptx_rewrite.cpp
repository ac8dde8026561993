// SPDX-License-Identifier: MIT
// All that hone knows about the text between NVIDIA's compiler and its assembler (PTX) is here.
#include "db/ptx/ptx_rewrite.hpp"

namespace hone {
namespace {

// An instruction that the plain target does not have, and a number that shows that it was executed.
constexpr std::string_view probe = R"(
__kernel void probe(__global int *out) {
    int found = 0;
    __asm__ volatile("//TARGET: wgmma.fence.sync.aligned;" ::: "memory");
    __asm__ volatile("//TARGET: mov.u32 %0, 42;" : "+r"(found));
    out[get_global_id(0)] = found;
})";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string target_line(std::string_view target, char end) {
    return ".target " + std::string(target) + end;
}

}  // namespace

std::string rewritten(std::string text, std::string_view target) {
    const std::string_view plain = target.substr(0, target.find_last_of("0123456789") + 1);
    for (const char end : {',', '\n'})
        replace_all(text, target_line(plain, end), target_line(target, end));
    replace_all(text, "//" + std::string(target) + ": ", "");
    return text;
}

bool is_for_target(std::string_view text, std::string_view target) {
    return text.find(target_line(target, ',')) != text.npos ||
           text.find(target_line(target, '\n')) != text.npos;
}

std::string program_text(std::string bytes) {
    while (!bytes.empty() && bytes.back() == '\0') bytes.pop_back();
    return bytes;
}

std::string ptx_probe_source(std::string_view target) {
    std::string source(probe);
    replace_all(source, "TARGET", target);
    return source;
}

}  // namespace hone
