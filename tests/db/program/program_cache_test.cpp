// SPDX-License-Identifier: MIT
// Programs on disk: which are read back, which are not, who may read them, and which are kept.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <thread>

#include "db/program/program_cache.hpp"
#include "tests/captured.hpp"
#include "tests/environment.hpp"
#include "tests/folder.hpp"

using namespace hone;
using namespace hone::program;
using test::Folder;
namespace fs = std::filesystem;

namespace {

const std::string key = "00112233445566778899aabbccddeeff";
const std::string other_key = "ffeeddccbbaa99887766554433221100";
const std::string content("binary\0with a zero", 18);

void overwrite(const fs::path& file, std::size_t at, char letter) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(letter);
}

unsigned mode_of(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions()) & 0777U;
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Makes the file look as if it had been used this many seconds ago.
void age(const fs::path& file, int seconds) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
}

}  // namespace

TEST_CASE("a program is read back under its key alone, by the user alone") {
    const Folder folder;
    const ProgramCache cache(folder / "a" / "programs");
    CHECK_FALSE(cache.read(key));
    CHECK_FALSE(fs::exists(folder / "a"));  // reading makes nothing
    cache.write(key, content);
    CHECK(cache.read(key) == content);
    CHECK_FALSE(cache.read(other_key));
    CHECK(mode_of(folder / "a" / "programs") == 0700);
    CHECK(mode_of(folder / "a" / "programs" / key) == 0600);
    cache.write(key, "another");
    CHECK(cache.read(key) == "another");
    cache.remove(key);
    CHECK_FALSE(cache.read(key));
    CHECK(entries(folder / "a" / "programs") == 0);
}

TEST_CASE("an entry that is damaged anywhere is none, and is written anew") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    cache.write(key, content);
    const fs::path file = folder / "programs" / key;
    const std::size_t size = fs::file_size(file);
    for (std::size_t at = 0; at < size; ++at) {
        cache.write(key, content);
        overwrite(file, at, '!');
        INFO(at);
        CHECK_FALSE(cache.read(key));
    }
    for (std::size_t left = 0; left < size; ++left) {
        cache.write(key, content);
        fs::resize_file(file, left);
        CHECK_FALSE(cache.read(key));
    }
    cache.write(key, content);
    CHECK(cache.read(key) == content);
}

TEST_CASE("an entry under another's key is none") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    cache.write(key, content);
    fs::rename(folder / "programs" / key, folder / "programs" / other_key);
    CHECK_FALSE(cache.read(other_key));
}

TEST_CASE("links, second names and files that others can read are not followed") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    const fs::path file = folder / "programs" / key;
    const auto none = [&] {
        CHECK_FALSE(cache.read(key));
        cache.write(key, content);  // over any earlier file
        CHECK(cache.read(key) == content);
    };
    cache.write(key, content);
    fs::rename(file, folder / "elsewhere");
    fs::create_symlink(folder / "elsewhere", file);
    none();
    CHECK(fs::is_regular_file(fs::symlink_status(file)));
    fs::create_hard_link(file, folder / "second");
    none();
    fs::permissions(file, fs::perms::group_read, fs::perm_options::add);
    none();
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    none();
}

TEST_CASE("a folder that is a link or open to others is not used") {
    const Folder folder;
    fs::create_directory(folder / "real");
    fs::permissions(folder / "real", fs::perms::owner_all);
    fs::create_directory_symlink(folder / "real", folder / "link");
    const ProgramCache through_link(folder / "link");
    through_link.write(key, content);
    CHECK_FALSE(through_link.read(key));
    CHECK(entries(folder / "real") == 0);
    fs::permissions(folder / "real", fs::perms::others_exec, fs::perm_options::add);
    const ProgramCache open_to_others(folder / "real");
    open_to_others.write(key, content);
    CHECK_FALSE(open_to_others.read(key));
    CHECK(entries(folder / "real") == 0);
}

