//! Names that LP and MPS readers take: legal characters, bounded length, each one once.

use std::collections::HashMap;

/// LP readers cut or refuse names above 255 characters; some bytes are left for a suffix.
const LONGEST: usize = 200;

/// Words that start a section of an LP or MPS file, or a value or a set of values, in one reader or another.
const KEYWORDS: [&str; 43] = [
    "bin", "binaries", "binary", "bnd", "bound", "bounds", "columns", "csection", "end", "endata", "free", "gen",
    "general", "generals", "inf", "infinity", "int", "integer", "integers", "marker", "max", "maximise", "maximize",
    "maximum", "min", "minimise", "minimize", "minimum", "name", "nan", "obj", "objsense", "qcmatrix", "qsection",
    "ranges", "rhs", "rng", "rows", "semi", "sets", "sos", "st", "such",
];

/// The names already taken. Used for look-ups alone: its order reaches nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// How often each legal stem was asked for.
    taken: HashMap<String, u32>,
}

impl Names {
    /// A legal name made from `wanted`, different from all names claimed before.
    pub fn claim(&mut self, wanted: &str) -> String {
        self.claim_legal(legal(wanted.chars()))
    }

    /// A legal name made from a label and the part of it that a row belongs to.
    pub fn claim_parts(&mut self, label: &str, part: &str) -> String {
        if part.is_empty() {
            return self.claim(label);
        }
        self.claim_legal(legal(label.chars().chain(std::iter::once('_')).chain(part.chars())))
    }

    fn claim_legal(&mut self, stem: String) -> String {
        let Some(count) = self.taken.get_mut(&stem) else {
            self.taken.insert(stem.clone(), 1);
            return stem;
        };
        let mut next = *count + 1;
        while self.taken.contains_key(&format!("{stem}__{next}")) {
            next += 1;
        }
        let name = format!("{stem}__{next}");
        self.taken.insert(stem, next);
        self.taken.insert(name.clone(), 1);
        name
    }
}

/// `[A-Za-z_][A-Za-z0-9_]*`, no keyword, and not to be read as the exponent of a number.
fn legal(wanted: impl Iterator<Item = char>) -> String {
    let mut name = String::new();
    for c in wanted {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => name.push(c),
            '<' => name.push_str("lt"),
            '>' => name.push_str("gt"),
            '≤' => name.push_str("le"),
            '≥' => name.push_str("ge"),
            '≠' => name.push_str("ne"),
            '=' => name.push_str("eq"),
            '+' => name.push_str("plus"),
            '-' | '−' => name.push_str("minus"),
            '×' | '*' | '·' => name.push_str("times"),
            '÷' | '/' => name.push_str("over"),
            // an apostrophe belongs to its word: "row 1's" → row_1s
            '\'' | '’' => {}
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    name.truncate(LONGEST);
    while name.len() > 1 && name.ends_with('_') {
        name.pop();
    }
    let first = name.chars().next();
    let starts_badly = first.is_none_or(|c| c.is_ascii_digit() || matches!(c, 'e' | 'E'));
    if starts_badly || KEYWORDS.contains(&name.to_ascii_lowercase().as_str()) {
        name.insert_str(0, "n_");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_unique() {
        let mut names = Names::default();
        assert_eq!(names.claim("row 1's product 280"), "row_1s_product_280");
        assert_eq!(names.claim("r1c1 < r2c1"), "r1c1_lt_r2c1");
        assert_eq!(names.claim("cage A = 24×"), "cage_A_eq_24times");
        assert_eq!(names.claim("cage A = 24×"), "cage_A_eq_24times__2");
        assert_eq!(names.claim("cage A = 24×"), "cage_A_eq_24times__3");
        assert_eq!(names.claim("3 in a row"), "n_3_in_a_row");
        assert_eq!(names.claim("e5"), "n_e5");
        assert_eq!(names.claim("Free"), "n_Free");
        assert_eq!(names.claim(""), "n_");
        assert_eq!(names.claim_parts("row 1", "p2"), "row_1_p2");
        assert_eq!(names.claim("漢字"), "_");
    }

    #[test]
    fn a_suffix_never_meets_a_name_that_was_asked_for() {
        let mut names = Names::default();
        assert_eq!(names.claim("a__2"), "a__2".replace("__", "_"));
        assert_eq!(names.claim("a"), "a");
        assert_eq!(names.claim("a"), "a__2");
        assert_eq!(names.claim("a"), "a__3");
    }

    #[test]
    fn a_long_name_is_cut() {
        let mut names = Names::default();
        let first = names.claim(&"x".repeat(1000));
        let second = names.claim(&"x".repeat(1000));
        assert_eq!(first.len(), LONGEST);
        assert_ne!(first, second);
        assert!(second.len() < 255);
    }
}
