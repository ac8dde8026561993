// SPDX-License-Identifier: MIT
// Whatever a database holds, an application gets an answer that can be launched, or none. An input
// damages a good database: its first byte says what, the rest is put there. 0 stands for the file's
// own bytes, three for the place and one for the new byte; the others for a text that is stored.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

constexpr std::array<const char*, 8> stored{
    "UPDATE recipe SET text = :text",
    "UPDATE tuned SET config = :text",
    "UPDATE tuned SET problem = :text",
    "UPDATE tuned SET conditions = json_object('options', :text)",
    "UPDATE tuned SET precision = :text",
    "UPDATE kernel SET source = :text",
    "UPDATE device SET name = 'x' || :text, architecture = :text, type = 'gpu'",
    "UPDATE cover SET config = json_object('TILE', :text)"};

/// A good database, and a copy of it to be damaged.
class DamagedDatabase {
  public:
    DamagedDatabase() : file_(folder_ / "a.db") {
        Store store(file_);
        fill(store);
        store.connection().text("PRAGMA journal_mode = DELETE");
        store.connection().run("PRAGMA synchronous = OFF");
    }

    const std::filesystem::path& file() const { return file_; }

    void mend() {
        if (good_.empty()) {
            std::ifstream in(file_, std::ios::binary);
            good_.assign(std::istreambuf_iterator<char>(in), {});
        }
        std::ofstream(file_, std::ios::binary) << good_;
        std::filesystem::remove(file_.string() + "-journal");
    }

    void write_bytes(std::string_view patches) const {
        std::fstream out(file_, std::ios::binary | std::ios::in | std::ios::out);
        for (; patches.size() >= 4; patches.remove_prefix(4)) {
            const auto digit = [&](std::size_t i) {
                return static_cast<unsigned char>(patches[i]);
            };
            const std::size_t place = digit(0) * 65536U + digit(1) * 256U + digit(2);
            out.seekp(static_cast<std::streamoff>(place % good_.size()));
            out.put(patches[3]);
        }
    }

    void write_text(std::size_t what, std::string_view text) const try {
        Connection connection(file_, Access::write);
        connection.run("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
        Statement(connection, stored.at(what)).bind(":text", text).run();
    } catch (const StoreError&) {
        // The schema refuses it.
    }

  private:
    Folder folder_;
    std::filesystem::path file_;
    std::string good_;
};

void look_at(const TunedKernel& kernel) {
    must(!kernel.reason.empty());
    if (!kernel) return;
    must(!kernel.launches.empty() && !kernel.source.empty());
    for (const TunedKernel::Launch& launch : kernel.launches)
        for (std::size_t d = 0; d < 3; ++d)
            must(launch.local[d] >= 1 && launch.global[d] % launch.local[d] == 0);
}

void ask(const std::filesystem::path& file) {
    Tuned tuned = trusted({file});
    for (const char* precision : {"f32", "f64"}) {
        const TunedKernel* kernel = &tuned.find("product", gpu(), precision, cube(256));
        look_at(*kernel);
        for (int i = 0; i < 3 && *kernel; ++i) look_at(*(kernel = &tuned.reject(*kernel)));
    }
    look_at(tuned.find("product_tile", device(), "f32", {{"M", 300}, {"TA", 1}}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static DamagedDatabase database;
    if (size == 0) return -1;
    const std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size - 1);
    database.mend();
    const std::size_t what = bytes[0] % (stored.size() + 1);
    what == 0 ? database.write_bytes(rest) : database.write_text(what - 1, rest);
    ask(database.file());
    return 0;
}
