// SPDX-License-Identifier: MIT
// Arrays in files: each format gives the same values, and missing data are reported.
#include "kernels/inputs/array_file.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "kernels/inputs/struct_layout.hpp"
#include "spaces/base/error.hpp"
#include "tests/folder.hpp"

using namespace hone;
using namespace hone::test;

namespace {

class ArrayFile {
  public:
    explicit ArrayFile(const std::string& content, std::string name = "x.bin")
        : name_(std::move(name)) {
        std::ofstream(place(), std::ios::binary) << content;
    }
    std::filesystem::path place() const { return folder_ / name_; }

    std::vector<double> read(const char* type, std::size_t count) const {
        const ElementType element = element_type(type, "f32");
        const Bytes bytes = read_arrays(place(), {{"x", element, count}}).front();
        std::vector<double> values;
        for (std::size_t i = 0; i < bytes.size() / element.element->bytes; ++i)
            values.push_back(element.element->at(bytes, i));
        return values;
    }

  private:
    Folder folder_;
    std::string name_;
};

template <class T>
std::string raw(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// The output of numpy.save, in its version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& order,
                const std::string& values) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + values;
}

using Values = std::vector<double>;

}  // namespace

TEST_CASE("raw bytes, CSV, text and .npy give the same array") {
    const Values values{1.5, -2, 0.25};
    CHECK(ArrayFile(raw<float>({1.5F, -2, 0.25F})).read("float", 3) == values);
    CHECK(ArrayFile("1.5, -2,0.25\n").read("float", 3) == values);
    CHECK(ArrayFile("1.5; -2\r\n0.25").read("float", 3) == values);
    CHECK(ArrayFile(npy("<f4", "(3,)", "False", raw<float>({1.5F, -2, 0.25F}))).read("float", 3) ==
          values);
    CHECK(ArrayFile(npy("<f8", "(3,)", "False", raw<double>({1.5, -2, 0.25}))).read("float", 3) ==
          values);
}

TEST_CASE("numbers whose text is as long as their raw bytes are read by the file's name") {
    const std::string text = "12 34 5\n";  // eight bytes
    CHECK(ArrayFile(text, "x.txt").read("int", 3) == Values{12, 34, 5});
    CHECK(ArrayFile("1.5\n", "x.txt").read("float", 1) == Values{1.5});
    CHECK(ArrayFile(raw<float>({1.5F}), "x.txt").read("float", 1) == Values{1.5});
    CHECK(ArrayFile("1.5\n", "x.csv").read("float", 1) == Values{1.5});
    CHECK(ArrayFile("1.5\n", "x.raw").read("float", 1) != Values{1.5});
    CHECK(ArrayFile("1.5\n", "x.bin").read("float", 1) != Values{1.5});
    for (const char* name : {"x", "x.dat"}) {
        CHECK_THROWS_WITH(ArrayFile("1.5\n", name).read("float", 1),
                          Catch::Contains("may be text or raw bytes"));
        CHECK(ArrayFile("12345678", name).read("int", 2).size() == 2);  // one number as a text
        CHECK(ArrayFile("abcd", name).read("float", 1).size() == 1);
        CHECK(ArrayFile("1.25\n", name).read("float", 1) == Values{1.25});
    }
}

TEST_CASE("an array of NumPy has as many values as its shape says, in any type") {
    const ArrayFile matrix(npy("<i4", "(2, 3)", "False", raw<int>({1, 2, 3, 4, 5, 6})));
    CHECK(matrix.read("int", 6) == Values{1, 2, 3, 4, 5, 6});
    CHECK(matrix.read("float2", 3) == Values{1, 2, 3, 4, 5, 6});
    CHECK_THROWS_WITH(matrix.read("int", 5), Catch::Contains("has 6 values; 'x' needs 5"));
}

