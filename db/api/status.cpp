// SPDX-License-Identifier: MIT
// Keeps one error text per thread: that of its last failed call.
#include "db/api/status.hpp"

#include <new>

namespace hone {
namespace {

std::string& text_of_thread() {
    thread_local std::string text;
    return text;
}

}  // namespace

hone_status failed(hone_status status, const char* text) noexcept {
    try {
        text_of_thread() = text;
    } catch (const std::bad_alloc&) {
        text_of_thread().clear();
    }
    return status;
}

hone_status failed_by_exception() noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return failed(failure.status(), failure.what());
    } catch (const std::bad_alloc&) {
        return failed(HONE_NO_MEMORY, "there is no memory left");
    } catch (const std::exception& error) {
        return failed(HONE_FAILED, error.what());
    } catch (...) {
        return failed(HONE_FAILED, "unknown error");
    }
}

}  // namespace hone

extern "C" const char* hone_error_text(void) HONE_NOEXCEPT {
    return hone::text_of_thread().c_str();
}
