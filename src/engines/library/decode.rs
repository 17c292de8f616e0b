//! From the structs that an engine declares and answers with to the types of the program. Everything is copied and
//! checked; what is wrong is told in words that follow "it breaks the plugin interface:".

use std::slice;
use std::time::Duration;

use rules::{Move, Repetition, Variant};
use sdk::abi::{self, Str, capability, option};
use sdk::{Bound, Capabilities, Choice, Descriptor, Info, OptionInfo, OptionKind, Score, VariantSupport};

/// Longest id, in bytes.
const MAX_ID: usize = 128;
/// Longest label or other short line, in bytes.
const MAX_LINE: usize = 1 << 10;
/// Longest description, value or remark, in bytes.
const MAX_TEXT: usize = 16 << 10;
/// Most variants of an engine, and choices of an option.
const MAX_ITEMS: u32 = 1 << 10;

/// Reads a text that must be one, short enough, and UTF-8. Control characters become spaces, so that no text can
/// forge lines of a log.
///
/// # Safety
/// The text is null, or readable for the call.
unsafe fn text(raw: Str, what: &str, limit: usize) -> Result<String, String> {
    // SAFETY: the caller vouches for the text.
    let text = unsafe { raw.text(limit) }.map_err(|error| format!("{what} {error}"))?;
    Ok(one_line(text))
}

/// Reads a text as well as it can be read.
///
/// # Safety
/// The text is null, or readable for the call.
pub(super) unsafe fn lossy(raw: Str, limit: usize) -> String {
    let cut = Str { length: raw.length.min(limit as u64), ..raw };
    // SAFETY: the caller vouches for the text, of which this is a part.
    one_line(&String::from_utf8_lossy(unsafe { cut.bytes(limit) }.unwrap_or_default()))
}

pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Reads an id: settings are kept by it and users type it, so it is made of letters, digits, `.`, `_` and `-`.
///
/// # Safety
/// The text is null, or readable for the call.
unsafe fn id(raw: Str, what: &str) -> Result<String, String> {
    // SAFETY: the caller vouches for the text.
    let id = unsafe { text(raw, what, MAX_ID) }?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    if id.is_empty() {
        Err(format!("{what} is empty"))
    } else if id.chars().all(is_plain) {
        Ok(id)
    } else {
        Err(format!("{what} is {id:?}; only letters, digits, '.', '_' and '-' may stand there"))
    }
}

/// Reads a descriptor.
///
/// # Safety
/// `raw` is null, or points to a descriptor of the engine's that stays valid for the call.
pub(super) unsafe fn descriptor(raw: *const abi::Descriptor) -> Result<Descriptor, String> {
    // SAFETY: the caller vouches for the descriptor and what it points to, here and below.
    unsafe {
        let raw = abi::read_struct(raw).ok_or("its descriptor is null or too short")?;
        let descriptor = Descriptor {
            id: id(raw.id, "its id")?,
            name: text(raw.name, "its name", MAX_LINE)?,
            version: text(raw.version, "its version", MAX_LINE)?,
            author: text(raw.author, "its author", MAX_LINE)?,
            licence: text(raw.licence, "its licence", MAX_LINE)?,
            url: text(raw.url, "its url", MAX_LINE)?,
            description: text(raw.description, "its description", MAX_TEXT)?,
            variants: variants(raw.variants, raw.variant_count)?,
        };
        if descriptor.name.trim().is_empty() { Err("its name is empty".to_owned()) } else { Ok(descriptor) }
    }
}

/// Reads the variants of an engine. Those that this program does not know are left out.
///
/// # Safety
/// `list` is null, or points to `count` pointers to variants.
unsafe fn variants(list: *const *const abi::VariantSupport, count: u32) -> Result<Vec<VariantSupport>, String> {
    // SAFETY: the caller vouches for the list.
    let list = unsafe { array(list, count, "its list of variants") }?;
    let mut supports: Vec<VariantSupport> = Vec::new();
    for &raw in list {
        // SAFETY: the caller vouches for what the list points to.
        let Some(support) = unsafe { support(raw) }? else { continue };
        if supports.iter().any(|other| other.variant == support.variant) {
            return Err(format!("it declares {} twice", support.variant));
        }
        supports.push(support);
    }
    Ok(supports)
}

