"""The units with their exact factors, from the SI brochure, NIST Handbook 44 and the UK Weights and Measures Act."""

from fractions import Fraction
from typing import NamedTuple

__all__ = []


class Unit(NamedTuple):
    symbol: str
    names: tuple[str, ...]
    kind: str
    factor: Fraction
    powers: tuple[tuple[str, int], ...]


PI = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
POWERS = {
    "length": (("m", 1),), "area": (("m", 2),), "volume": (("m", 3),), "mass": (("kg", 1),), "time": (("s", 1),),
    "speed": (("m", 1), ("s", -1)), "force": (("kg", 1), ("m", 1), ("s", -2)), "energy": (("kg", 1), ("m", 2), ("s", -2)),
    "power": (("kg", 1), ("m", 2), ("s", -3)), "pressure": (("kg", 1), ("m", -1), ("s", -2)), "angle": (("rad", 1),),
    "data": (("bit", 1),), "frequency": (("s", -1),), "temperature difference": (("K", 1),), "current": (("A", 1),),
    "voltage": (("A", -1), ("kg", 1), ("m", 2), ("s", -3)), "amount": (("mol", 1),),
}
# symbol | names | factor to the kind's base unit
TABLE = {
    "length": """m|metre,meter|1; km|kilometre,kilometer|1000; dm|decimetre,decimeter|0.1; cm|centimetre,centimeter|0.01; mm|millimetre,millimeter|0.001;
        µm|micrometre,micrometer,micron,um|0.000001; nm|nanometre,nanometer|0.000000001; in|inch,inches,"|0.0254; ft|foot,feet,'|0.3048; yd|yard|0.9144;
        mi|mile|1609.344; nmi|nautical mile|1852; fathom|fathom|1.8288; au|astronomical unit|149597870700; ly|light year,light-year|9460730472580800""",
    "area": """m²|square metre,square meter,sqm,m2|1; km²|square kilometre,square kilometer,km2|1000000; cm²|square centimetre,square centimeter,cm2|0.0001;
        ha|hectare|10000; a|are|100; ac|acre|4046.8564224; sq ft|square foot,square feet,ft²,ft2,sqft|0.09290304; sq in|square inch,in²,in2|0.00064516;
        sq mi|square mile,mi²,mi2|2589988.110336; sq yd|square yard,yd²,yd2|0.83612736""",
    "volume": """m³|cubic metre,cubic meter,m3|1; l|litre,liter|0.001; dl|decilitre,deciliter|0.0001; cl|centilitre,centiliter|0.00001;
        ml|millilitre,milliliter|0.000001; hl|hectolitre,hectoliter|0.1; cm³|cubic centimetre,cubic centimeter,cc,cm3|0.000001;
        gal|us gallon,gallon|0.003785411784; qt|us quart,quart|0.000946352946; pt|us pint,pint|0.000473176473; cup|us cup|0.0002365882365;
        fl oz|us fluid ounce,fluid ounce|0.0000295735295625; tbsp|us tablespoon,tablespoon|0.00001478676478125; tsp|us teaspoon,teaspoon|0.00000492892159375;
        imp gal|imperial gallon,uk gallon|0.00454609; imp qt|imperial quart|0.0011365225; imp pt|imperial pint,uk pint|0.00056826125;
        imp fl oz|imperial fluid ounce|0.0000284130625; bbl|oil barrel,barrel|0.158987294928; cu ft|cubic foot,cubic feet,ft³,ft3|0.028316846592;
        cu in|cubic inch,in³,in3|0.000016387064; cu yd|cubic yard,yd³|0.764554857984""",
    "mass": """kg|kilogram,kilogramme|1; g|gram,gramme|0.001; mg|milligram|0.000001; µg|microgram,ug,mcg|0.000000001; t|tonne,metric ton,ton|1000;
        lb|pound,lbs|0.45359237; oz|ounce|0.028349523125; st|stone|6.35029318; short ton|us ton,ton|907.18474; long ton|imperial ton,ton|1016.0469088;
        ct|carat|0.0002; gr|grain|0.00006479891; ozt|troy ounce|0.0311034768""",
    "time": """s|second,sec|1; ms|millisecond|0.001; µs|microsecond,us|0.000001; ns|nanosecond|0.000000001; min|minute|60; h|hour,hr|3600; d|day|86400;
        week|week,wk|604800; month|month|2629746; year|year,yr|31556952; decade|decade|315569520; century|century,centuries|3155695200""",
    "speed": "m/s|metre per second,meter per second,mps|1; km/h|kilometre per hour,kilometer per hour,kph,kmh|5/18; mph|mile per hour,miles per hour,mi/h|0.44704; kn|knot,kt|463/900",
    "force": "N|newton|1; kN|kilonewton|1000; lbf|pound-force|4.4482216152605; kgf|kilogram-force,kilopond,kp|9.80665; dyn|dyne|0.00001",
    "energy": """J|joule|1; kJ|kilojoule|1000; MJ|megajoule|1000000; GJ|gigajoule|1000000000; Wh|watt hour,watt-hour|3600; kWh|kilowatt hour,kilowatt-hour|3600000;
        MWh|megawatt hour|3600000000; GWh|gigawatt hour|3600000000000; TWh|terawatt hour|3600000000000000; cal|calorie|4.184; kcal|kilocalorie,Cal|4184;
        BTU|british thermal unit|1055.05585262; eV|electronvolt|0.0000000000000000001602176634; ft lbf|foot-pound|1.3558179483314004; therm|therm|105505585.262""",
    "power": "W|watt|1; mW|milliwatt|0.001; kW|kilowatt|1000; MW|megawatt|1000000; GW|gigawatt|1000000000; hp|horsepower|745.69987158227022; PS|metric horsepower|735.49875; BTU/h|btu per hour|0.29307107017222222222",
    "pressure": """Pa|pascal|1; hPa|hectopascal|100; kPa|kilopascal|1000; MPa|megapascal|1000000; bar|bar|100000; mbar|millibar|100; atm|atmosphere|101325;
        psi|pound per square inch,pounds per square inch|6894.757293168361336722673; mmHg|millimetre of mercury,millimeter of mercury|133.322387415; Torr|torr|20265/152;
        inHg|inch of mercury,inches of mercury|3386.388640341""",
    "data": """bit|bit,b|1; B|byte|8; kbit|kilobit|1000; Mbit|megabit,Mb|1000000; Gbit|gigabit,Gb|1000000000; Tbit|terabit,Tb|1000000000000; kB|kilobyte,KB|8000; MB|megabyte|8000000; GB|gigabyte|8000000000;
        TB|terabyte|8000000000000; PB|petabyte|8000000000000000; KiB|kibibyte|8192; MiB|mebibyte|8388608; GiB|gibibyte|8589934592; TiB|tebibyte|8796093022208;
        PiB|pebibyte|9007199254740992""",
    "frequency": "Hz|hertz|1; kHz|kilohertz|1000; MHz|megahertz|1000000; GHz|gigahertz|1000000000; rpm|revolution per minute,revolutions per minute|1/60",
    "temperature difference": "delta_K|kelvin difference|1; delta_C|celsius difference|1; delta_F|fahrenheit difference|5/9",
    "current": "A|ampere,amp|1; mA|milliampere,milliamp|0.001; kA|kiloampere|1000",
    "voltage": "V|volt|1; mV|millivolt|0.001; kV|kilovolt|1000",
    "amount": "mol|mole|1; mmol|millimole|0.001",
}


