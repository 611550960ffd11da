"""The public pages as JSON, read as their schema says."""

import json
import re
from pathlib import Path

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "public-json.schema.json").read_text(encoding="utf-8")
)
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


def wrong(value, schema, at="it"):
    """What a value lacks by a schema, in words; each member that it has must be described."""
    known = {"description", "$ref", "type", "required", "properties", "items", "enum", "const", "minimum"}
    assert set(schema) <= known | {"pattern", "oneOf", "$schema", "title", "$defs"}, f"unknown words at {at}"
    if "$ref" in schema:
        yield from wrong(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], at)
    if "oneOf" in schema:
        fits = [one for one in schema["oneOf"] if not list(wrong(value, one))]
        if len(fits) != 1:
            yield f"{at} is {len(fits)} of the choices"
    if "const" in schema and value != schema["const"]:
        yield f"{at} is {value!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at} is {value!r}"
    types = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    if types and not any(value is None if name == "null" else is_of(value, TYPES[name]) for name in types):
        yield f"{at} is {value!r}, not {types}"
        return
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{at} is {value!r}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at} is {value!r}"
    if isinstance(value, dict) and "properties" in schema:
        yield from (f"{at} lacks {name}" for name in schema["required"] if name not in value)
        yield from (f"{at} has {name}" for name in value if name not in schema["properties"])
        for name, inner in schema["properties"].items():
            if name in value:
                yield from wrong(value[name], inner, f"{at}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, member in enumerate(value):
            yield from wrong(member, schema["items"], f"{at}[{index}]")


def is_of(value, kind):
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def read(client, path):
    """The values at this address, as the schema has them."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    values = answer.json()
    assert list(wrong(values, SCHEMA)) == []
    return values
