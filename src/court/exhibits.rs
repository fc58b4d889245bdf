//! Exhibits: what an uploaded file is, told by its content, and what of it is kept. Images are decoded
//! one at a time, within limits that their first bytes are held against, and written again, so that
//! neither metadata nor anything appended survives.

use std::io::Cursor;

use actix_web::web::{self, Bytes};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use rookery_messages::{Message, Value, say};
use tokio::sync::Semaphore;

use crate::error::{Error, Kind, Refusal};
use crate::games::archive::Archive;

/// Bytes that an uploaded exhibit may have.
pub const LARGEST: usize = 5 << 20;
/// Pixels that an image may have to a side, and bytes of memory that reading one may take: a photograph
/// of twelve million pixels, however it is stored.
const SIDE: u32 = 8_000;
const MEMORY: u64 = 105 << 20;
/// Bytes that a written image may have.
const LARGEST_WRITTEN: usize = 8 << 20;
/// Images are decoded one after another.
static DECODER: Semaphore = Semaphore::const_new(1);

crate::words!(
    /// What an exhibit is.
    Media {
        Pdf = "application/pdf",
        Png = "image/png",
        Jpeg = "image/jpeg",
        Text = "text/plain",
        Pgn = "application/x-chess-pgn",
    }
);

impl Media {
    /// What an answer says that it is: text says how it is written.
    pub fn content_type(self) -> &'static str {
        match self {
            Media::Text => "text/plain; charset=utf-8",
            other => other.as_str(),
        }
    }

    /// Whether it can be read as it is: it is UTF-8.
    pub fn is_text(self) -> bool {
        matches!(self, Media::Text | Media::Pgn)
    }

    /// What its file's name ends in.
    pub fn extension(self) -> &'static str {
        match self {
            Media::Pdf => "pdf",
            Media::Png => "png",
            Media::Jpeg => "jpeg",
            Media::Text => "txt",
            Media::Pgn => "pgn",
        }
    }
}

/// A stored exhibit.
#[derive(Debug)]
pub struct StoredExhibit {
    pub media: Media,
    pub content: Vec<u8>,
}

fn refused(detail: Message) -> Refusal {
    Refusal::invalid(say!("Not an exhibit"), detail).act("III.3")
}

/// Does what decodes an image, when its turn comes.
pub(crate) async fn decode<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let _turn = DECODER.acquire().await.map_err(Error::internal)?;
    web::block(work).await.map_err(Error::internal)
}

/// [`read`] in its turn.
pub(crate) async fn take(bytes: Bytes) -> Result<StoredExhibit, Error> {
    Ok(decode(move || read(&bytes)).await??)
}

/// Reads an upload; the name it came under tells nothing.
pub fn read(bytes: &[u8]) -> Result<StoredExhibit, Refusal> {
    if bytes.len() > LARGEST {
        let detail = say!("An exhibit has at most {most} bytes.", most = LARGEST);
        return Err(Refusal::new(Kind::TooLarge, say!("Too large"), detail).act("III.3"));
    }
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return image(bytes, ImageFormat::Png, Media::Png);
    }
    if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        return image(bytes, ImageFormat::Jpeg, Media::Jpeg);
    }
    if bytes.starts_with(b"%PDF-") {
        is_whole_pdf(bytes)?;
        return Ok(StoredExhibit { media: Media::Pdf, content: bytes.to_vec() });
    }
    text(bytes)
}

fn too_large() -> Refusal {
    refused(say!(
        "The picture is too big: at most {side} pixels to a side, and {most} MiB when it is open. Make it smaller.",
        side = SIDE,
        most = MEMORY >> 20
    ))
}

/// How many copies of the pixels reading an image takes at once.
fn copies(bytes: &[u8], media: Media, orientation: Orientation) -> u64 {
    if media == Media::Jpeg && is_progressive(bytes) {
        // Its coefficients, two bytes each, stand beside the pixels until the last of them is there.
        return 3;
    }
    let turns = !matches!(orientation, Orientation::NoTransforms);
    1 + u64::from(turns)
}