TEST_CASE("the least recently used programs go first, and leftovers of dead processes") {
    const Folder folder;
    const fs::path programs = folder / "programs";
    const ProgramCache cache(programs, 10000);
    const std::string large(2000, 'x');
    for (int i = 0; i < 4; ++i) {
        cache.write("program-" + std::to_string(i), large);
        age(programs / ("program-" + std::to_string(i)), 100 - i);
    }
    CHECK(cache.read("program-0"));  // used again
    {
        std::ofstream(programs / ".new-1-1") << "half of it";
        age(programs / ".new-1-1", 7200);
        std::ofstream(programs / ".new-1-2") << "being written";
    }
    cache.write("program-4", large);
    CHECK(cache.read("program-0"));
    CHECK_FALSE(cache.read("program-1"));
    CHECK_FALSE(cache.read("program-2"));
    CHECK(cache.read("program-4"));
    CHECK_FALSE(fs::exists(programs / ".new-1-1"));
    CHECK(fs::exists(programs / ".new-1-2"));
    cache.write("huge", std::string(20000, 'x'));  // never fits
    CHECK_FALSE(cache.read("huge"));
    CHECK(cache.read("program-0"));
}

TEST_CASE("processes share a cache, and a reader never sees half of a program", "[slow]") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    const auto text = [](int process) {
        return std::string(300000, static_cast<char>('a' + process));
    };
    std::vector<pid_t> writers;
    for (int process = 0; process < 3; ++process) {
        writers.push_back(::fork());
        if (writers.back() != 0) continue;
        for (int i = 0; i < 60; ++i) cache.write(key, text(process));
        ::_exit(0);
    }
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        const auto read = cache.read(key);
        found += read ? 1 : 0;
        if (read) CHECK((*read == text(0) || *read == text(1) || *read == text(2)));
    }
    for (const pid_t writer : writers) {
        int status = 0;
        ::waitpid(writer, &status, 0);
        CHECK(status == 0);
    }
    CHECK(cache.read(key));
    CHECK(entries(folder / "programs") == 1);
    INFO(found << " of 200 reads found a program");
}

TEST_CASE("a process leaves the new files of another container with its number alone") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    cache.write(key, content);
    // The names that it would take, if only its number and a count were in them.
    std::vector<fs::path> of_others;
    for (int count = 1; count <= 1000; ++count)
        of_others.push_back(folder / "programs" /
                            (".new-" + std::to_string(::getpid()) + '-' + std::to_string(count)));
    for (const fs::path& path : of_others) std::ofstream(path) << "being written";
    cache.write(other_key, content);
    CHECK(cache.read(other_key) == content);
    CHECK(std::ranges::all_of(of_others, [](const fs::path& path) { return fs::exists(path); }));
}

TEST_CASE("the environment says where the cache is, and whether there is one") {
    const Folder folder;
    const auto written = [](const fs::path& programs) {
        const ProgramCache cache = ProgramCache::of_user();
        cache.write(key, content);
        return cache.read(key) == content && fs::exists(programs / key);
    };
    const test::Variable xdg("XDG_CACHE_HOME", folder / "xdg");
    const test::Variable home("HOME", folder / "home");
    {
        const test::Variable none("HONE_CACHE", "");
        CHECK(written(folder / "xdg" / "hone" / "programs"));
        const test::Variable relative("XDG_CACHE_HOME", "not/absolute");
        CHECK(written(folder / "home" / ".cache" / "hone" / "programs"));
        const test::Variable no_home("HOME", "");
        CHECK_FALSE(ProgramCache::of_user().read(key));
    }
    const test::Variable named("HONE_CACHE", folder / "named");
    CHECK(written(folder / "named" / "programs"));
    const test::Variable off("HONE_CACHE", "off");
    const ProgramCache none = ProgramCache::of_user();
    for (const char* word : {"OFF", "Off", "named"}) {
        const test::Variable not_a_folder("HONE_CACHE", word);
        const test::Captured said(std::clog);
        for (int i = 0; i < 2; ++i) ProgramCache::of_user().write(key, content);
        CHECK_FALSE(fs::exists(word));
        CHECK(said.text() ==
              (word == std::string("named")
                   ? "hone: HONE_CACHE is 'named'; it takes off or an absolute path, "
                     "and built programs are not kept now\n"
                   : ""));
    }
    none.write(key, content);
    CHECK_FALSE(none.read(key));
}

TEST_CASE("a place that cannot be written to is a cache that keeps nothing") {
    const ProgramCache cache("/proc/no/such/place");
    cache.write(key, content);
    cache.remove(key);
    CHECK_FALSE(cache.read(key));
}
