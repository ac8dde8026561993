// SPDX-License-Identifier: MIT
// Export and import of results: every format on a small synthetic file, hone's own in both
// directions; and imported results are never the best before hone has measured them.
#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "db/store/check_database.hpp"
#include "spaces/base/error.hpp"
#include "tests/db/samples.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/export_results.hpp"
#include "tuner/exchange/import_results.hpp"

using namespace hone;
using samples::Folder;

namespace {

std::filesystem::path written(const Folder& folder, const std::string& name,
                              const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
}

std::string exported(Store& store, Format format) {
    std::ostringstream out;
    export_results(store, format, out);
    return out.str();
}

/// A store with one run of an ok, a wrong, a crashed and an infinitely wrong trial.
void fill(Store& store) {
    const Run run = store.start(samples::run(samples::key(store)));
    Trial first = samples::trial(run.id, 16, 2'000'000);
    first.message = "a \"quoted\",\r\nbroken line";
    first.launches = R"([{"entry":"gemm","local":[16],"global":[64]}])";
    first.build_ms = 81.25;
    store.add(first);
    store.add(samples::wrong(run.id, 32));
    Trial lost = samples::failed(run.id, 64, Outcome::crash);
    lost.at_fault = AtFault::device;
    store.add(lost);
    Trial endless = samples::wrong(run.id, 128);
    endless.error = std::numeric_limits<double>::infinity();
    store.add(endless);
    store.end(run.id, State::finished);
}

std::vector<Trial> only_run(Store& store) {
    const std::vector<Run> runs = store.runs();
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].source == Source::import);
    CHECK(store.bests().empty());
    CHECK(faults(store).empty());
    return store.trials(runs[0].id);
}

constexpr const char* kernel_tuner_cache = R"({
"device_name": "NVIDIA A100", "kernel_name": "gemm_kernel", "problem_size": [4096, 2048],
"tune_params_keys": ["block_size_x", "pad"], "objective": "time",
"tune_params": {"block_size_x": [16, 32], "pad": [0, 1]},
"cache": {
"16,0": {"block_size_x": 16, "pad": 0, "time": 1.5, "times": [1.4, 1.5, 1.6], "compile_time": 80.5},
"16,1": {"block_size_x": 16, "pad": 1, "time": "CompilationFailedConfig"},
"32,0": {"block_size_x": 32, "pad": 0, "time": 1e20},
"32,1": {"block_size_x": 32, "pad": 1, "time": "InvalidConfig"}%s)";

constexpr const char* clblast_file = R"({
"kernel_family": "xgemm_1", "precision": "32", "best_kernel": "Xgemm", "best_time": "1.25",
"best_parameters": "MWG=64 PRECISION=32", "arg_m": "1024", "arg_n": "1024", "arg_k": "512",
"arg_alpha": "2.00", "clblast_device_type": "GPU", "clblast_device_vendor": "NVIDIA",
"clblast_device_architecture": "SM9.0", "clblast_device_name": "NVIDIA H200",
"device": "NVIDIA H200", "platform_vendor": "NVIDIA Corporation", "device_compute_units": "132",
"device_core_clock": "1980", "device_extra_info": "",
"results": [
{"kernel": "Xgemm", "time": 1.250, "parameters": {"MWG": 64, "PRECISION": 32}},
{"kernel": "Xgemm", "time": 0.000, "parameters": {"MWG": 128, "PRECISION": 32}},
{"kernel": "XgemmDirect", "time": 2.5, "parameters": {"WGD": 8, "PRECISION": 32}}]})";

