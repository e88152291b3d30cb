// SPDX-License-Identifier: MIT
#include <lanemark/backend/accelerator/streams.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a uuid as nvidia-smi writes it") {
  unsigned char const bytes[16] = {0x8f, 0x4c, 0x2b, 0x10, 0x00, 0x01, 0x02, 0x03,
                                   0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0xff};
  CHECK(on_accelerator::uuid_text(bytes) == "GPU-8f4c2b10-0001-0203-0405-060708090aff");
}
