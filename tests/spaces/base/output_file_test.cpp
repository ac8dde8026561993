// SPDX-License-Identifier: MIT
// A command's output never overwrites a foreign file.
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

const OutputFormat page{"page of hone", {"<!doctype html>…content=\"hone\""}};
const OutputFormat table{"table of hone", {"device,ns\n"}};
const OutputFormat report{"report of hone", {"# Title\n…; made by hone\n", "Title\n"}};

void write(const fs::path& file, const OutputFormat& format, const std::string& text) {
    OutputFile out(file, format);
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
    const std::string old = "<!doctype html><meta content=\"hone\"><p>old</p>";
    put(folder / "a.html", old);
    {
        OutputFile out(folder / "a.html", page);
        out.stream() << "<p>new";
        out.stream().flush();
        CHECK(content_of(folder / "a.html") == old);
    }
    CHECK(content_of(folder / "a.html") == old);
    write(folder / "a.html", page, "<p>new</p>");
    CHECK(content_of(folder / "a.html") == "<p>new</p>");
    CHECK(files_in(folder / "") == 1);
}

TEST_CASE("a file that hone did not write is left as it is, whatever its name and language") {
    const Folder folder;
    const std::vector<std::pair<std::string, std::string>> others{
        {"my.db", std::string("SQLite format 3\0more", 20)},
        {"kernel.cl", "// a kernel\n__kernel void f() {}\n"},
        {"k.OCL", "__kernel void f() {}\n"},
        {"Makefile", "all: hone\n\thone report -o report.html\n"},
        {"a.js", "console.log('made by hone')\n"},
        {"page.html", "<!doctype html><title>mine</title>"},
        {"late.html", "<p>mine</p><!doctype html><meta content=\"hone\">"},
        {"package.json", "{\n  \"name\": \"mine\"\n}\n"},
        {"list.json", "[1]"},
        {"table.csv", "name,ns\na,1\n"},
        {"columns.csv", "device,ns,more\na,1,2\n"},
        {"notes.md", "# Title\n\nwhat I think of it\n"},
        {"notes.txt", "Titles\n"},
        {"blank", "\n"}};
    for (const auto& [name, text] : others) {
        put(folder / name, text);
        for (const OutputFormat& format : {page, table, report}) {
            INFO(name << " as a " << format.name);
            CHECK_FALSE(has_format(folder / name, format));
            CHECK_THROWS_WITH(write(folder / name, format, "x"),
                              Catch::EndsWith(format.name + "; it was not changed"));
            CHECK(content_of(folder / name) == text);
        }
    }
    CHECK(files_in(folder / "") == static_cast<std::ptrdiff_t>(others.size()));
}

TEST_CASE("what hone wrote, and what is empty, is replaced without a question") {
    const Folder folder;
    for (const auto& [format, text] : std::vector<std::pair<OutputFormat, std::string>>{
             {page, "<!doctype html>\n<meta content=\"hone\">"},
             {table, "device,ns\na,1\n"},
             {report, "# Title\n\n2 devices; made by hone\n"},
             {report, "Title\n2 devices\n"}}) {
        put(folder / "out", "");
        write(folder / "out", format, text);
        CHECK(has_format(folder / "out", format));
        write(folder / "out", format, text + "\n");
        CHECK(content_of(folder / "out") == text + "\n");
    }
    // A format without a known beginning matches no existing file.
    CHECK_THROWS(write(folder / "out", {"file", {}}, "x"));
    CHECK_THROWS(write(folder / "out", {"file", {""}}, "x"));
    write(folder / "out", {.name = "file", .looks = {}, .is_known = true}, "x");
    CHECK(content_of(folder / "out") == "x");
}

TEST_CASE("the mode of a file and the links to it stay") {
    const Folder folder;
    write(folder / "new.txt", report, "Title\na");
    const mode_t mask = umask(0);
    umask(mask);
    std::ostringstream expected;
    expected << std::oct << (0666 & ~mask);
    CHECK(permissions(folder / "new.txt") == expected.str());
    fs::permissions(folder / "new.txt", fs::perms(0640));
    fs::create_symlink("new.txt", folder / "link.txt");
    write(folder / "link.txt", report, "b");
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(content_of(folder / "new.txt") == "b");
    CHECK(permissions(folder / "new.txt") == "640");
}

TEST_CASE("streams are written, and a folder or a full disk is said") {
    const Folder folder;
    CHECK_NOTHROW(write("/dev/null", page, "x"));
    CHECK_THROWS_WITH(write("/dev/full", report, "x"), Catch::Contains("cannot write"));
    CHECK_THROWS_WITH(write(folder / "", report, "x"), Catch::Contains("cannot write"));
    CHECK_THROWS_WITH(write(folder / "no/such/place", report, "x"),
                      Catch::Contains("cannot write"));
}
