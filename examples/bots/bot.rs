//! A bot in Rust without crates: rustc -O bot.rs && fs-env tournament random "exec:./bot"
//!
//! Messages have no spaces between their parts and quotes within texts are escaped, so `"legal":[` is found by a plain search.
use std::io::{self, BufRead, Write};

const FAVOURITES: [&str; 6] = ["attack", "play", "reveal", "buy", "activate", "play_up"]; // kinds of actions, the best first

/// What is between `"name":[` and the next `]`, divided at commas: for lists of numbers and of plain words.
fn list<'a>(message: &'a str, name: &str) -> Vec<&'a str> {
    let key = format!("\"{name}\":[");
    let from = message.find(&key).expect("a list of this name") + key.len();
    let to = from + message[from..].find(']').expect("the end of the list");
    message[from..to].split(',').map(|part| part.trim_matches('"')).collect()
}

fn rank(kind: &str) -> usize {
    FAVOURITES.iter().position(|one| *one == kind).unwrap_or(FAVOURITES.len())
}

fn choose(message: &str) -> String {
    let (legal, kinds) = (list(message, "legal"), list(message, "kinds"));
    let best = (0..legal.len()).min_by_key(|&k| rank(kinds[k])).expect("at least two actions");
    legal[best].to_string()
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let message = line?;
        if message.starts_with("{\"type\":\"hello\"") {
            writeln!(out, "{{\"protocol\":1,\"name\":\"rust\"}}")?;
        } else if message.starts_with("{\"type\":\"act\"") {
            writeln!(out, "{{\"action\":{}}}", choose(&message))?;
        }
        out.flush()?; // "start" and "end" need no answer; the program ends with its input
    }
    Ok(())
}
