#include "daemon/store/audit_hash.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace afar::store {
namespace {

// Names the layout, so that another one can never be taken for it.
constexpr std::string_view kLayout = "afar.audit.1";
constexpr std::uint32_t kAbsent = 0xffffffff;

void check(int result) {
  if (result != 1) throw std::runtime_error("SHA-256 is not available in this OpenSSL");
}

template <typename Number>
void put_big_endian(std::string& out, Number number) {
  for (int shift = static_cast<int>(sizeof(Number)) * 8 - 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>((number >> shift) & 0xff));
  }
}

void put(std::string& out, std::string_view field) {
  put_big_endian(out, static_cast<std::uint32_t>(field.size()));
  out += field;
}

void put(std::string& out, std::int64_t number) {
  put_big_endian(out, std::uint32_t{8});
  put_big_endian(out, static_cast<std::uint64_t>(number));
}

}  // namespace

void AuditHasher::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

AuditHasher::AuditHasher() : context_(EVP_MD_CTX_new()) {
  check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) ? 1 : 0);
}

AuditHasher::~AuditHasher() = default;

// Without naming the digest again: OpenSSL 3 would look it up each time, which costs more than the
// hash.
void AuditHasher::begin() { check(EVP_DigestInit_ex(context_.get(), nullptr, nullptr)); }

void AuditHasher::add(std::string_view bytes) {
  check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

Hash AuditHasher::end() {
  Hash hash{};
  check(EVP_DigestFinal_ex(context_.get(), hash.data(), nullptr));
  return hash;
}

Hash AuditHasher::of_text(std::string_view salt, std::string_view text) {
  begin();
  add(salt);
  add(text);
  return end();
}

Hash AuditHasher::of_event(const EventFields& event) {
  fields_.clear();
  put(fields_, kLayout);
  put(fields_, event.prev_hash);
  put(fields_, event.seq);
  put(fields_, event.at_ms);
  put(fields_, event.kind);
  if (event.dialog) {
    put(fields_, *event.dialog);
  } else {
    put_big_endian(fields_, kAbsent);
  }
  put(fields_, event.actor_kind);
  put(fields_, event.actor_name);
  put(fields_, event.actor_surface);
  put(fields_, event.actor_rule);
  put(fields_, event.body_hash);
  begin();
  add(fields_);
  return end();
}

}  // namespace afar::store
