/* Crashes before anybody has asked for anything. */
#define NAME "crash-at-load"
#define AT_LOAD fall()
#include "zoo.h"
