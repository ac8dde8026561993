// SPDX-License-Identifier: MIT
// What the entry points of C return when something goes wrong: a status, and its text for the
// thread that called.
#pragma once

#include <stdexcept>
#include <string>

#include "db/api/status.h"

namespace hone {

/// A call that cannot be done, with the status that C is told.
class Failure : public std::runtime_error {
  public:
    Failure(hone_status status, const std::string& text)
        : std::runtime_error(text), status_(status) {}
    hone_status status() const { return status_; }

  private:
    hone_status status_;
};

/// Keeps the text for hone_error_text(); the status.
hone_status failed(hone_status status, const char* text) noexcept;

/// The status and the text of the exception that is being handled.
hone_status failed_by_exception() noexcept;

/// Does it; HONE_OK, or the status of what was thrown.
template <class Body>
hone_status guarded(Body body) noexcept {
    try {
        body();
        return HONE_OK;
    } catch (...) {
        return failed_by_exception();
    }
}

/// What the body returns; where it throws or a pointer is missing, nothing.
template <class Body, class... Pointers>
auto guarded_result(Body body, const Pointers*... given) noexcept -> decltype(body()) {
    try {
        if ((... && (given != nullptr))) return body();
        failed(HONE_BAD_ARGUMENT, "a pointer is NULL");
    } catch (...) {
        failed_by_exception();
    }
    return {};
}

/// Throws where a pointer is missing.
template <class... Pointers>
void need(const Pointers*... given) {
    if (!(... && (given != nullptr))) throw Failure(HONE_BAD_ARGUMENT, "a pointer is NULL");
}

}  // namespace hone
