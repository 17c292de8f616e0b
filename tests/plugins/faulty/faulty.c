/*
 * An engine library with faults, written from qiju.h alone. What is wrong with the library itself is chosen when it is
 * compiled, by a number in FAULT; what an instance does wrong is chosen by its option "do". With neither it is an
 * engine that plays the first allowed move.
 */
#define NO_FAULT 0
#define NO_ENTRY 1
#define NEXT_MAJOR 2
#define OLD_MAJOR 3
#define SHORT_ENTRY 4
#define NO_CREATE 5
#define INIT_FAILS 6
#define NO_ENGINES 7
#define NULL_DESCRIPTOR 8
#define BAD_UTF8 9
#define BAD_ID 10
#define SAME_ID 11
#define BAD_SIZES 12
#define NEXT_MINOR 13
#define NULL_INSTANCE 14
#define NO_SEARCH 15
#define BAD_DEFAULT 16
#define NULL_VARIANTS 17
#define NULL_OPTION 18

#ifndef FAULT
#define FAULT NO_FAULT
#endif

#if FAULT == NO_ENTRY
#define qiju_plugin_entry_v1 some_other_symbol
#endif

#include "qiju.h"

#include <stdlib.h>

#ifndef _WIN32
#include <pthread.h>
#include <time.h>
#endif

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

#define TEXT(literal) { literal, sizeof(literal) - 1 }

static const qiju_variant_support gomoku = {
    sizeof(qiju_variant_support), QIJU_CAN_ANALYSE | QIJU_CAN_PONDER, TEXT("gomoku"), FAULT == BAD_SIZES ? 3 : 5, 22, TEXT("")
};

/* A variant of some later version: hosts leave it out. */
static const qiju_variant_support go = { sizeof(qiju_variant_support), 0, TEXT("go"), 19, 19, TEXT("") };

static const qiju_variant_support *const variants[] = { &go, &gomoku };

static const qiju_descriptor descriptors[] = {
    {
        sizeof(qiju_descriptor), 2,
#if FAULT == BAD_UTF8
        TEXT("org.example.\xff"),
#elif FAULT == BAD_ID
        TEXT("org.example.faulty engine"),
#else
        TEXT("org.example.faulty"),
#endif
        TEXT("Faulty"), TEXT("1"), TEXT("An author"), TEXT("MIT"), TEXT(""), TEXT("Two\nlines"),
        FAULT == NULL_VARIANTS ? NULL : variants
    },
    {
        sizeof(qiju_descriptor), 2,
#if FAULT == SAME_ID
        TEXT("org.example.faulty"),
#else
        TEXT("org.example.second"),
#endif
        TEXT("Second"), TEXT("1"), TEXT(""), TEXT(""), TEXT(""), TEXT(""), variants
    }
};

/* ---- instances --------------------------------------------------------------------------------------------------- */

typedef struct {
    qiju_instance table;
    const qiju_host *host;
    char deed[64];
    char first_allowed[16];
#ifndef _WIN32
    pthread_t thread;
    int has_thread;
    uint64_t thread_search;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    int is_woken;
#endif
} faulty;

static int32_t fail(qiju_buffer *error, int32_t status, const char *text)
{
    qiju_write(error, qiju_text(text));
    return status;
}

static int does(const faulty *self, const char *deed)
{
    return strcmp(self->deed, deed) == 0;
}

static uint32_t option_count(qiju_instance *instance)
{
    return does((faulty *)instance, "too many options") ? 1000000 : does((faulty *)instance, "twice") ? 2 : 1;
}

static const qiju_option *option(qiju_instance *instance, uint32_t index)
{
    static const qiju_option deed = {
        sizeof(qiju_option), FAULT == BAD_DEFAULT ? QIJU_OPTION_INT : QIJU_OPTION_STRING, 0, 0, TEXT("do"), TEXT("Do"),
        TEXT(""), TEXT(""), 1, 2, 0, 0, NULL, NULL
    };
    (void)instance;
    (void)index;
    return FAULT == NULL_OPTION ? NULL : &deed;
}

