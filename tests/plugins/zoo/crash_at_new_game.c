#define NAME "crash-at-new-game"
#define AT_NEW_GAME fall()
#include "zoo.h"
