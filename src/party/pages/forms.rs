//! What the page's forms ask for.

use rookery_messages::say;
use rookery_party_chess::{Amendment, Part};

use crate::error::{Error, Refusal};
use crate::fields::of_word;
use crate::party::rules::{Account, Deed, Placed, Ruling, announced};
use crate::party::table::PartyChess;
use crate::tables::pages::door::{Act, ActOf};
use crate::web::typed::Fields;

/// A play, a deed, or a justice's ruling; `None` if the form is not of this game.
pub fn act(sent: &Fields) -> Result<Option<ActOf<PartyChess>>, Error> {
    Ok(match sent.text("act") {
        "party_rule" => {
            let umpire = sent.number("umpire")?;
            let reason = sent.text("text").to_owned();
            Some(Act::Rule(Ruling { umpire, end: umpire.is_none(), reason }))
        }
        "see_correction" => Some(Act::Look("correct_piece")),
        "see_gone" => Some(Act::Look("correct_gone")),
        "count_army" => Some(Act::Look("army")),
        // What costs something, or takes something away, is shown first.
        "see_buy" => Some(Act::Look("buy")),
        "see_pay" => Some(Act::Look("pay")),
        "see_appoint" => Some(Act::Look("appoint")),
        "see_destroy" => Some(Act::Look("destroy")),
        "see_end" => Some(Act::Look("end")),
        "organise" if sent.numbers("member").is_empty() && !sent.has("ends") => Some(Act::Look("organise")),
        _ => deed(sent)?.map(Act::Play),
    })
}

fn deed(sent: &Fields) -> Result<Option<Deed>, Error> {
    let text = |name: &str| sent.text(name).to_owned();
    Ok(Some(match sent.text("act") {
        "play" => {
            Deed::Play { play: announced(sent.text("play"), sent.named("demon_").filter(|(_, kind)| !kind.is_empty())) }
        }
        "army" => Deed::Army { army: sent.named("army_").map(|(_, kind)| kind.to_owned()).collect() },
        "surrender_warm" => Deed::Surrender { office: text("office") },
        "warm" => Deed::Warm { office: text("office"), warm: true },
        "not_warm" => Deed::Warm { office: text("office"), warm: false },
        "buy" => Deed::Buy { office: text("office"), piece: text("kind"), from: account(sent, "from")? },
        "pay" => Deed::Pay {
            from: account(sent, "from")?,
            to: account(sent, "to")?,
            amount: sent.number("amount")?.unwrap_or(0),
            purpose: text("purpose"),
        },
        "organise" => Deed::Organise { name: text("name"), members: sent.numbers("member") },
        "resign_office" => Deed::Resign { office: text("office") },
        "take_umpire" => Deed::TakeUmpire {},
        _ => return umpires(sent),
    }))
}