TEST_CASE("what cannot be read of a file is said with its name") {
    const auto fault = [](const std::string& content) {
        const ArrayFile file(content);
        try {
            file.read("float", 2);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    CHECK_THAT(fault("1 2 3"), Catch::Contains("has 3 values; 'x' needs 2"));
    CHECK_THAT(fault("1 two"), Catch::Contains("'two' is not a number"));
    CHECK_THAT(fault(npy("<f4", "(2,)", "True", raw<float>({1, 2}))),
               Catch::Contains("Fortran order"));
    CHECK_THAT(fault(npy(">f4", "(2,)", "False", raw<float>({1, 2}))),
               Catch::Contains("values of type '>f4'"));
    CHECK_THAT(fault(npy("<f4", "(2,)", "False", raw<float>({1}))), Catch::Contains("x.bin"));
    CHECK_THAT(fault(std::string("\x93NUMPY\x01\x00\xff\xff", 10)),
               Catch::Contains("ends within its header"));
    CHECK_THAT(fault("\x93NUMPY"), Catch::Contains("ends within its header"));
}

TEST_CASE("a number that the type of an array does not hold is refused, and the ends are not") {
    const auto told = [](const char* type, const std::string& words) {
        try {
            ArrayFile(words + " 1").read(type, 2);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(told("int", "1.5"), Catch::Contains("x[0] is 1.5, which type int does not hold"));
    CHECK_THAT(told("float", "1e39"), Catch::Contains("x[0] is 1e39, which type float"));
    for (const auto& [type, words] : {std::pair{"int", "3000000000"},
                                      {"int", "nan"},
                                      {"int", "inf"},
                                      {"int", "-2147483649"},
                                      {"uchar", "256"},
                                      {"uint", "-1"},
                                      {"ulong", "-1"},
                                      {"ulong", "18446744073709551616"},
                                      {"long", "99999999999999999999"},
                                      {"long", "9223372036854775808"},
                                      {"long", "-9223372036854775809"}}) {
        INFO(type << ' ' << words);
        CHECK_THAT(told(type, words), Catch::Contains("does not hold"));
    }
    CHECK(told("uchar", "255").empty());
    CHECK(told("ulong", "18446744073709551615").empty());
    CHECK(told("float", "nan").empty());
    CHECK(told("half", "-inf").empty());
    CHECK(ArrayFile("1e3 -0 +7").read("int", 3) == Values{1000, 0, 7});
    CHECK(ArrayFile("-9223372036854775808").read("long", 1) == Values{-0x1p63});
    CHECK(ArrayFile("-128 127").read("char", 2) == Values{-128, 127});
}

TEST_CASE("an array of NumPy keeps all digits in another type, or is refused") {
    constexpr std::int64_t odd = (std::int64_t{1} << 53) + 1;
    const ArrayFile wide(npy("<i8", "(1,)", "False", raw<std::int64_t>({odd})));
    const Bytes kept = read_arrays(wide.place(), {{"x", element_type("ulong", "f32"), 1}}).front();
    CHECK(element_of("ulong").bits_at(kept, 0) == odd);
    CHECK_THROWS_WITH(wide.read("int", 1), Catch::Contains("which type int does not hold"));
    const ArrayFile below(npy("<i4", "(2,)", "False", raw<int>({5, -1})));
    CHECK_THROWS_WITH(below.read("uint", 2),
                      Catch::Contains("x[1] is -1, which type uint does not hold"));
    CHECK(below.read("short", 2) == Values{5, -1});
    CHECK(below.read("float", 2) == Values{5, -1});
    const ArrayFile part(npy("<f4", "(1,)", "False", raw<float>({1.5F})));
    CHECK_THROWS_WITH(part.read("int", 1), Catch::Contains("x[0] is 1.5, which type int"));
}

TEST_CASE("members of a struct lie where OpenCL C puts them") {
    Argument argument;
    argument.members = {"char", "float3", "int"};
    const StructLayout layout = layout_of(argument, "f32");
    CHECK(layout.members.at(1).offset == 16);
    CHECK(layout.members.at(2).offset == 32);
    CHECK(layout.bytes == 48);
    CHECK(layout.lanes() == 5);
    const Bytes one = element_bytes(layout, {1, 2, 3, 4, 5});
    CHECK(element_of("int").at(gathered(layout, 2, one), 0) == 5);
    Bytes again(48);
    scatter(layout, 2, gathered(layout, 2, one), again);
    CHECK(element_of("int").at(std::span(again).subspan(32), 0) == 5);
}
