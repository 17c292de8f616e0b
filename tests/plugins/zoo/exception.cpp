// Lets an exception out.
#include <stdexcept>
#define NAME "exception"
#define AT_SEARCH throw std::runtime_error("the board is made of straw")
#include "zoo.h"
