# SPDX-License-Identifier: MIT
# Three Debian packages, by `cpack` in a build folder: hone, the program with its spaces and kernels;
# libhone1, what applications run with; libhone-dev, what they are built with. None of them knows of a
# user's database, so removing them leaves it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hone)
set(CPACK_PACKAGE_CONTACT "The authors of hone <hone@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL tool library headers)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/db)

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME hone)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libhone${HONE_ABI} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_TOOL_DESCRIPTION "${PROJECT_DESCRIPTION}: the program")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libhone${HONE_ABI})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Tuned parameters of OpenCL kernels, for applications")
set(CPACK_DEBIAN_HEADERS_PACKAGE_NAME libhone-dev)
set(CPACK_DEBIAN_HEADERS_PACKAGE_DEPENDS
    "libhone${HONE_ABI} (= ${PROJECT_VERSION}), hone (= ${PROJECT_VERSION}), libsqlite3-dev")
set(CPACK_DEBIAN_HEADERS_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_HEADERS_DESCRIPTION "Headers of libhone, and how CMake and pkg-config find it")
include(CPack)
