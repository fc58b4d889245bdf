//! Passwords as argon2id hashes; making and checking one costs the same whether it is right or not.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use rookery_messages::say;
use tokio::sync::oneshot;

use super::hashing::HASHING;
use crate::error::{Error, Kind, Refusal};

/// What a wrong login is checked against, so that it takes as long as a right one; it is the hash
/// of bytes that nobody kept, with the parameters of [`Argon2::default`].
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cm9va2VyeS1ub2JvZHkhIQ$Qh0dYb0Gq3V0u0yPz1bYw4m1JY5rQ9u8v3l7s2n6x0k";

fn busy() -> Refusal {
    Refusal::new(Kind::Busy(2), say!("Busy"), say!("Too many people are signing in; try again in two seconds."))
}

/// Does work in its turn; nothing is done for a caller who has gone meanwhile.
async fn in_turn<T: Send + 'static>(work: impl FnOnce(&mut [Block]) -> T + Send + 'static) -> Result<T, Error> {
    let (answer, answered) = oneshot::channel();
    let turn = move |memory: &mut [Block]| {
        if !answer.is_closed() {
            // Nobody is told where the caller goes at this very moment.
            drop(answer.send(work(memory)));
        }
    };
    if !HASHING.enqueue(Box::new(turn)) {
        return Err(busy().into());
    }
    answered.await.map_err(Error::internal)
}

/// The hash to keep for a password.
pub(crate) async fn hash(password: &str) -> Result<String, Error> {
    let password = password.to_owned();
    in_turn(move |memory| made(&password, memory)).await?
}

/// `hash` for callers that may block.
pub fn hash_now(password: &str) -> Result<String, Error> {
    let password = password.to_owned();
    let (answer, answered) = std::sync::mpsc::channel();
    let turn = move |memory: &mut [Block]| drop(answer.send(made(&password, memory)));
    if !HASHING.enqueue(Box::new(turn)) {
        return Err(busy().into());
    }
    answered.recv().map_err(Error::internal)?
}

fn made(password: &str, memory: &mut [Block]) -> Result<String, Error> {
    let salt = Salt::generate();
    let mut hash = [0; Params::DEFAULT_OUTPUT_LEN];
    let argon = Argon2::default();
    argon.hash_password_into_with_memory(password.as_bytes(), &salt, &mut hash, memory).map_err(Error::internal)?;
    let made = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon.params()).map_err(Error::internal)?,
        salt: Some(salt),
        hash: Some(Output::new(&hash).map_err(Error::internal)?),
    };
    Ok(made.to_string())
}

/// Whether this is the password behind a hash. Without a hash, or with an invalid one, the answer is no and takes just
/// as long to compute, so that the time does not tell whether there is an account.
pub(crate) async fn matches(password: &str, hash: Option<&str>) -> Result<bool, Error> {
    let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
    in_turn(move |memory| {
        hash.and_then(|hash| is_of(&password, &hash, memory)).unwrap_or_else(|| {
            is_of(&password, NOBODY, memory);
            false
        })
    })
    .await
}

/// Whether a hash is this password's; `None` if it is no hash.
fn is_of(password: &str, hash: &str, memory: &mut [Block]) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = Version::try_from(hash.version?).ok()?;
    let (salt, kept) = (hash.salt?, hash.hash?);
    let argon = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
    let mut given = vec![0; kept.len()];
    argon.hash_password_into_with_memory(password.as_bytes(), &salt, &mut given, memory).ok()?;
    // Outputs are compared in constant time.
    Some(Output::new(&given).ok()? == kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn only_the_password_itself_matches() {
        let kept = hash("correct horse").await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(matches("correct horse", Some(&kept)).await.unwrap());
        assert!(!matches("correct horse ", Some(&kept)).await.unwrap());
        assert!(!matches("none", Some("none")).await.unwrap());
        assert!(!matches("", None).await.unwrap());
    }

    #[test]
    fn nobody_costs_what_somebody_costs() {
        let somebody = hash_now("x").unwrap();
        let (nobody, somebody) = (PasswordHash::new(NOBODY).unwrap(), PasswordHash::new(&somebody).unwrap());
        assert_eq!(nobody.params, somebody.params);
        assert_eq!(nobody.algorithm, somebody.algorithm);
        assert_eq!(nobody.hash.unwrap().len(), somebody.hash.unwrap().len());
    }

    #[actix_web::test]
    async fn nobody_takes_as_long_as_somebody() {
        let kept = hash("correct horse").await.unwrap();
        // The fastest of several is what the work itself takes, whatever else the machine does.
        let mut fastest = [std::time::Duration::MAX; 2];
        for _ in 0..8 {
            for (who, hash) in [Some(kept.as_str()), None].into_iter().enumerate() {
                let start = std::time::Instant::now();
                assert!(!matches("wrong horse", hash).await.unwrap());
                fastest[who] = fastest[who].min(start.elapsed());
            }
        }
        let [somebody, nobody] = fastest.map(|time| time.as_secs_f64());
        assert!((0.5..2.0).contains(&(nobody / somebody)), "{nobody} s, but {somebody} s for somebody");
    }
}
