// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

// What the made-up drivers have in common: devices whose memory is ordinary memory, queues that really run behind the
// call, each on a thread of its own, and faults that a test asks for. Each driver is a shared library that exports a
// vendor's symbols over this, and the symbol that tells what it is.
//
// LANEMARK_MADE_UP: words with blanks between, read once when the library is first used.
//   devices=N            2 when not said
//   old                  the driver's version is too old, or a required symbol does not work
//   no-peer              no device reaches another's memory
//   no-event             events cannot be made
//   no-gate              the call that would hold a queue is refused
//   no-pin               host memory cannot be pinned
//   staging-waits        a copy between devices has ended when the call that enqueues it returns
//   memory=BYTES         of a device; more is refused as out of memory
//   fail=CALL:N          the N-th call (from 1) of copy, alloc, queue, event, init fails with a generic error
//   lost=CALL:N          from the N-th call on everything fails: the device is gone
//   hang=CALL:N          the N-th copy never ends; the wait for it does not return
//   corrupt=CALL:N       one bit of the N-th copy is wrong
//   crash=CALL:N         the N-th call ends the process by SIGSEGV
//   abort=CALL:N         the N-th call ends the process by SIGABRT
//   kill=CALL:N          the N-th call ends the process by SIGKILL
//   slow=CALL:N          the N-th call takes 3 s, and then works
//   after=CALL:N         all of these are counted from the N-th call of another kind on: with one allocation a cell,
//                        after=alloc:5 fail=copy:2 is the second copy of the fifth cell, however many others make
//   once=FILE            all of these happen only in the process that makes FILE when the first is due: another, or a
//                        fresh one, is well. What is lost is so for the rest of that process
// Calls are counted in each process anew.

extern "C" {
/// What every made-up driver exports: lanemark marks all that it measures on one as simulated.
__attribute__((visibility("default"), weak)) int lanemark_made_up_driver = 1;
}

namespace made_up {
/// What is to go wrong, and how often calls were made.
class script {
  std::map<std::string, std::string> words{};
  std::mutex guard{};
  std::map<std::string, std::size_t> counts{};
  std::optional<std::map<std::string, std::size_t>> counted{};  ///< when the word after was fulfilled
  bool gone = false;
  enum class turn { open, mine, others } once = turn::open;

  static std::string call_of(std::string const& word) { return word.substr(0, word.find(':')); }
  static std::size_t number_of(std::string const& word) {
    auto const colon = word.find(':');
    return colon == word.npos ? 0 : std::strtoull(word.c_str() + colon + 1, nullptr, 10);
  }
  /// Is this the process that has the fault?
  bool mine() {
    auto const file = words.find("once");
    if (file == words.end()) return true;
    if (once == turn::open) {
      auto const made = ::open(file->second.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
      if (made >= 0) ::close(made);
      once = made >= 0 ? turn::mine : turn::others;
    }
    return once == turn::mine;
  }
  bool hits(std::string const& what, std::string const& call, std::size_t n) {
    auto const at = words.find(what);
    return at != words.end() && call_of(at->second) == call && number_of(at->second) == n && mine();
  }

 public:
  script() {
    auto const* text = std::getenv("LANEMARK_MADE_UP");
    std::string word;
    for (auto const* c = text ? text : "";; ++c) {
      if (*c != '\0' && *c != ' ') {
        word += *c;
        continue;
      }
      if (!word.empty()) {
        auto const equals = word.find('=');
        words[word.substr(0, equals)] = equals == word.npos ? "" : word.substr(equals + 1);
      }
      word.clear();
      if (*c == '\0') break;
    }
  }
  bool has(std::string const& word) const { return words.count(word) != 0; }
  std::size_t number(std::string const& word, std::size_t otherwise) const {
    auto const at = words.find(word);
    return at == words.end() ? otherwise : std::strtoull(at->second.c_str(), nullptr, 10);
  }

  /// What becomes of the next call of a kind.
  enum class fate { well, fails, lost, hangs, corrupts };
  fate next(std::string const& call) {
    std::unique_lock lock(guard);
    auto n = ++counts[call];
    if (auto const from = words.find("after"); from != words.end()) {
      if (call == call_of(from->second) && n == number_of(from->second)) counted = counts;
      if (!counted) return fate::well;
      n -= (*counted)[call];
    }
    if (hits("crash", call, n)) std::raise(SIGSEGV);
    if (hits("abort", call, n)) std::abort();
    if (hits("kill", call, n)) std::raise(SIGKILL);
    if (hits("slow", call, n)) {
      lock.unlock();
      std::this_thread::sleep_for(std::chrono::seconds(3));
      lock.lock();
    }
    if (hits("lost", call, n)) gone = true;
    if (gone) return fate::lost;
    if (hits("fail", call, n)) return fate::fails;
    if (hits("hang", call, n)) return fate::hangs;
    if (hits("corrupt", call, n)) return fate::corrupts;
    return fate::well;
  }
  bool lost() {
    std::lock_guard const lock(guard);
    return gone;
  }
};
inline script& the_script() {
  static script* s = new script;  // drivers outlive everything
  return *s;
}

/// ns since some point, as a device's clock.
inline std::uint64_t device_clock() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

/// A point in a queue: passed or not, and when.
struct mark {
  std::atomic<bool> passed{true};  // before it is recorded, as drivers have it
  std::atomic<std::uint64_t> when{0};
};

/// Work in order, behind the caller's back.
class queue {
  struct shared {
    std::mutex guard{};
    std::condition_variable changed{};
    std::deque<std::function<void()>> jobs{};
    bool busy = false, quit = false;
  };
  std::shared_ptr<shared> s = std::make_shared<shared>();
  std::thread thread;
  bool stuck = false;

