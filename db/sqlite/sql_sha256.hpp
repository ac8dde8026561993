// SPDX-License-Identifier: MIT
// Fingerprints within SQL, so that a query can make and check ids and seals.
#pragma once

struct sqlite3;

namespace hone {

/// Adds the function fingerprint(part, …) to the connection. It returns the same 32 digits as
/// Fingerprint for these parts; a real number is hashed by its bits.
void add_fingerprint(sqlite3* connection);

}  // namespace hone
