/*
 * qiju.h - the interface between Qiju and its engines, version 1.0.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * An engine is a dynamic library that exports one symbol, the constant struct `qiju_plugin_entry_v1`. This header is
 * all that its author needs, in C99, C++11 or any language with a C interface. A library may hold several engines.
 *
 * LIFE OF AN ENGINE, as the host calls it:
 *
 *   entry.init
 *   entry.plugin_count, entry.descriptor     what engines there are and what they play
 *   entry.create                             an instance; several may live at once
 *     option_count, option, set_option       at any time between searches
 *     new_game                               once before each game
 *       set_position, search                 any number of times; the whole game is given each time
 *   instance.destroy
 *   entry.deinit
 *
 * RULES
 *
 * Versions. Before anything else the host reads `struct_size`, `abi_major` and `abi_minor` of the entry. It takes any
 * library of its own major version. Within a major version structs only grow at their end. Whoever fills a struct
 * sets `struct_size` to its sizeof; whoever reads one uses the smaller of that size and its own, and takes what is
 * missing as 0. Unknown flags and capability bits are ignored. Fields named `reserved` are 0.
 *
 * Memory. Nothing that one side allocated is freed by the other. Texts and arrays that are passed in are borrowed for
 * the call: copy what is needed later. Answers are written into the caller's struct or buffer. Where a pointer is
 * returned, the comment says how long it lives. Texts are UTF-8 and end by their length, not by a zero byte.
 *
 * Threads. Every function's comment begins with the threads that may call it:
 *   [entry]    any thread, but one call at a time for the whole library. Instances may be at work meanwhile.
 *   [control]  any thread, but one call at a time for this instance, ordered as by a mutex. Instances are independent.
 *   [any]      any thread at any time, also several at once and during a search.
 * An engine may run threads of its own. They may call the host's [any] functions; all have ended when `destroy`
 * returns. (If one hasn't, the host survives its calls and ignores them.)
 *
 * Faults. Functions that can fail return QIJU_OK or a negative status, and may write one sentence for the user into
 * `error`: lower case, without a full stop. No exception may leave a function. An engine never calls exit or abort,
 * and never writes to the standard output, which may carry somebody's protocol.
 *
 * Moves and positions are the texts of Qiju's command line. A Gomoku move is a point: file letter from a and row
 * from 1 at the bottom, as in "h8" or "o15". A Xiangqi move is two points with ranks 0 to 9, as in "h2e2". "pass" is
 * reserved. Moves in a list are lower case and parted by one space. The first move of a Gomoku game is Black's, of a
 * Xiangqi game Red's, and sides alternate strictly; who sits on which side is not the engine's matter.
 */
#ifndef QIJU_H
#define QIJU_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QIJU_ABI_MAJOR 1
#define QIJU_ABI_MINOR 0

/* Put before the definition of `qiju_plugin_entry_v1`; hide all else (-fvisibility=hidden). */
#if defined(_WIN32)
#define QIJU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define QIJU_EXPORT __attribute__((visibility("default")))
#else
#define QIJU_EXPORT
#endif

/* ---- status, the return value of functions that can fail -------------------------------------------------------- */

enum {
    QIJU_OK = 0,
    QIJU_ERR_ARGUMENT = -1,    /* the caller breaks this contract: a null pointer, a bad size, no UTF-8 */
    QIJU_ERR_STATE = -2,       /* not now: no game or position was set, or another call is still running */
    QIJU_ERR_UNKNOWN = -3,     /* no such engine, option or extension */
    QIJU_ERR_OPTION = -4,      /* the option can't have this value */
    QIJU_ERR_GAME = -5,        /* this variant, board size or rule is not played */
    QIJU_ERR_POSITION = -6,    /* the start text or a move can't be read, or the rules forbid it */
    QIJU_ERR_UNSUPPORTED = -7, /* the engine can't do that */
    QIJU_ERR_FAILED = -8,      /* the engine tried and failed */
    QIJU_ERR_PANIC = -9        /* the engine is broken for good: a caught panic or exception; only destroy may follow */
};

/* ---- texts ------------------------------------------------------------------------------------------------------ */

/* A borrowed UTF-8 text. `data` may be null where `length` is 0; some functions tell null from empty. */
typedef struct qiju_str {
    const char *data;
    uint64_t length; /* bytes */
} qiju_str;

/* A buffer of the caller's for a text. The callee writes at most `capacity` bytes to `data` and sets `length` to the
 * bytes written, cut at a character. The caller has set `length` to 0. */
