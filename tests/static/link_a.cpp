// SPDX-License-Identifier: MIT
// With link_b.cpp: two translation units that include every header must link, in either order of inclusion.
#include "all_headers.hpp"

int link_b();

int main() { return link_b(); }
