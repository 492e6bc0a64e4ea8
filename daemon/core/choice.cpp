#include "daemon/core/choice.h"
