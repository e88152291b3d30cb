// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstring>
#include <string_view>

namespace lanemark::on_host {
/// The widest registers that a streaming copy may use here: found at run time, so one binary serves all.
enum class vector_width { bytes16, bytes32, bytes64 };
inline vector_width widest_vector() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return vector_width::bytes64;
  if (__builtin_cpu_supports("avx2")) return vector_width::bytes32;
#endif
  return vector_width::bytes16;
}
constexpr std::string_view name_of(vector_width w) {
  return w == vector_width::bytes64 ? "avx512" : w == vector_width::bytes32 ? "avx2" : "sse2";
}

/// Ways to copy. `to` is aligned to 64 bytes; sizes are arbitrary. The loops are spelt out in assembly: every compiler
/// then times the same code, and <immintrin.h> would cost 0.3 s of every compile.
namespace kernel {
/// The C library's.
struct memcpy {
  static constexpr std::string_view name = "memcpy";
  static void copy(std::byte* to, std::byte const* from, std::size_t n, vector_width) noexcept {
    std::memcpy(to, from, n);
  }
};

#if defined(__x86_64__)
/// The CPU's own string copy.
struct rep {
  static constexpr std::string_view name = "rep";
  static void copy(std::byte* to, std::byte const* from, std::size_t n, vector_width) noexcept {
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
  }
};

/// Non-temporal stores: the destination's old lines are never read, and the caches are left to others. What is read is
/// asked for 2 KiB ahead, which is worth a tenth where the hardware's prefetcher stops at every 4 KiB; beyond the end
/// of a buffer a prefetch does nothing.
struct stream {
  static constexpr std::string_view name = "stream";
  static void copy(std::byte* to, std::byte const* from, std::size_t n, vector_width width) noexcept {
    if (auto blocks = n / 256; blocks != 0) {
      switch (width) {
        case vector_width::bytes64:
          asm volatile(
              "1:\n\t"
              "prefetchnta 2048(%[from])\n\t"
              "prefetchnta 2112(%[from])\n\t"
              "prefetchnta 2176(%[from])\n\t"
              "prefetchnta 2240(%[from])\n\t"
              "vmovdqu64 (%[from]), %%zmm0\n\t"
              "vmovdqu64 64(%[from]), %%zmm1\n\t"
              "vmovdqu64 128(%[from]), %%zmm2\n\t"
              "vmovdqu64 192(%[from]), %%zmm3\n\t"
              "vmovntdq %%zmm0, (%[to])\n\t"
              "vmovntdq %%zmm1, 64(%[to])\n\t"
              "vmovntdq %%zmm2, 128(%[to])\n\t"
              "vmovntdq %%zmm3, 192(%[to])\n\t"
              "addq $256, %[from]\n\t"
              "addq $256, %[to]\n\t"
              "decq %[blocks]\n\t"
              "jnz 1b\n\t"
              "vzeroupper"
              : [to] "+r"(to), [from] "+r"(from), [blocks] "+r"(blocks)
              :
              : "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3");
          break;
        case vector_width::bytes32:
          asm volatile(
              "1:\n\t"
              "prefetchnta 2048(%[from])\n\t"
              "prefetchnta 2112(%[from])\n\t"
              "prefetchnta 2176(%[from])\n\t"
              "prefetchnta 2240(%[from])\n\t"
              "vmovdqu (%[from]), %%ymm0\n\t"
              "vmovdqu 32(%[from]), %%ymm1\n\t"
              "vmovdqu 64(%[from]), %%ymm2\n\t"
              "vmovdqu 96(%[from]), %%ymm3\n\t"
              "vmovntdq %%ymm0, (%[to])\n\t"
              "vmovntdq %%ymm1, 32(%[to])\n\t"
              "vmovntdq %%ymm2, 64(%[to])\n\t"
              "vmovntdq %%ymm3, 96(%[to])\n\t"
              "vmovdqu 128(%[from]), %%ymm0\n\t"
              "vmovdqu 160(%[from]), %%ymm1\n\t"
              "vmovdqu 192(%[from]), %%ymm2\n\t"
              "vmovdqu 224(%[from]), %%ymm3\n\t"
              "vmovntdq %%ymm0, 128(%[to])\n\t"
              "vmovntdq %%ymm1, 160(%[to])\n\t"
              "vmovntdq %%ymm2, 192(%[to])\n\t"
              "vmovntdq %%ymm3, 224(%[to])\n\t"
              "addq $256, %[from]\n\t"
              "addq $256, %[to]\n\t"
              "decq %[blocks]\n\t"
              "jnz 1b\n\t"
              "vzeroupper"
              : [to] "+r"(to), [from] "+r"(from), [blocks] "+r"(blocks)
              :
              : "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3");
          break;
        case vector_width::bytes16:
          blocks *= 4;
          asm volatile(
              "1:\n\t"
              "prefetchnta 2048(%[from])\n\t"
              "movdqu (%[from]), %%xmm0\n\t"
              "movdqu 16(%[from]), %%xmm1\n\t"
              "movdqu 32(%[from]), %%xmm2\n\t"
              "movdqu 48(%[from]), %%xmm3\n\t"
              "movntdq %%xmm0, (%[to])\n\t"
              "movntdq %%xmm1, 16(%[to])\n\t"
              "movntdq %%xmm2, 32(%[to])\n\t"
              "movntdq %%xmm3, 48(%[to])\n\t"
              "addq $64, %[from]\n\t"
              "addq $64, %[to]\n\t"
              "decq %[blocks]\n\t"
              "jnz 1b"
              : [to] "+r"(to), [from] "+r"(from), [blocks] "+r"(blocks)
              :
              : "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3");
          break;
      }
    }
    if (auto const rest = n % 256; rest != 0) std::memcpy(to, from, rest);
    asm volatile("sfence" : : : "memory");  // the copy is done when its last store has left the core
  }
};
#endif
}  // namespace kernel
}  // namespace lanemark::on_host
