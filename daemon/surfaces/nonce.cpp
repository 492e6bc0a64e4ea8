#include "daemon/surfaces/nonce.h"

#include <openssl/rand.h>

#include <random>
#include <stdexcept>

namespace afar {

std::string draw_nonce(std::size_t letters) {
  static constexpr char kLetters[] =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  constexpr unsigned kUsed = 62 * 4;  // larger bytes are drawn again, so that all are as likely
  std::string nonce;
  while (nonce.size() < letters) {
    unsigned char bytes[64];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
      throw std::runtime_error("no randomness is to be had");
    for (const unsigned char byte : bytes) {
      if (byte < kUsed && nonce.size() < letters) nonce.push_back(kLetters[byte % 62]);
    }
  }
  return nonce;
}

Milliseconds with_jitter(Milliseconds rest) {
  static thread_local std::minstd_rand source{std::random_device{}()};
  const auto fifth = rest.count() / 5;
  return rest + Milliseconds(std::uniform_int_distribution<std::int64_t>(-fifth, fifth)(source));
}

}  // namespace afar
