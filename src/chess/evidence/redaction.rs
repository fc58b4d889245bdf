//! Redaction: a new file is made in which areas of a picture or lines of a list are blacked out; it has
//! no trace of them and no metadata. Pure.

use image::{DynamicImage, GenericImage, GenericImageView, ImageFormat, Rgba};
use rookery_messages::{Message, Value, say};
use serde::{Deserialize, Serialize};

use crate::court::exhibits::{self, Media, StoredExhibit};
use crate::error::Refusal;

/// Areas or lines that one redaction may name.
pub(super) const MOST: usize = 500;
/// The replacement of a line, whatever its length.
const COVERED: &str = "█████";
/// JPEG mixes the pixels of such a square with one another.
const BLOCK: u32 = 16;

/// A rectangle of pixels, from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// What is taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// Of a picture.
    #[serde(default)]
    pub areas: Vec<Area>,
    /// Of a list, from 1.
    #[serde(default)]
    pub lines: Vec<usize>,
}

fn refused(field: &'static str, detail: Message) -> Refusal {
    Refusal::field(field, detail).act("I.9.5")
}

/// The redacted copy of what was gathered.
pub fn burn(original: &[u8], cover: &Cover) -> Result<StoredExhibit, Refusal> {
    if cover.areas.len() + cover.lines.len() > MOST {
        return Err(refused("areas", say!("One redaction covers at most {most} areas or lines.", most = MOST)));
    }
    // Upright, and without whatever else the file carried.
    let clean = exhibits::read(original)?;
    match clean.media {
        Media::Png => picture(&clean.content, &cover.areas, 1, &cover.lines),
        Media::Jpeg => picture(&clean.content, &cover.areas, BLOCK, &cover.lines),
        _ => list(&clean.content, cover),
    }
}

fn picture(bytes: &[u8], areas: &[Area], block: u32, lines: &[usize]) -> Result<StoredExhibit, Refusal> {
    if !lines.is_empty() {
        return Err(refused("lines", say!("A picture has no lines; name areas.")));
    }
    let unreadable = |error: image::ImageError| {
        Refusal::invalid(say!("Not a picture"), say!("{error}.", error = Value::text(error))).act("I.9.5")
    };
    let mut image = image::load_from_memory(bytes).map_err(unreadable)?;
    for area in areas {
        cover(&mut image, *area, block)?;
    }
    let content = exhibits::written(&image, ImageFormat::Png).map_err(unreadable)?;
    Ok(StoredExhibit { media: Media::Png, content })
}

fn cover(image: &mut DynamicImage, area: Area, block: u32) -> Result<(), Refusal> {
    let (width, height) = image.dimensions();
    if area.width == 0 || area.height == 0 || area.x >= width || area.y >= height {
        let detail =
            say!("An area covers at least one pixel of the picture, which has {width} by {height}.", width, height);
        return Err(refused("areas", detail));
    }
    let end = |start: u32, length: u32, most: u32| {
        start.saturating_add(length).div_ceil(block).saturating_mul(block).min(most)
    };
    for y in area.y / block * block..end(area.y, area.height, height) {
        for x in area.x / block * block..end(area.x, area.width, width) {
            image.put_pixel(x, y, Rgba([0, 0, 0, 255]));
        }
    }
    Ok(())
}

