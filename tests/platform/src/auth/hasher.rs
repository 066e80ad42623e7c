//! Hashes passwords one after another, in memory that is used again.

use argon2::password_hash::Error as HashError;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// 19 MiB, 2 passes, 1 lane: the least that OWASP's Password Storage Cheat Sheet recommends. Not the library's default, which may
/// change.
const PARAMS: (u32, u32, u32) = (19 * 1024, 2, 1);
const SALT_LENGTH: usize = 16;
const OUTPUT_LENGTH: usize = 32;

/// Holds the 19 MiB of memory that a hash needs. If each sign-in allocated them anew, the allocator would keep them for each
/// thread.
#[derive(Default)]
pub(super) struct Hasher {
    blocks: Vec<Block>,
}

impl Hasher {
    /// A salted hash, as a PHC string.
    pub(super) fn hash(&mut self, password: &[u8]) -> Result<String, HashError> {
        let (memory, passes, lanes) = PARAMS;
        let params = Params::new(memory, passes, lanes, Some(OUTPUT_LENGTH))?;
        let mut salt = [0; SALT_LENGTH];
        getrandom::fill(&mut salt)?;
        let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
        let hash = PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(Salt::new(&salt)?),
            hash: Some(self.output(
                &Argon2::new(algorithm, version, params),
                password,
                &salt,
                OUTPUT_LENGTH,
            )?),
        };
        Ok(hash.to_string())
    }

    /// Whether `password` matches the PHC string, which names its own parameters.
    pub(super) fn verify(&mut self, password: &[u8], phc: &str) -> Result<bool, HashError> {
        let known = PasswordHash::new(phc)?;
        let (Some(salt), Some(expected)) = (&known.salt, &known.hash) else {
            return Err(HashError::PasswordInvalid);
        };
        let version = known.version.map_or(Ok(Version::default()), Version::try_from)?;
        let algorithm = Algorithm::try_from(known.algorithm.as_str())?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&known)?);
        // Comparing outputs takes constant time.
        Ok(self.output(&argon2, password, salt, expected.len())? == *expected)
    }

    fn output(
        &mut self,
        argon2: &Argon2<'_>,
        password: &[u8],
        salt: &[u8],
        length: usize,
    ) -> Result<Output, HashError> {
        let needed = argon2.params().block_count();
        if self.blocks.len() < needed {
            self.blocks.resize(needed, Block::new());
        }
        let blocks = self.blocks.as_mut_slice();
        let mut buffer = [0; Output::MAX_LENGTH];
        let out = buffer.get_mut(..length).ok_or(HashError::OutputSize)?;
        argon2.hash_password_into_with_memory(password, salt, out, blocks)?;
        Ok(Output::new(out)?)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    /// Compared with the library's own functions: earlier contents of the memory must not change a hash.
    #[test]
    fn hashes_in_reused_memory_are_those_of_the_library() {
        let mut hasher = Hasher::default();
        for password in ["first", "second"] {
            let ours = hasher.hash(password.as_bytes()).unwrap();
            assert!(Argon2::default().verify_password(password.as_bytes(), ours.as_str()).is_ok());
            let theirs = Argon2::default().hash_password(password.as_bytes()).unwrap().to_string();
            assert!(hasher.verify(password.as_bytes(), &theirs).unwrap());
            assert!(!hasher.verify(b"another", &theirs).unwrap());
        }
        assert_eq!(hasher.blocks.len() * Block::SIZE, 19 * 1024 * 1024);
    }
}
