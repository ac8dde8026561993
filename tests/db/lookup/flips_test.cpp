// SPDX-License-Identifier: MIT
// One bit of a database is flipped, a thousand times: nothing crashes, and a changed answer is
// always explained. HONE_FLIP_DB names another database to try, HONE_FLIPS the number of flips, and
// HONE_FLIP_SEED chooses other bits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <random>

#include "db/sqlite/environment.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "db/store/row_fields.hpp"
#include "tests/db/losing_disk.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

struct Query {
    std::string kernel, precision;
    Device device;
    Settings problem;
};

/// The answers of an application that asks for everything that was tuned.
struct Answers {
    std::vector<TunedKernel> kernels;
    std::size_t skipped = 0;  // the number reported as skipped
};

std::vector<Query> questions_of(const fs::path& file) {
    Store store(file);
    const auto devices = store.devices();
    std::vector<Query> all;
    Statement rows(
        store.connection(),
        "SELECT DISTINCT k.name, t.precision, t.device_id, t.problem "
        "FROM tuned AS t JOIN recipe USING (kernel_id) JOIN kernel AS k ON k.id = kernel_id");
    while (rows.step())
        all.push_back({std::string(rows.text(0)), std::string(rows.text(1)),
                       devices.at(std::string(rows.text(2))), settings_of(rows.text(3))});
    return all;
}

Answers ask(const fs::path& file, const std::vector<Query>& questions) {
    Tuned tuned = trusted({file});
    Answers answers;
    for (const Query& query : questions)
        answers.kernels.push_back(
            tuned.find(query.kernel, query.device, query.precision, query.problem));
    answers.skipped = tuned.skipped().size();
    return answers;
}

bool same_launches(const TunedKernel& a, const TunedKernel& b) {
    const auto shape = [](const TunedKernel& kernel) {
        std::vector<std::size_t> all;
        for (const auto& launch : kernel.launches) {
            std::ranges::copy(launch.local, std::back_inserter(all));
            std::ranges::copy(launch.global, std::back_inserter(all));
        }
        return all;
    };
    return shape(a) == shape(b);
}

bool same(const TunedKernel& a, const TunedKernel& b) {
    return a.match == b.match && a.kernel == b.kernel && a.config == b.config &&
           a.source == b.source && a.build_options == b.build_options &&
           a.expected_ns == b.expected_ns && a.stale == b.stale && same_launches(a, b);
}

/// The OpenCL version of a device is not part of its id: after a flip in it the answer is the same,
/// but stale.
bool is_called_stale(TunedKernel kernel, const TunedKernel& before) {
    const bool says_so = kernel.stale.find("the OpenCL version was ") != std::string::npos;
    kernel.stale = before.stale;
    return says_so && same(kernel, before);
}

bool gives_a_reason(const TunedKernel& kernel, const TunedKernel& before) {
    return kernel.reason.find("skipped: ") != std::string::npos || is_called_stale(kernel, before);
}

/// A file whose bits are flipped one by one, and flipped back.
class Flipped {
  public:
    explicit Flipped(const fs::path& file)
        : file_(file, std::ios::in | std::ios::out | std::ios::binary),
          size_(fs::file_size(file)) {}
    void turn(std::uint64_t bit) {
        const auto at = static_cast<std::streamoff>(bit / 8);
        file_.seekg(at);
        const int byte = file_.get() ^ (1 << bit % 8);
        file_.seekp(at);
        file_.put(static_cast<char>(byte)).flush();
    }
    std::uint64_t bits() const { return size_ * 8; }

  private:
    std::fstream file_;
    std::uint64_t size_;
};

struct Tally {
    int flips = 0, unnoticed = 0, told = 0, answered_otherwise = 0, found_by_check = 0;
};

std::string bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Everything that a tool reads, and a run that it writes, in memory. Only a StoreError may result.
bool use(const fs::path& file) {
    try {
        const LosingDisk disk(LosingDisk::Files{{file.string(), bytes_of(file)}});
        Store store(file, Access::write, std::chrono::milliseconds(0));
        const bool is_sound = faults(store).empty();
        for (const Best& best : store.bests()) store.trials(best.key);
        tune(store, gpu(), product(), size(96, 96, 96), 16);
        return is_sound;
    } catch (const StoreError& error) {
        CHECK(error.what() != std::string());
        return false;
    }
}

