// SPDX-License-Identifier: MIT
// The text of a program is known however it was made: from text with included files, by linking,
// and from the binaries of an earlier process.
#include "tuner/layer/program_texts.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

#include "tests/folder.hpp"
#include "tests/tuner/layer/made_driver.hpp"

using namespace hone;
using namespace hone::layer;
using hone::test::Folder;

namespace {

const std::array<int, 2> two{};
cl_device_id device(std::size_t number) {
    return reinterpret_cast<cl_device_id>(const_cast<int*>(&two.at(number)));
}

/// Texts are stored in this cache, until the end.
class Cache {
  public:
    explicit Cache(const std::string& folder) { ::setenv("HONE_CACHE", folder.c_str(), 1); }
    ~Cache() {
        if (before_)
            ::setenv("HONE_CACHE", before_->c_str(), 1);
        else
            ::unsetenv("HONE_CACHE");
    }
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;

  private:
    std::optional<std::string> before_ = std::getenv("HONE_CACHE")
                                             ? std::optional<std::string>(std::getenv("HONE_CACHE"))
                                             : std::nullopt;
};

/// One binary for each device.
struct Binaries {
    explicit Binaries(std::vector<std::string> all) : texts(std::move(all)) {
        for (const std::string& text : texts) {
            pointers.push_back(reinterpret_cast<const unsigned char*>(text.data()));
            sizes.push_back(text.size());
        }
    }
    std::vector<std::string> texts;
    std::vector<const unsigned char*> pointers;
    std::vector<std::size_t> sizes;
};

void store(made::Program& program, const Binaries& binaries) {
    program.binary_sizes = binaries.sizes;
    store_binaries(program.handle(), binaries.pointers.data());
}

/// The text of a program that is made from these binaries, of which the driver has no text.
std::optional<ProgramText> text_by(const Binaries& binaries) {
    static made::Program loaded;
    forget_text(loaded.handle());
    note_binaries(loaded.handle(), static_cast<cl_uint>(binaries.sizes.size()),
                  binaries.sizes.data(), binaries.pointers.data());
    return known_text(loaded.handle());
}

bool is_text(const std::optional<ProgramText>& found, std::string_view text,
             std::string_view options) {
    return found && found->text == text && found->options == options;
}

}  // namespace

TEST_CASE(
    "a text is the driver's, with the files that it includes from the folders of its options") {
    const made::Driver driver_below;
    const Folder folder;
    std::ofstream(folder / "size.h") << "#define SIZE 4\n";
    const std::string include = "-I" + (folder / "").string();
    made::Program plain{.source = "kernel void a() {}", .options = "-DX=1"};
    made::Program including{.source = "#include \"size.h\"\nkernel void a() {}",
                            .options = include};
    made::Program lost{.source = including.source, .options = "-DX=1"};
    CHECK(is_text(text_of_program(plain.handle(), device(0)), "kernel void a() {}", "-DX=1"));
    for (int i = 0; i < 2; ++i) {
        const ProgramText found = text_of_program(including.handle(), device(0));
        CHECK_THAT(found.text,
                   Catch::Contains("#define SIZE 4\n") && Catch::Contains("kernel void a() {}"));
        CHECK(found.text.find("#include") == std::string::npos);
        CHECK(found.options == include);
    }
    // The same text with other options does not find the file.
    CHECK(text_of_program(lost.handle(), device(0)).text == lost.source);
}

TEST_CASE("a linked program has the text of the compiled one, and both options") {
    const made::Driver driver_below;
    made::Program compiled{
        .source = "kernel void a() {}", .options = "-DX=1", .devices = {device(0), device(1)}};
    made::Program linked;
    note_linked(linked.handle(), compiled.handle(), 0, nullptr, "-cl-mad-enable");
    CHECK(is_text(known_text(linked.handle()), compiled.source, "-DX=1 -cl-mad-enable"));
    CHECK(is_text(text_of_program(linked.handle(), device(1)), compiled.source,
                  "-DX=1 -cl-mad-enable"));
    cl_device_id only = device(1);
    for (const char* none : {static_cast<const char*>(nullptr), ""}) {
        note_linked(linked.handle(), compiled.handle(), 1, &only, none);
        CHECK(is_text(known_text(linked.handle()), compiled.source, "-DX=1"));
    }
}

TEST_CASE("a program that is linked from one without a text or a device has none") {
    const made::Driver driver_below;
    made::Program empty{.source = {}, .options = "-DX=1", .devices = {device(0)}};
    made::Program without_device{.source = "kernel void a() {}", .options = {}};
    made::Program linked;
    note_linked(linked.handle(), empty.handle(), 0, nullptr, "");
    note_linked(linked.handle(), without_device.handle(), 0, nullptr, "");
    CHECK_FALSE(known_text(linked.handle()));
    CHECK(text_of_program(linked.handle(), device(0)).text.empty());
}

