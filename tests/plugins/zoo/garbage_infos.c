/* Floods the host with infos that are huge, cut in the middle of a letter, or of no search. */
#define NAME "garbage-infos"
#define HELPERS \
    static void flood(const qiju_host *host, uint64_t id) \
    { \
        static char huge[1 << 20]; \
        qiju_str text; \
        int round; \
        memset(huge, 0xC3, sizeof(huge)); \
        text.data = huge; \
        text.length = sizeof(huge); \
        for (round = 0; round < 50; round++) { \
            report(host, id, text, text); \
            report(host, id + 1, qiju_text("a1 a1 a1 zz"), text); \
            report(host, id, qiju_text("a1 b1 z99"), qiju_text("short")); \
            host->log(host, round, text); \
        } \
    }
#define AT_SEARCH flood(self->host, limits->search_id)
#include "zoo.h"