constexpr const char* t4_file = R"({"schema_version": "1.0.0", "results": [
{"timestamp": "2026-01-02T03:04:05+00:00", "configuration": {"WGS": 128, "FAST": true},
 "objectives": ["time"], "times": {"compilation_time": 81.2, "runtimes": [0.412, 0.409], "framework": 3.1,
 "search_algorithm": 0, "validation": 12.4}, "invalidity": "correct", "correctness": 1,
 "measurements": [{"name": "time", "value": 0.410, "unit": "ms"}]},
{"configuration": {"WGS": 256, "FAST": true}, "objectives": ["time"],
 "times": {"runtimes": [], "framework": 0}, "invalidity": "correct", "correctness": 1,
 "measurements": [{"name": "time", "value": 0.5, "unit": "ms"}]},
{"configuration": {"WGS": 512, "FAST": true}, "times": {}, "invalidity": "correctness", "correctness": 0},
{"configuration": {"WGS": 1024, "FAST": true}, "times": {"runtimes": ["Timeout"]}, "invalidity": "timeout"}]})";

}  // namespace

TEST_CASE("a table of a recorded space: parameters, status and time") {
    const Folder folder;
    Store store(":memory:");
    const std::string text =
        "TILE,KIND,SHARE,status,time_ms,std_ms\n"
        "16,fast,0.5,ok,1.25,0.1\n32,inf,1,compile_fail,,\n64,x,2,run_fail,,\n8,y,1,odd,,\n";
    const ImportSummary summary =
        import_results(store, written(folder, "conv.csv", text),
                       {.device = "Some GPU", .kernel = {}, .routine = {}});
    CHECK(summary.format == "a table of a recorded space");
    CHECK(summary.trials == 4);
    const std::vector<Trial> trials = only_run(store);
    CHECK(trials[0].config == R"({"TILE":16,"KIND":"fast","SHARE":0.5})");
    CHECK(trials[0].samples == Samples{1'250'000});
    CHECK(trials[1].config == R"({"TILE":32,"KIND":"inf","SHARE":1})");
    CHECK(trials[1].outcome == Outcome::build);
    CHECK(trials[2].outcome == Outcome::launch);
    CHECK(trials[3].message == "the file says odd");
    CHECK(store.devices().begin()->second.name == "Some GPU");
    CHECK(store.kernels().begin()->second.name == "conv");

    for (const std::string wrong : {"T,status,time_ms\n1,ok\n", "T,status,time_ms\n1,ok,soon\n"})
        CHECK_THROWS_WITH(import_results(store, written(folder, "wrong.csv", wrong)),
                          Catch::Contains("wrong.csv: line 2: "));
    // A trial with a time may be a success.
    CHECK_THROWS_WITH(
        import_results(store, written(folder, "words.csv", "T,status,time_ms\n1,ok,2\n2,OK,1.5\n")),
        Catch::Contains("words.csv: line 3: the status 'OK' is unknown"));
}

TEST_CASE("a Kernel Tuner cache is read, finished or not") {
    const std::string ending = GENERATE("}}", ",", ",\n", "");
    std::string text = kernel_tuner_cache;
    text.replace(text.find("%s"), 2, ending);
    const Folder folder;
    Store store(":memory:");
    const ImportSummary summary = import_results(store, written(folder, "cache.json", text));
    CHECK(summary.format == "a Kernel Tuner cache");
    CHECK(summary.trials == 4);
    const std::vector<Trial> trials = only_run(store);
    CHECK(trials[0].config == R"({"block_size_x":16,"pad":0})");
    CHECK(trials[0].samples == Samples{1'400'000, 1'500'000, 1'600'000});
    CHECK(trials[0].time.median == 1'500'000);
    CHECK(trials[0].build_ms == 80.5);
    CHECK(trials[1].outcome == Outcome::build);
    CHECK(trials[2].outcome == Outcome::launch);
    CHECK(trials[3].outcome == Outcome::rejected);
    CHECK(store.runs()[0].key.problem == R"({"x":4096,"y":2048})");
    CHECK(store.devices().begin()->second.name == "NVIDIA A100");
    CHECK(store.kernels().begin()->second.name == "gemm_kernel");
}