TEST_CASE("a new program with the handle of a former one does not have its text") {
    const made::Driver driver_below;
    made::Program compiled{.source = "kernel void a() {}", .options = {}, .devices = {device(0)}};
    made::Program linked;
    note_linked(linked.handle(), compiled.handle(), 0, nullptr, "");
    REQUIRE(known_text(linked.handle()));
    forget_text(linked.handle());
    CHECK_FALSE(known_text(linked.handle()));
    linked.source = "kernel void b() {}";
    CHECK(text_of_program(linked.handle(), device(0)).text == "kernel void b() {}");
}

TEST_CASE(
    "a binary has the text and the options from which it was built, in a later process, too") {
    const made::Driver driver_below;
    const Folder folder;
    const Cache cache(folder / "cache");
    made::Program first{
        .source = "kernel void a() {\n}\n", .options = "-DX=1", .devices = {device(0)}};
    made::Program second{.source = "kernel void b() {}", .options = "", .devices = {device(0)}};
    store(first, Binaries({std::string("\0\n\xff of a", 8)}));
    store(second, Binaries({"of b"}));
    CHECK(is_text(text_by(Binaries({std::string("\0\n\xff of a", 8)})), first.source, "-DX=1"));
    CHECK(is_text(text_by(Binaries({"of b"})), second.source, ""));
    CHECK_FALSE(text_by(Binaries({"of c"})));
    CHECK_FALSE(text_by(Binaries({"of b "})));
    store(first, Binaries({"of b"}));  // the compiler gives the same binary for another text
    CHECK(is_text(text_by(Binaries({"of b"})), first.source, "-DX=1"));
}

TEST_CASE("binaries for several devices have a text if it is known of each, and the same") {
    const made::Driver driver_below;
    const Folder folder;
    const Cache cache(folder / "cache");
    made::Program both{
        .source = "kernel void a() {}", .options = "-DX=1", .devices = {device(0), device(1)}};
    store(both, Binaries({"a for 0", "a for 1"}));
    made::Program other = both;
    other.options = "-DX=2";
    store(other, Binaries({"b for 0", "b for 1"}));
    CHECK(is_text(text_by(Binaries({"a for 0", "a for 1"})), both.source, "-DX=1"));
    CHECK(is_text(text_by(Binaries({"a for 1"})), both.source, "-DX=1"));
    CHECK_FALSE(text_by(Binaries({"a for 0", "b for 1"})));  // other options
    CHECK_FALSE(text_by(Binaries({"a for 0", "unknown"})));
    CHECK_FALSE(text_by(Binaries({"unknown", "a for 1"})));
    CHECK_FALSE(text_by(Binaries({})));
}

TEST_CASE("a binary that a program did not ask for, or that is empty, is not stored") {
    const made::Driver driver_below;
    const Folder folder;
    const Cache cache(folder / "cache");
    made::Program program{
        .source = "kernel void a() {}", .options = {}, .devices = {device(0), device(1)}};
    Binaries some({"", "a for 1"});
    store(program, some);
    CHECK_FALSE(text_by(Binaries({""})));
    CHECK(text_by(Binaries({"a for 1"})));
    Binaries skipped({"skipped", "also a for 1"});
    skipped.pointers.front() = nullptr;
    store(program, skipped);
    CHECK_FALSE(text_by(Binaries({"skipped"})));
    CHECK(text_by(Binaries({"also a for 1"})));
}

TEST_CASE("a text that could not be read again as it was is not stored") {
    const made::Driver driver_below;
    const Folder folder;
    const Cache cache(folder / "cache");
    made::Program with_line_end{
        .source = "kernel void a() {}", .options = "-DX=1\n-DY=2", .devices = {device(0)}};
    made::Program without_text{.source = {}, .options = "-DX=1", .devices = {device(0)}};
    store(with_line_end, Binaries({"one"}));
    store(without_text, Binaries({"two"}));
    CHECK_FALSE(text_by(Binaries({"one"})));
    CHECK_FALSE(text_by(Binaries({"two"})));
}

TEST_CASE("without a cache no text is stored") {
    const made::Driver driver_below;
    const Folder folder;
    made::Program program{.source = "kernel void a() {}", .options = {}, .devices = {device(0)}};
    {
        const Cache cache("off");
        store(program, Binaries({"a"}));
        CHECK_FALSE(text_by(Binaries({"a"})));
    }
    const Cache cache(folder / "cache");
    CHECK_FALSE(text_by(Binaries({"a"})));
}

TEST_CASE("a kernel has the text of its program, or none") {
    const made::Driver driver_below;
    made::Program program{.source = "kernel void a() {}", .options = "-DX=1"};
    made::Kernel kernel{.entry = "a", .program = &program, .arguments = {}};
    const KernelOrigin origin = origin_of(kernel.handle(), device(0));
    CHECK(origin.entry == "a");
    CHECK(origin.program == program.handle());
    CHECK(origin.text == program.source);
    CHECK(origin.options == "-DX=1");
    kernel.program = nullptr;
    const KernelOrigin unknown = origin_of(kernel.handle(), device(0));
    CHECK(unknown.entry == "a");
    CHECK(unknown.text.empty());
}
