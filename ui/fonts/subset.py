"""Makes the window's fonts: small subsets of Inter and Noto CJK, so that no system font is needed.

Usage: python3 ui/fonts/subset.py        (from any folder; needs fonttools; Debian packages fonts-inter,
                                          fonts-noto-cjk, fonts-noto-cjk-extra, python3-fonttools)

Writes beside itself
  qiju_sans_{400,500,600}.ttf   Inter with tabular figures, and every Chinese character of the translations
                                and of the game notations from Noto Sans CJK SC
  qiju_serif_700.ttf            the glyphs on the pieces and in the river, from Noto Serif CJK TC and SC

Both are renamed (their licence, the OFL, asks for it where a reserved name is changed; see OFL-*.txt). The Chinese
glyphs go into the Latin file because Slint looks up a missing glyph among the system's fonts, not among the
embedded ones. Run it again after a change to lang/ or to a CJK literal in a .slint file.
"""

import pathlib
import re

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = pathlib.Path(__file__).resolve().parent
UI = HERE.parent
INTER = "/usr/share/fonts/opentype/inter/Inter-{}.otf"
NOTO = "/usr/share/fonts/opentype/noto/Noto{}CJK-{}.ttc"
JP, KR, SC, TC = 0, 1, 2, 3  # faces of a Noto collection

# What people write in names and what the interface writes around it.
LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2016),
    0x2018,
    0x2019,
    0x201C,
    0x201D,
    0x2022,
    0x2026,
    0x2032,
    0x2033,
    0x2190,
    0x2191,
    0x2192,
    0x2193,
    0x21B5,
    0x21E7,
    0x2212,
    0x221E,
    0x2248,
    0x2260,
    0x2264,
    0x2265,
    0x2303,
    0x2318,
    0x2325,
    0x232B,
    0x2713,
    0x2715,
    0x25CF,
    0x25CB,
    0x23CE,
]
# Chinese Xiangqi notation, punctuation, and the words of clocks, which come from the program and not from a .po file.
NOTATION = (
    "帅将仕士相象马车炮兵卒俥傌砲帥將馬車一二三四五六七八九前中后进退平，。、：；！？（）《》“”…·"
    "０１２３４５６７８９第回合手分秒时胜负和红黑白方"
)
# Traditional and simplified men, and the river.
PIECES_TC = "帥仕相俥傌炮兵將士象車馬砲卒楚河漢界"
PIECES_SC = "帅马车将汉"


def chinese_of_the_interface():
    """Every CJK character in the translations and in the markup's own literals."""
    files = [*UI.glob("lang/**/*.po"), *UI.glob("**/*.slint")]
    text = "".join(path.read_text(encoding="utf-8") for path in files) + NOTATION
    return sorted(set(re.findall(r"[\u2e80-\u9fff\u3000-\u303f\uff00-\uffef]", text)))


def subset_font(path, number, unicodes, features):
    """A font of the given characters only."""
    options = subset.Options(layout_features=features, name_IDs=["*"], notdef_outline=True, hinting=False)
    font = TTFont(path, fontNumber=number)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    return font


def quadratic(glyph_set, name, scale, units):
    """A glyph's outline as TrueType curves, in a font of `units` per em."""
    pen = TTGlyphPen(None)
    curves = Cu2QuPen(pen, max_err=units / 1500, reverse_direction=True)
    glyph_set[name].draw(TransformPen(curves, (scale, 0, 0, scale, 0, 0)))
    return pen.glyph()


def left_edge(glyph):
    """A glyph's left side bearing; an empty glyph has none."""
    return glyph.xMin if glyph.numberOfContours else 0


