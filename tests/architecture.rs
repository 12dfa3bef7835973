//! Which room of the crate may import which: reads the sources and fails on an import that the table below lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, ground floor first. A room imports only rooms before it, so that there is no circle.
const ROOMS: [&str; 15] = [
    "grid",
    "input",
    "limits",
    "program",
    "cells",
    "encodings",
    "constraints",
    "model",
    "laws",
    "filtering",
    "search",
    "backends",
    "solver",
    "puzzles",
    "lib",
];

/// What a room may import besides itself.
fn allowed(room: &str) -> Vec<&'static str> {
    let above = || ROOMS.iter().copied().take_while(|other| *other != room).collect();
    match room {
        "grid" | "limits" | "program" => vec![],
        // `InputError` holds `RaggedRows`, the error of a grid whose rows differ in length.
        "input" => vec!["grid"],
        "cells" => vec!["grid"],
        "encodings" => vec!["cells", "program"],
        "constraints" => vec!["cells", "encodings", "program", "input"],
        "filtering" => vec!["cells", "constraints", "model", "limits"],
        "backends" => vec!["program", "limits"],
        "model" | "laws" | "search" | "solver" | "puzzles" | "lib" => above(),
        // A check of an answer shares nothing with the model that found it: `puzzles/*/verify.rs`.
        "verify" => vec!["grid", "input"],
        _ => panic!("room {room:?} is not in the table"),
    }
}

/// Single imports beyond the table: file, room, item, reason.
const EXCEPTIONS: [(&str, &str, &str, &str); 2] = [
    ("puzzles/edge_matching/verify.rs", "cells", "PlacedTile", "the answer is a grid of placed tiles"),
    ("puzzles/edge_matching/verify.rs", "cells", "Side", "the unmatched seams of an answer name sides"),
];

/// The only file that may hold unsafe code.
const UNSAFE: &str = "backends/highs/ffi.rs";

// ---------------------------------------------------------------- reading Rust, as far as needed

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    Path,
    Sign(char),
}

/// The tokens of a source with their lines, without comments, strings and characters.
fn tokens(source: &str) -> Vec<(Token, usize)> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            '"' => i = after_string(&chars, i),
            'r' | 'b' | 'c' if raw_string(&chars, i).is_some() => i = raw_string(&chars, i).unwrap_or(i + 1),
            'b' | 'c' if at(i + 1) == '"' => i = after_string(&chars, i + 1),
            '\'' => {
                // A lifetime is a quote, a letter, and no quote after it.
                let is_lifetime = (at(i + 1).is_alphabetic() || at(i + 1) == '_') && at(i + 2) != '\'';
                i += 1;
                if !is_lifetime {
                    i += if at(i) == '\\' { 2 } else { 1 };
                    while i < chars.len() && chars[i] != '\'' {
                        i += 1;
                    }
                    i += 1;
                }
            }
            ':' if at(i + 1) == ':' => {
                tokens.push((Token::Path, line));
                i += 2;
            }
            c if c.is_alphanumeric() || c == '_' => {
                while at(i).is_alphanumeric() || at(i) == '_' {
                    i += 1;
                }
                tokens.push((Token::Word(chars[start..i].iter().collect()), line));
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push((Token::Sign(c), line));
                }
                i += 1;
            }
        }
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