typedef struct qiju_buffer {
    char *data;
    uint64_t capacity;
    uint64_t length;
} qiju_buffer;

/* A text from a zero-terminated one; null gives the null text. */
static inline qiju_str qiju_text(const char *text)
{
    qiju_str result;
    result.data = text;
    result.length = text ? (uint64_t)strlen(text) : 0;
    return result;
}

/* Whether two texts are the same. */
static inline int qiju_text_equal(qiju_str left, qiju_str right)
{
    return left.length == right.length && (left.length == 0 || memcmp(left.data, right.data, (size_t)left.length) == 0);
}

/* Fills a buffer with a text, cut at a character where it does not fit. A null buffer is left alone. */
static inline void qiju_write(qiju_buffer *buffer, qiju_str text)
{
    uint64_t length = text.length;
    if (buffer == NULL || buffer->data == NULL) {
        return;
    }
    if (length > buffer->capacity) {
        length = buffer->capacity;
        while (length > 0 && ((unsigned char)text.data[length] & 0xC0) == 0x80) {
            length--;
        }
    }
    if (length > 0) {
        memcpy(buffer->data, text.data, (size_t)length);
    }
    buffer->length = length;
}

/* ---- who an engine is and what it plays ------------------------------------------------------------------------- */

/* What an engine can do in a variant beside answering with a move. The host asks for nothing that isn't declared. */
enum {
    QIJU_CAN_PONDER = 1 << 0,      /* QIJU_LIMIT_PONDER */
    QIJU_CAN_MULTI_PV = 1 << 1,    /* qiju_limits.multi_pv above 1 */
    QIJU_CAN_ANALYSE = 1 << 2,     /* infos worth showing, and QIJU_LIMIT_INFINITE */
    QIJU_CAN_LIMIT_NODES = 1 << 3, /* qiju_limits.nodes */
    QIJU_CAN_LIMIT_DEPTH = 1 << 4, /* qiju_limits.depth */
    QIJU_CAN_SEED = 1 << 5,        /* same qiju_limits.seed, same game */
    QIJU_CAN_THREADS = 1 << 6,     /* searches on several threads; option "threads" */
    QIJU_CAN_OPENING = 1 << 7      /* swap and swap2: extension QIJU_EXT_OPENING */
};

/* What an engine can do in one variant. */
typedef struct qiju_variant_support {
    uint32_t struct_size;
    uint32_t capabilities; /* QIJU_CAN_... */
    qiju_str variant;      /* "gomoku" (freestyle), "gomoku-standard", "renju" or "xiangqi" */
    uint32_t min_size;     /* board sizes in points a side, 5 to 22; both 0 for Xiangqi */
    uint32_t max_size;
    qiju_str repetitions; /* Xiangqi: the known ones of "asian computer chinese", parted by spaces; else empty */
} qiju_variant_support;

/* An engine. All texts but the first three may be empty. */
typedef struct qiju_descriptor {
    uint32_t struct_size;
    uint32_t variant_count;
    qiju_str id;      /* stays the same over versions, reverse DNS: "org.example.first"; settings are kept by it */
    qiju_str name;    /* for people */
    qiju_str version; /* in any form */
    qiju_str author;
    qiju_str licence; /* SPDX expression */
    qiju_str url;
    qiju_str description;                        /* one or two sentences */
    const qiju_variant_support *const *variants; /* `variant_count` pointers, each variant once */
} qiju_descriptor;

/* ---- options ---------------------------------------------------------------------------------------------------- */

/* Types of options, and the text of a value. */
enum {
    QIJU_OPTION_BOOL = 0,   /* "true", "false" */
    QIJU_OPTION_INT = 1,    /* "-12" */
    QIJU_OPTION_FLOAT = 2,  /* "0.25", "1e-3" */
    QIJU_OPTION_ENUM = 3,   /* one of the choices */
    QIJU_OPTION_STRING = 4, /* any text */
    QIJU_OPTION_PATH = 5,   /* a file or folder; may be empty */
    QIJU_OPTION_BUTTON = 6  /* empty: do it now */
};

enum {
    QIJU_OPTION_ADVANCED = 1 << 0,   /* few users need it; the host may hide it at first */
    QIJU_OPTION_AT_NEW_GAME = 1 << 1 /* a new value counts from the next new_game on */
};

/* An option. The host builds a panel from it and keeps the value by engine id and option id.
 *
 * Ids that mean the same in all engines that have them: "level" (enum easy, normal, hard, expert; the default is the
 * engine's full strength), "hash" (int, MiB), "threads" (int), "ponder" (bool), "book" (bool or path). */