/// Reads one variant; `None` for one that this program does not know.
///
/// # Safety
/// `raw` is null, or points to a variant.
unsafe fn support(raw: *const abi::VariantSupport) -> Result<Option<VariantSupport>, String> {
    // SAFETY: the caller vouches for the variant and its texts.
    let (raw, name, words) = unsafe {
        let raw = abi::read_struct(raw).ok_or("a variant is null or too short")?;
        let name = id(raw.variant, "a variant's id")?;
        (raw, name, text(raw.repetitions, "a variant's repetition rules", MAX_LINE)?)
    };
    let Ok(variant) = name.parse::<Variant>() else { return Ok(None) };
    let sizes = match variant.sizes() {
        None => None,
        Some(possible) => match (u8::try_from(raw.min_size), u8::try_from(raw.max_size)) {
            (Ok(least), Ok(most)) if least <= most && possible.contains(&least) && possible.contains(&most) => {
                Some(least..=most)
            }
            _ => {
                let (least, most) = (possible.start(), possible.end());
                let given = format!("{} to {}", raw.min_size, raw.max_size);
                return Err(format!("it declares {variant} on boards of {given}, {least} to {most} are possible"));
            }
        },
    };
    let known = |word: &str| Repetition::ALL.into_iter().find(|rules| rules.id() == word);
    let repetitions: Vec<_> = words.split_ascii_whitespace().filter_map(known).collect();
    if variant == Variant::Xiangqi && repetitions.is_empty() {
        return Err("it declares xiangqi without any known repetition rules (asian, computer, chinese)".to_owned());
    }
    Ok(Some(VariantSupport { variant, sizes, repetitions, capabilities: capabilities(raw.capabilities) }))
}

fn capabilities(bits: u32) -> Capabilities {
    let has = |bit| bits & bit != 0;
    Capabilities {
        ponder: has(capability::PONDER),
        multi_pv: has(capability::MULTI_PV),
        analysis: has(capability::ANALYSE),
        node_limit: has(capability::LIMIT_NODES),
        depth_limit: has(capability::LIMIT_DEPTH),
        seed: has(capability::SEED),
        threads: has(capability::THREADS),
        opening: has(capability::OPENING),
    }
}

/// Reads an option.
///
/// # Safety
/// `raw` is null, or points to an option of the engine's that stays valid for the call.
pub(super) unsafe fn option(raw: *const abi::OptionData) -> Result<OptionInfo, String> {
    // SAFETY: the caller vouches for the option and what it points to, here and below.
    let (raw, option) = unsafe {
        let raw = abi::read_struct(raw).ok_or("an option is null or too short")?;
        let id = id(raw.id, "an option's id")?;
        let of = |what: &str| format!("the {what} of option {id}");
        let label = text(raw.label, &of("label"), MAX_LINE)?;
        let description = text(raw.description, &of("description"), MAX_TEXT)?;
        let default = text(raw.default_value, &of("default"), MAX_TEXT)?;
        let kind = option_kind(&raw, &default).map_err(|what| format!("option {id}: {what}"))?;
        let advanced = raw.flags & option::ADVANCED != 0;
        let at_new_game = raw.flags & option::AT_NEW_GAME != 0;
        let label = if label.trim().is_empty() { id.clone() } else { label };
        (default, OptionInfo { id, label, description, kind, advanced, at_new_game })
    };
    match option.parse(&raw) {
        Ok(_) => Ok(option),
        Err(error) => Err(format!("the default of an option is none: {error}")),
    }
}

/// Reads the kind of an option.
///
/// # Safety
/// What the option points to stays valid for the call.
unsafe fn option_kind(raw: &abi::OptionData, default: &str) -> Result<OptionKind, String> {
    let wrong_default = || format!("its default {default:?} is not of its type");
    Ok(match raw.kind {
        option::BOOL => OptionKind::Bool { default: default.parse().map_err(|_| wrong_default())? },
        option::INT if raw.int_min <= raw.int_max => {
            OptionKind::Int { default: default.parse().map_err(|_| wrong_default())?, range: raw.int_min..=raw.int_max }
        }
        option::FLOAT if raw.float_min <= raw.float_max && (raw.float_max - raw.float_min).is_finite() => {
            OptionKind::Float {
                default: default.parse().map_err(|_| wrong_default())?,
                range: raw.float_min..=raw.float_max,
            }
        }
        option::INT | option::FLOAT => return Err("its range is empty or not finite".to_owned()),
        // SAFETY: the caller vouches for the option's choices.
        option::ENUM => OptionKind::Enum { default: default.to_owned(), choices: unsafe { choices(raw) }? },
        option::STRING => OptionKind::String { default: default.to_owned() },
        option::PATH => OptionKind::Path { default: default.to_owned() },
        option::BUTTON => OptionKind::Button,
        kind => return Err(format!("its type is {kind}, which is none")),
    })
}

