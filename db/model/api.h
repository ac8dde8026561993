/* SPDX-License-Identifier: MIT
   What libhone shows to applications: everything else in it is hidden. */
#ifndef HONE_API_H
#define HONE_API_H

#define HONE_API __attribute__((visibility("default")))

/* No call of C throws. */
#ifdef __cplusplus
#define HONE_NOEXCEPT noexcept
#if !defined(__cpp_exceptions) && !defined(__EXCEPTIONS)
#define HONE_NO_EXCEPTIONS 1
#endif
#else
#define HONE_NOEXCEPT
#endif

#endif
