// SPDX-License-Identifier: MIT
// The leaves whose assembly check_leaf.py reads: every way to copy on the host,
// by both clocks, carried by a queue, and both ways to signal.
#include <lanemark/backend/host/copy.hpp>
#include <lanemark/backend/host/operations.hpp>
#include <lanemark/backend/host/queued_copy.hpp>
#include <lanemark/backend/host/sync.hpp>
#include <lanemark/measure/leaf.hpp>
#include <lanemark/policy/clock.hpp>

using namespace lanemark;
using on_host::cold_copy, on_host::queued_copy, on_host::warm_copy;
namespace kernel = on_host::kernel;

template <class O, class T>
constexpr leaf_function<on_host::track> leaf = &clocked_leaf<O, T, on_host::track>;

extern leaf_function<on_host::track> const leaves[];
leaf_function<on_host::track> const leaves[] = {
    leaf<warm_copy<quantity::bandwidth, kernel::memcpy>, timing::tsc>,
    leaf<warm_copy<quantity::bandwidth, kernel::memcpy>, timing::steady>,
    leaf<warm_copy<quantity::bandwidth, kernel::rep>, timing::tsc>,
    leaf<warm_copy<quantity::bandwidth, kernel::stream>, timing::tsc>,
    leaf<warm_copy<quantity::latency, kernel::memcpy>, timing::tsc>,
    leaf<warm_copy<quantity::latency, kernel::rep>, timing::tsc>,
    leaf<warm_copy<quantity::latency, kernel::stream>, timing::tsc>,
    leaf<cold_copy<quantity::bandwidth, kernel::memcpy>, timing::tsc>,
    leaf<cold_copy<quantity::latency, kernel::rep>, timing::tsc>,
    leaf<queued_copy<quantity::bandwidth, kernel::memcpy>, timing::tsc>,
    leaf<queued_copy<quantity::latency, kernel::memcpy>, timing::tsc>,
    leaf<queued_copy<quantity::latency, kernel::memcpy>, timing::steady>,
    leaf<on_host::two_lines, timing::tsc>,
    leaf<on_host::two_lines, timing::steady>,
    leaf<on_host::compare_and_swap, timing::tsc>,
};
