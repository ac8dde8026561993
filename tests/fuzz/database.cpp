// SPDX-License-Identifier: MIT
// For any content of a database, an application gets an answer that can be launched, or none. An
// input damages a good database. Its first byte selects how: 0 for the file's own bytes (three
// bytes for the position and one for the new byte); 255 for statements that change its schema;
// other values for a stored text.
#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "db/store/check_database.hpp"
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

constexpr std::size_t schema_attack = 255;
constexpr int longest_value = 1 << 20;  // of the attack, which must end at some time
constexpr int most_looks = 50;

/// Whether the attack's time is over.
int has_ended(void* looks) {
    return ++*static_cast<int*>(looks) > most_looks ? 1 : 0;
}

/// Changes a database by plain SQLite, which allows everything.
void attack(const std::filesystem::path& file, const std::string& sql) {
    sqlite3* handle = nullptr;
    constexpr int steps_between_looks = 10'000;
    if (sqlite3_open(file.c_str(), &handle) == SQLITE_OK) {
        int looks = 0;
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);  // no other file is written
        sqlite3_progress_handler(handle, steps_between_looks, has_ended, &looks);
        sqlite3_exec(handle, "PRAGMA writable_schema = ON; PRAGMA synchronous = OFF", nullptr,
                     nullptr, nullptr);
        sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
    }
    sqlite3_close(handle);
}

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
        // The schema rejects it.
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
        TunedKernel kernel = tuned.find("product", gpu(), precision, cube(256));
        look_at(kernel);
        for (int i = 0; i < 3 && kernel; ++i) look_at(kernel = tuned.reject(kernel));
    }
    look_at(tuned.find("product_tile", device(), "f32", {{"M", 300}, {"TA", 1}}));
}

}  // namespace

/// Tools read all of it, and write into it.
void inspect(const std::filesystem::path& file) {
    for (const Access access : {Access::read, Access::write}) {
        try {
            Store store(file, access, std::chrono::milliseconds(0));
            faults(store);
        } catch (const StoreError& error) {
            must(!std::string(error.what()).empty());
        }
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static DamagedDatabase database;
    if (size == 0) return -1;
    const std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size - 1);
    database.mend();
    if (bytes[0] == schema_attack) {
        attack(database.file(), std::string(rest));
        ask(database.file());
        inspect(database.file());
        return 0;
    }
    const std::size_t what = bytes[0] % (stored.size() + 1);
    what == 0 ? database.write_bytes(rest) : database.write_text(what - 1, rest);
    ask(database.file());
    return 0;
}