TEST_CASE("a CLBlast tuner file is read, a run for each of its kernels") {
    const Folder folder;
    Store store(":memory:");
    const auto file = written(folder, "clblast_xgemm_1_32.json", clblast_file);
    CHECK(import_results(store, file).runs == 2);
    const Device device = store.devices().begin()->second;
    CHECK(device.name == "NVIDIA H200");
    CHECK(device.type == "gpu");
    CHECK(device.compute_units == 132);
    for (const Run& run : store.runs()) {
        CHECK(run.key.problem == R"({"alpha":"2.00","k":512,"m":1024,"n":1024})");
        CHECK(run.key.precision == "f32");
        CHECK(run.clock == TimedBy::host);
        const std::vector<Trial> trials = store.trials(run.id);
        const bool direct = store.kernels().at(run.key.kernel).name == "XgemmDirect";
        REQUIRE(trials.size() == (direct ? 1 : 2));
        CHECK(trials[0].samples == Samples{direct ? 2'500'000 : 1'250'000});
        if (!direct) CHECK(trials[1].outcome == Outcome::clock);
    }
    CHECK(store.bests().empty());
    CHECK(faults(store).empty());
}

TEST_CASE("T4 is read, and what it does not say is assumed") {
    const Folder folder;
    Store store(":memory:");
    const auto file = written(folder, "sum.json", t4_file);
    import_results(store, file, {.device = "My GPU", .kernel = {}, .routine = "reduction"});
    const std::vector<Trial> trials = only_run(store);
    REQUIRE(trials.size() == 4);
    CHECK(trials[0].config == R"({"WGS":128,"FAST":1})");
    CHECK(trials[0].samples == Samples{412'000, 409'000});
    CHECK(trials[0].build_ms == Approx(81.2));
    CHECK(trials[1].samples == Samples{500'000});
    CHECK(trials[2].outcome == Outcome::wrong);
    CHECK(trials[3].outcome == Outcome::timeout);
    CHECK(store.devices().begin()->second.name == "My GPU");
    CHECK(store.kernels().begin()->second.name == "sum");
    CHECK(store.kernels().begin()->second.routine == "reduction");
}

TEST_CASE("the same file is imported once, under whatever name") {
    const Folder folder;
    Store store(":memory:");
    import_results(store, written(folder, "a.json", t4_file), {.kernel = "sum", .routine = {}});
    const ImportSummary again =
        import_results(store, written(folder, "b.json", t4_file), {.kernel = "sum", .routine = {}});
    CHECK(again.runs == 0);
    CHECK(again.known == 1);
    CHECK(store.runs().size() == 1);
}

TEST_CASE("what hone exports it reads back, as imported") {
    const Format format = GENERATE(Format::t4, Format::json, Format::csv);
    const Folder folder;
    Store store(":memory:");
    fill(store);
    const std::vector<Trial> original = store.trials(store.runs()[0].id);
    const auto file = written(folder, "export", exported(store, format));
    Store copy(":memory:");
    import_results(copy, file);
    const std::vector<Trial> trials = only_run(copy);
    INFO(word(format));
    REQUIRE(trials.size() == original.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        CHECK(trials[i].config == original[i].config);
        if (format == Format::t4) continue;
        CHECK(trials[i].outcome == original[i].outcome);
        CHECK(trials[i].at_fault == original[i].at_fault);
    }
    for (std::size_t i = 0; i < trials.size(); ++i) {
        CHECK(trials[i].time.median == original[i].time.median);
        CHECK(trials[i].samples == original[i].samples);
    }
    CHECK(copy.runs()[0].key.problem == store.runs()[0].key.problem);
    if (format == Format::csv) return;
    // These two formats carry the whole device and kernel, so the results join the existing ones.
    CHECK(copy.runs()[0].key == store.runs()[0].key);
    if (format == Format::t4) return;
    CHECK(trials[0].message == original[0].message);
    CHECK(trials[0].launches == original[0].launches);
    CHECK(trials[0].build_ms == 81.25);
    CHECK(trials[3].error == std::numeric_limits<double>::infinity());
}

TEST_CASE("a CSV of an earlier hone is read, which has no column for whose fault a failure is") {
    const Folder folder;
    Store store(":memory:");
    fill(store);
    const std::string today = exported(store, Format::csv);
    std::string text;
    CsvReader reader(today);
    for (CsvRow row; reader.next(row); text += csv_line(row)) {
        REQUIRE((row.back() == "at_fault" || row.back() == "config" || row.back() == "device"));
        row.pop_back();
    }
    Store copy(":memory:");
    import_results(copy, written(folder, "export.csv", text));
    const std::vector<Trial> trials = only_run(copy);
    REQUIRE(trials.size() == 4);
    for (const Trial& trial : trials) CHECK(trial.at_fault == AtFault::config);
}

TEST_CASE("imported wrongs and times change nothing about the best that was measured here") {
    const Folder folder;
    Store store(":memory:");
    fill(store);
    Store other(":memory:");
    const Run run = other.start(samples::run(samples::key(other)));
    other.add(samples::wrong(run.id, 16));
    other.add(samples::trial(run.id, 512, 5));
    import_results(store, written(folder, "a.json", exported(other, Format::json)));
    REQUIRE(store.bests().size() == 1);
    CHECK(store.bests()[0].trial.config == samples::config(16));
}

TEST_CASE("T4 has the schema's names, and an outcome for each trial") {
    Store store(":memory:");
    fill(store);
    const auto t4 = nlohmann::json::parse(exported(store, Format::t4));
    CHECK(t4.at("schema_version") == "1.0.0");
    const auto& results = t4.at("results");
    CHECK(results[0].at("configuration") == nlohmann::json{{"MWG", 16}, {"KIND", "fast"}});
    CHECK(results[0].at("times").at("compilation_time") == 81.25);
    CHECK(results[0].at("times").at("runtimes")[1] == 2.0);
    CHECK(results[0].at("measurements")[0].at("value") == 2.0);
    CHECK(results[0].at("timestamp").get<std::string>().ends_with("+00:00"));
    std::vector<std::string> invalidities;
    for (const auto& result : results) invalidities.push_back(result.at("invalidity"));
    CHECK(invalidities ==
          std::vector<std::string>{"correct", "correctness", "runtime", "correctness"});
    CHECK(results[1].at("correctness") == 0);
    CHECK(t4.at("metadata").at("runs").begin()->at("device").at("name") == "Test GPU");
}

TEST_CASE("an empty database exports files that can be read") {
    Store store(":memory:");
    CHECK(nlohmann::json::parse(exported(store, Format::t4)).at("results").empty());
    CHECK(nlohmann::json::parse(exported(store, Format::json)).at("runs").empty());
    CHECK(exported(store, Format::csv).starts_with("device,driver,routine"));
    std::ostringstream out;
    CHECK_THROWS_WITH(export_results(store, Format::csv, out, "none"), "there is no run none");
}

TEST_CASE("a file of results is known by who would write over it, and others are not") {
    const Folder folder;
    Store empty(":memory:");
    Store store(":memory:");
    fill(store);
    for (const Format format : {Format::t4, Format::json, Format::csv}) {
        CHECK(has_format(written(folder, "own", exported(store, format)), output_format(format)));
        CHECK(has_format(written(folder, "own", exported(empty, format)), output_format(format)));
        for (const Format other : {Format::t4, Format::json, Format::csv})
            if (other != format) CHECK_FALSE(has_format(folder / "own", output_format(other)));
        for (const char* text :
             {"{\"schema_version\": \"1.0.0\", \"results\": [\n{\"run\":\"1\"}]}", "{\"hone\": 2}",
              "device,driver\r\n", "{}", "[]", "\n"})
            CHECK_FALSE(has_format(written(folder, "other", text), output_format(format)));
    }
}

TEST_CASE("a contradiction, an unknown word and a missing time are refused with their entry") {
    const std::string start =
        R"({"tune_params_keys": ["A", "B"], "tune_params": {"A": [16, 32], "B": [true, "x"]},
"objective": "time", "cache": {
"16,true": {"A": 16, "B": true, "time": 1.5},
)";
    const std::string t4_start = R"({"results": [{"configuration": {"A": 1}, "invalidity": "odd",
         "times": {"runtimes": []}}, )";
    const auto [text, reason] = GENERATE_COPY(table<std::string, std::string>({
        {start + R"("32,x": {"A": 99, "B": "x", "time": 1}}})",
         "a.json: config '32,x': 'A' is 99, which is not among its tune_params [16,32]"},
        {start + R"("32,x": {"A": 32, "B": "x"}}})",
         "a.json: config '32,x' is malformed: key 'time' not found"},
        {start + R"("32,x": {"A": 32, "time": 1}}})",
         "a.json: config '32,x' is malformed: key 'B' not found"},
        {start + R"("32,x": {"A": 32, "B": "x", "time": NaN}}})",
         "a.json: is malformed: parse error at line 4, column "},
        {t4_start + R"({"configuration": {"A": 2}, "invalidity": "weird",
         "times": {"runtimes": [1.5]}}]})",
         "a.json: result 2: the invalidity 'weird' is unknown"},
        {t4_start + R"({"configuration": {"A": 2}, "invalidity": "correct"}]})",
         "a.json: result 2 is malformed: key 'times' not found"},
    }));
    const Folder folder;
    Store store(":memory:");
    CHECK_THROWS_WITH(import_results(store, written(folder, "a.json", text)),
                      Catch::Contains(reason));
    CHECK(store.runs().empty());

    import_results(store, written(folder, "odd.json", R"({"results": [{"configuration": {"A": 1},
        "invalidity": "odd", "times": {"runtimes": []}}]})"));
    const Trial odd = only_run(store).front();
    CHECK(odd.outcome == Outcome::launch);
    CHECK(odd.message == "the file says odd");
}

