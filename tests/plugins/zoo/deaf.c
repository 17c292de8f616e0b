/* Thinks for ever and never asks whether to stop. */
#define NAME "deaf"
#define AT_SEARCH spin()
#include "zoo.h"
