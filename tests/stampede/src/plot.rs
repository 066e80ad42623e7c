//! Draws the runs.

use crate::report::Report;
use crate::scenario::Scenario;
use crate::wording::{grouped, in_words, multiple, rounded};
use plotters::coord::Shift;
use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The title of the SVG, for screen readers.
const TITLE: &str =
    "Requests a second to a deployment that was down for five minutes, by how its clients try again";
/// Twice the size at which the drawing is shown, because the library draws only on whole points.
const SIZE: (u32, u32) = (2000, 2150);
const HEADING_HEIGHT: u32 = 220;
const FONT: &str = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";
/// The library divides font sizes by this number.
const FONT_SCALE: f64 = 1.24;
const LEFT: i32 = 44;

/// How much of the time before and after the outage is drawn.
const LEAD_MS: u32 = 60_000;
const TAIL_MS: u32 = 180_000;

/// A colour, and its replacement on a dark screen.
#[derive(Clone, Copy)]
struct Tint(RGBColor, RGBColor);

const PAPER: Tint = tint(0xff_ff_ff, 0x0d_11_17);
const INK: Tint = tint(0x1f_23_28, 0xe6_ed_f3);
const FAINT: Tint = tint(0x59_63_6e, 0x91_98_a1);
const GRID: Tint = tint(0xe7_eb_ef, 0x26_2c_34);
const FRAME: Tint = tint(0xc4_cc_d4, 0x3d_44_4d);
const OUTAGE: Tint = tint(0xf4_f1_ec, 0x17_1c_24);
const BLUE: Tint = tint(0x08_68_d0, 0x58_a6_ff);
const AMBER: Tint = tint(0xc8_87_1e, 0xa8_77_1f);
const BROWN: Tint = tint(0x6b_40_05, 0xff_d6_85);
const RED: Tint = tint(0xc9_22_2d, 0xff_6b_63);
const TINTS: [Tint; 10] = [PAPER, INK, FAINT, GRID, FRAME, OUTAGE, BLUE, AMBER, BROWN, RED];

/// One line of a panel.
struct Line<'a> {
    words: &'a str,
    report: &'a Report,
    tint: Tint,
    /// Whether the area below it is filled.
    filled: bool,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, LogCoord<f64>>>;
type Drawn<T = ()> = Result<T, Box<dyn core::error::Error>>;

/// Draws requests per second over time, as an SVG for light and dark screens. The other reports are those of clients that retry every
/// five seconds (failing together, and each at its own time) and at once.
pub fn draw(
    scenario: &Scenario,
    shipped: &Report,
    [every_5_s_together, every_5_s, at_once]: [&Report; 3],
) -> Drawn<String> {
    let line = |words, report, tint, filled| Line { words, report, tint, filled };
    let together = "nearly all fail together";
    let panels = [
        ("platform-session", vec![line(together, shipped, BLUE, true)]),
        (
            "Every 5 seconds",
            vec![
                line(together, every_5_s_together, AMBER, false),
                line("each fails in its own time", every_5_s, BROWN, true),
            ],
        ),
        ("At once", vec![line("a round trip apart", at_once, RED, true)]),
    ];
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&PAPER.0)?;
        let (heading, below) = root.split_vertically(HEADING_HEIGHT);
        draw_heading(&heading, scenario, shipped)?;
        for ((title, lines), area) in panels.iter().zip(below.split_evenly((panels.len(), 1))) {
            draw_panel(&area, scenario, title, lines)?;
        }
        root.present()?;
    }
    Ok(adapt(&svg))
}

fn draw_heading(area: &Area<'_>, scenario: &Scenario, report: &Report) -> Drawn {
    let minutes = (scenario.outage.until_ms - scenario.outage.from_ms) / 60_000;
    let title =
        format!("{} clients, and a deployment that is down for {minutes} minutes", grouped(scenario.clients));
    write(area, &title, (LEFT, 36), 46.0, INK)?;
    let capacity = format!(
        "Requests a second, on a logarithmic scale. The deployment answers {}; before the outage it was asked {}.",
        grouped(scenario.capacity),
        grouped(report.normal_load().round() as u32),
    );
    let refusal = format!(
        "Beyond that it turns requests away, each at {} % of the work of an answer, and at last leaves them unanswered.",
        scenario.refusal_percent
    );
    write(area, &capacity, (LEFT, 104), 29.0, FAINT)?;
    write(area, &refusal, (LEFT, 146), 29.0, FAINT)
}

