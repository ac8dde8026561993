// SPDX-License-Identifier: MIT
// Inflate (RFC 1951), a bit at a time: recordings have megabytes, so plain is fast enough. What is
// unpacked is checked by its sum and its size.
#include "tuner/exchange/gunzip.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

[[noreturn]] void damaged() {
    throw Error(Exit::usage, "the gzip file is damaged or cut short");
}

class Bits {
  public:
    explicit Bits(std::string_view bytes) : bytes_(bytes) {}

    std::uint32_t take(int count) {
        std::uint32_t value = 0;
        for (int i = 0; i < count; ++i) value |= bit() << i;
        return value;
    }
    std::uint32_t bit() {
        if (at_ / 8 >= bytes_.size()) damaged();
        const auto byte = static_cast<unsigned char>(bytes_[at_ / 8]);
        return byte >> (at_++ % 8) & 1U;
    }
    void to_byte() { at_ = (at_ + 7) / 8 * 8; }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

constexpr std::size_t longest_code = 15;

// A canonical Huffman code: how many codes of each length, and the symbols in their order.
class Code {
  public:
    explicit Code(std::span<const std::uint8_t> lengths) : symbols_(lengths.size()) {
        for (const std::uint8_t length : lengths) ++count_[length];
        count_[0] = 0;
        std::array<std::size_t, longest_code + 2> first{};
        for (std::size_t l = 1; l <= longest_code; ++l) first[l + 1] = first[l] + count_[l];
        for (std::size_t s = 0; s < lengths.size(); ++s)
            if (lengths[s] != 0) symbols_[first[lengths[s]]++] = static_cast<std::uint16_t>(s);
    }

    std::size_t next(Bits& bits) const {
        std::size_t code = 0;
        std::size_t first = 0;
        std::size_t before = 0;
        for (std::size_t l = 1; l <= longest_code; ++l) {
            code |= bits.bit();
            if (code < first + count_[l]) return symbols_[before + code - first];
            before += count_[l];
            first = (first + count_[l]) * 2;
            code *= 2;
        }
        damaged();
    }

  private:
    std::array<std::size_t, longest_code + 1> count_{};
    std::vector<std::uint16_t> symbols_;
};

// Lengths and distances grow in steps: from where each begins, and how many bits say the rest.
constexpr std::array<std::uint16_t, 29> length_from{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                    15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                    67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> length_bits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> distance_from{
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<std::uint8_t, 30> distance_bits{0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                     4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                     9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr std::array<std::uint8_t, 19> order_of_lengths{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                        11, 4,  12, 3, 13, 2, 14, 1, 15};

struct Codes {
    Code literals, distances;
};

Codes fixed_codes() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t s = 0; s < lengths.size(); ++s)
        lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    std::array<std::uint8_t, 30> distances{};
    distances.fill(5);
    return {Code(lengths), Code(distances)};
}

Codes read_codes(Bits& bits) {
    const std::size_t literals = bits.take(5) + 257;
    const std::size_t distances = bits.take(5) + 1;
    const std::size_t given = bits.take(4) + 4;
    std::array<std::uint8_t, 19> of_lengths{};
    for (std::size_t i = 0; i < given; ++i)
        of_lengths[order_of_lengths[i]] = static_cast<std::uint8_t>(bits.take(3));
    const Code code(of_lengths);
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < literals + distances) {
        const std::size_t symbol = code.next(bits);
        if (symbol < 16) {
            lengths.push_back(static_cast<std::uint8_t>(symbol));
            continue;
        }
        if (symbol == 16 && lengths.empty()) damaged();
        const std::uint8_t again = symbol == 16 ? lengths.back() : std::uint8_t{0};
        const std::size_t times = symbol == 16   ? 3 + bits.take(2)
                                  : symbol == 17 ? 3 + bits.take(3)
                                                 : 11 + bits.take(7);
        lengths.insert(lengths.end(), times, again);
    }
    if (lengths.size() != literals + distances) damaged();
    const std::span<const std::uint8_t> all(lengths);
    return {Code(all.first(literals)), Code(all.subspan(literals))};
}

// Unpacks block after block, and never more than `most`.
class Inflation {
  public:
    Inflation(Bits& bits, std::size_t most) : bits_(bits), most_(most) {}

    std::string unpacked() {
        bool last = false;
        while (!last) {
            last = bits_.bit() != 0;
            const std::uint32_t kind = bits_.take(2);
            if (kind == 0) copy_stored();
            if (kind == 1) expand(fixed_codes());
            if (kind == 2) expand(read_codes(bits_));
            if (kind == 3) damaged();
        }
        return std::move(out_);
    }

  private:
    void put(char byte) {
        if (out_.size() == most_)
            throw Error(Exit::usage, "the gzip file is too large when it is unpacked");
        out_ += byte;
    }

    void copy_stored() {
        bits_.to_byte();
        const std::uint32_t size = bits_.take(16);
        if ((bits_.take(16) ^ size) != 0xffff) damaged();
        for (std::uint32_t i = 0; i < size; ++i) put(static_cast<char>(bits_.take(8)));
    }

    void expand(const Codes& codes) {
        constexpr std::size_t end = 256;
        for (;;) {
            const std::size_t symbol = codes.literals.next(bits_);
            if (symbol == end) return;
            if (symbol < end) {
                put(static_cast<char>(symbol));
                continue;
            }
            if (symbol - end > length_from.size()) damaged();
            const std::size_t length =
                length_from[symbol - end - 1] + bits_.take(length_bits[symbol - end - 1]);
            const std::size_t step = codes.distances.next(bits_);
            if (step >= distance_from.size()) damaged();
            const std::size_t back = distance_from[step] + bits_.take(distance_bits[step]);
            if (back > out_.size()) damaged();
            for (std::size_t i = 0; i < length; ++i) put(out_[out_.size() - back]);
        }
    }

    Bits& bits_;
    std::size_t most_;
    std::string out_;
};

std::uint32_t crc(std::string_view text) {
    std::uint32_t sum = ~std::uint32_t{0};
    for (const char c : text) {
        sum ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) sum = sum >> 1U ^ (sum & 1U ? 0xedb88320U : 0U);
    }
    return ~sum;
}

// Past the header, whose flags say which parts it has.
void skip_header(Bits& bits) {
    constexpr unsigned has_sum = 2;
    constexpr unsigned has_extra = 4;
    constexpr unsigned has_name = 8;
    constexpr unsigned has_comment = 16;
    bits.take(24);  // the mark and the method
    const std::uint32_t flags = bits.take(8);
    bits.take(32);
    bits.take(16);
    if (flags & has_extra)
        for (std::uint32_t left = bits.take(16); left > 0; --left) bits.take(8);
    for (const unsigned text : {has_name, has_comment})
        while ((flags & text) && bits.take(8) != 0) {
        }
    if (flags & has_sum) bits.take(16);
}

}  // namespace

bool is_gzip(std::string_view content) {
    return content.starts_with("\x1f\x8b\x08");
}

std::string gunzip(std::string_view content, std::size_t most) {
    Bits bits(content);
    skip_header(bits);
    std::string text = Inflation(bits, most).unpacked();
    bits.to_byte();
    if (bits.take(32) != crc(text) || bits.take(32) != static_cast<std::uint32_t>(text.size()))
        damaged();
    return text;
}

}  // namespace hone