/// Reads the choices of an option.
///
/// # Safety
/// The option's lists are null or as long as it says.
unsafe fn choices(raw: &abi::OptionData) -> Result<Vec<Choice>, String> {
    // SAFETY: the caller vouches for the lists, and for the texts in them.
    let (words, labels) = unsafe {
        let words = array(raw.choices, raw.choice_count, "its list of choices")?;
        let labels = if raw.choice_labels.is_null() { raw.choices } else { raw.choice_labels };
        (words, array(labels, raw.choice_count, "its list of labels")?)
    };
    words
        .iter()
        .zip(labels)
        .map(|(&word, &label)| {
            // SAFETY: as above.
            let (value, label) = unsafe { (text(word, "a choice", MAX_LINE)?, text(label, "a label", MAX_LINE)?) };
            Ok(Choice { value, label })
        })
        .collect()
}

/// A list of the engine's; empty for no items.
///
/// # Safety
/// `data` is null, or points to `count` items that stay valid for the call.
unsafe fn array<'a, T>(data: *const T, count: u32, what: &str) -> Result<&'a [T], String> {
    match count {
        0 => Ok(&[]),
        _ if count > MAX_ITEMS => Err(format!("{what} has {count} items, at most {MAX_ITEMS} are read")),
        _ if data.is_null() || !data.is_aligned() => Err(format!("{what} is null or misaligned")),
        // SAFETY: neither null nor misaligned, and the caller vouches for the items.
        _ => Ok(unsafe { slice::from_raw_parts(data, count as usize) }),
    }
}

/// Reads an info, with a complaint where a part of it was left out because it could not be read.
///
/// # Safety
/// What the info points to stays valid for the call.
pub(super) unsafe fn info(raw: &abi::Info, variant: Variant, points: usize) -> (Info, Option<String>) {
    // SAFETY: the caller vouches for all that the info points to.
    let (line, heat, remark) = unsafe { (raw.pv.text(MAX_TEXT), heat(raw, points), lossy(raw.text, MAX_TEXT)) };
    let (pv, bad_pv) = match line {
        Ok(line) => readable_moves(variant, line),
        Err(error) => (Vec::new(), Some(format!("its line {error}"))),
    };
    let (heat, bad_heat) = heat.map_or_else(|what| (None, Some(what)), |heat| (heat, None));
    let info = Info {
        depth: raw.depth,
        seldepth: raw.seldepth,
        score: score(raw.score_kind, raw.score),
        bound: match raw.bound {
            abi::bound::LOWER => Bound::Lower,
            abi::bound::UPPER => Bound::Upper,
            _ => Bound::Exact,
        },
        nodes: raw.nodes,
        nps: u64::try_from(raw.nps).ok(),
        time: u64::try_from(raw.time).ok().map(Duration::from_nanos),
        hashfull: u16::try_from(raw.hashfull).ok().map(|fill| fill.min(1000)),
        multi_pv: raw.multi_pv.max(1),
        pv,
        heat,
        text: remark,
    };
    (info, bad_pv.or(bad_heat))
}

/// The moves at the beginning of a line that can be read, and a complaint about the first one that can't.
fn readable_moves(variant: Variant, line: &str) -> (Vec<Move>, Option<String>) {
    let mut moves = Vec::new();
    for token in line.split_ascii_whitespace() {
        match variant.parse_move(token) {
            Ok(mv) => moves.push(mv),
            Err(error) => return (moves, Some(error.to_string())),
        }
    }
    (moves, None)
}

/// Reads the heat of an info.
///
/// # Safety
/// The info's heat is null, or points to as many values as it says.
unsafe fn heat(raw: &abi::Info, points: usize) -> Result<Option<Vec<f32>>, String> {
    if raw.heat.is_null() {
        Ok(None)
    } else if raw.heat_length != points as u64 || !raw.heat.is_aligned() {
        Err(format!("its heat has {} values for {points} points, or is misaligned", raw.heat_length))
    } else {
        // SAFETY: neither null nor misaligned, and the caller vouches for the values.
        Ok(Some(unsafe { slice::from_raw_parts(raw.heat, points) }.to_vec()))
    }
}

pub(super) fn score(kind: i32, score: i32) -> Score {
    match kind {
        abi::score::CP => Score::Cp(score),
        abi::score::MATE => Score::Mate(score),
        _ => Score::None,
    }
}