fn draw_panel(area: &Area<'_>, scenario: &Scenario, title: &str, lines: &[Line<'_>]) -> Drawn {
    let (words, plot) = area.split_vertically(58 + 44 * lines.len() as u32);
    words.draw_text(title, &font(34.0).style(FontStyle::Bold).color(&INK.0), (LEFT, 8))?;
    for (line, top) in lines.iter().zip((58..).step_by(44)) {
        let swatch = [(LEFT, top + 12), (LEFT + 44, top + 22)];
        words.draw(&Rectangle::new(swatch, line.tint.0.filled()))?;
        write(&words, &format!("{}: {}", line.words, in_words(line.report)), (LEFT + 60, top), 28.0, FAINT)?;
    }
    let capacity = f64::from(scenario.capacity);
    let (bottom, top) = (capacity / 25.0, capacity * 1_600.0);
    let shown = [scenario.outage.from_ms - LEAD_MS, scenario.outage.until_ms + TAIL_MS]
        .map(|at| minute(scenario, at));
    let mut chart = ChartBuilder::on(&plot)
        .margin_left(10)
        .margin_top(12)
        .margin_right(LEFT)
        .set_label_area_size(LabelAreaPosition::Left, 110)
        .set_label_area_size(LabelAreaPosition::Bottom, 80)
        .build_cartesian_2d(shown[0]..shown[1], (bottom..top).log_scale())?;
    let down = [scenario.outage.from_ms, scenario.outage.until_ms].map(|at| minute(scenario, at));
    chart.draw_series([Rectangle::new([(down[0], bottom), (down[1], top)], OUTAGE.0.filled())])?;
    chart
        .configure_mesh()
        .bold_line_style(GRID.0.stroke_width(2))
        .light_line_style(TRANSPARENT)
        .axis_style(FRAME.0.stroke_width(2))
        .label_style(font(26.0).color(&FAINT.0))
        .x_labels(10)
        .x_label_formatter(&|minute| format!("{minute:.0} min").replace('-', "−"))
        .y_labels(5)
        .y_label_formatter(&|requests| rounded(*requests))
        .draw()?;
    let from_ms = scenario.outage.from_ms - LEAD_MS;
    for line in lines {
        let seconds = line.report.per_second(from_ms..scenario.outage.until_ms + TAIL_MS);
        let points = (from_ms..)
            .step_by(1_000)
            .zip(seconds)
            .map(|(at_ms, requests)| (minute(scenario, at_ms + 500), f64::from(requests).max(bottom)));
        let points: Vec<_> = points.collect();
        if line.filled {
            let area = AreaSeries::new(points.iter().copied(), bottom, line.tint.0.mix(0.16));
            chart.draw_series(area)?;
        }
        chart.draw_series(LineSeries::new(points, line.tint.0.stroke_width(4)))?;
    }
    let capacity_line = [(shown[0], capacity), (shown[1], capacity)];
    chart.draw_series(DashedLineSeries::new(capacity_line, 14, 10, INK.0.stroke_width(3)))?;
    label(&mut chart, "capacity", (shown[0] + 0.04, capacity * 1.22), INK, HPos::Left)?;
    label(&mut chart, "down", ((down[0] + down[1]) / 2.0, top / 3.2), FAINT, HPos::Center)?;
    for line in lines {
        draw_peak(&mut chart, scenario, line)?;
    }
    Ok(())
}

/// Marks the second with the most requests after the deployment came back.
fn draw_peak(chart: &mut Chart<'_, '_>, scenario: &Scenario, line: &Line<'_>) -> Drawn {
    let until_ms = scenario.outage.until_ms;
    let peak = line.report.peak();
    let seconds = line.report.per_second(until_ms..until_ms + TAIL_MS);
    let at_ms = (until_ms..)
        .step_by(1_000)
        .zip(seconds)
        .find_map(|(at_ms, requests)| (requests == peak).then_some(at_ms));
    let Some(at_ms) = at_ms else { return Ok(()) };
    let at = (minute(scenario, at_ms + 500), f64::from(peak));
    chart.draw_series([
        Circle::new(at, 10, PAPER.0.filled()),
        Circle::new(at, 10, line.tint.0.stroke_width(5)),
    ])?;
    let words = format!("peak {} × capacity", multiple(line.report.peak_of_capacity()));
    label(chart, &words, (at.0 + 0.09, at.1 * 1.25), line.tint, HPos::Left)
}

fn label(chart: &mut Chart<'_, '_>, words: &str, at: (f64, f64), tint: Tint, side: HPos) -> Drawn {
    let style = font(30.0).color(&tint.0).pos(Pos::new(side, VPos::Bottom));
    chart.draw_series([Text::new(words.to_owned(), at, style)])?;
    Ok(())
}

fn write(area: &Area<'_>, words: &str, at: (i32, i32), size: f64, tint: Tint) -> Drawn {
    Ok(area.draw_text(words, &font(size).color(&tint.0), at)?)
}

fn font(size: f64) -> FontDesc<'static> {
    (FONT, size * FONT_SCALE).into_font()
}

/// Minutes since the outage began.
fn minute(scenario: &Scenario, at_ms: u32) -> f64 {
    (f64::from(at_ms) - f64::from(scenario.outage.from_ms)) / 60_000.0
}

/// Halves the size of the SVG, adds the colours for dark screens, and gives texts an outline.
fn adapt(svg: &str) -> String {
    let halo = |paper: RGBColor| {
        format!("text{{paint-order:stroke;stroke:{};stroke-width:7px;stroke-linejoin:round}}", hex(paper))
    };
    let mut css = halo(PAPER.0);
    css.push_str("@media(prefers-color-scheme:dark){");
    css.push_str(&halo(PAPER.1));
    for Tint(light, dark) in TINTS {
        let (light, dark) = (hex(light), hex(dark));
        css.push_str(&format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}"));
    }
    css.push('}');
    let (width, height) = SIZE;
    let shown = format!("width=\"{}\" height=\"{}\"", width / 2, height / 2);
    let svg = svg.replacen(&format!("width=\"{width}\" height=\"{height}\""), &shown, 1);
    svg.replacen(">\n", &format!(">\n<title>{TITLE}</title>\n<style>{css}</style>\n"), 1)
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

const fn tint(light: u32, dark: u32) -> Tint {
    const fn rgb(colour: u32) -> RGBColor {
        RGBColor((colour >> 16) as u8, (colour >> 8) as u8, colour as u8)
    }
    Tint(rgb(light), rgb(dark))
}
