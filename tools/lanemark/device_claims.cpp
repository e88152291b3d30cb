// SPDX-License-Identifier: MIT
#include "device_claims.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lanemark::tool {
namespace {
/// What is shared: a card, or this machine's cores and memory.
struct thing {
  std::string key{}, name{};
};
std::vector<thing> things_of(inventory const& here) {
  if (here.simulated) return {};
  if (here.backend == "host") return {{"host", "this machine's cores and memory"}};
  std::vector<thing> all;
  for (auto const& d : here.devices)
    all.push_back(d.pci.empty() ? thing{here.backend + "/" + d.label, "device " + d.label}
                                : thing{"pci/" + d.pci, "device " + d.label + " at " + d.pci});
  return all;
}

struct address {
  sockaddr_un name{};
  socklen_t length = 0;
  explicit address(std::string const& key) {
    auto const text = ("lanemark/" + key).substr(0, sizeof name.sun_path - 1);
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path + 1, text.data(), text.size());  // behind a zero: no file
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  }
  sockaddr const* get() const { return reinterpret_cast<sockaddr const*>(&name); }
};

/// `process 123`.
std::string peer_of(int connection) {
  ucred who{};
  socklen_t size = sizeof who;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0 || who.pid <= 0) return "another process";
  return "process " + std::to_string(who.pid);
}
std::string sentence(std::string const& who, std::string const& what) {
  return "another run of lanemark (" + who + ") measures on " + what +
         " at the same time: the figures of both are too low; run one after the other";
}
}  // namespace

device_claims::~device_claims() {
  for (auto const& h : held) close(h.first);
}

std::vector<std::string> device_claims::take(inventory const& here) {
  std::vector<std::string> others;
  for (auto const& t : things_of(here)) {
    if (std::any_of(held.begin(), held.end(), [&](auto const& h) { return h.second == t.name; })) continue;
    address const at(t.key);
    int const s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0) return others;
    if (bind(s, at.get(), at.length) == 0 && listen(s, 16) == 0) {
      held.emplace_back(s, t.name);
      continue;
    }
    bool const taken = errno == EADDRINUSE && connect(s, at.get(), at.length) == 0;
    if (taken) others.push_back(sentence(peer_of(s), t.name));
    close(s);
  }
  return others;
}

std::vector<std::string> device_claims::asked() {
  std::vector<std::string> others;
  for (auto const& h : held)
    for (;;) {
      int const c = accept4(h.first, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (c < 0) break;
      auto text = sentence(peer_of(c), h.second);
      if (std::find(others.begin(), others.end(), text) == others.end()) others.push_back(std::move(text));
      close(c);
    }
  return others;
}
}  // namespace lanemark::tool
