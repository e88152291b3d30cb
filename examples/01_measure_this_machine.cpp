// SPDX-License-Identifier: MIT
// A harness: what does it cost to move bytes to the first device of this machine?
// example-begin: harness
#include <lanemark/lanemark.hpp>

using namespace lanemark;
using namespace lanemark::literals;

using upload = probe<host_to_device<host>,            // what moves, by which backend
                     sizes::doubling<4_KiB, 64_MiB>,  // values for the loop, not one instantiation each
                     place::near_device>;             // a description, resolved once against the topology

int main() { report::text(stdout, measure<upload>({.samples = 31})); }
// example-end: harness
