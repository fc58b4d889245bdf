//! Passwords as argon2id hashes; making and checking one costs the same whether it is right or not.

use actix_web::web;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::error::{Error, Kind, Refusal};

/// A hash takes 19 MiB while it is computed: more at once would starve a small host.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// Callers that may wait for their turn.
static WAITING: Semaphore = Semaphore::const_new(64);

/// What a wrong login is checked against, so that it takes as long as a right one; it is the hash
/// of bytes that nobody kept, with the parameters of [`Argon2::default`].
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cm9va2VyeS1ub2JvZHkhIQ$Qh0dYb0Gq3V0u0yPz1bYw4m1JY5rQ9u8v3l7s2n6x0k";

async fn in_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let busy = || Refusal::new(Kind::TooMany(2), "Busy", "Too many people are signing in; try again in two seconds.");
    let _waiting = WAITING.try_acquire().map_err(|_| busy())?;
    let _turn = AT_ONCE.acquire().await.map_err(Error::internal)?;
    web::block(work).await.map_err(Error::internal)
}

/// The hash to keep for a password.
pub async fn hash(password: &str) -> Result<String, Error> {
    let password = password.to_owned();
    in_turn(move || hash_now(&password)).await?
}

/// [`hash`] for callers that may block.
pub fn hash_now(password: &str) -> Result<String, Error> {
    Ok(Argon2::default().hash_password(password.as_bytes()).map_err(Error::internal)?.to_string())
}

/// Whether this is the password behind a hash. Without a hash, or with one that no password has, it
/// is not, which takes as long.
pub async fn matches(password: &str, hash: Option<&str>) -> Result<bool, Error> {
    let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
    in_turn(move || {
        let check = |hash: &str| {
            let parsed = PasswordHash::new(hash).ok()?;
            Some(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        };
        hash.as_deref().and_then(check).unwrap_or_else(|| {
            check(NOBODY);
            false
        })
    })
    .await
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
