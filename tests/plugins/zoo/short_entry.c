#define NAME "short-entry"
#define ENTRY_SIZE 16
#include "zoo.h"
