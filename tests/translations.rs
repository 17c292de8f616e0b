//! Every text of the window is there in Chinese, and every character of it in the embedded fonts.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use skrifa::{FontRef, MetadataProvider};

/// The fonts that texts are set in.
const SANS: [&str; 3] = ["qiju_sans_400.ttf", "qiju_sans_500.ttf", "qiju_sans_600.ttf"];

fn ui() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

/// The markup's files.
fn markup(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let here = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "slint"));
    here.chain(folders.iter().flat_map(|folder| markup(folder))).collect()
}

/// The texts that a file marks for translation, each with its context: the component or global that it stands in.
fn texts(source: &str) -> Vec<(String, String)> {
    let mut context = String::new();
    let mut found = Vec::new();
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    for line in code {
        let mut words = line.split_whitespace().skip_while(|word| *word == "export");
        if matches!(words.next(), Some("component" | "global")) {
            context = words.next().unwrap_or_default().to_owned();
        }
        for call in line.split("@tr(").skip(1) {
            found.push(marked(call, &context).unwrap_or_else(|| panic!("a text stands whole on its line: {line}")));
        }
    }
    found
}

/// The text at the start of the arguments of `@tr`, with the context that it may name before an arrow.
fn marked(arguments: &str, context: &str) -> Option<(String, String)> {
    let (first, rest) = quoted(arguments)?;
    match rest.trim_start().strip_prefix("=>") {
        Some(rest) => Some((first, quoted(rest)?.0)),
        None => Some((context.to_owned(), first)),
    }
}

/// A string literal and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = inner.char_indices();
    while let Some((place, char)) = chars.next() {
        match char {
            '"' => return Some((value, &inner[place + 1..])),
            '\\' => value.push(match chars.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            char => value.push(char),
        }
    }
    None
}

fn translations() -> rspolib::POFile {
    let file = ui().join("lang/zh_CN/LC_MESSAGES/qiju.po");
    rspolib::pofile(file.to_str().unwrap()).unwrap()
}

#[test]
fn every_text_has_a_chinese_one() {
    let file = translations();
    let translated: HashSet<(String, String)> = file
        .entries
        .iter()
        .filter(|entry| {
            let plural = &entry.msgstr_plural;
            entry.msgstr.as_ref().is_some_and(|text| !text.is_empty()) || plural.iter().any(|text| !text.is_empty())
        })
        .map(|entry| (entry.msgctxt.clone().unwrap_or_default(), entry.msgid.clone()))
        .collect();
    let wanted: Vec<_> = markup(&ui()).iter().flat_map(|file| texts(&fs::read_to_string(file).unwrap())).collect();
    assert!(wanted.len() > 200, "the markup was read");
    let missing: Vec<_> = wanted.iter().filter(|text| !translated.contains(*text)).collect();
    assert!(missing.is_empty(), "texts without a Chinese one (context, text): {missing:#?}");
}

#[test]
fn a_translation_has_the_places_of_its_text() {
    let places = |text: &str| {
        let mut places: Vec<_> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        places.sort_unstable();
        places.iter().map(|place| (*place).to_owned()).collect::<Vec<_>>()
    };
    for entry in translations().entries {
        let texts = entry.msgstr.iter().chain(&entry.msgstr_plural);
        for text in texts.filter(|text| !text.is_empty()) {
            assert_eq!(places(text), places(&entry.msgid), "{:?} -> {text:?}", entry.msgid);
        }
    }
}

#[test]
fn every_character_is_in_the_embedded_fonts() {
    let sources = markup(&ui()).iter().map(|file| fs::read_to_string(file).unwrap()).collect::<String>();
    let code = sources.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<String>();
    let file = translations();
    let translated = file.entries.iter().flat_map(|entry| entry.msgstr.iter().chain(&entry.msgstr_plural));
    let text: String = code.chars().chain(translated.flat_map(|text| text.chars())).collect();
    let wanted: HashSet<char> = text.chars().filter(|char| !char.is_control()).collect();
    for font in SANS {
        let bytes = fs::read(ui().join("fonts").join(font)).unwrap();
        let charmap = FontRef::new(&bytes).unwrap().charmap();
        let missing: String = wanted.iter().filter(|char| charmap.map(**char).is_none()).collect();
        assert!(missing.is_empty(), "{font} lacks {missing:?}; run ui/fonts/subset.py");
    }
}
