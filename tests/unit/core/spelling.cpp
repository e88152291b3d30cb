// SPDX-License-Identifier: MIT
#include <lanemark/core/spelling.hpp>

#include <clocale>
#include <cstdint>
#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct right_size {
  char const* text;
  std::uint64_t count;
};
struct wrong {
  char const* text;
  char const* why;
};
std::string refusal(char const* text, char const* kind, char const* why, char const* write) {
  return std::string("\"") + text + "\" is not a " + kind + ": " + why + "; write for example " + write;
}
}  // namespace

TEST_CASE("sizes that are whole bytes are read", "[spelling]") {
  right_size const table[] = {
      {"0", 0},
      {"1", 1},
      {"4096", 4096},
      {"512B", 512},
      {"512b", 512},
      {"4K", 4096},
      {"4k", 4096},
      {"4Ki", 4096},
      {"4KiB", 4096},
      {"4kib", 4096},
      {"4kIb", 4096},
      {"4KIB", 4096},
      {"8M", 8388608},
      {"8m", 8388608},
      {"8MiB", 8388608},
      {"12Mi", 12582912},
      {"1G", 1073741824},
      {"16G", 17179869184},
      {"2T", 2199023255552},
      {"1TiB", 1099511627776},
      {"1.5K", 1536},
      {"1.5G", 1610612736},
      {"0.5K", 512},
      {"1.50K", 1536},
      {"3.0B", 3},
      {"3.0", 3},
      {"007", 7},
      {"4294967295", 4294967295},
      {"4G", 4294967296},
      {"9223372036854775808", 9223372036854775808U},
      {"18446744073709551615", 18446744073709551615U},
      {"18446744073709551615B", 18446744073709551615U},
      {"16777215T", 18446742974197923840U},
      {"9007199254740993B", 9007199254740993},             // 2^53 + 1: a double would lose the last byte
      {"8796093022208.0009765625K", 9007199254740993},     // the same with a fraction
      {"0.0000000000009094947017729282379150390625T", 1},  // 2^-40
  };
  for (auto const& row : table) {
    CAPTURE(row.text);
    auto const got = read_bytes(row.text);
    REQUIRE(got);
    CHECK(got->count == row.count);
  }
}

TEST_CASE("sizes that are not whole, not clear or not sizes are refused", "[spelling]") {
  constexpr auto large = "it is above 18446744073709551615 bytes";
  constexpr auto whole = "it is no whole number of bytes";
  wrong const table[] = {
      {"", "it is empty"},
      {" ", "there are blanks around it"},
      {" 4K", "there are blanks around it"},
      {"4K ", "there are blanks around it"},
      {"4 K", "there is a blank in it"},
      {"4  K", "one number and one unit are taken"},
      {"1K 2", "one number and one unit are taken"},
      {"-1", "it is negative"},
      {"-4K", "it is negative"},
      {"+4K", "it must begin with a digit"},
      {"K", "it must begin with a digit"},
      {".5K", "it must begin with a digit"},
      {"inf", "it must begin with a digit"},
      {"nan", "it must begin with a digit"},
      {"all", "it must begin with a digit"},
      {"1.", "a digit must follow the dot"},
      {"1.K", "a digit must follow the dot"},
      {"1e6", "exponents are not taken"},
      {"1E6", "exponents are not taken"},
      {"1e+6", "exponents are not taken"},
      {"0x10", "hexadecimal is not taken"},
      {"1,5K", "a comma is not taken, neither as a point nor between digits"},
      {"1_000", "underscores are not taken"},
      {"8MM", "unknown unit \"MM\""},
      {"1X2", "unknown unit \"X2\""},
      {"4X", "unknown unit \"X\""},
      {"4kx", "unknown unit \"kx\""},
      {"4KiBB", "unknown unit \"KiBB\""},
      {"4iB", "unknown unit \"iB\""},
      {"4KBi", "unknown unit \"KBi\""},
      {"5E", "unknown unit \"E\""},
      {"5P", "unknown unit \"P\""},
      {"1.2.3", "unknown unit \".3\""},
      {"4\xc2\xb5", "unknown unit \"\xc2\xb5\""},
      {"0.3K", whole},
      {"1.5", whole},
      {"1.5B", whole},
      {"0.00000000000045474735088646411895751953125T", whole},  // 2^-41
      {"18446744073709551616", large},
      {"18446744073709551615.5K", large},
      {"16777216T", large},
      {"99999999999999999999999999", large},
  };
  for (auto const& row : table) {
    CAPTURE(row.text);
    auto const got = read_bytes(row.text);
    REQUIRE(!got);
    CHECK(got.error().kind == fault::invalid);
    CHECK(got.error().text == refusal(row.text, "size", row.why, "512B, 4K, 4KiB, 1.5G or 65536"));
  }
}

