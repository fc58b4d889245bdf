//! Comparing two things within one run, and telling how they compare.

/// How often one was as good as the other: the rounds' ratios, sorted.
pub struct Ratio(Vec<f64>);

impl Ratio {
    /// Measures both in turn, the first first in every other round, so that what disturbs the
    /// machine disturbs both; gives `of / to` of each round.
    pub fn alternate(rounds: usize, mut of: impl FnMut() -> f64, mut to: impl FnMut() -> f64) -> Ratio {
        let round = |round: usize| {
            if round.is_multiple_of(2) {
                let of = of();
                of / to()
            } else {
                let to = to();
                of() / to
            }
        };
        let mut ratios: Vec<f64> = (0..rounds).map(round).collect();
        ratios.sort_by(f64::total_cmp);
        Ratio(ratios)
    }

    pub fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    /// Tells the median and the spread, beside the goal.
    pub fn tell(&self, what: &str, relation: &str, wanted: f64) {
        let (least, most) = (self.0[0], self.0[self.0.len() - 1]);
        let spread = format!(" ({least:.2} to {most:.2} in {} rounds)", self.0.len());
        verdict(what, self.median(), &spread, relation, wanted);
    }
}

/// Tells a number beside its goal.
pub fn goal(what: &str, measured: f64, relation: &str, wanted: f64) {
    verdict(what, measured, "", relation, wanted);
}

fn verdict(what: &str, measured: f64, spread: &str, relation: &str, wanted: f64) {
    let met = if relation == "<=" { measured <= wanted } else { measured >= wanted };
    let verdict = if met { "met" } else { "NOT MET" };
    println!("  {what}: {measured:.2}{spread}; goal {relation} {wanted}: {verdict}");
}

/// Memory of a process in MiB (`VmRSS` now, `VmHWM` at its most); none where the system does not tell.
pub fn mebibytes(process: u32, which: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':'))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// Memory of a process in MiB, summed over what begins with a word: `Pss:` is its part of each page that several processes
/// have, `Private_` what no other has.
pub fn mebibytes_of(process: u32, which: &str) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let told = text.lines().filter(|line| line.starts_with(which));
    let kibibytes = told.map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).sum::<Option<f64>>()?;
    Some(kibibytes / 1024.0)
}

/// MiB that a process has had written to the disk.
pub fn written(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/io")).ok()?;
    let bytes: f64 = text.lines().find_map(|line| line.strip_prefix("write_bytes: "))?.parse().ok()?;
    Some(bytes / f64::from(1 << 20))
}

/// Seconds of a core that a process has used, with the threads that have ended; to a hundredth.
pub fn seconds_used(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut ticks = text.rsplit_once(')')?.1.split_whitespace().skip(11).map_while(|field| field.parse::<f64>().ok());
    Some((ticks.next()? + ticks.next()?) / 100.0)
}

/// Seconds that the threads of a process have run for.
pub fn seconds_run(process: u32) -> Option<f64> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let nanoseconds = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    });
    Some(nanoseconds.sum::<f64>() / 1e9)
}

/// A small generator (xorshift), so that every run measures the same.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