TEST_CASE("what is no file of results is refused in one line, and nothing of it stays") {
    const auto [text, reason] = GENERATE(table<std::string, std::string>({
        {"hello", "is neither JSON nor hone's CSV"},
        {"", "is neither JSON nor hone's CSV"},
        {"[1, 2]", "is not in a known format"},
        {"{\"a\": 1}", "is not in a known format"},
        {"{\"results\": 3}", "is malformed"},
        {"{\"results\": [{\"configuration\": {}}]}", "is malformed"},
        {"{\"cache\": {\"1\": {\"time\": 1}}}", "is malformed"},
        {"{\"kernel_family\": \"x\", \"results\": [{\"time\": 1}]}", "is malformed"},
        {"{\"hone\": 1, \"runs\": [{\"device\": {}}]}", "is malformed"},
        {R"({"results": [{"configuration": {"WGS": 18446744073709551615},
             "times": {"runtimes": [1]}, "invalidity": "correct"}]})",
         "not an integer of this size: 18446744073709551615"},
        {"device,driver\r\na\r\n", "line 2 of the CSV has 1 cells, not 2"},
        {"device,driver\r\na,b\r\n", "the CSV has no column run"},
    }));
    const Folder folder;
    Store store(":memory:");
    INFO(text);
    CHECK_THROWS_WITH(import_results(store, written(folder, "a.json", text)),
                      Catch::Contains(reason));
    CHECK(store.runs().empty());
    CHECK(store.devices().empty());
    CHECK_THROWS_AS(import_results(store, folder / "none.json"), Error);
}