 public:
  int const device;
  std::atomic<int> error{0};  ///< of work that failed after it was taken: told by the next call that waits

  explicit queue(int on) : thread([s = s] { serve(s); }), device(on) {}
  queue(queue const&) = delete;
  queue& operator=(queue const&) = delete;
  ~queue() {
    {
      std::lock_guard const lock(s->guard);
      s->quit = true;
      s->changed.notify_all();
    }
    if (stuck)
      thread.detach();
    else
      thread.join();
  }
  void add(std::function<void()> job) {
    std::lock_guard const lock(s->guard);
    s->jobs.push_back(std::move(job));
    s->changed.notify_all();
  }
  /// Never ends, and nothing behind it does.
  void hang() {
    stuck = true;
    add([] {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    });
  }
  bool idle() {
    std::lock_guard const lock(s->guard);
    return s->jobs.empty() && !s->busy;
  }
  /// All has ended; false: not within this time.
  bool drain(std::chrono::nanoseconds patience = std::chrono::hours(24)) {
    std::unique_lock lock(s->guard);
    return s->changed.wait_for(lock, patience, [&] { return s->jobs.empty() && !s->busy; });
  }
  void record(std::shared_ptr<mark> const& m) {
    m->passed = false;
    add([m] {
      m->when = device_clock();
      m->passed = true;
    });
  }
  void wait_for(std::shared_ptr<mark> const& m) {
    add([m] {
      while (!m->passed) std::this_thread::sleep_for(std::chrono::microseconds(20));
    });
  }
  /// Holds what follows until a word in memory is at least so much.
  void wait_for(std::atomic<std::uint32_t> const* word, std::uint32_t value) {
    add([word, value] {
      while (word->load() < value) std::this_thread::sleep_for(std::chrono::microseconds(20));
    });
  }
  /// A copy with its fate; false: it is refused at once.
  bool copy(void* to, void const* from, std::size_t n) {
    using fate = script::fate;
    auto const f = the_script().next("copy");
    if (f == fate::fails || f == fate::lost) return false;
    if (f == fate::hangs) return hang(), true;
    add([=] {
      std::memcpy(to, from, n);
      if (f == fate::corrupts && n != 0) static_cast<unsigned char*>(to)[n / 2] ^= 0x10U;
    });
    return true;
  }

 private:
  static void serve(std::shared_ptr<shared> const& s) {
    std::unique_lock lock(s->guard);
    for (;;) {
      s->changed.wait(lock, [&] { return s->quit || !s->jobs.empty(); });
      if (s->jobs.empty()) return;
      auto const job = std::move(s->jobs.front());
      s->jobs.pop_front();
      s->busy = true;
      lock.unlock();
      job();
      lock.lock();
      s->busy = false;
      s->changed.notify_all();
    }
  }
};

/// Memory of the devices, counted.
class memories {
  std::mutex guard{};
  std::map<void*, std::pair<int, std::size_t>> blocks{};
  std::map<int, std::size_t> used{};

 public:
  /// nullptr: there is no more, or it is to fail.
  void* allocate(int device, std::size_t n) {
    if (the_script().next("alloc") != script::fate::well) return nullptr;
    std::lock_guard const lock(guard);
    if (used[device] + n > the_script().number("memory", std::size_t{1} << 30U)) return nullptr;
    auto* const p = std::malloc(n == 0 ? 1 : n);
    if (p) blocks[p] = {device, n}, used[device] += n;
    return p;
  }
  bool free(void* p) {
    std::lock_guard const lock(guard);
    auto const at = blocks.find(p);
    if (at == blocks.end()) return false;
    used[at->second.first] -= at->second.second;
    blocks.erase(at);
    std::free(p);
    return true;
  }
  /// The device that a pointer belongs to; -1: none, it is the host's.
  int device_of(void const* p) {
    std::lock_guard const lock(guard);
    auto at = blocks.upper_bound(const_cast<void*>(p));
    if (at == blocks.begin()) return -1;
    --at;
    auto const* begin = static_cast<char const*>(at->first);
    auto const* c = static_cast<char const*>(p);
    return c >= begin && c < begin + at->second.second ? at->second.first : -1;
  }
  std::size_t in_use(int device) {
    std::lock_guard const lock(guard);
    return used[device];
  }
};
inline memories& the_memories() {
  static memories* m = new memories;
  return *m;
}
inline int device_count() { return static_cast<int>(the_script().number("devices", 2)); }
}  // namespace made_up
