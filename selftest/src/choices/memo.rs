//! What the follower made of one tuple, by what it asked.

use super::variables::{Choice, Variables};
use ptoconf_follower::{Ask, Numbers};
use ptoconf_schemas::SmolStr;
use std::collections::BTreeMap;

/// A question of the follower.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Option(String),
    Free(String, u64),
    First(Vec<String>),
}

/// Answers a follower and writes down what it asked.
pub struct Recorder<'a> {
    variables: &'a Variables<'a>,
    group: &'a BTreeMap<&'a str, usize>,
    choice: &'a Choice,
    log: Vec<(Question, u64)>,
}

impl<'a> Recorder<'a> {
    /// Answers by a choice for the tuples of a group.
    pub fn new(variables: &'a Variables<'a>, group: usize, choice: &'a Choice) -> Recorder<'a> {
        Recorder { variables, group: &variables.groups[group], choice, log: vec![] }
    }

    /// Whether this was asked as one of several free ways.
    pub fn asked_freely(&self, what: &str) -> bool {
        self.log.iter().any(|(question, _)| matches!(question, Question::Free(of, _) if of == what))
    }

    fn answer(&self, question: &Question) -> u64 {
        match question {
            Question::Option(reading) => self.group.get(reading.as_str()).map_or(u64::MAX, |&v| self.choice.options[v] as u64),
            Question::Free(what, ways) => Numbers::new(self.choice.seed, what).below(*ways),
            Question::First(rules) => {
                let rank = |at: &usize| (Numbers::new(self.choice.seed, &rules[*at]).number(), *at);
                (0..rules.len()).min_by_key(rank).unwrap_or(0) as u64
            }
        }
    }

    fn ask(&mut self, question: Question) -> u64 {
        let answer = self.answer(&question);
        if !self.log.iter().any(|(known, _)| *known == question) {
            self.log.push((question, answer));
        }
        answer
    }
}

impl Ask for Recorder<'_> {
    fn option(&mut self, reading: &str) -> Option<SmolStr> {
        let variable = *self.group.get(reading)?;
        let option = self.ask(Question::Option(reading.to_owned())) as usize;
        Some(SmolStr::new(&self.variables.all[variable].reading.options[option].name))
    }

    fn free(&mut self, what: &str, ways: u64) -> u64 {
        self.ask(Question::Free(what.to_owned(), ways))
    }

    fn first(&mut self, rules: &[&str]) -> usize {
        self.ask(Question::First(rules.iter().map(|r| (*r).to_owned()).collect())) as usize
    }
}

/// A tree of questions with what the answers lead to.
#[derive(Default)]
pub struct Memo {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    question: Option<Question>,
    next: BTreeMap<u64, usize>,
    outcome: Option<usize>,
}

impl Memo {
    /// What this choice leads to, where that is known.
    pub fn find(&self, recorder: &Recorder<'_>) -> Option<usize> {
        let mut node = self.nodes.first()?;
        while let Some(question) = &node.question {
            node = &self.nodes[*node.next.get(&recorder.answer(question))?];
        }
        node.outcome
    }

    /// Keeps what the questions that were asked led to.
    pub fn keep(&mut self, recorder: Recorder<'_>, outcome: usize) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let mut at = 0;
        for (question, answer) in recorder.log {
            let fresh = self.nodes.len();
            let node = &mut self.nodes[at];
            node.question = Some(question);
            at = *node.next.entry(answer).or_insert(fresh);
            if at == fresh {
                self.nodes.push(Node::default());
            }
        }
        self.nodes[at].outcome = Some(outcome);
    }
}
