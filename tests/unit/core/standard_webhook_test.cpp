// Signatures, by the specification's own example.
#include "daemon/core/standard_webhook.h"

#include <gtest/gtest.h>

namespace afar {
namespace {

TEST(StandardWebhook, SignsAsItsSpecificationDoes) {
  const auto key = webhook_key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  ASSERT_TRUE(key);
  EXPECT_EQ(key->size(), 24U);
  EXPECT_EQ(
      webhook_signature(*key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"),
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(StandardWebhook, TakesKeysOfTheRightLengthOnly) {
  const std::string of_25 = "whsec_" + std::string(32, 'A') + "AA==";
  EXPECT_EQ(webhook_key(of_25).value_or("").size(), 25U);
  EXPECT_EQ(webhook_key("whsec_" + std::string(84, 'A') + "AA==").value_or("").size(), 64U);
  for (const std::string& secret :
       {std::string(), std::string("whsec_"), std::string(32, 'A'), "whpk_" + std::string(32, 'A'),
        "whsec_" + std::string(28, 'A'), "whsec_" + std::string(88, 'A'),
        "whsec_" + std::string(33, 'A'), "whsec_" + std::string(31, 'A') + " ",
        "whsec_" + std::string(31, 'A') + "\n", "whsec_AA==" + std::string(28, 'A'),
        "whsec_" + std::string(31, 'A') + "-"}) {
    EXPECT_FALSE(webhook_key(secret)) << secret;
  }
}

}  // namespace
}  // namespace afar
