// SPDX-License-Identifier: MIT
// zlib unpacks; a file may have several members in sequence. The size of the result is limited,
// because a small file can unpack to any size.
#include "tuner/exchange/gunzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

[[noreturn]] void damaged() {
    throw Error(Exit::usage, "the gzip file is damaged or cut short");
}

/// A zlib stream that reads gzip; closed by the destructor.
class Inflater {
  public:
    explicit Inflater(std::string_view packed) {
        constexpr int gzip_only = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
        // zlib counts in 32 bits and does not write to its input.
        if (packed.size() > std::numeric_limits<uInt>::max()) damaged();
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        stream_.avail_in = static_cast<uInt>(packed.size());
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// The next piece; empty at the end of the file.
    std::string_view next() {
        std::size_t size = 0;
        while (size == 0 && (!at_end_of_member_ || stream_.avail_in > 0)) size = inflate_some();
        return {buffer_.data(), size};
    }

  private:
    std::size_t inflate_some() {
        if (at_end_of_member_) inflateReset(&stream_);
        stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
        stream_.avail_out = static_cast<uInt>(buffer_.size());
        const int code = inflate(&stream_, Z_NO_FLUSH);
        const std::size_t size = buffer_.size() - stream_.avail_out;
        at_end_of_member_ = code == Z_STREAM_END;
        if (!at_end_of_member_ && (code != Z_OK || size == 0)) damaged();
        return size;
    }

    z_stream stream_{};
    std::array<char, 1 << 16> buffer_{};
    bool at_end_of_member_ = false;
};

}  // namespace

bool is_gzip(std::string_view content) {
    return content.starts_with("\x1f\x8b\x08");
}

std::string gunzip(std::string_view content, std::size_t most) {
    Inflater inflater(content);
    std::string text;
    for (std::string_view piece = inflater.next(); !piece.empty(); piece = inflater.next()) {
        if (piece.size() > most - text.size())
            throw Error(Exit::usage,
                        "the gzip file unpacks to more than " + std::to_string(most) + " bytes");
        text += piece;
    }
    return text;
}

}  // namespace hone
