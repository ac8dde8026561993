/* SPDX-License-Identifier: MIT
   Status codes of the C API. */
#ifndef HONE_STATUS_H
#define HONE_STATUS_H

#include "db/api/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0 on success, else the reason of the failure; negative numbers are OpenCL error codes. */
typedef int hone_status;
enum {
    HONE_OK = 0,
    HONE_BAD_ARGUMENT = 1, /* invalid argument */
    HONE_NO_KERNEL = 2,    /* no kernel can run */
    HONE_NO_MEMORY = 3,
    HONE_FAILED = 4
};
/* Describes the last failed call of this thread, with the compiler's log if a build failed. The
   text stays valid until the next failed call of this thread. */
HONE_API const char* hone_error_text(void) HONE_NOEXCEPT;
/* The status of that call, also if it returned NULL; HONE_OK if none has failed. */
HONE_API hone_status hone_error_status(void) HONE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
