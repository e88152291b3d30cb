// SPDX-License-Identifier: MIT
#pragma once

namespace lanemark {
/// The value is needed: the compiler may not drop what computes it.
template <class T>
inline void keep(T const& value) noexcept {
  asm volatile("" : : "r,m"(value) : "memory");
}

/// Every byte may be read here: no store may be dropped or merged with a later one.
inline void clobber() noexcept { asm volatile("" : : : "memory"); }

/// A hint to the core that this is a waiting loop. <immintrin.h> would cost 0.3 s of every compile.
inline void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" : : : "memory");
#endif
}

/// All earlier stores are visible to everyone. Spelt out because std::atomic_thread_fence is `lock or` in g++ and
/// `mfence` in clang, 3 or 16 ns: the same figure must come out of both.
inline void fence() noexcept {
#if defined(__x86_64__)
  asm volatile("lock orq $0, (%%rsp)" : : : "memory", "cc");
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
}  // namespace lanemark