/// The place after the string that starts with the quote at `i`.
fn after_string(chars: &[char], mut i: usize) -> usize {
    i += 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// The place after the raw string that starts at `i` (`r"…"`, `br#"…"#`), if one does.
fn raw_string(chars: &[char], mut i: usize) -> Option<usize> {
    if matches!(chars[i], 'b' | 'c') {
        i += 1;
    }
    if chars.get(i) != Some(&'r') {
        return None;
    }
    i += 1;
    let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
    i += hashes;
    if chars.get(i) != Some(&'"') {
        return None;
    }
    i += 1;
    while i < chars.len() {
        if chars[i] == '"' && chars[i + 1..].iter().take_while(|c| **c == '#').count() >= hashes {
            return Some(i + 1 + hashes);
        }
        i += 1;
    }
    Some(i)
}

/// A path of the crate that a source names, from the root, and the line.
#[derive(Debug, Clone, PartialEq)]
struct Named {
    path: Vec<String>,
    line: usize,
}

/// The paths that start with `crate`, `super` or `self`, those of `use` trees taken apart.
fn named(source: &str, module: &[String]) -> Vec<Named> {
    let tokens = tokens(source);
    let word = |i: usize| match tokens.get(i) {
        Some((Token::Word(word), _)) => Some(word.as_str()),
        _ => None,
    };
    let is = |i: usize, token: &Token| tokens.get(i).is_some_and(|(found, _)| found == token);
    let mut found = Vec::new();
    // The inline modules that are open, each with the depth of braces outside it.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i].0 {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => {
                depth -= 1;
                if inline.last().is_some_and(|(_, outside)| *outside == depth) {
                    inline.pop();
                }
            }
            Token::Word(keyword) if keyword == "mod" && is(i + 2, &Token::Sign('{')) => {
                inline.extend(word(i + 1).map(|name| (name.to_owned(), depth)));
            }
            Token::Word(start)
                if ["crate", "super", "self"].contains(&start.as_str())
                    && is(i + 1, &Token::Path)
                    && (i == 0 || !is(i - 1, &Token::Path)) =>
            {
                let mut here: Vec<String> = module.to_vec();
                here.extend(inline.iter().map(|(name, _)| name.clone()));
                match start.as_str() {
                    "crate" => here.clear(),
                    "super" => drop(here.pop()),
                    _ => {}
                }
                i = tree(&tokens, i + 2, here, &mut found);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Reads the rest of a path or `use` tree from `i` on; returns the place after it.
fn tree(tokens: &[(Token, usize)], mut i: usize, mut path: Vec<String>, found: &mut Vec<Named>) -> usize {
    loop {
        let Some((token, line)) = tokens.get(i) else { return i };
        match token {
            Token::Word(word) => {
                if word == "super" {
                    path.pop();
                } else if word != "self" {
                    path.push(word.clone());
                }
                i += 1;
                if tokens.get(i).is_some_and(|(next, _)| *next == Token::Path)
                    && !matches!(tokens.get(i + 1), Some((Token::Sign('<'), _)))
                {
                    i += 1;
                    continue;
                }
                found.push(Named { path, line: *line });
                return i;
            }
            Token::Sign('*') => {
                path.push("*".to_owned());
                found.push(Named { path, line: *line });
                return i + 1;
            }
            Token::Sign('{') => {
                i += 1;
                while let Some((token, _)) = tokens.get(i) {
                    match token {
                        Token::Sign('}') => return i + 1,
                        Token::Sign(',') => i += 1,
                        Token::Word(word) if word == "as" => i += 2,
                        _ => i = tree(tokens, i, path.clone(), found),
                    }
                }
                return i;
            }
            _ => return i + 1,
        }
    }
}

// ---------------------------------------------------------------- the rule

/// The sources by their path below `src/`, with `/` between the parts.
type Sources = BTreeMap<String, String>;

fn module_of(file: &str) -> Vec<String> {
    let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

fn room_of(file: &str) -> String {
    if file.starts_with("puzzles/") && file.ends_with("/verify.rs") {
        return "verify".to_owned();
    }
    module_of(file).first().map_or_else(|| "lib".to_owned(), Clone::clone)
}

/// What breaks the table, a line for each.
fn violations(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for (file, source) in sources {
        let room = room_of(file);
        if room != "verify" && !ROOMS.contains(&room.as_str()) {
            violations.push(format!("{file}: room {room:?} is not in the table"));
            continue;
        }
        for Named { path, line } in named(source, &module_of(file)) {
            let mut violation = |what: &str| violations.push(format!("{file}:{line}: {what}: {}", path.join("::")));
            // The crate's root names everything: only the root itself may use that.
            let Some(first) = path.first().filter(|first| ROOMS.contains(&first.as_str())) else {
                if room != "lib" {
                    violation("an import through the root");
                }
                continue;
            };
            let may = allowed(&room);
            if room == "verify" && first == "puzzles" {
                // Of the puzzles a check takes what they define, not what they import from other rooms.
                if let Some(other) = imported_from(sources, &path) {
                    let item = path.last().map_or("", String::as_str);
                    let excepted = EXCEPTIONS.iter().any(|(f, r, i, _)| (*f, *r, *i) == (file.as_str(), &*other, item));
                    if !may.contains(&other.as_str()) && !excepted {
                        violation(&format!("{room} may not import {other}"));
                    }
                }
            } else if *first != room && !may.contains(&first.as_str()) {
                violation(&format!("{room} may not import {first}"));
            }
        }
    }
    violations
}

/// The room that a puzzle's module imports an item from, which it does not define itself.
fn imported_from(sources: &Sources, path: &[String]) -> Option<String> {
    let (item, module) = path.split_last()?;
    if item == "*" {
        // Everything that the module imports.
        return Some("everything".to_owned());
    }
    let file = format!("{}/mod.rs", module.join("/"));
    let imports = named(sources.get(&file)?, module);
    let import = imports.iter().find(|import| import.path.last() == Some(item) && import.path.len() > 1)?;
    Some(import.path[0].clone()).filter(|room| room != "puzzles")
}

/// The files other than the one allowed that hold unsafe code or allow it.
fn unsafe_files(sources: &Sources) -> Vec<&str> {
    let is_unsafe = |source: &str| {
        let tokens = tokens(source);
        let word = |i: usize, wanted: &str| matches!(tokens.get(i), Some((Token::Word(word), _)) if word == wanted);
        (0..tokens.len()).any(|i| {
            word(i, "unsafe")
                || (word(i, "unsafe_code") && (word(i.wrapping_sub(2), "allow") || word(i.wrapping_sub(2), "expect")))
        })
    };
    sources.iter().filter(|(_, source)| is_unsafe(source)).map(|(file, _)| file.as_str()).collect()
}

fn read_sources() -> Sources {
    fn read(directory: &Path, prefix: &str, sources: &mut Sources) {
        let entries: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in entries {
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                read(&path, &format!("{prefix}{name}/"), sources);
            } else if name.ends_with(".rs") {
                sources.insert(format!("{prefix}{name}"), fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut sources = Sources::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    sources
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let sources = read_sources();
    let violations = violations(&sources);
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
    // The check looked at something.
    let rooms: BTreeSet<String> = sources.keys().map(|file| room_of(file)).collect();
    assert!(ROOMS.iter().chain(&["verify"]).all(|room| rooms.contains(*room)), "{rooms:?}");
    let imports: usize = sources.iter().map(|(file, source)| named(source, &module_of(file)).len()).sum();
    assert!(imports > 200, "{imports} imports found");
}

#[test]
fn the_table_has_no_circle() {
    for (i, room) in ROOMS.iter().enumerate() {
        for other in allowed(room) {
            let j = ROOMS.iter().position(|known| *known == other);
            assert!(j.is_some_and(|j| j < i), "{room} imports {other}");
        }
    }
}

#[test]
fn every_exception_is_needed() {
    let sources = read_sources();
    for (file, room, item, _) in EXCEPTIONS {
        let imports = named(&sources[file], &module_of(file));
        let used = imports.iter().any(|import| {
            import.path.last().map(String::as_str) == Some(item)
                && imported_from(&sources, &import.path).as_deref() == Some(room)
        });
        assert!(used, "{file} imports no {item}");
    }
}

#[test]
fn unsafe_code_is_in_one_file() {
    assert_eq!(unsafe_files(&read_sources()), [UNSAFE]);
}

// ---------------------------------------------------------------- the check can fail

fn forged(files: &[(&str, &str)]) -> Vec<String> {
    violations(&files.iter().map(|(file, source)| ((*file).to_owned(), (*source).to_owned())).collect())
}

#[test]
fn forged_imports_are_found() {
    let one = |file: &str, source: &str| forged(&[(file, source)]);
    assert_eq!(
        one("constraints/sum.rs", "\nuse crate::solver::Error;"),
        ["constraints/sum.rs:2: constraints may not import solver: solver::Error"]
    );
    assert_eq!(
        one("program/lp.rs", "use crate::{grid::Grid, input::{At, Cause as C}};\nuse std::fmt;"),
        [
            "program/lp.rs:1: program may not import grid: grid::Grid",
            "program/lp.rs:1: program may not import input: input::At",
            "program/lp.rs:1: program may not import input: input::Cause"
        ]
    );
    // In an expression, in a type, through `super`, from an inline module, by a glob.
    assert_eq!(one("cells/mod.rs", "fn f() { g(crate::model::Model::new()) }").len(), 1);
    assert_eq!(one("grid.rs", "type T = Vec<crate::cells::Cell<u8>>;").len(), 1);
    assert_eq!(one("encodings/encoder.rs", "use super::super::model::Model;").len(), 1);
    assert_eq!(one("limits.rs", "use super::program::Program;").len(), 1);
    assert_eq!(one("limits.rs", "mod tests { use super::super::program::Program; }").len(), 1);
    assert_eq!(one("limits.rs", "mod a { mod b {} } use super::program::Program;").len(), 1);
    assert_eq!(one("filtering/mod.rs", "use crate::search::*;").len(), 1);
    assert_eq!(one("backends/highs/mod.rs", "let x = ('\"', crate::cells::X, '\"');").len(), 1);
    assert_eq!(one("backends/mod.rs", "let x = r#\"\"\"#; crate::cells::x::<u8>();").len(), 1);
    // Through the root, where everything is.
    assert_eq!(one("encodings/mod.rs", "use crate::Model;"), ["encodings/mod.rs:1: an import through the root: Model"]);
    assert_eq!(one("encodings/mod.rs", "use crate::*;").len(), 1);
    assert_eq!(one("newcomer/mod.rs", ""), ["newcomer/mod.rs: room \"newcomer\" is not in the table"]);
}

#[test]
fn imports_that_are_fine_are_not_found() {
    let one = |file: &str, source: &str| forged(&[(file, source)]);
    let none: [&str; 0] = [];
    assert_eq!(one("grid.rs", "mod tests { use super::*; fn f<'a>(x: &'a str) {} use super::Grid; }"), none);
    assert_eq!(one("grid.rs", "/* crate::model /* nested */ use crate::model::Model; */ // crate::model::X"), none);
    assert_eq!(
        one("grid.rs", "const S: &str = \"\\\"crate::model::X\"; const R: &str = r#\"\"crate::model::X\"#;"),
        none
    );
    assert_eq!(one("grid.rs", "/// [`Model`](crate::model::Model)\npub(crate) fn f() {}"), none);
    assert_eq!(one("program/lp.rs", "use super::{Program, names::Names}; use crate::program::Row;"), none);
    assert_eq!(one("solver/mod.rs", "use crate::{cells::*, laws, backends::{self, Backend}};"), none);
    assert_eq!(one("lib.rs", "pub use crate::puzzles::*; use crate::Anything;"), none);
}

#[test]
fn a_check_of_an_answer_takes_nothing_from_the_model() {
    let module = ("puzzles/p/mod.rs", "use crate::model::Model; use crate::grid::Grid; pub struct Clues;");
    let check = |source: &str| forged(&[module, ("puzzles/p/verify.rs", source)]);
    assert!(check("use super::{Clues, Grid}; use crate::input::Violation; use crate::puzzles::p::Clues;").is_empty());
    assert_eq!(check("use crate::model::Model;"), ["puzzles/p/verify.rs:1: verify may not import model: model::Model"]);
    assert_eq!(
        check("fn f(x: super::Model) {}"),
        ["puzzles/p/verify.rs:1: verify may not import model: puzzles::p::Model"]
    );
    assert_eq!(check("use super::*;").len(), 1);
    assert_eq!(check("use crate::cells::Cell;").len(), 1);
    assert_eq!(check("use crate::constraints::sum;").len(), 1);
}

#[test]
fn forged_unsafe_code_is_found() {
    let sources = |source: &str| Sources::from([("grid.rs".to_owned(), source.to_owned())]);
    assert_eq!(unsafe_files(&sources("fn f() { unsafe { g() } }")), ["grid.rs"]);
    assert_eq!(unsafe_files(&sources("#![allow(unsafe_code)]")), ["grid.rs"]);
    let none: [&str; 0] = [];
    assert_eq!(unsafe_files(&sources("#![deny(unsafe_code)] // unsafe\nconst S: &str = \"unsafe\";")), none);
}
