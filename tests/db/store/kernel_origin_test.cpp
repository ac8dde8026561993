// SPDX-License-Identifier: MIT
// Kernel texts carry their origin: a merge or an import adds them as foreign. Only naming or tuning
// a kernel here makes it one of this database.
#include "db/store/kernel_origin.hpp"
#include "db/lookup/read_catalog.hpp"

#include <catch2/catch.hpp>

#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A kernel with its own name and text, tuned into its own database.
struct Shared {
    explicit Shared(const std::string& name) : file(folder / (name + ".db")) {
        kernel.name = name;
        Store store(file);
        tune(store, gpu(), kernel, size(256, 256, 256), 16);
    }

    std::string id() const { return id_of(kernel); }

    Folder folder;
    Kernel kernel = product("kernel void product() { evil(); }");
    std::filesystem::path file;
};

std::string recipe_of(Store& store, const std::string& kernel) {
    return store.connection().text("SELECT text FROM recipe WHERE kernel_id = '" + kernel + "'");
}

/// Whether an export takes the kernel's text from the database.
bool is_exported(const std::filesystem::path& file, const std::string& kernel) {
    const auto catalog = lookup::read_catalog({file}, lookup::Trust::own);
    return std::ranges::count(catalog.versions, kernel, &lookup::KernelVersion::name) > 0;
}

}  // namespace

TEST_CASE("what a merge brings keeps its origin until it is chosen here") {
    const Shared one("one");
    const Shared two("two");
    const Folder folder;
    Store store(folder / "a.db");
    const std::string own = store.add(product());
    merge(store, one.file);
    CHECK(origin_of(store, own).empty());
    CHECK(origin_of(store, one.id()) == one.file.string());
    CHECK_FALSE(is_exported(folder / "a.db", "one"));
    CHECK(is_exported(folder / "a.db", "product_tile"));

    // A second merge does not launder the origin.
    Store further(folder / "b.db");
    merge(further, {folder / "a.db", two.file}, [](const auto&, const auto&) {});
    CHECK(origin_of(further, one.id()) == one.file.string());
    CHECK(origin_of(further, own) == (folder / "a.db").string());
    CHECK(origin_of(further, two.id()) == two.file.string());

    store.add(one.kernel);
    CHECK(origin_of(store, one.id()).empty());
    CHECK(is_exported(folder / "a.db", "one"));
    merge(store, one.file);
    CHECK(origin_of(store, one.id()).empty());
}

TEST_CASE("what an import brings keeps its origin, and does not change that of others") {
    const Folder folder;
    Store store(folder / "a.db");
    const std::string own = store.add(product());
    CHECK(add_from(store, product(), "shared.json") == own);
    CHECK(origin_of(store, own).empty());
    const Kernel brought = product("kernel void brought() {}");
    const std::string id = add_from(store, brought, "shared.json");
    add_from(store, brought, "again.json");
    CHECK(origin_of(store, id) == "shared.json");
}

TEST_CASE("a text under another text's id is refused") {
    const std::string column = GENERATE("source", "space", "name", "routine");
    const Shared shared("shared");
    Connection(shared.file, Access::write).run("UPDATE kernel SET " + column + " = 'evil'");
    const Folder folder;
    Store store(folder / "a.db");
    CHECK_THROWS_WITH(merge(store, shared.file), Catch::Contains("was changed"));
    CHECK(store.kernels().empty());
}

TEST_CASE("how a kernel of this database is launched is said by nobody else") {
    const Shared shared("shared");
    const Folder folder;
    Store store(folder / "a.db");
    store.add(shared.kernel);
    const std::string own = recipe_of(store, shared.id());
    Connection(shared.file, Access::write)
        .run("UPDATE recipe SET text = 'launch\tevil\t\t', at = at + 1000000");
    merge(store, shared.file);
    CHECK(recipe_of(store, shared.id()) == own);

    Store other(folder / "b.db");
    merge(other, shared.file);
    CHECK(recipe_of(other, shared.id()) == "launch\tevil\t\t");
    other.add(shared.kernel);
    CHECK(recipe_of(other, shared.id()) == own);
}

TEST_CASE("kernels that were merged before databases knew origins are those of their runs") {
    const Shared shared("shared");
    const Folder folder;
    std::string own;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 16);
        own = id_of(product());
        merge(store, shared.file);
    }
    make_version_4(folder / "a.db");
    for (const Access access : {Access::read, Access::write}) {
        Store store(folder / "a.db", access);
        CHECK(origin_of(store, shared.id()) == shared.file.string());
        CHECK(origin_of(store, own).empty());
    }
}
