// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <type_traits>
#include <utility>

namespace lanemark {
template <class>
class function_ref;

/// A caller's callable, borrowed for the length of a call. std::function would cost 0.1 s of every compile and a heap
/// cell.
template <class R, class... As>
class function_ref<R(As...)> {
  void* object = nullptr;
  R (*call)(void*, As...) = nullptr;

 public:
  function_ref() = default;
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> && std::is_invocable_r_v<R, F&, As...>)
  function_ref(F&& f) noexcept
      : object(const_cast<void*>(static_cast<void const*>(std::addressof(f)))), call([](void* p, As... as) -> R {
          auto& callable = *static_cast<std::remove_reference_t<F>*>(p);
          if constexpr (std::is_void_v<R>)
            static_cast<void>(callable(std::forward<As>(as)...));
          else
            return callable(std::forward<As>(as)...);
        }) {
    static_assert(
        !std::is_function_v<std::remove_reference_t<F>>,
        "lanemark: function_ref borrows an object; wrap the function in a lambda: [](auto... a) { f(a...); }");
  }
  explicit operator bool() const noexcept { return call != nullptr; }
  R operator()(As... as) const { return call(object, std::forward<As>(as)...); }
};
}  // namespace lanemark
