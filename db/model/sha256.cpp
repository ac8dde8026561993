// SPDX-License-Identifier: MIT
// SHA-256 as defined by FIPS 180-4: each block of 64 bytes is mixed into eight words in 64 rounds.
// Most x86 processors have instructions for it. Its speed matters, because a database seals each
// row, so opening one is mostly hashing.
#include "db/model/sha256.hpp"

#include <bit>
#include <cstddef>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace hone {
namespace {

using Words = std::array<std::uint32_t, 8>;

// The fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The fractional parts of the square roots of the first 8 primes.
constexpr Words start{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::uint32_t big_endian(const char* bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// The block's 16 words, extended to one for each round.
std::array<std::uint32_t, 64> schedule(const char* block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const std::uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    return w;
}

void stir(Words& words, const char* block) {
    const auto w = schedule(block);
    auto [a, b, c, d, e, f, g, h] = words;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t from_e = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t from_a = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t first = h + from_e + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const std::uint32_t second = from_a + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const Words round{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) words[i] += round[i];
}

using Stir = void (*)(Words& words, const char* block);

#if defined(__x86_64__)
__m128i load(const void* words) {
    return _mm_loadu_si128(static_cast<const __m128i*>(words));
}

// Two rounds per instruction. In between, four words of the schedule are made from the sixteen
// before.
[[gnu::target("sha,sse4.1")]] void stir_by_instructions(Words& words, const char* block) {
    const auto in_lanes = [](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        return _mm_setr_epi32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c),
                              static_cast<int>(d));
    };
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i w0 = _mm_shuffle_epi8(load(block), big_endian);
    __m128i w1 = _mm_shuffle_epi8(load(block + 16), big_endian);
    __m128i w2 = _mm_shuffle_epi8(load(block + 32), big_endian);
    __m128i w3 = _mm_shuffle_epi8(load(block + 48), big_endian);
    const auto [a, b, c, d, e, f, g, h] = words;
    const __m128i feba = in_lanes(f, e, b, a);
    const __m128i hgdc = in_lanes(h, g, d, c);
    __m128i first = feba;
    __m128i second = hgdc;
    for (std::size_t round = 0; round < 64; round += 4) {
        const __m128i added = _mm_add_epi32(w0, load(&round_constants[round]));
        second = _mm_sha256rnds2_epu32(second, first, added);
        first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(added, 0x0e));
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
        const __m128i next = _mm_sha256msg2_epu32(sum, w3);
        w0 = w1, w1 = w2, w2 = w3, w3 = next;
    }
    const __m128i feba_now = _mm_add_epi32(first, feba);
    const __m128i hgdc_now = _mm_add_epi32(second, hgdc);
    const auto at = [](int lane) { return static_cast<std::uint32_t>(lane); };
    words = {at(_mm_extract_epi32(feba_now, 3)), at(_mm_extract_epi32(feba_now, 2)),
             at(_mm_extract_epi32(hgdc_now, 3)), at(_mm_extract_epi32(hgdc_now, 2)),
             at(_mm_extract_epi32(feba_now, 1)), at(_mm_extract_epi32(feba_now, 0)),
             at(_mm_extract_epi32(hgdc_now, 1)), at(_mm_extract_epi32(hgdc_now, 0))};
}

bool has_instructions() {
    constexpr unsigned extensions = 7;
    constexpr unsigned sha = 1U << 29;
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __builtin_cpu_supports("sse4.1") &&
           __get_cpuid_count(extensions, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & sha) != 0;
}
#endif

Stir fastest() {
#if defined(__x86_64__)
    if (has_instructions()) return stir_by_instructions;
#endif
    return stir;
}

/// The bytes after the last whole block: the rest, a one bit, zeros, and the length in bits.
std::string padding(std::string_view bytes) {
    std::string tail(bytes.substr(bytes.size() / 64 * 64));
    tail += '\x80';
    while (tail.size() % 64 != 56) tail += '\0';
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>(bits >> shift & 0xff);
    return tail;
}

std::string sha256_by(Stir stir_block, std::string_view bytes) {
    Words words = start;
    for (std::size_t i = 0; i + 64 <= bytes.size(); i += 64) stir_block(words, bytes.data() + i);
    const std::string tail = padding(bytes);
    for (std::size_t i = 0; i < tail.size(); i += 64) stir_block(words, tail.data() + i);
    std::string hex;
    for (const std::uint32_t word : words)
        for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
    return hex;
}

}  // namespace

std::string sha256(std::string_view bytes) {
    static const Stir here = fastest();
    return sha256_by(here, bytes);
}

std::string portable_sha256(std::string_view bytes) {
    return sha256_by(stir, bytes);
}

Fingerprint& Fingerprint::add(std::string_view part) {
    parts_ += std::to_string(part.size());
    parts_ += ':';
    parts_ += part;
    return *this;
}

Fingerprint& Fingerprint::add(std::int64_t part) {
    return add(std::to_string(part));
}

std::string Fingerprint::id() const {
    return sha256(parts_).substr(0, 32);
}

}  // namespace hone
