// SPDX-License-Identifier: MIT
// Any text is an expression, or a mistake with a position. An expression has a value or a reason
// why there is none.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "spaces/language/expression.hpp"
#include "spaces/language/expression_to_python.hpp"

using namespace hone;

namespace {

const Names names{{"a", Number(7)},           {"b", Number(-3)},
                  {"zero", Number(0)},        {"half", Number::fraction(1, 2)},
                  {"big", Number(INT64_MAX)}, {"small", Number(INT64_MIN)},
                  {"word", "fast"},           {"device.warp", Number(32)}};

void must(bool holds) {
    if (!holds) std::abort();
}

void use(const Expression& expression) try {
    const Value value = expression.evaluate(lookup_in(names));
    must(value == expression.evaluate(lookup_in(names)));
    must(!python(expression, names).empty());
} catch (const Error&) {
    // An undefined name, or a Python expression out of bounds.
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    Mistakes mistakes;
    const Expression expression = Expression::parse(text, {"fuzz", 1, 1}, mistakes);
    must(mistakes.size() <= 1);
    if (mistakes.empty()) {
        must(expression.text() == text);
        use(expression);
    } else {
        must(mistakes[0].location.line >= 1 && mistakes[0].location.column >= 1);
    }
    return 0;
}
