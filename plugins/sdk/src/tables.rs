//! Descriptors and options as the C structs that the host borrows, together with the texts that those point to.

use std::ptr;

use rules::Repetition;

use crate::abi::{self, Str, capability, option};
use crate::{Capabilities, Descriptor, OptionInfo, OptionKind, VariantSupport};

/// A descriptor in C form. The pointers in it lead to heap memory that it owns and that does not change.
pub(crate) struct DescriptorTable {
    pub descriptor: Descriptor,
    pub table: abi::Descriptor,
    _variants: Vec<*const abi::VariantSupport>,
    _supports: Vec<abi::VariantSupport>,
    _repetitions: Vec<String>,
}

impl DescriptorTable {
    pub fn new(descriptor: Descriptor) -> DescriptorTable {
        let repetitions: Vec<_> = descriptor.variants.iter().map(repetition_words).collect();
        let supports: Vec<_> = descriptor
            .variants
            .iter()
            .zip(&repetitions)
            .map(|(support, words)| support_table(support, words))
            .collect();
        let variants: Vec<_> = supports.iter().map(ptr::from_ref).collect();
        let table = abi::Descriptor {
            struct_size: size_of::<abi::Descriptor>() as u32,
            variant_count: variants.len() as u32,
            id: Str::lend(&descriptor.id),
            name: Str::lend(&descriptor.name),
            version: Str::lend(&descriptor.version),
            author: Str::lend(&descriptor.author),
            licence: Str::lend(&descriptor.licence),
            url: Str::lend(&descriptor.url),
            description: Str::lend(&descriptor.description),
            variants: variants.as_ptr(),
        };
        DescriptorTable { descriptor, table, _variants: variants, _supports: supports, _repetitions: repetitions }
    }
}

fn repetition_words(support: &VariantSupport) -> String {
    support.repetitions.iter().map(|rules| Repetition::id(*rules)).collect::<Vec<_>>().join(" ")
}

fn support_table(support: &VariantSupport, repetitions: &str) -> abi::VariantSupport {
    let sizes = support.sizes.as_ref();
    abi::VariantSupport {
        struct_size: size_of::<abi::VariantSupport>() as u32,
        capabilities: capability_bits(support.capabilities),
        variant: Str::lend(support.variant.id()),
        min_size: sizes.map_or(0, |sizes| u32::from(*sizes.start())),
        max_size: sizes.map_or(0, |sizes| u32::from(*sizes.end())),
        repetitions: Str::lend(repetitions),
    }
}

fn capability_bits(can: Capabilities) -> u32 {
    [
        (can.ponder, capability::PONDER),
        (can.multi_pv, capability::MULTI_PV),
        (can.analysis, capability::ANALYSE),
        (can.node_limit, capability::LIMIT_NODES),
        (can.depth_limit, capability::LIMIT_DEPTH),
        (can.seed, capability::SEED),
        (can.threads, capability::THREADS),
        (can.opening, capability::OPENING),
    ]
    .into_iter()
    .filter_map(|(has, bit)| has.then_some(bit))
    .sum()
}

/// Options in C form. The pointers in it lead to heap memory that it owns and that does not change.
pub(crate) struct OptionTables {
    pub infos: Vec<OptionInfo>,
    pub tables: Vec<abi::OptionData>,
    _texts: Vec<OptionTexts>,
}

/// What an option's C struct points to beside the texts of its [`OptionInfo`].
struct OptionTexts {
    default: String,
    choices: Vec<Str>,
    labels: Vec<Str>,
}

impl OptionTables {
    pub fn new(infos: Vec<OptionInfo>) -> OptionTables {
        let texts: Vec<_> = infos.iter().map(OptionTexts::new).collect();
        let tables = infos.iter().zip(&texts).map(|(info, texts)| option_table(info, texts)).collect();
        OptionTables { infos, tables, _texts: texts }
    }
}

impl OptionTexts {
    fn new(info: &OptionInfo) -> OptionTexts {
        let choices = if let OptionKind::Enum { choices, .. } = &info.kind { choices.as_slice() } else { &[] };
        OptionTexts {
            default: info.default_value().to_string(),
            choices: choices.iter().map(|choice| Str::lend(&choice.value)).collect(),
            labels: choices.iter().map(|choice| Str::lend(&choice.label)).collect(),
        }
    }
}

fn option_table(info: &OptionInfo, texts: &OptionTexts) -> abi::OptionData {
    let (int_min, int_max) =
        if let OptionKind::Int { range, .. } = &info.kind { (*range.start(), *range.end()) } else { (0, 0) };
    let (float_min, float_max) =
        if let OptionKind::Float { range, .. } = &info.kind { (*range.start(), *range.end()) } else { (0.0, 0.0) };
    let advanced = if info.advanced { option::ADVANCED } else { 0 };
    let at_new_game = if info.at_new_game { option::AT_NEW_GAME } else { 0 };
    abi::OptionData {
        struct_size: size_of::<abi::OptionData>() as u32,
        kind: kind_number(&info.kind),
        flags: advanced | at_new_game,
        choice_count: texts.choices.len() as u32,
        id: Str::lend(&info.id),
        label: Str::lend(&info.label),
        description: Str::lend(&info.description),
        default_value: Str::lend(&texts.default),
        int_min,
        int_max,
        float_min,
        float_max,
        choices: texts.choices.as_ptr(),
        choice_labels: texts.labels.as_ptr(),
    }
}

fn kind_number(kind: &OptionKind) -> i32 {
    match kind {
        OptionKind::Bool { .. } => option::BOOL,
        OptionKind::Int { .. } => option::INT,
        OptionKind::Float { .. } => option::FLOAT,
        OptionKind::Enum { .. } => option::ENUM,
        OptionKind::String { .. } => option::STRING,
        OptionKind::Path { .. } => option::PATH,
        OptionKind::Button => option::BUTTON,
    }
}
