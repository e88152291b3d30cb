// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include <mpi.h>

#include <lanemark/core/result.hpp>

namespace lanemark::fabric {
/// What an MPI call's code means, and what to do where that is known. Errors are asked to be returned, not to end the
/// program.
inline problem mpi_problem(std::string const& call, int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0, kind = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &kind);
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) length = 0;
  auto said = call + " failed: " + std::string(text, static_cast<std::size_t>(length)) + " (MPI error class " +
              std::to_string(kind) + ")";
  if (kind == MPI_ERR_WIN)
    return {
        fault::unsupported,
        said +
            ": this Open MPI offers no one-sided way between these ranks (Debian's leaves pt2pt out in "
            "/etc/openmpi/openmpi-mca-params.conf); add `--mca osc pt2pt` to mpirun (`--mca osc sm,pt2pt` where ranks "
            "share a host), or choose copy = \"send\""};
  return {fault::failed, said};
}

/// A payload of any size as one element: MPI counts are int, and 2 GiB are less than what is measured.
class payload_type {
  MPI_Datatype type = MPI_BYTE;
  int n = 0;
  bool own = false;

 public:
  payload_type() = default;
  explicit payload_type(std::size_t size) {
    constexpr std::size_t piece = std::size_t{1} << 30U;
    if (size < piece) {
      n = static_cast<int>(size);
      return;
    }
    MPI_Datatype whole = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(static_cast<int>(piece), MPI_BYTE, &whole);
    int lengths[2] = {static_cast<int>(size / piece), static_cast<int>(size % piece)};
    MPI_Aint places[2] = {0, static_cast<MPI_Aint>(size / piece * piece)};
    MPI_Datatype types[2] = {whole, MPI_BYTE};
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&whole);
    n = 1, own = true;
  }
  payload_type(payload_type&& other) noexcept : type(other.type), n(other.n), own(other.own) { other.own = false; }
  payload_type& operator=(payload_type&& other) noexcept {
    std::swap(type, other.type), std::swap(n, other.n), std::swap(own, other.own);
    return *this;
  }
  ~payload_type() {
    if (own) MPI_Type_free(&type);
  }
  MPI_Datatype get() const noexcept { return type; }
  int count() const noexcept { return n; }
};
}  // namespace lanemark::fabric
