// SPDX-License-Identifier: MIT
// The origin of an application's programs: a shared database decides how kernels are run, never
// their text.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "db/model/printable.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tests/environment.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr const char* values = "{\"TILE\":8,\"TILE\":16,\"TILE\":32}";

/// A folder in which this library finds one shipped kernel, and a database of another author.
struct House {
    House() {
        setenv("HONE_SHARE", (folder / "").c_str(), 1);
        Store installed(folder / "kernels.db");
        installed.add(own());
    }
    ~House() { unsetenv("HONE_SHARE"); }
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    static Kernel own() {
        Kernel kernel = product();
        kernel.recipe.replace(kernel.recipe.find("TILE\t\t"), 6,
                              std::string("TILE\t") + values + "\t");
        return kernel;
    }

    /// The same change in the stored times of all configs.
    static std::string in_timings(std::string sql) {
        const std::string_view bests = "UPDATE tuned ";
        if (sql.starts_with(bests)) sql.replace(0, bests.size(), "UPDATE timing ");
        return sql;
    }

    /// An application's answer after this change of a foreign database.
    TunedKernel told(const std::string& sql, const Kernel& kernel = own()) const {
        const auto file = folder / "shared" / "a.db";
        std::filesystem::create_directory(file.parent_path());
        {
            Store store(file);
            tune(store, gpu(), kernel, size(256, 256, 256), 16);
            store.connection().run(sql);
            store.connection().run(in_timings(sql));
        }
        Tuned tuned({file});
        const TunedKernel answer = tuned.find("product", gpu(), "f32", cube(256));
        std::filesystem::remove_all(file.parent_path());
        return answer;
    }

    Folder folder;
};

constexpr const char* unsealed = ", seal = 'not sealed yet'";

}  // namespace

TEST_CASE("what was tuned elsewhere is run with the kernel that came with hone") {
    const House house;
    const TunedKernel answer = house.told("");
    CHECK(answer.match == Match::exact);
    CHECK(tile_of(answer) == 16);
    CHECK(answer.stale.empty());
}

TEST_CASE("no database brings a text, a recipe or an option of its own") {
    const House house;
    const std::string kind = GENERATE("source = 'evil'", "space = 'evil'");
    CHECK(house.told("UPDATE kernel SET " + kind).source == product().source);
    const TunedKernel edited =
        house.told("UPDATE recipe SET text = replace(text, 'float -DREAL', 'evil -DREAL')" +
                   std::string(unsealed));
    CHECK(edited.match == Match::exact);
    CHECK(edited.build_options.find("evil") == std::string::npos);
    const std::string option = GENERATE("-I/etc", "-DM=system(1)", "-include x", "-cl-x;y");
    const TunedKernel optioned = house.told(
        "UPDATE tuned SET conditions = json_object('options', '" + option + "')" + unsealed);
    CHECK(optioned.match == Match::defaults);
    CHECK_THAT(optioned.reason, Catch::Contains("only a trusted database"));
    CHECK(house
              .told(std::string("UPDATE tuned SET conditions = json_object('options', "
                                "'-cl-uniform-work-group-size -cl-std=CL1.2')") +
                    unsealed)
              .match == Match::exact);
}

TEST_CASE("a config is one that the space has, and no words for a compiler") {
    const House house;
    const std::string config = GENERATE("'{\"TILE\":1000000,\"KIND\":\"fast\"}'",
                                        "'{\"TILE\":\"1;evil()\",\"KIND\":\"fast\"}'",
                                        "'{\"TILE=1 -DX\":16,\"KIND\":\"fast\"}'", "'{}'", "'[]'");
    const Kernel kernel = [] {
        Kernel whole = House::own();
        whole.recipe.replace(whole.recipe.find("KIND\t\t"), 6,
                             "KIND\t{\"KIND\":\"fast\",\"KIND\":\"plain\"}\t");
        return whole;
    }();
    {
        Store installed(house.folder / "kernels.db");
        installed.add(kernel);
    }
    CHECK(house.told("SELECT 1", kernel).match == Match::exact);
    CHECK(house.told("UPDATE tuned SET config = " + config + unsealed, kernel).match ==
          Match::defaults);
}

TEST_CASE("results of another text of a kernel are for today's, and said to be old") {
    const House house;
    Kernel older = House::own();
    older.source = "an older text";
    const TunedKernel answer = house.told("", older);
    CHECK(answer.source == product().source);
    CHECK(tile_of(answer) == 16);
    CHECK(answer.stale == "the kernel's source has changed since");
}

TEST_CASE("a kernel that did not come with hone is given to who trusts the database") {
    const House house;
    const Folder elsewhere;
    const auto file = elsewhere / "shared.db";
    Kernel mine = product("kernel void mine() {}");
    mine.name = "mine";
    mine.routine = "my_product";
    {
        Store store(file);
        tune(store, gpu(), mine, size(256, 256, 256), 16);
    }
    Tuned tuned({file});
    for (const char* word : {"mine", "my_product"}) {
        const TunedKernel& none = tuned.find(word, gpu(), "f32", cube(256));
        CHECK(none.match == Match::none);
        CHECK_THAT(none.reason, Catch::Contains("did not come with hone"));
    }
    tuned.trust_databases();
    CHECK(tuned.find("mine", gpu(), "f32", cube(256)).source == mine.source);
}

