// SPDX-License-Identifier: MIT
// Search spaces accept exactly the types that buffers can be filled with and arguments can have.
#include "spaces/base/number_types.hpp"

#include <catch2/catch.hpp>

#include "db/lookup/scalar_type.hpp"
#include "kernels/launch/element.hpp"

using namespace hone;

TEST_CASE("every type of OpenCL C can be held by a buffer and handed by value") {
    for (const NumberType& type : number_types) {
        INFO(type.name);
        const Element& element = element_of(type.name);
        CHECK(element.bytes == type.bytes);
        CHECK(element.is_integer() != type.is_real);
        REQUIRE(scalar_type(type.name));
        CHECK(scalar_type(type.name)->bytes(1).size() == type.bytes);
    }
}
