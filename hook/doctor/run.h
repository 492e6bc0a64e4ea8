// afar-agent doctor: finds what is wrong and says how to mend it.
#pragma once
#include <string>
#include <vector>

#include "hook/doctor/patient.h"

namespace afar::doctor {

struct Ended {
  int exit_code = 0;  // 1: something is wrong, 2: wrong usage
  std::string out;
  std::string err;
};

// `words`: what stands after "doctor"; they decide about the patient's paths.
Ended run(const std::vector<std::string>& words, Patient patient);

}  // namespace afar::doctor