TEST_CASE("a file is read before the database is locked") {
    const Folder folder;
    Store source(":memory:");
    fill(source);
    Store store(folder / "a.db", Access::write, std::chrono::milliseconds(100));
    Connection writer(folder / "a.db", Access::write);
    writer.run("BEGIN IMMEDIATE");
    const auto good = written(folder, "good.json", exported(source, Format::json));
    CHECK_THROWS_WITH(import_results(store, good, {}), Catch::Contains("is locked"));
    const auto wrong = written(folder, "wrong.json", "{\"hone\":1,\"runs\":[{}]}");
    CHECK_THROWS_WITH(import_results(store, wrong, {}), !Catch::Contains("is locked"));
    writer.run("ROLLBACK");
    CHECK(import_results(store, good, {}).runs == 1);
}

TEST_CASE("deep and long files end in a line, not in a crash") {
    const Folder folder;
    Store store(":memory:");
    const std::string deep = "{\"results\":" + std::string(1'000'000, '[');
    CHECK_THROWS_AS(import_results(store, written(folder, "deep.json", deep)), Error);
    const std::string closed =
        "{\"x\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
    CHECK_THROWS_AS(import_results(store, written(folder, "closed.json", closed)), Error);
}

TEST_CASE("CSV cells may hold commas, quotes and line ends") {
    const CsvRow row{"plain", "", "a,b", "say \"hi\"", "two\r\nlines", "end"};
    const std::string text = csv_line(row) + csv_line({"x"}) + "last,row";
    CsvReader csv(text);
    CsvRow read;
    REQUIRE(csv.next(read));
    CHECK(read == row);
    REQUIRE(csv.next(read));
    CHECK(read == CsvRow{"x"});
    REQUIRE(csv.next(read));
    CHECK(read == CsvRow{"last", "row"});
    CHECK_FALSE(csv.next(read));
}