def to_truetype(font):
    """Turns CFF outlines into TrueType ones in place."""
    units = font["head"].unitsPerEm
    glyph_set, order = font.getGlyphSet(), font.getGlyphOrder()
    glyf = font["glyf"] = newTable("glyf")
    glyf.glyphs, glyf.glyphOrder = {}, order
    for name in order:
        glyf.glyphs[name] = quadratic(glyph_set, name, 1, units)
        glyf.glyphs[name].recalcBounds(glyf)
    font["loca"] = newTable("loca")
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in (
        "maxZones",
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
    ):
        setattr(maxp, field, 0)
    maxp.maxZones = 1
    font.sfntVersion = "\000\001\000\000"
    for name, (advance, _) in font["hmtx"].metrics.items():
        font["hmtx"].metrics[name] = (advance, left_edge(glyf.glyphs[name]))


def tabular_figures(font):
    """Maps the digits, and the signs that stand among them, to their figures of one width."""
    tnum = {}
    for record in font["GSUB"].table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    tnum.update(getattr(table, "ExtSubTable", table).mapping)
    assert tnum, "Inter's tnum feature was not found"
    for table in font["cmap"].tables:
        table.cmap = {
            code: tnum.get(name, name) if chr(code) in "0123456789+−" else name for code, name in table.cmap.items()
        }


def add_glyphs(font, other, characters):
    """Copies characters that `font` lacks out of another font, scaled to its units."""
    units = font["head"].unitsPerEm
    scale = units / other["head"].unitsPerEm
    names, glyph_set = other.getBestCmap(), other.getGlyphSet()
    order = list(font.getGlyphOrder())
    have = font.getBestCmap()
    for character in characters:
        code = ord(character)
        if code in have:
            continue
        source, name = names[code], f"uni{code:04X}"
        glyph = quadratic(glyph_set, source, scale, units)
        font["glyf"].glyphs[name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"].metrics[name] = (round(glyph_set[source].width * scale), left_edge(glyph))
        order.append(name)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order


def rename(font, family, weight, copyright_text):
    """Names a font so that it is found by family and weight, and never taken for a system font."""
    style = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}[weight]
    font["name"].names = []
    plain = family if weight in (400, 700) else f"{family} {style}"
    for number, text in (
        (0, copyright_text),
        (1, plain),
        (2, style if weight in (400, 700) else "Regular"),
        (3, f"{family} {style}"),
        (4, f"{family} {style}"),
        (5, "Version 1.000"),
        (6, f"{family.replace(' ', '')}-{style}"),
        (13, "SIL Open Font License 1.1"),
        (16, family),
        (17, style),
    ):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["post"].formatType = 3.0
    for table in ("BASE", "DSIG", "GDEF", "STAT", "vhea", "vmtx", "VORG", "GSUB"):
        if table in font:
            del font[table]


def save(font, name):
    path = HERE / name
    font.save(path)
    print(f"{path.stat().st_size:7d} {name}: {len(font.getGlyphOrder())} glyphs")


def make_sans(weight, inter_style, noto_style, characters):
    font = subset_font(INTER.format(inter_style), 0, LATIN, ["kern", "tnum"])
    tabular_figures(font)
    to_truetype(font)
    noto = subset_font(NOTO.format("Sans", noto_style), SC, [ord(c) for c in characters], [])
    add_glyphs(font, noto, characters)
    rename(font, "Qiju Sans", weight, "Copyright The Inter Project Authors; Adobe (Noto Sans CJK)")
    save(font, f"qiju_sans_{weight}.ttf")


def make_serif():
    both = PIECES_TC + PIECES_SC
    font = subset_font(NOTO.format("Serif", "Bold"), TC, [ord(c) for c in "0123456789"], [])
    to_truetype(font)
    for face, characters in ((TC, PIECES_TC), (SC, PIECES_SC)):
        add_glyphs(font, subset_font(NOTO.format("Serif", "Bold"), face, [ord(c) for c in both], []), characters)
    rename(font, "Qiju Serif", 700, "Copyright Adobe (Noto Serif CJK)")
    save(font, "qiju_serif_700.ttf")


if __name__ == "__main__":
    chinese = chinese_of_the_interface()
    print(f"{len(chinese)} Chinese characters")
    make_sans(400, "Regular", "Regular", chinese)
    make_sans(500, "Medium", "Medium", chinese)
    make_sans(600, "SemiBold", "Bold", chinese)
    make_serif()
