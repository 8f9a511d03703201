"""Cuts the fonts to what the pages use: weights 400 to 700, and few features. Needs fonttools and brotli.

python web/fonts.py            after another version of a font; commit what it writes to web/src/theme/fonts

Each font is cut in two: the letters and signs of plain English, which every page needs, and the others of Western
Europe, which a browser fetches when a name or a briefing has one of them.
"""

import io
import os

WEB = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.join(WEB, "node_modules", "@fontsource-variable")
FONTS = {
    "inter": "inter/files/inter-latin-wght-normal.woff2",
    "eb-garamond": "eb-garamond/files/eb-garamond-latin-wght-normal.woff2",
}
BASIC = "U+20-7E,U+A0,U+B0,U+B7,U+D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2212"
REST = "U+A1-AF,U+B1-B6,U+B8-D6,U+D8-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+201A,U+201E,U+2020,U+2039,U+203A"
REST += ",U+20AC,U+2122,U+2191,U+2193"
FEATURES = ["kern", "tnum", "ccmp", "locl", "mark"]
WEIGHTS = (400, 700)


def main():
    """Write both parts of each font."""
    for name, path in FONTS.items():
        for part, ranges in (("basic", BASIC), ("rest", REST)):
            data = cut(os.path.join(PACKAGES, path), ranges)
            with open(os.path.join(WEB, "src", "theme", "fonts", f"{name}-{part}.woff2"), "wb") as file:
                file.write(data)
            print(f"{name}-{part}: {len(data):,} bytes")


def cut(path, ranges):
    """The part of a font that has these characters."""
    from fontTools.subset import Options, Subsetter, parse_unicodes
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    whole = io.BytesIO()
    narrowed = instantiateVariableFont(TTFont(path, recalcTimestamp=False), {"wght": WEIGHTS})
    narrowed.flavor = None
    narrowed.save(whole)
    font = TTFont(whole, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, notdef_outline=True))
    subsetter.populate(unicodes=parse_unicodes(ranges))
    subsetter.subset(font)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


if __name__ == "__main__":
    main()