typedef struct qiju_option {
    uint32_t struct_size;
    int32_t type;   /* QIJU_OPTION_BOOL ... */
    uint32_t flags; /* QIJU_OPTION_ADVANCED ... */
    uint32_t choice_count;
    qiju_str id;
    qiju_str label;       /* for people */
    qiju_str description; /* a sentence for people; may be empty */
    qiju_str default_value;
    int64_t int_min; /* QIJU_OPTION_INT: the range, both ends included */
    int64_t int_max;
    double float_min; /* QIJU_OPTION_FLOAT: the range, both ends included and finite */
    double float_max;
    const qiju_str *choices;       /* QIJU_OPTION_ENUM: `choice_count` words */
    const qiju_str *choice_labels; /* their names for people, as many; null to show the words themselves */
} qiju_option;

/* ---- search ----------------------------------------------------------------------------------------------------- */

enum {
    QIJU_LIMIT_INFINITE = 1 << 0,     /* think until stopped */
    QIJU_LIMIT_PONDER = 1 << 1,       /* the last move is a predicted one; see qiju_instance.ponder_hit */
    QIJU_LIMIT_DRAW_OFFERED = 1 << 2, /* the opponent offers a draw; QIJU_RESULT_ACCEPT_DRAW takes it */
    QIJU_LIMIT_SEED = 1 << 3          /* `seed` counts */
};

/* What bounds a search. Several bounds may hold at once: the first one reached ends the search. With none at all the
 * engine answers by its level, within about a second. Times are nanoseconds, -1 for none; pairs are indexed 0 for the
 * side that moves first in a game (Black, Red) and 1 for the other: the engine's own clock is that of the side to
 * move. */
typedef struct qiju_limits {
    uint32_t struct_size;
    uint32_t flags;         /* QIJU_LIMIT_... */
    uint64_t search_id;     /* to be given to should_stop and on_info; never 0, never used twice */
    int64_t remaining[2];   /* main time left */
    int64_t increment[2];   /* time added after every move */
    int64_t byo_yomi[2];    /* time for each move once the main time is used up */
    int32_t moves_to_go[2]; /* moves until more main time is given; -1 when it must last for the rest of the game */
    int64_t move_time;      /* time for this move, to be used fully unless the move is clear */
    uint64_t nodes;         /* 0 for none */
    uint32_t depth;         /* plies; 0 for none */
    uint32_t multi_pv;      /* number of lines to report; 0 counts as 1 */
    uint64_t seed;          /* makes choices repeatable; see QIJU_LIMIT_SEED */
    qiju_str allowed_moves; /* the moves to choose from; empty for all */
} qiju_limits;

/* Scores are for the side to move in the position that was set. */
enum {
    QIJU_SCORE_NONE = 0, /* not known */
    QIJU_SCORE_CP = 1,   /* win chance = 1 / (1 + 10^(-score / 400)), in any variant */
    QIJU_SCORE_MATE = 2  /* plies to the forced end, including the last; negative when losing, 0 when already lost */
};

enum {
    QIJU_BOUND_EXACT = 0,
    QIJU_BOUND_LOWER = 1, /* the true score is at least this */
    QIJU_BOUND_UPPER = 2  /* the true score is at most this */
};

/* A report in mid-search. */
typedef struct qiju_info {
    uint32_t struct_size;
    uint32_t depth;       /* plies; 0 for unknown */
    uint32_t seldepth;    /* largest depth reached, plies; 0 for unknown */
    int32_t score_kind;   /* QIJU_SCORE_... */
    int32_t score;        /* by kind */
    int32_t bound;        /* QIJU_BOUND_... */
    uint64_t nodes;       /* so far; 0 for unknown */
    int64_t nps;          /* nodes a second; -1 for unknown */
    int64_t time;         /* nanoseconds since the search began; -1 for unknown */
    int32_t hashfull;     /* fill of the transposition table in thousandths; -1 for unknown */
    uint32_t multi_pv;    /* which line this is, from 1; 0 counts as 1 */
    qiju_str pv;          /* the line: moves */
    const float *heat;    /* null, or a value for each point: index row * width + file from a1 (a0 in Xiangqi), */
    uint64_t heat_length; /* width * height of them, in cp for the side to move, NaN for none */
    qiju_str text;        /* a remark for people; may be empty */
} qiju_info;