static int32_t set_option(qiju_instance *instance, qiju_str id, qiju_str value, qiju_buffer *error)
{
    faulty *self = (faulty *)instance;
    if (!qiju_text_equal(id, qiju_text("do"))) {
        return fail(error, QIJU_ERR_UNKNOWN, "there is no such option");
    }
    if (value.length >= sizeof(self->deed)) {
        return QIJU_ERR_OPTION;
    }
    memset(self->deed, 0, sizeof(self->deed));
    if (value.length > 0) {
        memcpy(self->deed, value.data, (size_t)value.length);
    }
    return QIJU_OK;
}

static int32_t new_game(qiju_instance *instance, qiju_str variant, uint32_t width, uint32_t height, qiju_str rules,
                        qiju_buffer *error)
{
    (void)instance;
    (void)rules;
    if (!qiju_text_equal(variant, qiju_text("gomoku")) || width != height) {
        return fail(error, QIJU_ERR_GAME, "only Gomoku is played");
    }
    return QIJU_OK;
}

static int32_t set_position(qiju_instance *instance, qiju_str start, qiju_str moves, qiju_buffer *error)
{
    (void)instance;
    (void)start;
    (void)moves;
    (void)error;
    return QIJU_OK;
}

static void tell(const qiju_host *host, uint64_t search_id, qiju_str pv, qiju_str text)
{
    qiju_info info;
    memset(&info, 0, sizeof(info));
    info.struct_size = sizeof(info);
    info.nps = info.time = info.hashfull = -1;
    info.pv = pv;
    info.text = text;
    host->on_info(host, search_id, &info);
}

/* Infos of which the host keeps what can be read. */
static void tell_nonsense(const qiju_host *host, uint64_t search_id)
{
    static const float heat[3] = { 1, 2, 3 };
    const qiju_str none = { NULL, 0 }, null_text = { NULL, 7 }, bad_text = TEXT("\xc3("), endless = { "x", UINT64_MAX };
    qiju_info info;
    tell(host, search_id, null_text, qiju_text("null line"));
    tell(host, search_id, bad_text, bad_text);
    tell(host, search_id, qiju_text("h8 z99 h9"), qiju_text("line\nof nonsense"));
    tell(host, search_id, endless, none);
    tell(host, search_id + 1, none, qiju_text("of no search"));
    tell(host, 0, none, qiju_text("of no search"));
    host->on_info(host, search_id, NULL);
    memset(&info, 0, sizeof(info));
    info.struct_size = 8;
    host->on_info(host, search_id, &info);
    info.struct_size = sizeof(info);
    info.heat = heat;
    info.heat_length = 3;
    info.score_kind = 77;
    info.hashfull = 5000;
    info.text = qiju_text("short heat");
    host->on_info(host, search_id, &info);
    host->log(host, 99, bad_text);
    host->log(host, -99, null_text);
}

#ifndef _WIN32
static void nap(void)
{
    const struct timespec millisecond = { 0, 1000000 };
    nanosleep(&millisecond, NULL);
}

/* A thread that goes on when it should have ended; it lives on what the instance had, which is leaked for it. */
static void *linger(void *data)
{
    faulty *self = (faulty *)data;
    const qiju_str none = { NULL, 0 };
    int round;
    for (round = 0; round < 300; round++) {
        tell(self->host, self->thread_search, none, qiju_text("late"));
        self->host->log(self->host, QIJU_LOG_DEBUG, qiju_text("late"));
        if (!self->host->should_stop(self->host, self->thread_search) && round > 200) {
            abort(); /* The search is over: that is a reason to stop. */
        }
        nap();
    }
    return NULL;
}

/* Does not poll, but waits to be woken. */
static void sleep_until_woken(faulty *self, uint64_t search_id)
{
    const qiju_str none = { NULL, 0 };
    tell(self->host, search_id, none, qiju_text("asleep"));
    pthread_mutex_lock(&self->mutex);
    while (!self->is_woken) {
        pthread_cond_wait(&self->woken, &self->mutex);
    }
    pthread_mutex_unlock(&self->mutex);
}

static void stop(qiju_instance *instance, uint64_t search_id)
{
    faulty *self = (faulty *)instance;
    (void)search_id;
    pthread_mutex_lock(&self->mutex);
    self->is_woken = 1;
    pthread_cond_signal(&self->woken);
    pthread_mutex_unlock(&self->mutex);
}
#endif

