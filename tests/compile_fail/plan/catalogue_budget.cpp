// expect: lanemark: this backend's instantiation budget is spent; make the new axis a value instead of a type
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

/// 33 operations: sizes made types, for instance.
template <std::size_t... I>
backend_of<copier_track, timing::steady, copy<static_cast<int>(I)>...> many(std::index_sequence<I...>);
using spender = decltype(many(std::make_index_sequence<instantiation_budget + 1>{}));
template class lanemark::machine_of<spender>;
