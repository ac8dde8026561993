// SPDX-License-Identifier: MIT
// A value is hashed in its stored form: integers in decimal, texts and blobs as bytes.
#include "db/sqlite/sql_sha256.hpp"

#include <sqlite3.h>

#include <bit>
#include <exception>

#include "db/model/sha256.hpp"

namespace hone {
namespace {

void add(Fingerprint& print, sqlite3_value* value) {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER) {
        print.add(std::int64_t{sqlite3_value_int64(value)});
    } else if (type == SQLITE_FLOAT) {
        print.add(std::bit_cast<std::int64_t>(sqlite3_value_double(value)));
    } else {
        const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
        const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
        print.add(std::string_view(size > 0 ? bytes : "", size));
    }
}

// Exceptions must not pass through SQLite, which is C.
void answer(sqlite3_context* context, int count, sqlite3_value** values) {
    try {
        Fingerprint print;
        for (int i = 0; i < count; ++i) add(print, values[i]);
        const std::string id = print.id();
        sqlite3_result_text(context, id.data(), static_cast<int>(id.size()), SQLITE_TRANSIENT);
    } catch (const std::exception&) {
        sqlite3_result_error_nomem(context);
    }
}

}  // namespace

void add_fingerprint(sqlite3* connection) {
    // SQLITE_DIRECTONLY: no schema may call it. Distrusting the schema as a whole would also forbid
    // json_valid().
    constexpr int kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    sqlite3_create_function_v2(connection, "fingerprint", -1, kind, nullptr, answer, nullptr,
                               nullptr, nullptr);
}

}  // namespace hone
