//! The confirmation before money or an Office changes hands: what it costs, and what is left.

use super::Part;
use crate::party::rules::OfficeView;
use crate::tables::Seat;

/// What is asked, and the form that says yes.
pub struct Question {
    /// What happens, and what is left then.
    pub says: Vec<String>,
    /// Why it cannot be.
    pub wrong: Option<String>,
    pub act: &'static str,
    pub yes: String,
    /// What was chosen: it is sent as it was shown.
    pub fields: Vec<(&'static str, String)>,
}

impl Part<'_> {
    /// What one of the forms asks that was sent to be looked at, once enough is chosen.
    pub(super) fn question(&self, form: &str) -> Option<Question> {
        if self.seen.typed.form() != form {
            return None;
        }
        match form {
            "buy" => self.asks_to_buy(),
            "pay" => self.asks_to_pay(),
            "organise" => self.asks_to_end_group(),
            "appoint" => self.asks_to_appoint(),
            "destroy" => self.asks_to_destroy(),
            "end" => Some(self.asks_to_end()),
            _ => None,
        }
    }

    fn asks_to_buy(&self) -> Option<Question> {
        let chosen = self.kept("buy", "kind");
        let kind = self.hall.kinds.iter().find(|kind| kind.name == chosen)?;
        let office = self.chosen_office("buy")?;
        let what = self.frame.t("party-ask-buy").with("kind", self.kind(&kind.name)).with("office", &office.name);
        let says = vec![what.with("cost", kind.cost).to_string()];
        let fields = self.chosen("buy", &["kind", "office", "from"]);
        let yes = self.frame.t("party-ask-buy-yes").to_string();
        self.costs(Question { says, wrong: None, act: "buy", yes, fields }, i64::from(kind.cost))
    }

    fn asks_to_pay(&self) -> Option<Question> {
        let amount: i64 = self.kept("pay", "amount").parse().ok().filter(|amount| *amount > 0)?;
        let (_, to, _) = self.accounts().into_iter().find(|(value, ..)| value == self.kept("pay", "to"))?;
        let purpose = self.kept("pay", "purpose");
        let what = self.frame.t("party-ask-pay").with("to", to).with("amount", amount).with("purpose", purpose);
        let fields = self.chosen("pay", &["from", "to", "amount", "purpose"]);
        let yes = self.frame.t("party-ask-pay-yes").to_string();
        self.costs(Question { says: vec![what.to_string()], wrong: None, act: "pay", yes, fields }, amount)
    }

    /// With what is left on the account that pays.
    fn costs(&self, mut question: Question, amount: i64) -> Option<Question> {
        let (_, from) = question.fields.iter().find(|(field, _)| *field == "from")?;
        let (_, name, balance) = self.own_accounts().into_iter().find(|(value, ..)| value == from)?;
        if balance < amount {
            let short = self.frame.t("party-ask-short").with("name", name).with("balance", balance);
            question.wrong = Some(short.to_string());
        } else {
            let left = self.frame.t("party-ask-left").with("name", name).with("balance", balance);
            question.says.push(left.with("left", balance - amount).to_string());
        }
        Some(question)
    }

    /// A group without anybody ends.
    fn asks_to_end_group(&self) -> Option<Question> {
        let name = self.kept("organise", "name");
        if name.is_empty() || !self.seen.typed.fields().numbers("member").is_empty() {
            return None;
        }
        let group = self.hall.organisations.iter().find(|group| group.name == name);
        let says = match group {
            Some(group) => {
                let ends = self.frame.t("party-ask-end").with("name", name).with("balance", group.balance);
                vec![ends.to_string()]
            }
            None => Vec::new(),
        };
        let wrong = group.is_none().then(|| self.frame.t("party-ask-no-group").with("name", name).to_string());
        let mut fields = self.chosen("organise", &["name"]);
        fields.push(("ends", "yes".to_owned()));
        Some(Question { says, wrong, act: "organise", yes: self.frame.t("party-ask-end-yes").to_string(), fields })
    }

    fn asks_to_appoint(&self) -> Option<Question> {
        let office = self.chosen_office("appoint")?;
        let holder: Option<Seat> = match self.kept("appoint", "holder") {
            "" => None,
            seat => Some(seat.parse().ok()?),
        };
        let what = self.frame.t("party-ask-appoint").with("office", &office.name);
        let mut says = vec![what.with("now", self.holder(office.holder)).with("then", self.holder(holder)).to_string()];
        if office.holder.is_some() && office.holder != holder {
            says.push(self.frame.t("party-ask-loses").with("who", self.holder(office.holder)).to_string());
        }
        let fields = self.chosen("appoint", &["office", "holder"]);
        let yes = self.frame.t("party-ask-appoint-yes").to_string();
        Some(Question { says, wrong: None, act: "appoint", yes, fields })
    }

    fn asks_to_destroy(&self) -> Option<Question> {
        let office = self.chosen_office("destroy")?;
        let pieces = self.pieces.iter().filter(|piece| piece.owner == office.name).count();
        let what = self.frame.t("party-ask-destroy").with("office", &office.name).count("pieces", pieces);
        let fields = self.chosen("destroy", &["office", "reason"]);
        let yes = self.frame.t("party-ask-destroy-yes").to_string();
        Some(Question { says: vec![what.to_string()], wrong: None, act: "destroy", yes, fields })
    }

    fn asks_to_end(&self) -> Question {
        let says = vec![self.frame.t("party-ask-over").to_string()];
        let yes = self.frame.t("party-ask-over-yes").to_string();
        Question { says, wrong: None, act: "end", yes, fields: self.chosen("end", &["reason"]) }
    }

    fn chosen_office(&self, form: &str) -> Option<&OfficeView> {
        let chosen = self.kept(form, "office");
        self.hall.offices.iter().find(|office| office.name == chosen && !office.destroyed)
    }

    fn chosen(&self, form: &str, names: &[&'static str]) -> Vec<(&'static str, String)> {
        names.iter().map(|&name| (name, self.kept(form, name).to_owned())).collect()
    }
}