Tally flip(const fs::path& file, int flips, bool also_write) {
    const auto questions = questions_of(file);
    const Answers expected = ask(file, questions);
    std::mt19937_64 random(std::stoul(environment_variable("HONE_FLIP_SEED", "4")));
    Tally tally;
    Flipped flipped(file);
    for (; tally.flips < flips; ++tally.flips) {
        const std::uint64_t bit = random() % flipped.bits();
        flipped.turn(bit);
        INFO("bit " << bit % 8 << " of byte " << bit / 8 << " of " << file);
        const Answers got = ask(file, questions);
        bool otherwise = false;
        for (std::size_t i = 0; i < questions.size(); ++i) {
            if (same(got.kernels[i], expected.kernels[i])) continue;
            otherwise = true;
            INFO(questions[i].kernel << ' ' << joined(questions[i].problem) << ": "
                                     << got.kernels[i].reason);
            CHECK(gives_a_reason(got.kernels[i], expected.kernels[i]));
        }
        tally.answered_otherwise += otherwise ? 1 : 0;
        (got.skipped > expected.skipped ? tally.told : tally.unnoticed) += 1;
        if (also_write) tally.found_by_check += use(file) ? 0 : 1;
        flipped.turn(bit);
    }
    return tally;
}

std::string words(const Tally& tally) {
    return std::to_string(tally.flips) + " flips: " + std::to_string(tally.unnoticed) +
           " touched nothing that an application reads, " + std::to_string(tally.told) +
           " were told, " + std::to_string(tally.answered_otherwise) +
           " made it another answer, with the reason; check found " +
           std::to_string(tally.found_by_check);
}

/// Only the content that an application reads, so that every flip matters.
void keep_what_is_read(const fs::path& file) {
    { const Store migrated(file); }
    Connection connection(file, Access::write);
    for (const char* table : {"audit", "finalist", "size_check", "pruned", "reference_timing",
                              "sentinel", "trial", "run", "probe"})
        connection.run(std::string("DELETE FROM ") + table);
    for (const char* what : {"tuned WHERE kernel_id", "kernel WHERE id"})
        connection.run(std::string("DELETE FROM ") + what +
                       " NOT IN (SELECT kernel_id FROM recipe)");
    connection.run("UPDATE kernel SET space = ''");
    connection.run("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
}

/// Tuned problems among the trials of real runs.
void fill_among_others(const fs::path& file, const fs::path& others) {
    fs::copy_file(others, file);
    {
        Store store(file);
        fill(store);
        store.set_cover("product", {{store.add(gpu()), store.add(product()), "f32",
                                     canonical({{"TILE", std::int64_t{16}}, {"KIND", "fast"}}),
                                     size(64, 64, 64), 520, 500}});
    }
    Connection(file, Access::write).run("PRAGMA journal_mode = DELETE");
}

const int flips = std::stoi(environment_variable("HONE_FLIPS", "500"));

}  // namespace

TEST_CASE("of a thousand turned bits none is handed to an application without a reason") {
    const Folder folder;
    const fs::path file = folder / "a.db";
    const std::string given = environment_variable("HONE_FLIP_DB");
    if (given.empty())
        fill_among_others(file, fs::path(HONE_SOURCE_DIR) / "examples/reports/xeon-16.db");
    else
        fs::copy_file(given, file);
    WARN("a real database, " << words(flip(file, flips, false)));
    fs::copy_file(file, folder / "read.db");
    keep_what_is_read(folder / "read.db");
    WARN("what is read of it, " << words(flip(folder / "read.db", flips, false)));
}

TEST_CASE("a turned bit is an error of the store for tools, or nothing") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Connection(folder / "a.db", Access::write).run("PRAGMA journal_mode = DELETE");
    WARN("read and written, " << words(flip(folder / "a.db", flips / 2, true)));
}
