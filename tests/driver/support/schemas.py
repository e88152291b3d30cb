# SPDX-License-Identifier: MIT
"""Holds documents against the JSON Schemas that docs/ publishes."""
import functools
import json
import pathlib

from driver import check, optional

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"


def closed(part):
    """A schema in which a key that is written and not described is a mistake, though readers pass over it."""
    if isinstance(part, dict):
        return {**{k: closed(v) for k, v in part.items()}, **({"additionalProperties": False} if "properties" in part else {})}
    return [closed(inner) for inner in part] if isinstance(part, list) else part


@functools.cache
def json_schema():
    def use():
        import jsonschema
        return jsonschema.Draft202012Validator
    return optional("a check of JSON Schema (python3-jsonschema)", use)


@functools.cache
def validators(name):
    """Of docs/NAME.schema.json as published; and, closed, of each kind of document that it describes."""
    schema = json.loads((DOCS / (name + ".schema.json")).read_text())
    json_schema().check_schema(schema)
    return json_schema()(schema), [json_schema()({**closed(schema), "oneOf": [kind]}) for kind in schema["oneOf"]]


def misfit(errors):
    """How far a document is from a kind: first by the keys of its own, then by all that is wrong."""
    inner = [e for error in errors for e in error.context]
    return sum(not e.relative_path for e in inner), len(inner)


def follows(name, document, *where):
    """Checks a document against docs/NAME.schema.json; says so and checks nothing where jsonschema is not installed."""
    if not json_schema():
        return
    published, kinds = validators(name)
    wrong = min(([e for e in kind.iter_errors(document)] for kind in kinds), key=misfit)
    for error in wrong[:1]:
        leaf = error
        while leaf.context:
            leaf = leaf.context[0]
        check(False, *where, "differs from docs/%s.schema.json at" % name, list(leaf.absolute_path), leaf.message[:300])
    check(published.is_valid(document), *where, "is taken by the schema as published")