fn list(bytes: &[u8], cover: &Cover) -> Result<StoredExhibit, Refusal> {
    if !cover.areas.is_empty() {
        return Err(refused("areas", say!("A list has no areas; name lines.")));
    }
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().collect();
    if let Some(beyond) = cover.lines.iter().find(|line| !(1..=lines.len()).contains(*line)) {
        let (line, last) = (*beyond, lines.len());
        return Err(refused("lines", say!("There is no line {line}; the list has 1 to {last}.", line, last)));
    }
    let kept = lines.iter().zip(1..).map(|(line, number)| if cover.lines.contains(&number) { COVERED } else { line });
    let content = kept.collect::<Vec<_>>().join("\n").into_bytes();
    Ok(StoredExhibit { media: Media::Text, content })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use image::{Rgb, RgbImage};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn png(image: &RgbImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        DynamicImage::from(image.clone()).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    /// Ten thousand of either kind: two originals that differ only where they are covered come to the
    /// very same bytes, so nothing of what is covered is in them.
    #[test]
    fn nothing_of_what_is_covered_is_left_i_9_5() {
        let mut random = StdRng::seed_from_u64(1_959);
        for round in 0..10_000 {
            let (width, height) = (random.random_range(1..24), random.random_range(1..24));
            let areas: Vec<Area> = (0..random.random_range(1..4))
                .map(|_| Area {
                    x: random.random_range(0..width),
                    y: random.random_range(0..height),
                    width: random.random_range(1..30),
                    height: random.random_range(1..30),
                })
                .collect();
            let inside = |x: u32, y: u32| {
                areas.iter().any(|area| {
                    (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
                })
            };
            let one = RgbImage::from_fn(width, height, |_, _| Rgb(random.random()));
            let other = RgbImage::from_fn(width, height, |x, y| {
                if inside(x, y) { Rgb(random.random()) } else { *one.get_pixel(x, y) }
            });
            let cover = Cover { areas: areas.clone(), lines: Vec::new() };
            let burnt = burn(&png(&one), &cover).unwrap();
            assert_eq!(burnt.content, burn(&png(&other), &cover).unwrap().content, "round {round}: {areas:?}");
            let seen = image::load_from_memory(&burnt.content).unwrap().into_rgb8();
            for (x, y, pixel) in seen.enumerate_pixels() {
                let should = if inside(x, y) { Rgb([0, 0, 0]) } else { *one.get_pixel(x, y) };
                assert_eq!(*pixel, should, "round {round}: {x}, {y}");
            }
        }
        for round in 0..10_000 {
            let lines: Vec<String> =
                (0..random.random_range(1..9)).map(|_| format!("process {}", random.random::<u32>())).collect();
            let covered: Vec<usize> =
                (0..random.random_range(1..4)).map(|_| random.random_range(1..=lines.len())).collect();
            let cover = Cover { areas: Vec::new(), lines: covered.clone() };
            let text = String::from_utf8(burn(lines.join("\n").as_bytes(), &cover).unwrap().content).unwrap();
            for (line, number) in lines.iter().zip(1..) {
                assert_eq!(text.contains(line.as_str()), !covered.contains(&number), "round {round}: {text}");
            }
        }
    }

    #[test]
    fn a_jpegs_neighbours_go_with_what_they_were_mixed_with() {
        let image = RgbImage::from_fn(64, 64, |x, y| Rgb([x as u8 * 4, y as u8 * 4, 200]));
        let mut jpeg = Vec::new();
        DynamicImage::from(image).write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg).unwrap();
        let cover = Cover { areas: vec![Area { x: 20, y: 20, width: 2, height: 2 }], lines: Vec::new() };
        let seen = image::load_from_memory(&burn(&jpeg, &cover).unwrap().content).unwrap().into_rgb8();
        assert!((16..32).all(|x| (16..32).all(|y| *seen.get_pixel(x, y) == Rgb([0, 0, 0]))));
        assert_ne!(*seen.get_pixel(33, 33), Rgb([0, 0, 0]));
    }

    #[test]
    fn a_cover_fits_what_it_covers() {
        let image = png(&RgbImage::new(8, 8));
        let area = |x, y, width, height| Cover { areas: vec![Area { x, y, width, height }], lines: Vec::new() };
        for (original, cover) in [
            (&image[..], area(8, 0, 1, 1)),
            (&image, area(0, 0, 0, 1)),
            (&image, Cover { areas: Vec::new(), lines: vec![1] }),
            (b"one\ntwo", area(0, 0, 1, 1)),
            (b"one\ntwo", Cover { areas: Vec::new(), lines: vec![3] }),
            (b"one\ntwo", Cover { areas: Vec::new(), lines: vec![0] }),
        ] {
            assert!(burn(original, &cover).is_err(), "{cover:?}");
        }
        assert!(burn(&image, &area(7, 7, u32::MAX, u32::MAX)).is_ok());
    }
}