TEST_CASE("where nothing that came with hone is found, the answer says where it was sought") {
    const Folder folder;
    const test::Variable share("HONE_SHARE", (folder / "nowhere").string());
    Tuned tuned(std::vector<std::filesystem::path>{});
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).reason ==
          "no database has a kernel 'product'; HONE_SHARE is '" + (folder / "nowhere").string() +
              "', which is not a folder");
}

TEST_CASE("a folder without the kernels that come with hone is said, whatever else is there") {
    const Folder folder;
    const test::Variable share("HONE_SHARE", (folder / "").string());
    {
        Store store(folder / "own.dbx");
        fill(store);
    }
    for (const auto& files : {std::vector<std::filesystem::path>{}, {folder / "own.dbx"}})
        CHECK_THAT(
            Tuned(files).find("product", gpu(), "f32", cube(64)).reason,
            Catch::StartsWith("no database has a kernel 'product'; ") &&
                Catch::Contains("has no database of the kernels that come with hone, libhone") &&
                !Catch::Contains("not trusted"));
    // A damaged database is reported once, although it is read twice.
    std::ofstream(folder / "kernels.db") << std::string(5000, 'x');
    Tuned tuned({folder / "kernels.db"});
    CHECK(tuned.skipped().size() == 1);
    const std::string reason = tuned.find("product", gpu(), "f32", cube(64)).reason;
    CHECK(reason.find("skipped: ") != std::string::npos);
    CHECK(reason.find("skipped: ") == reason.rfind("skipped: "));
}

TEST_CASE("a name cannot speak to a terminal") {
    CHECK(printable("\x1b[31mred\x07 \x7f\xc2\x9b") == " [31mred     ");
    CHECK(printable("a\r\nb\tc \xc3\xa9 \xc2\xb5") == "a\r\nb\tc \xc3\xa9 \xc2\xb5");
    CHECK(printable("over\rwritten") == "over written");
    Store store(":memory:");
    Device device = gpu();
    device.name = "\x1b]0;title\x07";
    store.add(device);
    CHECK(store.devices().begin()->second.name == " ]0;title ");
}

TEST_CASE("what is no UTF-8 is told as a question mark for each byte") {
    CHECK(printable("Intel\xae HD") == "Intel? HD");
    CHECK(printable("\xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf") ==
          "\xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf");
    CHECK(printable("\xc0\x80 \xe0\x9f\xbf \xed\xa0\x80 \xf4\x90\x80\x80") == "?? ??? ??? ????");
    CHECK(printable("cut \xe2\x82") == "cut ??");
}

TEST_CASE("no text turns the line, or ends it where a name stands") {
    CHECK(printable("a\xe2\x80\xaetxt.exe") == "a   txt.exe");
    CHECK(printable("\xe2\x81\xa6x\xe2\x81\xa9 \xd8\x9c \xe2\x80\x8f \xe2\x80\xa8") ==
          "   x" + std::string(14, ' '));
    CHECK(printable("5 \xe2\x80\x93 6 \xe2\x80\xa6 \xd7\x90") ==
          "5 \xe2\x80\x93 6 \xe2\x80\xa6 \xd7\x90");
    CHECK(one_line("hone\n1.0\r\n\tx") == "hone 1.0   x");
    Store store(":memory:");
    Device device = gpu();
    device.driver = "1.0\nforged  2.0 ms";
    store.add(device);
    CHECK(store.devices().begin()->second.driver == "1.0 forged  2.0 ms");
}

TEST_CASE("what JSON escapes is read as what people may be shown") {
    const Settings config = settings_of("{\"A\":\"\\u001b[31m\\u009bx\",\"B\\u000a\":1}");
    CHECK(joined(config) == "A= [31m?x B =1");
}

TEST_CASE("relaxed mathematics is for who asks for it") {
    const std::string option =
        GENERATE("-cl-fast-relaxed-math", "-cl-std=CL1.2 -cl-mad-enable", "-cl-denorms-are-zero",
                 "-cl-finite-math-only", "-cl-unsafe-math-optimizations -cl-std=CL2.0",
                 "-cl-finite-math-only\n-cl-mad-enable");
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 16, 2000);
        Run relaxed = run({store.add(gpu()), store.add(product()), "f32", size(256, 256, 256),
                           canonical({{"options", option}})});
        relaxed.uuid = gpu().uuid;
        relaxed = store.start(relaxed);
        Trial fast = trial(relaxed.id, 32, 1000);
        fast.config = canonical({{"TILE", std::int64_t{32}}, {"KIND", "fast"}});
        fast = store.add(fast);
        store.add(relaxed.id, Finalist{.trial = fast.id, .rank = 1, .tied = false});
        store.end(relaxed.id, State::finished);
    }
    Tuned tuned({folder / "a.db"});
    tuned.trust_databases();
    for (const std::int64_t n : {256, 300, 256}) {
        const auto found = [&](Math math) {
            return tuned.find("product", gpu(), "f32", cube(n), Rewriting::no, math);
        };
        const TunedKernel& exact = tuned.find("product", gpu(), "f32", cube(n));
        CHECK(tile_of(exact) == 16);
        CHECK(exact.build_options.find("-cl-") == std::string::npos);
        CHECK(tile_of(found(Math::exact)) == 16);
        const TunedKernel relaxed = found(Math::relaxed);
        CHECK(tile_of(relaxed) == 32);
        CHECK_THAT(relaxed.build_options, Catch::EndsWith(option));

        CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(n))) == 16);
    }
    CHECK_THAT(tuned.find("product", gpu(), "f32", cube(256)).reason, Catch::Contains(option));
}