TEST_CASE("KB, MB, GB and TB are refused with both things they could mean", "[spelling]") {
  wrong const table[] = {
      {"4KB", "\"4KiB\" for powers of 1024, or 4000 for powers of 1000"},
      {"4kB", "\"4KiB\" for powers of 1024, or 4000 for powers of 1000"},
      {"512MB", "\"512MiB\" for powers of 1024, or 512000000 for powers of 1000"},
      {"8.5GB", "\"8.5GiB\" for powers of 1024, or 8500000000 for powers of 1000"},
      {"1tb", "\"1TiB\" for powers of 1024, or 1000000000000 for powers of 1000"},
      {"1.1KB", "1100 for powers of 1000"},  // 1.1 KiB is no whole number of bytes
      {"0.0009765625KB", "\"0.0009765625KiB\" for powers of 1024"},
      {"16777216TB", "16777216000000000000 for powers of 1000"},  // in powers of 1024 it is too large
      {"0.00001KB", "whole bytes"},
  };
  for (auto const& row : table) {
    CAPTURE(row.text);
    auto const got = read_bytes(row.text);
    REQUIRE(!got);
    CHECK(got.error().text == std::string("\"") + row.text + "\" is ambiguous, 1000 or 1024? write " + row.why);
  }
}

TEST_CASE("durations need a unit", "[spelling]") {
  struct {
    char const* text;
    double ns;
  } const good[] = {
      {"0s", 0},        {"500ns", 500}, {"3us", 3000},  {"3 us", 3000},  {"2\xc2\xb5s", 2000}, {"2\xce\xbcs", 2000},
      {"1.5ms", 1.5e6}, {"2s", 2e9},    {"30s", 30e9},  {"5min", 300e9}, {"1.5min", 90e9},     {"1h", 3600e9},
      {"0.1us", 100},   {"0.1ns", 0.1}, {"0.001s", 1e6}};
  for (auto const& row : good) {
    CAPTURE(row.text);
    auto const got = read_duration(row.text);
    REQUIRE(got);
    CHECK(got->count() == row.ns);
  }
  wrong const bad[] = {
      {"", "it is empty"},
      {"30", "it has no unit"},
      {"5m", "\"m\" could be minutes or milliseconds, say min or ms"},
      {"-1s", "it is negative"},
      {"1e3s", "exponents are not taken"},
      {"1 min 30s", "one number and one unit are taken"},
      {"3 sec", "unknown unit \"sec\""},
      {"3S", "unknown unit \"S\""},
      {"3MS", "unknown unit \"MS\""},
      {"3 USD", "unknown unit \"USD\""},
      {"inf", "it must begin with a digit"},
      {"3us ", "there are blanks around it"},
      {"1d", "unknown unit \"d\""},
  };
  for (auto const& row : bad) {
    CAPTURE(row.text);
    auto const got = read_duration(row.text);
    REQUIRE(!got);
    CHECK(got.error().text == refusal(row.text, "duration", row.why, "500ns, 30us, 2ms, 1.5s, 5min or 1h"));
  }
  CHECK(!read_duration(std::string(400, '9') + "h"));
}