static int32_t search(qiju_instance *instance, const qiju_limits *limits, qiju_result *result, qiju_buffer *error)
{
    faulty *self = (faulty *)instance;
    const char *move = "h8";
    if (limits->allowed_moves.length > 0) {
        uint64_t length = 0;
        while (length < limits->allowed_moves.length && limits->allowed_moves.data[length] != ' ') {
            length++;
        }
        memcpy(self->first_allowed, limits->allowed_moves.data, (size_t)length);
        self->first_allowed[length] = 0;
        move = self->first_allowed;
    }
    if (does(self, "fail silently")) {
        return QIJU_ERR_FAILED;
    } else if (does(self, "fail loudly")) {
        return fail(error, QIJU_ERR_FAILED, "line one\nline two");
    } else if (does(self, "fail endlessly")) {
        error->length = UINT64_MAX;
        return QIJU_ERR_FAILED;
    } else if (does(self, "fail oddly")) {
        return 42;
    } else if (does(self, "no move")) {
        move = "";
    } else if (does(self, "unreadable")) {
        move = "z99";
    } else if (does(self, "two moves")) {
        move = "h8 h9";
    } else if (does(self, "no text")) {
        move = "\xc3(";
    } else if (does(self, "nonsense")) {
        tell_nonsense(self->host, limits->search_id);
    }
#ifndef _WIN32
    if (does(self, "linger")) {
        self->thread_search = limits->search_id;
        self->has_thread = pthread_create(&self->thread, NULL, linger, self) == 0;
        nap();
    } else if (does(self, "sleep")) {
        sleep_until_woken(self, limits->search_id);
    }
#endif
    qiju_write(&result->best_move, qiju_text(move));
    if (does(self, "overflow")) {
        result->best_move.length = 1000;
    }
    result->score_kind = does(self, "odd score") ? 77 : QIJU_SCORE_CP;
    result->score = 12;
    return QIJU_OK;
}

static void destroy(qiju_instance *instance)
{
    faulty *self = (faulty *)instance;
#ifndef _WIN32
    if (self->has_thread) {
        pthread_detach(self->thread);
        return;
    }
#endif
    free(self);
}

/* ---- the library ------------------------------------------------------------------------------------------------- */

static int32_t init(qiju_str library_path)
{
    (void)library_path;
    return FAULT == INIT_FAILS ? QIJU_ERR_FAILED : QIJU_OK;
}

static uint32_t plugin_count(void)
{
    return FAULT == NO_ENGINES ? 0 : 2;
}

static const qiju_descriptor *descriptor(uint32_t index)
{
    return FAULT == NULL_DESCRIPTOR || index > 1 ? NULL : &descriptors[index];
}

static int32_t create(const qiju_host *host, qiju_str id, qiju_instance **instance, qiju_buffer *error)
{
    faulty *self;
    if (!qiju_text_equal(id, descriptors[0].id)) {
        return fail(error, QIJU_ERR_FAILED, "only the first engine can be had");
    }
    self = (faulty *)calloc(1, sizeof(*self));
    if (self == NULL || FAULT == NULL_INSTANCE) {
        free(self);
        return FAULT == NULL_INSTANCE ? QIJU_OK : QIJU_ERR_FAILED;
    }
    self->host = host;
    self->table.struct_size = sizeof(self->table);
    self->table.option_count = option_count;
    self->table.option = option;
    self->table.set_option = set_option;
    self->table.new_game = new_game;
    self->table.set_position = set_position;
    self->table.search = FAULT == NO_SEARCH ? NULL : search;
    self->table.destroy = destroy;
#ifndef _WIN32
    self->table.stop = stop;
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->woken, NULL);
#endif
    *instance = &self->table;
    return QIJU_OK;
}

QIJU_EXPORT const qiju_entry qiju_plugin_entry_v1 = {
    FAULT == SHORT_ENTRY ? 24 : sizeof(qiju_entry),
    FAULT == NEXT_MAJOR ? QIJU_ABI_MAJOR + 1 : FAULT == OLD_MAJOR ? 0 : QIJU_ABI_MAJOR,
    FAULT == NEXT_MINOR ? QIJU_ABI_MINOR + 1 : QIJU_ABI_MINOR,
    init,
    NULL,
    plugin_count,
    descriptor,
    FAULT == NO_CREATE ? NULL : create,
    NULL
};