/// Whether a JPEG's frame is a progressive one, by its first frame header (SOF2 among the markers of T.81, B.1.1.3).
fn is_progressive(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) = jpeg.get(at..at + 4) {
        match marker {
            0xff => at += 1,
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => return marker == 0xc2,
            0xda => return false,
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
    false
}

/// An image, upright and without metadata.
fn image(bytes: &[u8], format: ImageFormat, media: Media) -> Result<StoredExhibit, Refusal> {
    let unreadable = |error: image::ImageError| match error {
        image::ImageError::Limits(_) => too_large(),
        other => {
            refused(say!("This begins as an image but cannot be read as one: {error}.", error = Value::text(other)))
        }
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height, limits.max_alloc) = (Some(SIDE), Some(SIDE), Some(MEMORY));
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let orientation = decoder.orientation().map_err(unreadable)?;
    if decoder.total_bytes().saturating_mul(copies(bytes, media, orientation)) > MEMORY {
        return Err(too_large());
    }
    let mut image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    image.apply_orientation(orientation);
    let content = written(&image, format).map_err(unreadable)?;
    if content.len() > LARGEST_WRITTEN {
        return Err(refused(say!(
            "Saved without its metadata, this image is too large: make it smaller, or send it as a JPEG."
        )));
    }
    Ok(StoredExhibit { media, content })
}

/// An image as a file of its own.
pub fn written(image: &DynamicImage, format: ImageFormat) -> image::ImageResult<Vec<u8>> {
    let mut content = Vec::new();
    image.write_to(&mut Cursor::new(&mut content), format)?;
    Ok(content)
}

/// A PDF from its first byte to its last, and not an archive as well.
fn is_whole_pdf(bytes: &[u8]) -> Result<(), Refusal> {
    let end = bytes.trim_ascii_end();
    if !end.ends_with(b"%%EOF") {
        let detail = say!("This begins as a PDF but does not end as one; what follows its end is not taken.");
        return Err(refused(detail));
    }
    // The directory of a zip archive lies at the end, with a comment that reaches to the last byte.
    let tail = &bytes[bytes.len().saturating_sub(65_557)..];
    let is_directory = |at: usize| {
        tail.get(at + 20..at + 22)
            .is_some_and(|length| at + 22 + usize::from(u16::from_le_bytes([length[0], length[1]])) == tail.len())
    };
    let zip = tail.windows(4).enumerate().any(|(at, window)| window == b"PK\x05\x06" && is_directory(at));
    if zip {
        return Err(refused(say!("This is a PDF and a zip archive at once; send a PDF that is nothing else.")));
    }
    Ok(())
}

/// Plain text, or games in PGN.
fn text(bytes: &[u8]) -> Result<StoredExhibit, Refusal> {
    let none = || {
        let detail = say!("Exhibits are PDF, PNG, JPEG, plain text in UTF-8 or PGN; the kind is told by the content.");
        refused(detail)
    };
    let text = std::str::from_utf8(bytes).map_err(|_| none())?;
    let text = text.trim_start_matches('\u{feff}');
    let plain = text.chars().all(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t'));
    let begins = text.trim_start();
    if !plain || begins.is_empty() || is_markup(begins) || begins.starts_with("%!") {
        return Err(none());
    }
    let media = if is_pgn(begins) { Media::Pgn } else { Media::Text };
    Ok(StoredExhibit { media, content: text.as_bytes().to_vec() })
}

/// Whether a browser that guesses would take it for a page, a picture or XML: what those begin with by
/// the MIME Sniffing Standard (7.1), besides SVG. Other text may begin with `<`: lists of processes do.
fn is_markup(text: &str) -> bool {
    const TAGS: [&str; 20] = [
        "!doctype", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b",
        "body", "br", "p", "svg", "math", "img", "meta",
    ];
    let Some(inside) = text.strip_prefix('<') else { return false };
    let name = inside.find([' ', '>', '\t', '\n', '\r', '/']).map(|end| &inside[..end]);
    inside.starts_with("!--")
        || inside.starts_with("?xml")
        || name.is_some_and(|name| TAGS.contains(&name.to_lowercase().as_str()))
}

/// Whether it begins as a game with tags and moves.
fn is_pgn(text: &str) -> bool {
    text.starts_with('[') && Archive::new(text.as_bytes()).next().is_some_and(|game| game.moves.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        let image = image::RgbImage::from_fn(40, 20, |x, y| image::Rgb([x as u8 * 6, y as u8 * 12, 90]));
        DynamicImage::from(image).write_to(&mut Cursor::new(&mut bytes), format).unwrap();
        bytes
    }

    /// A JPEG's application segment with TIFF data: turned a quarter, and a mark to look for.
    fn with_exif(jpeg: &[u8]) -> Vec<u8> {
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
        exif.extend([1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
        exif.extend(b"GPS 52.43 N 1.52 W");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
    }

    fn contains(bytes: &[u8], text: &[u8]) -> bool {
        bytes.windows(text.len()).any(|window| window == text)
    }

    #[test]
    fn kinds_are_told_by_content() {
        let pgn = b"[Event \"Lunch\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
        for (bytes, media) in [
            (picture(ImageFormat::Png), Media::Png),
            (picture(ImageFormat::Jpeg), Media::Jpeg),
            (b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n".to_vec(), Media::Pdf),
            (b"He moved while I looked away.\r\n".to_vec(), Media::Text),
            (b"\xef\xbb\xbfWith a mark before it".to_vec(), Media::Text),
            (pgn.to_vec(), Media::Pgn),
            (b"[Not a game] but a remark".to_vec(), Media::Text),
            (b"<idle>\n<unknown>\nchess".to_vec(), Media::Text),
        ] {
            assert_eq!(read(&bytes).unwrap().media, media, "{}", String::from_utf8_lossy(&bytes[..10]));
        }
    }

    #[test]
    fn what_is_none_of_them_is_refused() {
        let png = picture(ImageFormat::Png);
        let zip_tail = [&b"%PDF-1.7\n%%EOF\nPK\x05\x06"[..], &[0; 16], &[6, 0], b"\n%%EOF"].concat();
        for bytes in [
            &b""[..],
            b"GIF89a\x01\0\x01\0",
            b"PK\x03\x04",
            b"\x7fELF",
            b"<html><script>alert(1)</script>",
            b"  <svg xmlns='http://www.w3.org/2000/svg'/>",
            b"<!-- a page --><p>",
            b"<?xml version='1.0'?><a/>",
            b"%!PS-Adobe",
            b"\xff\xfeH\0i\0",
            b"null \0 inside",
            b"%PDF-1.7\nno end",
            b"%PDF-1.7\n%%EOF<script>alert(1)</script>",
            &zip_tail,
            &png[..png.len() / 2],
            &png[..30],
        ] {
            assert!(read(bytes).is_err(), "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(read(&vec![b'a'; LARGEST + 1]).unwrap_err().kind, Kind::TooLarge);
    }

    #[test]
    fn nothing_but_the_picture_survives() {
        let png = [picture(ImageFormat::Png), b"<script>alert(1)</script>PK\x03\x04".to_vec()].concat();
        let kept = read(&png).unwrap();
        assert!(!contains(&kept.content, b"script"), "what was appended");
        assert_eq!(image::load_from_memory(&kept.content).unwrap().width(), 40);

        let jpeg = with_exif(&picture(ImageFormat::Jpeg));
        assert!(contains(&jpeg, b"GPS"));
        let kept = read(&jpeg).unwrap();
        assert!(!contains(&kept.content, b"GPS") && !contains(&kept.content, b"Exif"), "metadata");
        let turned = image::load_from_memory(&kept.content).unwrap();
        assert_eq!((turned.width(), turned.height()), (20, 40), "shown upright");
    }

    #[test]
    fn a_huge_image_is_refused_before_it_is_decoded() {
        let mut png = picture(ImageFormat::Png);
        for (width, height) in [(60_000_u32, 60_000_u32), (7_999, 7_999), (u32::MAX >> 1, 1)] {
            png[16..20].copy_from_slice(&width.to_be_bytes());
            png[20..24].copy_from_slice(&height.to_be_bytes());
            // RGBA, 16 bits: 512 MB for the second; its checksum is made right.
            (png[24], png[25]) = (16, 6);
            let mut crc = flate2::Crc::new();
            crc.update(&png[12..29]);
            let sum = crc.sum().to_be_bytes();
            png[29..33].copy_from_slice(&sum);
            let refusal = read(&png).unwrap_err();
            assert!(refusal.detail.to_string().contains("pixels"), "{refusal}");
        }
    }

    /// Baseline, extended and progressive frames, after whatever stands before them.
    #[test]
    fn a_progressive_jpeg_is_known_before_it_is_decoded() {
        let jpeg = with_exif(&picture(ImageFormat::Jpeg));
        let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
        let mut progressive = jpeg.clone();
        progressive[frame + 1] = 0xc2;
        assert_eq!((is_progressive(&jpeg), is_progressive(&progressive)), (false, true));
        assert!(!is_progressive(&progressive[..frame]) && !is_progressive(b""));
        let turned = |bytes: &[u8], orientation| copies(bytes, Media::Jpeg, orientation);
        assert_eq!(turned(&jpeg, Orientation::NoTransforms), 1);
        assert_eq!(turned(&jpeg, Orientation::Rotate90), 2);
        assert_eq!(turned(&progressive, Orientation::Rotate90), 3);
        assert_eq!(copies(&picture(ImageFormat::Png), Media::Png, Orientation::NoTransforms), 1);
    }
}