TEST_CASE("rates are bytes or bits, in powers of 1000 or 1024, by case", "[spelling]") {
  struct {
    char const* text;
    double rate;
  } const good[] = {{"20 GB/s", 20e9},
                    {"20GB/s", 20e9},
                    {"57.65 GB/s", 57.65e9},
                    {"1GiB/s", 1073741824.0},
                    {"200 Gb/s", 25e9},
                    {"8 Mb/s", 1e6},
                    {"1 B/s", 1},
                    {"1KB/s", 1e3},
                    {"1kB/s", 1e3},
                    {"1 MB/s", 1e6},
                    {"1 TB/s", 1e12},
                    {"2 MiB/s", 2097152},
                    {"1 KiB/s", 1024},
                    {"0.5 TiB/s", 549755813888.0},
                    {"8 b/s", 1},
                    {"0 GB/s", 0}};
  for (auto const& row : good) {
    CAPTURE(row.text);
    auto const got = read_rate(row.text);
    REQUIRE(got);
    CHECK(*got == row.rate);
  }
  constexpr auto example = "\"20 GB/s\", \"18.6 GiB/s\" or \"200 Gb/s\"";
  wrong const bad[] = {
      {"20", "it has no unit"},
      {"20 GB", "unknown unit \"GB\", case matters (GB/s bytes, Gb/s bits)"},
      {"20 gb/s", "unknown unit \"gb/s\", case matters (GB/s bytes, Gb/s bits)"},
      {"20 GBps", "unknown unit \"GBps\", case matters (GB/s bytes, Gb/s bits)"},
      {"20 GB/min", "unknown unit \"GB/min\", case matters (GB/s bytes, Gb/s bits)"},
      {"-20 GB/s", "it is negative"},
      {"2e1 GB/s", "exponents are not taken"},
      {"fast", "it must begin with a digit"},
  };
  for (auto const& row : bad) {
    CAPTURE(row.text);
    auto const got = read_rate(row.text);
    REQUIRE(!got);
    CHECK(got.error().text == refusal(row.text, "rate", row.why, example));
  }
}

TEST_CASE("shares need a percent sign, counts need digits", "[spelling]") {
  CHECK(*read_ratio("1%") == 0.01);
  CHECK(*read_ratio("0.1%") == 0.001);
  CHECK(*read_ratio("2.5 %") == 0.025);
  CHECK(*read_ratio("100%") == 1.0);
  CHECK(read_ratio("0.01").error().text ==
        refusal("0.01", "percentage", "it has no percent sign", "\"1%\" or \"0.5%\""));
  CHECK(read_ratio("1 percent").error().text ==
        refusal("1 percent", "percentage", "unknown unit \"percent\"", "\"1%\" or \"0.5%\""));

  CHECK(*read_count("0") == 0);
  CHECK(*read_count("18446744073709551615") == 18446744073709551615U);
  for (auto const* text : {"", "-1", "1.0", "1 ", "1K", "0x1", "18446744073709551616", "1e3"}) {
    CAPTURE(text);
    CHECK(!read_count(text));
  }
  CHECK(read_count("1K").error().text == refusal("1K", "whole number", "only digits are taken", "20"));
  CHECK(*read_word("31") == 31);
  CHECK(*read_word("0x1f") == 31);
  CHECK(*read_word("0XFF") == 255);
  CHECK(*read_word("0xffffffffffffffff") == 18446744073709551615U);
  for (auto const* text : {"0x", "0x-1", "0xfg", "0x10000000000000000", "ff"}) {
    CAPTURE(text);
    CHECK(!read_word(text));
  }
}

TEST_CASE("no locale changes what a number means", "[spelling]") {
  std::string const before = std::setlocale(LC_ALL, nullptr);
  for (auto const* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    std::setlocale(LC_ALL, name);  // whichever of them the machine has
    CHECK(read_duration("1.5ms")->count() == 1.5e6);
    CHECK(read_bytes("1.5K")->count == 1536);
    CHECK(!read_bytes("1,5K"));
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("a text in a sentence is quoted, whole characters only", "[spelling]") {
  CHECK(in_quotes("4K") == "\"4K\"");
  CHECK(in_quotes("a\"b\\c") == "\"a\\\"b\\\\c\"");
  CHECK(in_quotes(std::string("a\n\x1b\0", 4)) == "\"a\\x0a\\x1b\\x00\"");
  CHECK(in_quotes(std::string(60, 'x')) == "\"" + std::string(60, 'x') + "\"");
  CHECK(in_quotes(std::string(61, 'x')) == "\"" + std::string(60, 'x') + "...\"");
  CHECK(in_quotes(std::string(59, 'x') + "\xc3\xa9" + "y") == "\"" + std::string(59, 'x') + "...\"");
}