def _read_table() -> list[Unit]:
    units = []
    for kind, text in TABLE.items():
        for entry in " ".join(text.split()).split("; "):
            symbol, names, factor = entry.strip().split("|")
            units.append(Unit(symbol, tuple(names.split(",")), kind, Fraction(factor), tuple(sorted(POWERS[kind]))))
    angle = tuple(sorted(POWERS["angle"]))
    for symbol, names, factor in [("rad", ("radian",), Fraction(1)), ("°", ("degree", "deg"), PI / 180), ("gon", ("gradian", "grad"), PI / 200),
                                  ("turn", ("turn", "revolution"), 2 * PI), ("arcmin", ("arcminute",), PI / 10800), ("arcsec", ("arcsecond",), PI / 648000)]:
        units.append(Unit(symbol, names, "angle", factor, angle))
    return units


UNITS = _read_table()
# symbol: names, factor to kelvin, offset to kelvin
TEMPERATURES = {
    "K": (["kelvin", "kelvins"], Fraction(1), Fraction(0)),
    "°C": (["c", "celsius", "degrees celsius", "degree celsius", "deg c", "degc"], Fraction(1), Fraction("273.15")),
    "°F": (["f", "fahrenheit", "degrees fahrenheit", "degree fahrenheit", "deg f", "degf"], Fraction(5, 9), Fraction("459.67") * 5 / 9),
    "°R": (["rankine", "degrees rankine"], Fraction(5, 9), Fraction(0)),
}
KINDS = frozenset({*POWERS, "temperature"})
