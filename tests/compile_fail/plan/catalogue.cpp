// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template <std::size_t... I>
backend_of<copier_track, timing::steady, copy<static_cast<int>(I)>...> many(std::index_sequence<I...>);
using frugal = decltype(many(std::make_index_sequence<instantiation_budget>{}));
template class lanemark::machine_of<frugal>;
template class lanemark::machine_of<simulator>;
