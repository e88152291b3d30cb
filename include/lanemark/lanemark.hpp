// SPDX-License-Identifier: MIT
#pragma once
// Everything a harness needs: compose a probe, measure it on this machine or on a backend of your own, print the
// records.
#include <lanemark/backend/host/host.hpp>
#include <lanemark/measure/probe_measure.hpp>
#include <lanemark/report/text.hpp>
#include <lanemark/version.hpp>