TEST_CASE(
    "a quote of a CSV that is not closed, or that ends within a cell, is refused by its line") {
    const auto told = [](const std::string& text) {
        CsvReader csv(text);
        CsvRow row;
        try {
            while (csv.next(row)) {
            }
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    CHECK(told("a\r\n\"never closed") == "line 2 of the CSV has a quote that is not closed");
    CHECK(told("a,\"b\"\"") == "line 1 of the CSV has a quote that is not closed");
    CHECK(told("\"") == "line 1 of the CSV has a quote that is not closed");
    CHECK(told("a\nb,\"c\"d,e\n") ==
          "line 2 of the CSV has text between the end of a cell and the next comma");
    CHECK(told("\"a\",\"\",\"b\"\"\"\r\n\"\"\n") == "nothing");
}

TEST_CASE("what was taken from a file is as sound as what hone measures itself") {
    const Folder folder;
    Store store(":memory:");
    std::string text = t4_file;
    text.replace(text.find("\"WGS\": 512"), 5, "\"WGX\"");
    CHECK_THROWS_WITH(import_results(store, written(folder, "a.json", text)),
                      Catch::Contains("have different parameters"));
    text = kernel_tuner_cache;
    text.replace(text.find("%s"), 2, "}}");
    text.replace(text.find("NVIDIA A100"), 6, "\\u001b[31mA");
    import_results(store, written(folder, "b.json", text));
    CHECK(store.devices().begin()->second.name == " [31mA A100");
    CHECK(faults(store).empty());
}

TEST_CASE("a file of results is bounded in depth and in number") {
    const Folder folder;
    Store store(":memory:");
    const std::string deep(1'000'000, '[');
    CHECK_THROWS_WITH(import_results(store, written(folder, "a.json", deep)),
                      Catch::Contains("is nested more than 32 levels deep"));
    std::string many = "{\"results\": [";
    many.append(20'000'000, ',');
    CHECK_THROWS_WITH(import_results(store, written(folder, "b.json", many)),
                      Catch::Contains("more than 16000000 values"));
    const std::string wide = "device," + std::string(5000, ',');
    CHECK_THROWS_WITH(import_results(store, written(folder, "c.csv", wide)),
                      Catch::Contains("more than 4096 cells"));
}

TEST_CASE("what a spreadsheet would compute is marked, and read back as it was") {
    const CsvRow row{"=cmd()", "+1", "-1", "@x", "'=x", "plain", "a'b"};
    const std::string line = csv_line(row);
    CHECK(line == "'=cmd(),'+1,'-1,'@x,''=x,plain,a'b\r\n");
    CsvReader reader(line);
    CsvRow back;
    REQUIRE(reader.next(back));
    CHECK(back == row);
}

namespace {

std::string with(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != text.npos);
    return text.replace(at, what.size(), by);
}

constexpr const char* csv_file =
    "device,driver,routine,kernel,precision,problem,conditions,config,purpose,outcome,samples_ns,"
    "checked_with,place,message,run\r\n"
    "GPU,1,sum,sum,f32,{},{},\"{\"\"WG\"\":64}\",search,ok,SAMPLES,,,,1\r\n";

Samples samples_in(const std::string& name, const std::string& text) {
    const Folder folder;
    Store store(":memory:");
    import_results(store, written(folder, name, text));
    return only_run(store)[0].samples;
}

std::string refusal_of(const std::string& name, const std::string& text) {
    const Folder folder;
    Store store(":memory:");
    try {
        import_results(store, written(folder, name, text));
    } catch (const Error& error) {
        CHECK(std::string_view(error.what()).find(name) != std::string_view::npos);
        CHECK(store.runs().empty());
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("where a result is wrong is read from a CSV, also under the column's earlier name") {
    const std::string file = with(
        with(csv_file, "ok,SAMPLES,,,", "wrong,,host,\"C[17,3]\",it is 1"), ",place,", ",NAME,");
    for (const char* name : {"location", "place"}) {
        const Folder folder;
        Store store(":memory:");
        import_results(store, written(folder, "a.csv", with(file, "NAME", name)));
        CHECK(only_run(store)[0].location == "C[17,3]");
        std::ostringstream out;
        export_results(store, Format::csv, out);
        CHECK_THAT(out.str(), Catch::Contains(",checked_with,location,message,"));
    }
}

TEST_CASE("samples of a CSV are read as the numbers that they are, or refused") {
    const auto read = [](const char* samples) {
        return samples_in("a.csv", with(csv_file, "SAMPLES", samples));
    };
    CHECK(read("1000 2000 3000") == Samples{1000, 2000, 3000});
    CHECK(read("1e6") == Samples{1'000'000});
    CHECK(read("12.5 12.4") == Samples{13, 12});
    for (const char* wrong : {"1;2", "12,5", "1 000x", "-5", "nan", "inf", "1e30", "1  2"}) {
        INFO(wrong);
        const std::string cell = '"' + std::string(wrong) + '"';
        CHECK_THAT(refusal_of("a.csv", with(csv_file, "SAMPLES", cell)),
                   Catch::Contains("among its samples"));
    }
}

namespace {

std::string second_line(const std::string& what, const std::string& by) {
    const std::string all = with(csv_file, "SAMPLES", "1000");
    const std::string line = all.substr(all.find("GPU,1"));
    return all + with(with(line, ":64}", ":128}"), what, by);
}

}  // namespace

TEST_CASE("lines of a CSV with one run and two devices, kernels or problems are refused") {
    const auto told = [](const std::string& what, const std::string& by) {
        return refusal_of("a.csv", second_line(what, by));
    };
    CHECK_THAT(told("GPU,1", "Other GPU,1"),
               Catch::Contains("line 3 of the CSV has another device than line 2"));
    CHECK_THAT(told("GPU,1", "GPU,2"), Catch::Contains("has another driver than line 2"));
    CHECK_THAT(told("sum,sum", "sum,other"), Catch::Contains("has another kernel than line 2"));
    CHECK_THAT(told("f32,{}", "f64,{}"), Catch::Contains("has another precision than line 2"));
    CHECK_THAT(told("f32,{}", "f32,\"{\"\"n\"\":5}\""),
               Catch::Contains("has another problem than line 2"));
    CHECK(told("search", "search") == "accepted");
    CHECK(told("GPU,1,", "GPU,1,") == "accepted");
}

TEST_CASE("problems and configs of a CSV are stored in the form by which they are found") {
    const Folder folder;
    Store store(":memory:");
    const std::string text =
        with(with(csv_file, "SAMPLES", "1000"), "f32,{}", "f32,\"{ \"\"n\"\": 5, \"\"k\"\": 4 }\"");
    import_results(store, written(folder, "a.csv",
                                  with(text, "\"\"WG\"\":64", "\"\"WG\"\" : 64, \"\"A\"\" : 1")));
    CHECK(store.runs().at(0).key.problem == R"({"k":4,"n":5})");
    CHECK(only_run(store).at(0).config == R"({"WG":64,"A":1})");
    for (const char* wrong : {"f32,", "f32,64", "f32,[1]", "f32,n=5"})
        CHECK_THAT(refusal_of("a.csv", with(with(csv_file, "SAMPLES", "1000"), "f32,{}", wrong)),
                   Catch::Contains("as its problem"));
}

TEST_CASE("what is ok in a CSV has a time") {
    for (const char* wrong : {"", "0", "5 0 7", "0.2"}) {
        INFO(wrong);
        CHECK_THAT(refusal_of("a.csv", with(csv_file, "SAMPLES", wrong)),
                   Catch::Contains("is ok and has no time"));
    }
}

TEST_CASE("times of T4 are read in their unit") {
    const auto read = [](const char* unit) {
        const std::string metadata =
            std::string("\"metadata\": {\"timeunit\": \"") + unit + "\"}, ";
        return with(t4_file, "\"results\"", metadata + "\"results\"");
    };
    CHECK(samples_in("a.json", t4_file) == Samples{412'000, 409'000});
    CHECK(samples_in("a.json", read("milliseconds")) == Samples{412'000, 409'000});
    CHECK(samples_in("a.json", read("us")) == Samples{412, 409});
    CHECK(samples_in("a.json", read("s")) == Samples{412'000'000, 409'000'000});
    CHECK_THAT(refusal_of("a.json", read("fortnights")), Catch::Contains("not a unit of time"));
}

TEST_CASE("an objective that is no time is not read as one") {
    const Folder folder;
    Store store(":memory:");
    const std::string in_seconds =
        with(t4_file, "\"value\": 0.5, \"unit\": \"ms\"", "\"value\": 0.5, \"unit\": \"s\"");
    import_results(store, written(folder, "a.json", in_seconds));
    CHECK(only_run(store)[1].samples == Samples{500'000'000});
    const std::string rate =
        with(t4_file, "\"value\": 0.5, \"unit\": \"ms\"", "\"value\": 500, \"unit\": \"GFLOP/s\"");
    CHECK_THAT(refusal_of("a.json", rate),
               Catch::Contains("'GFLOP/s', which is not a unit of time"));
    const std::string cache =
        R"({"kernel_name": "k", "tune_params_keys": ["x"], "objective": "GFLOP/s",
        "cache": {"1": {"x": 1, "GFLOP/s": 900.0}}})";
    CHECK_THAT(refusal_of("b.json", cache), Catch::Contains("its objective is 'GFLOP/s'"));
    const std::string both =
        R"({"kernel_name": "k", "tune_params_keys": ["x"], "objective": "GFLOP/s",
        "cache": {"1": {"x": 1, "GFLOP/s": 900.0, "time": 2.0}}})";
    CHECK(samples_in("c.json", both) == Samples{2'000'000});
}

TEST_CASE("the time of an import grows with the number of its runs, and no faster") {
    // Of the processor: waiting for other processes counts as no time.
    const auto ticks = [](int runs) {
        std::string text(csv_file, std::string_view(csv_file).find("GPU,1"));
        for (int run = 0; run < runs; ++run)
            text += "GPU,1,sum,sum,f32,{},{},\"{\"\"WG\"\":64}\",search,ok,1000,,,," +
                    std::string(400, 'x') + std::to_string(run) + "\r\n";
        const Folder folder;
        Store store(":memory:");
        const auto file = written(folder, "many.csv", text);
        const std::clock_t began = std::clock();
        CHECK(import_results(store, file).runs == runs);
        return std::clock() - began;
    };
    CHECK(ticks(4000) < 24 * ticks(500));  // 8 if it is linear, 64 if it is quadratic
}
