//! Bytes in hexadecimal digits. Pure.

/// Two digits for each byte, small letters: `0aff`.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(super::hex(&[10, 255]), "0aff");
        assert_eq!(super::hex(&[]), "");
    }
}
