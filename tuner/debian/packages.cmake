# SPDX-License-Identifier: MIT
# Debian packages, written by `cpack` in a build folder. hone: the program with its spaces and
# kernels. libhone2: the runtime library of applications. libhone-tuner2: for applications that tune
# at first use. libhone-dev: to build applications. python3-hone: the Python module. No package owns
# a user's database, so removing them keeps it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hone)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_HONE_CHANGELOG ${PROJECT_BINARY_DIR}/debian/changelog)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/maintainer.cmake)
include(${CPACK_PROJECT_CONFIG_FILE})
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/triggers.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL tool library tuner headers python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/db)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(library libhone${HONE_ABI})
set(tuner libhone-tuner${HONE_ABI})
# Each package: its component, name, section, dependencies, summary and details.
function(debian_package component name section needs summary details)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${needs}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${details}" PARENT_SCOPE)
  # Debian requires both files in each package.
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES ${PROJECT_SOURCE_DIR}/tuner/debian/copyright ${PROJECT_BINARY_DIR}/debian/changelog.gz
          DESTINATION ${documents} COMPONENT ${component})
endfunction()
debian_package(tool hone devel "${library} (= ${PROJECT_VERSION})"
  "autotuner of OpenCL kernels"
  "Finds the fastest correct config of an OpenCL kernel on a device, and stores\nevery measurement. Comes with kernels for matrix products and reductions.")
debian_package(library ${library} libs ""
  "tuned OpenCL kernels for applications"
  "Answers how to run a kernel for a problem on a device, from what hone has\nmeasured, and runs matrix products and reductions as one call each.")
debian_package(tuner ${tuner} libs "${library} (= ${PROJECT_VERSION})"
  "tuner of OpenCL kernels, as a library"
  "For applications that tune a kernel when it is first needed.")
debian_package(headers libhone-dev libdevel
  "${library} (= ${PROJECT_VERSION}), ${tuner} (= ${PROJECT_VERSION}), libsqlite3-dev, opencl-c-headers, opencl-clhpp-headers"
  "headers of libhone"
  "What C and C++ programs that use libhone are built with; CMake and pkg-config\nfind it.")
debian_package(python python3-hone python "python3, ${library} (>= ${PROJECT_VERSION})"
  "tuned OpenCL kernels for Python"
  "Asks libhone, and runs matrix products and reductions on arrays of PyOpenCL\nand NumPy.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy, python3-pyopencl")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)

include(CPack)
