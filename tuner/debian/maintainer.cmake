# SPDX-License-Identifier: MIT
# The packager is the maintainer, taken from the variables of Debian's own tools. Writes Debian's
# changelog. Read when the build is configured, and again by cpack.
set(name "$ENV{DEBFULLNAME}")
set(email "$ENV{DEBEMAIL}")
if(NOT name)
  set(name "The authors of hone")
endif()
if(NOT email)
  set(email hone@localhost)
endif()
set(CPACK_PACKAGE_CONTACT "${name} <${email}>")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_CONTACT}")

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH if set
file(WRITE ${CPACK_HONE_CHANGELOG} "hone (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What is new in this version: CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
execute_process(COMMAND gzip -9nf ${CPACK_HONE_CHANGELOG})