/// What only the Umpire's forms ask for.
fn umpires(sent: &Fields) -> Result<Option<Deed>, Error> {
    let text = |name: &str| sent.text(name).to_owned();
    let lines = |name: &str| {
        sent.text(name).lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let correct = |pieces, gone, order| Deed::Correct { pieces, gone, order, reason: sent.text("reason").to_owned() };
    Ok(Some(match sent.text("act") {
        "resign_umpire" => Deed::ResignUmpire {},
        "extend" => Deed::Extend { days: sent.narrow("days")?.unwrap_or(7) },
        "appoint" => Deed::Appoint { office: text("office"), holder: sent.number("holder")? },
        "found" => Deed::Found { office: text("name"), holder: sent.number("holder")? },
        "destroy" => Deed::Destroy { office: text("office"), reason: text("reason") },
        "end" => Deed::End { reason: text("reason") },
        "draw" => Deed::Draw { among: lines("among"), purpose: text("purpose") },
        "il_nabi" => Deed::IlNabi { il_nabi: il_nabi(sent)? },
        "amend" => Deed::Amend { amendment: amendment(sent)? },
        "correct_order" => correct(Vec::new(), Vec::new(), lines("order")),
        "correct_gone" => correct(Vec::new(), vec![sent.narrow("piece")?.unwrap_or(0)], Vec::new()),
        "correct_piece" => {
            let piece = Placed {
                id: sent.narrow("piece")?.unwrap_or(0),
                owner: text("office"),
                kind: text("kind"),
                square: sent.some("square").map(str::to_owned),
                hn: sent.narrow("hn")?,
            };
            correct(vec![piece], Vec::new(), Vec::new())
        }
        _ => return Ok(None),
    }))
}

/// How forms call the accounts.
const TREASURY: &str = "treasury";
const SEAT: &str = "seat";
const ORGANISATION: &str = "organisation";

/// An account as forms write it: `seat:3`, `organisation:Bank`, `treasury`.
pub(super) fn account_word(account: &Account) -> String {
    match account {
        Account::Treasury => TREASURY.to_owned(),
        Account::Seat(seat) => format!("{SEAT}:{seat}"),
        Account::Organisation(name) => format!("{ORGANISATION}:{name}"),
    }
}

/// The other way round.
fn account_of(text: &str) -> Option<Account> {
    match text.split_once(':') {
        None if text == TREASURY => Some(Account::Treasury),
        Some((SEAT, number)) => number.parse().ok().map(Account::Seat),
        Some((ORGANISATION, name)) => Some(Account::Organisation(name.to_owned())),
        _ => None,
    }
}

fn account(sent: &Fields, field: &'static str) -> Result<Account, Refusal> {
    let account = account_of(sent.text(field));
    account.ok_or_else(|| Refusal::field(field, say!("Choose an account.")).act("1230.1 §2.D"))
}

fn amendment(sent: &Fields) -> Result<Amendment, Error> {
    Ok(Amendment {
        rule: sent.narrow("rule")?.unwrap_or(0),
        kind: sent.some("kind").map(str::to_owned),
        repealed: sent.has("repealed"),
        character: sent.read_some("character")?,
        value: sent.narrow("value")?,
        limit: sent.narrow("limit")?,
        parts: sent.some("parts").map(parts).transpose()?,
    })
}

/// il-Nabi's moves. An empty field does not take them all away by one tap: that is said beside it.
fn il_nabi(sent: &Fields) -> Result<Vec<Part>, Refusal> {
    let parts = parts(sent.text("parts"))?;
    if parts.is_empty() && !sent.has("motionless") {
        let wrong = Refusal::field("parts", say!("Write how il-Nabi moves, or tick that it does not move at all."));
        return Err(wrong.act("1230.12"));
    }
    Ok(parts)
}

/// Movements, a line each: `a diag 1-6 clear`.
fn parts(text: &str) -> Result<Vec<Part>, Refusal> {
    let part = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [part, dirs, distances, path] = words[..] else { return None };
        let (min, max) = distances.split_once('-').unwrap_or((distances, distances));
        let (min, max) = (min.parse().ok()?, max.parse().ok()?);
        Some(Part { part: of_word(part)?, dirs: of_word(dirs)?, min, max, path: of_word(path)? })
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let wrong = |line: &str| {
        let detail = say!("\"{line}\" is no movement; one is written as: a diag 1-6 clear.", line);
        Refusal::field("parts", detail).act("1230.1 §3.A.iii")
    };
    lines.map(|line| part(line).ok_or_else(|| wrong(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_read_back_as_forms_write_them() {
        let bank = Account::Organisation("Bank: East".to_owned());
        for (account, word) in
            [(Account::Treasury, "treasury"), (Account::Seat(3), "seat:3"), (bank, "organisation:Bank: East")]
        {
            assert_eq!((account_word(&account).as_str(), account_of(word)), (word, Some(account)));
        }
        for word in ["", "seat", "seat:", "seat:x", "bank:East"] {
            assert_eq!(account_of(word), None, "{word}");
        }
    }
}