enum {
    QIJU_RESULT_RESIGN = 1 << 0,     /* gives up instead of moving */
    QIJU_RESULT_OFFER_DRAW = 1 << 1, /* offers a draw together with the move */
    QIJU_RESULT_ACCEPT_DRAW = 1 << 2 /* takes the offered draw instead of moving */
};

/* The answer of a search. The caller has set `struct_size`, given both buffers room for 64 bytes or more, and set all
 * else to 0. */
typedef struct qiju_result {
    uint32_t struct_size;
    uint32_t flags;          /* QIJU_RESULT_... */
    int32_t score_kind;      /* QIJU_SCORE_... */
    int32_t score;           /* by kind */
    qiju_buffer best_move;   /* left empty only when resigning, accepting a draw, or where there is no legal move */
    qiju_buffer ponder_move; /* the expected reply, on which the engine would ponder; may be left empty */
} qiju_result;

/* ---- the host --------------------------------------------------------------------------------------------------- */

enum {
    QIJU_LOG_ERROR = 0,
    QIJU_LOG_WARNING = 1,
    QIJU_LOG_INFO = 2,
    QIJU_LOG_DEBUG = 3
};

/* What the host offers to an instance. It stays valid until `destroy` has returned. No function is null. */
typedef struct qiju_host {
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    void *data; /* the host's own */
    qiju_str name;
    qiju_str version;

    /* [any] Writes a line to the log that the user can open. `level` is one of QIJU_LOG_... */
    void (*log)(const struct qiju_host *host, int32_t level, qiju_str text);

    /* [any] Whether this search must end: not 0 when it must, and for a search that is over. This is what counts,
     * `qiju_instance.stop` is only a wake-up. A search asks at least every 10 ms and then answers at once with the
     * best it has. Costs some tens of nanoseconds. */
    int32_t (*should_stop)(const struct qiju_host *host, uint64_t search_id);

    /* [any] Reports. `info` and all it points to are borrowed for the call. Reports of a search that is over are
     * dropped. */
    void (*on_info)(const struct qiju_host *host, uint64_t search_id, const qiju_info *info);

    /* [any] The host's monotonic clock, in nanoseconds since some fixed moment. */
    int64_t (*now)(const struct qiju_host *host);

    /* [any] An extension of the host's by its versioned id, null where the host has none of that id. Drafts are named
     * "draft/...". What it points to lives as long as this struct. */
    const void *(*get_extension)(const struct qiju_host *host, qiju_str id);
} qiju_host;

/* ---- an instance ------------------------------------------------------------------------------------------------ */

/* An engine at work. The engine owns the struct, which does not move or change until `destroy`. `error` may be null
 * everywhere. */
typedef struct qiju_instance {
    uint32_t struct_size;
    uint32_t reserved;
    void *data; /* the engine's own */

    /* [control] Number of options. It may change in `set_option` and `new_game`. */
    uint32_t (*option_count)(struct qiju_instance *self);

    /* [control] Option `index`, null for an index too large. Valid until the next call of `set_option`, `new_game` or
     * `destroy` on this instance. */
    const qiju_option *(*option)(struct qiju_instance *self, uint32_t index);

    /* [control] Sets an option from the text of a value. */
    int32_t (*set_option)(struct qiju_instance *self, qiju_str id, qiju_str value, qiju_buffer *error);

    /* [control] A new game begins: what was learned from the last one is forgotten. `width` and `height` in points (9
     * and 10 in Xiangqi). `rules` is "key=value" pairs parted by spaces: in Xiangqi "repetition=asian|computer|chinese"
     * and "no_capture=N" (moves a side without a capture until the draw, 0 for no limit), in Gomoku
     * "no_five=draw|play" (whether the game is drawn once neither side can make a five). Keys may be missing: asian, 60, play.
     * A key or value that the engine does not know is an error that names it. */
    int32_t (*new_game)(struct qiju_instance *self, qiju_str variant, uint32_t width, uint32_t height, qiju_str rules,
                        qiju_buffer *error);

    /* [control] Sets the position, always by the whole history, as repetition needs it.
     * `start` null: the variant's own start. Else a Xiangqi FEN, or for Gomoku rows from the top joined by "/", "x"
     * for Black, "o" for White, numbers for empty runs, then " b" or " w" for the side to move. Any set-up may come,
     * also one with unequal numbers of stones, or with a five.
     * `moves`: the moves since, empty for none. They may go on past a point where play ends by the rules, and in
     * renju onto a forbidden point. A fault is QIJU_ERR_POSITION, naming the move, and leaves no position set. */
    int32_t (*set_position)(struct qiju_instance *self, qiju_str start, qiju_str moves, qiju_buffer *error);

    /* [control] Thinks about the position and answers in `result`: exactly once, by returning, also after a stop. */
    int32_t (*search)(struct qiju_instance *self, const qiju_limits *limits, qiju_result *result, qiju_buffer *error);

    /* [any] May be null. Wakes a search up to ask `should_stop` now; returns at once and does not call the host. The
     * search may be over, or not have begun. */
    void (*stop)(struct qiju_instance *self, uint64_t search_id);

    /* [any] The move on which the search ponders was played: it is a usual search from now on, and its clock starts
     * now. Returns at once. May be null where nothing is declared to ponder. The search may be over, or not have
     * begun. When another move was played the search is stopped instead, and its result thrown away. */
    void (*ponder_hit)(struct qiju_instance *self, uint64_t search_id);

    /* [control] Ends the instance and frees it. No search is running. */
    void (*destroy)(struct qiju_instance *self);
} qiju_instance;

