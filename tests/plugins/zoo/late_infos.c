/* A thread of its goes on reporting for searches that are over, and writes into the log. */
#define NAME "late-infos"
#define HELPERS \
    static const qiju_host *late_host; \
    static void *report_late(void *data) \
    { \
        uint64_t id = (uint64_t)(size_t)data; \
        int round; \
        for (round = 0; round < 200; round++) { \
            report(late_host, id, qiju_text("i9"), qiju_text("late")); \
            late_host->log(late_host, QIJU_LOG_INFO, qiju_text("late")); \
            nap(1); \
        } \
        return NULL; \
    } \
    static void begin_late(const qiju_host *host, uint64_t id) \
    { \
        pthread_t thread; \
        late_host = host; \
        if (pthread_create(&thread, NULL, report_late, (void *)(size_t)id) == 0) { \
            pthread_detach(thread); \
        } \
    }
#define AT_ANSWER begin_late(self->host, limits->search_id)
#include "zoo.h"
