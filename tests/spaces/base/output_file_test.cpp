// SPDX-License-Identifier: MIT
// What a command writes never costs what was there.
#include "spaces/base/output_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "spaces/base/error.hpp"
#include "tests/folder.hpp"

using namespace hone;
using hone::test::Folder;

namespace {

namespace fs = std::filesystem;

void put(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string content_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

void write(const fs::path& file, OutputKind kind, const std::string& text) {
    OutputFile out(file, kind);
    out.stream() << text;
    out.commit();
}

std::ptrdiff_t files_in(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), {});
}

std::string permissions(const fs::path& file) {
    struct stat status {};
    REQUIRE(stat(file.c_str(), &status) == 0);
    std::ostringstream text;
    text << std::oct << (status.st_mode & 0777);
    return text.str();
}

}  // namespace

TEST_CASE("a file is there when it is whole, and not before") {
    const Folder folder;
    put(folder / "a.html", "<p>old</p>");
    {
        OutputFile out(folder / "a.html", OutputKind::html);
        out.stream() << "<p>new";
        out.stream().flush();
        CHECK(content_of(folder / "a.html") == "<p>old</p>");
    }
    CHECK(content_of(folder / "a.html") == "<p>old</p>");
    write(folder / "a.html", OutputKind::html, "<p>new</p>");
    CHECK(content_of(folder / "a.html") == "<p>new</p>");
    CHECK(files_in(folder / "") == 1);
}

TEST_CASE("a file of another kind is left as it is") {
    const Folder folder;
    const std::vector<std::pair<std::string, std::string>> others{
        {"my.db", std::string("SQLite format 3\0more", 20)},
        {"kernel.cl", "// a kernel\n__kernel void f() {}\n"},
        {"page.html", "<!doctype html>"},
        {"data.json", "[1]"},
        {"space.t1", "{}"}};
    for (const auto& [name, text] : others) {
        put(folder / name, text);
        for (const OutputKind kind :
             {OutputKind::html, OutputKind::json, OutputKind::c_header, OutputKind::text}) {
            const bool same = (kind == OutputKind::html && text[0] == '<') ||
                              (kind == OutputKind::json && (text[0] == '[' || text[0] == '{'));
            if (same) continue;
            INFO(name);
            CHECK_THROWS_WITH(write(folder / name, kind, "x"),
                              Catch::Contains("it was not changed"));
            CHECK(content_of(folder / name) == text);
        }
    }
    CHECK(files_in(folder / "") == static_cast<std::ptrdiff_t>(others.size()));
}

TEST_CASE("what hone wrote, and what is empty, is replaced") {
    const Folder folder;
    for (const auto& [kind, text] : std::vector<std::pair<OutputKind, std::string>>{
             {OutputKind::html, "<!doctype html>"},
             {OutputKind::json, "{}"},
             {OutputKind::c_header, "/* Written by `hone export gemm --as header` */"},
             {OutputKind::text, "device,ns\n"},
             {OutputKind::text, "# Title\n"}}) {
        put(folder / "out", "");
        write(folder / "out", kind, text);
        write(folder / "out", kind, text + "\n");
        CHECK(content_of(folder / "out") == text + "\n");
    }
}

TEST_CASE("the mode of a file and the links to it stay") {
    const Folder folder;
    write(folder / "new.txt", OutputKind::text, "a");
    const mode_t mask = umask(0);
    umask(mask);
    std::ostringstream expected;
    expected << std::oct << (0666 & ~mask);
    CHECK(permissions(folder / "new.txt") == expected.str());
    fs::permissions(folder / "new.txt", fs::perms(0640));
    fs::create_symlink("new.txt", folder / "link.txt");
    write(folder / "link.txt", OutputKind::text, "b");
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(content_of(folder / "new.txt") == "b");
    CHECK(permissions(folder / "new.txt") == "640");
}

TEST_CASE("streams are written, and a folder or a full disk is said") {
    const Folder folder;
    CHECK_NOTHROW(write("/dev/null", OutputKind::html, "x"));
    CHECK_THROWS_WITH(write("/dev/full", OutputKind::text, "x"), Catch::Contains("cannot write"));
    CHECK_THROWS_WITH(write(folder / "", OutputKind::text, "x"), Catch::Contains("cannot write"));
    CHECK_THROWS_WITH(write(folder / "no/such/place", OutputKind::text, "x"),
                      Catch::Contains("cannot write"));
}

TEST_CASE("a text replaces no file that is named as a source, however it begins") {
    const Folder folder;
    for (const char* name : {"k.cl", "s.toml", "run.sh", "a.py", "b.hpp"}) {
        write(folder / name, OutputKind::source, "#include <mine>\n");
        CHECK_THROWS_WITH(write(folder / name, OutputKind::text, "x"),
                          Catch::Contains("it was not changed"));
        CHECK(content_of(folder / name) == "#include <mine>\n");
    }
    write(folder / "run.sh", OutputKind::source, "HONE_MATCH='exact'\n");
    write(folder / "run.sh", OutputKind::text, "HONE_MATCH='near'\n");  // hone's own
    write(folder / "report.md", OutputKind::text, "# a\n");
    write(folder / "report.md", OutputKind::text, "# b\n");
    write(folder / "new.toml", OutputKind::text, "# new\n");  // nothing is there
    CHECK(content_of(folder / "new.toml") == "# new\n");
}