/* ---- the library ------------------------------------------------------------------------------------------------ */

/* The type of the one exported symbol. */
typedef struct qiju_entry {
    uint32_t struct_size;
    uint16_t abi_major; /* QIJU_ABI_MAJOR */
    uint16_t abi_minor; /* QIJU_ABI_MINOR */

    /* [entry] May be null. Called before all others, and may be called again at any time without a deinit between.
     * `library_path` is the absolute path of the library as the user knows it (what is loaded may be a copy), so that
     * an engine finds the files beside it; empty where it is not UTF-8. */
    int32_t (*init)(qiju_str library_path);

    /* [entry] May be null. All instances are destroyed. May be called again, and be followed by another init. The
     * library is not unloaded afterwards: what should not stay for the rest of the process is given back here. */
    void (*deinit)(void);

    /* [entry] Number of engines; the same at every call. */
    uint32_t (*plugin_count)(void);

    /* [entry] Engine `index`, null for an index too large. Valid and unchanged until deinit. */
    const qiju_descriptor *(*descriptor)(uint32_t index);

    /* [entry] Makes an instance of the engine with this id and puts it into `instance`. `host` is not null and stays
     * valid until the instance is destroyed. */
    int32_t (*create)(const qiju_host *host, qiju_str id, qiju_instance **instance, qiju_buffer *error);

    /* [entry] May be null. An extension of this library's by its versioned id, null where it has none of that id.
     * Drafts are named "draft/...". What it points to is valid until deinit. */
    const void *(*get_extension)(qiju_str id);
} qiju_entry;

/* What an engine exports:  QIJU_EXPORT const qiju_entry qiju_plugin_entry_v1 = { sizeof(qiju_entry), ... }; */
extern QIJU_EXPORT const qiju_entry qiju_plugin_entry_v1;

#define QIJU_ENTRY_SYMBOL "qiju_plugin_entry_v1"

/* ---- extension: openings by swap and swap2 ---------------------------------------------------------------------- */

#define QIJU_EXT_OPENING "qiju.opening/1"

enum {
    QIJU_CHOOSE_BLACK = 1 << 0,
    QIJU_CHOOSE_WHITE = 1 << 1,
    QIJU_CHOOSE_PLACE_TWO = 1 << 2 /* place two more stones and let the opponent choose; swap2's first answer only */
};

/* From entry.get_extension. The functions take instances of engines that declare QIJU_CAN_OPENING, after new_game.
 * An opening is played from the empty board; colours alternate, Black first. Both functions may think: `limits` and
 * infos are as in a search. */
typedef struct qiju_opening {
    uint32_t struct_size;
    uint32_t reserved;

    /* [control] Writes the first `count` moves of the game (three in swap and swap2) into `moves`. */
    int32_t (*propose)(qiju_instance *self, uint32_t count, const qiju_limits *limits, qiju_buffer *moves,
                       qiju_buffer *error);

    /* [control] Answers the stones laid so far with one of the choices whose bits are set in `allowed` (Black and
     * White always are): writes its bit into `choice`, and for QIJU_CHOOSE_PLACE_TWO two more moves into
     * `two_moves`. */
    int32_t (*choose)(qiju_instance *self, qiju_str moves, uint32_t allowed, const qiju_limits *limits,
                      uint32_t *choice, qiju_buffer *two_moves, qiju_buffer *error);
} qiju_opening;

#ifdef __cplusplus
}
#endif

#endif /* QIJU_H */
