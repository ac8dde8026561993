// SPDX-License-Identifier: MIT
// Any bytes are half of a key or a signature, or a usage error of one line. A file without a
// signature, or with another key's, is never verified. The first byte selects the kind of the rest.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "spaces/base/error.hpp"
#include "tests/db/samples.hpp"
#include "tuner/sharing/minisign.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

void write(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A file, and its owner's key, whose secret half is unknown.
struct SharedFile {
    SharedFile() {
        make_signing_key(folder / "owner.key");
        key = read_verify_key(folder / "owner.key.pub");
        write(folder / "mine.db", "what was measured");
    }
    samples::Folder folder;
    VerifyKey key;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) try {
    static const SharedFile shared;
    if (size == 0) return -1;
    const std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size - 1);
    const std::filesystem::path file = shared.folder / "mine.db";
    if (bytes[0] % 3 == 0) {
        write(signature_file(file), rest);
        verify(file, shared.key);
        std::abort();
    }
    write(shared.folder / "other.key", rest);
    if (bytes[0] % 3 == 1)
        must(!text_of(read_verify_key(shared.folder / "other.key").number).empty());
    else
        sign(file, read_signing_key(shared.folder / "other.key"));
    return 0;
} catch (const Error& error) {
    must(error.exit() == Exit::usage && *error.what() != '\0');
    return -1;
}
