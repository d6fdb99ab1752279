"""Makes JSON Schemas from Python annotations, without importing anything."""

import ast
import re

from docstrings import parse_docstring

MAX_NODES = 2_000
# What models' providers accept as the name of a property; one that does not fit makes them refuse all tools.
PROPERTY_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
# What these make of a function cannot be called as one.
NOT_CALLABLE = {"property", "cached_property", "contextmanager", "asynccontextmanager", "fixture", "overload"}

SIMPLE = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "None": {"type": "null"},
    "NoneType": {"type": "null"},
    "bytes": {"type": "string", "contentEncoding": "base64"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "time": {"type": "string", "format": "time"},
    "timedelta": {"type": "number", "description": "seconds"},
    "Decimal": {"anyOf": [{"type": "number"}, {"type": "string"}]},
    "Number": {"type": "number"},
    "Real": {"type": "number"},
    "Path": {"type": "string"},
    "PurePath": {"type": "string"},
    "PathLike": {"type": "string"},
    "UUID": {"type": "string", "format": "uuid"},
    "LiteralString": {"type": "string"},
    "Any": {},
    "object": {},
}
LISTS = {"list", "List", "Sequence", "MutableSequence", "Iterable", "Collection", "Iterator"}
SETS = {"set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet"}
DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
TUPLES = {"tuple", "Tuple"}
TRANSPARENT = {"Required", "NotRequired", "ReadOnly", "Final", "ClassVar"}
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
BOUNDS = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf",
    "Ge": "minimum", "Gt": "exclusiveMinimum", "Le": "maximum", "Lt": "exclusiveMaximum", "MultipleOf": "multipleOf",
}
LENGTHS = {"min_length": 0, "max_length": 1, "MinLen": 0, "MaxLen": 1, "min_items": 0, "max_items": 1}


class Refused(Exception):
    """The function cannot be offered as a tool; the text says why."""


def literal(node):
    """The value of a literal expression, as (is literal, value that JSON can hold)."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False, None
    return (True, value) if _is_json(value) else (False, None)


def _is_json(value):
    if isinstance(value, float):
        return value == value and value not in (float("inf"), float("-inf"))
    if value is None or isinstance(value, (bool, int, str)):
        return True
    if isinstance(value, (list, tuple)):
        return all(_is_json(item) for item in value)
    return isinstance(value, dict) and all(isinstance(key, str) and _is_json(item) for key, item in value.items())


def _last_name(node):
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None


class SchemaMaker:
    """Makes the schemas of one function. Names are looked up in its module, then in the skill's other modules."""

    def __init__(self, modules):
        self.modules = modules
        self.unknown = []
        self.nodes = 0
        self.open = []

    def schema(self, node, module):
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise Refused("its types are too large to describe")
        if isinstance(node, ast.Constant):
            return self._constant(node, module)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._union(self._arms(node), module)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, module)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._name(node, module)
        return self._unknown(node)

    def _unknown(self, node):
        self.unknown.append(ast.unparse(node)[:80])
        return {}

    def _constant(self, node, module):
        if node.value is None:
            return {"type": "null"}
        if isinstance(node.value, str):
            try:
                return self.schema(ast.parse(node.value, mode="eval").body, module)
            except SyntaxError:
                return self._unknown(node)
        return self._unknown(node)

    def _arms(self, node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._arms(node.left) + self._arms(node.right)
        return [node]

    def _union(self, arms, module):
        schemas = []
        for arm in arms:
            schema = self.schema(arm, module)
            for one in schema["anyOf"] if set(schema) == {"anyOf"} else [schema]:
                if one not in schemas:
                    schemas.append(one)
        if {} in schemas:
            return {}
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _find(self, name, module):
        """Where a name is defined in the skill: (definition, module), or the name it was imported under elsewhere."""
        for _step in range(10):
            if name in module.classes:
                return module.classes[name], module
            if name in module.aliases:
                return module.aliases[name], module
            if name not in module.imports:
                break
            source, original = module.imports[name]
            name = original or source.rsplit(".", 1)[-1]
            other = self.modules.get(source.rsplit(".", 1)[-1])
            if original is None or other is None or other is module:
                break
            module = other
        return name, None

    def constant(self, node, module):
        """The value of a literal, or of a name that the skill's files give to one."""
        for _step in range(10):
            is_literal, value = literal(node)
            if is_literal or not isinstance(node, ast.Name):
                return is_literal, value
            node, module = self._find(node.id, module)
            if module is None or not isinstance(node, ast.AST):
                break
        return False, None

    def plain_name(self, node, module):
        """What a name means outside the skill: `t.Optional` and `Optional as O` are both `Optional`."""
        name = _last_name(node)
        if isinstance(node, ast.Name) and name in module.imports:
            return module.imports[name][1] or module.imports[name][0].rsplit(".", 1)[-1]
        return name

    def _name(self, node, module):
        found, home = self._find(node.id, module) if isinstance(node, ast.Name) else (_last_name(node), None)
        if home is None and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            other = self.modules.get(module.imports.get(node.value.id, ("", None))[0].rsplit(".", 1)[-1])
            if other is not None:
                found, home = self._find(node.attr, other)
        if isinstance(found, ast.ClassDef):
            return self._class(found, home)
        if home is not None:
            return self._alias(found, home)
        if found in SIMPLE:
            return dict(SIMPLE[found])
        if found in LISTS or found in TUPLES:
            return {"type": "array", "items": {}}
        if found in SETS:
            return {"type": "array", "items": {}, "uniqueItems": True}
        if found in DICTS:
            return {"type": "object"}
        return self._unknown(node)

    def _alias(self, value, module):
        if isinstance(value, ast.Call) and self.plain_name(value.func, module) == "NewType" and len(value.args) == 2:
            value = value.args[1]
        if any(value is other for other in self.open):
            return {}
        self.open.append(value)
        try:
            return self.schema(value, module)
        finally:
            self.open.pop()

    def _subscript(self, node, module):
        name = self.plain_name(node.value, module)
        items = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not items and name not in TUPLES:
            return self._unknown(node)
        if name == "Literal":
            return self._literal(items)
        if name == "Optional":
            return self._union([items[0], ast.Constant(value=None)], module)
        if name == "Union":
            return self._union(items, module)
        if name == "Annotated":
            return self._annotated(items, module)
        if name in TRANSPARENT:
            return self.schema(items[0], module)
        if name in LISTS:
            return {"type": "array", "items": self.schema(items[0], module)}
        if name in SETS:
            return {"type": "array", "items": self.schema(items[0], module), "uniqueItems": True}
        if name in DICTS:
            return self._dict(items, module)
        if name in TUPLES:
            return self._tuple(items, module)
        return self._unknown(node)

    def _dict(self, items, module):
        value = self.schema(items[1], module) if len(items) == 2 else {}
        return {"type": "object", "additionalProperties": value} if value else {"type": "object"}

    def _tuple(self, items, module):
        if len(items) == 2 and isinstance(items[1], ast.Constant) and items[1].value is ...:
            return {"type": "array", "items": self.schema(items[0], module)}
        # `tuple[()]`: an `anyOf` of nothing is no schema.
        if not items or (len(items) == 1 and isinstance(items[0], ast.Tuple)):
            return {"type": "array", "items": {}, "maxItems": 0}
        schemas = [self.schema(item, module) for item in items]
        # `items` repeats what `prefixItems` says for readers that know only the older word.
        return {
            "type": "array", "prefixItems": schemas, "items": self._union(items, module),
            "minItems": len(schemas), "maxItems": len(schemas),
        }

    def _literal(self, items):
        values = []
        for item in items:
            is_literal, value = literal(item)
            if not is_literal:
                return self._unknown(item)
            values.append(value)
        return self._enum(values)

    def _enum(self, values):
        kinds = {_json_type(value) for value in values}
        schema = {"type": kinds.pop()} if len(kinds) == 1 else {}
        return {**schema, "enum": values}

    def _annotated(self, items, module):
        schema = dict(self.schema(items[0], module))
        for note in items[1:]:
            if isinstance(note, ast.Constant) and isinstance(note.value, str):
                schema["description"] = note.value
            elif isinstance(note, ast.Call):
                self._apply(note, schema, module)
        return schema

    def _apply(self, call, schema, module):
        """Bounds and texts of `Field(ge=1, description=...)`, `Ge(1)`, `MinLen(2)`, `Interval(ge=0)`, `Doc("...")`."""
        name = self.plain_name(call.func, module)
        values = [(keyword.arg, keyword.value) for keyword in call.keywords]
        if call.args and name in {*BOUNDS, *LENGTHS, "Doc", "doc"}:
            values.append(("description" if name in ("Doc", "doc") else name, call.args[0]))
        if name == "Len":
            values += list(zip(("min_length", "max_length"), call.args))
        for key, node in values:
            is_literal, value = self.constant(node, module)
            if not is_literal:
                continue
            if key in BOUNDS and isinstance(value, (int, float)):
                schema[BOUNDS[key]] = value
            elif key in LENGTHS and isinstance(value, int):
                schema[_length_word(schema, LENGTHS[key])] = value
            elif key in ("description", "documentation") and isinstance(value, str):
                schema["description"] = value

    def _class(self, node, module):
        bases = {self.plain_name(base, module) for base in node.bases}
        if any(node is other for other in self.open):
            return {"type": "object"}
        self.open.append(node)
        try:
            if bases & ENUMS:
                return self._enum_class(node)
            decorators = {self.plain_name(d.func if isinstance(d, ast.Call) else d, module) for d in node.decorator_list}
            if "TypedDict" in bases or self._inherits(node, module, "TypedDict"):
                return self._record(node, module, is_typed_dict=True)
            if "dataclass" in decorators or "NamedTuple" in bases:
                return self._record(node, module, is_typed_dict=False)
        finally:
            self.open.pop()
        self.unknown.append(node.name)
        return {}

    def _inherits(self, node, module, wanted):
        return any(
            isinstance(found, ast.ClassDef) and home is not None
            and (wanted in {self.plain_name(base, home) for base in found.bases} or self._inherits(found, home, wanted))
            for found, home in self._parents(node, module)
        )

    def _parents(self, node, module):
        pairs = [self._find(base.id, module) for base in node.bases if isinstance(base, ast.Name)]
        return [(found, home) for found, home in pairs if found is not node]

    def _enum_class(self, node):
        values = []
        for statement in node.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                if statement.targets[0].id.startswith("_"):
                    continue
                is_literal, value = literal(statement.value)
                if is_literal:
                    values.append(value)
                elif isinstance(statement.value, ast.Call) and _last_name(statement.value.func) == "auto":
                    name = statement.targets[0].id
                    is_text = any(_last_name(base) == "StrEnum" for base in node.bases)
                    values.append(name.lower() if is_text else len(values) + 1)
        return self._enum(values) if values else {}

    def add_default(self, schema, node, module):
        """The default where JSON has a form for it: a literal, or a member of one of the skill's enums."""
        if node is None:
            return
        is_literal, value = self.constant(node, module)
        if not is_literal and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found, home = self._find(node.value.id, module)
            is_enum = isinstance(found, ast.ClassDef) and {self.plain_name(base, home) for base in found.bases} & ENUMS
            is_literal, value = self._member(found, node.attr) if is_enum else (False, None)
        if is_literal and isinstance(value, bool) and schema.get("type") in ("integer", "number"):
            value = int(value)
        if is_literal:
            schema["default"] = value

    def _member(self, node, name):
        names = [
            statement.targets[0].id for statement in node.body
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
            and not statement.targets[0].id.startswith("_")
        ]
        values = self._enum_class(node).get("enum", [])
        return (True, values[names.index(name)]) if name in names and len(names) == len(values) else (False, None)

    def _record(self, node, module, is_typed_dict):
        properties, required = {}, []
        for parent, home in self._parents(node, module):
            if isinstance(parent, ast.ClassDef) and home is not None:
                inherited = self._class(parent, home)
                properties.update(inherited.get("properties", {}))
                required += inherited.get("required", [])
        texts = parse_docstring(ast.get_docstring(node))[1]
        is_total = not any(word.arg == "total" and literal(word.value)[1] is False for word in node.keywords)
        for field in node.body:
            if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                continue
            outer = self.plain_name(field.annotation.value, module) if isinstance(field.annotation, ast.Subscript) else ""
            if outer == "ClassVar":
                continue
            name, schema = field.target.id, dict(self.schema(field.annotation, module))
            check_property(name, f"field {name} of {node.name}")
            if name in texts and "description" not in schema:
                schema["description"] = texts[name]
            is_required = (is_total and outer != "NotRequired") or outer == "Required"
            if not is_typed_dict:
                is_kept, value = _field_default(field.value)
                if not is_kept:
                    continue
                is_required = value is None
                self.add_default(schema, value, module)
            properties[name] = schema
            required = [other for other in required if other != name] + ([name] if is_required else [])
        return _object(properties, required)


FACTORIES = {"list": "[]", "dict": "{}", "set": "[]", "tuple": "[]"}


def _field_default(node):
    """Of a dataclass's field: whether it is a parameter, and the expression of its default."""
    if not isinstance(node, ast.Call) or _last_name(node.func) not in ("field", "Field"):
        return True, node
    words = {keyword.arg: keyword.value for keyword in node.keywords}
    if "init" in words and literal(words["init"]) == (True, False):
        return False, None
    if "default_factory" in words:
        return True, ast.parse(FACTORIES.get(_last_name(words["default_factory"]), "object()"), mode="eval").body
    return True, words.get("default")


def _nullable(schema):
    """`x: int = None` means that null is welcome too."""
    arms = schema.get("anyOf", [schema])
    if not schema or schema.get("type") == "null" or {"type": "null"} in arms or None in schema.get("enum", []):
        return schema
    description = {"description": schema["description"]} if "description" in schema else {}
    bare = {key: value for key, value in schema.items() if key != "description"}
    return {"anyOf": [*bare.get("anyOf", [bare]), {"type": "null"}], **description}


def _object(properties, required):
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def _json_type(value):
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", tuple: "array", dict: "object"}
    return names[type(value)]


def _length_word(schema, index):
    is_array = schema.get("type") == "array"
    return (("minItems", "maxItems") if is_array else ("minLength", "maxLength"))[index]


def check_property(name, what):
    if not PROPERTY_NAME.fullmatch(name):
        raise Refused(f"models do not accept the name of its {what}: use up to 64 of a-z, A-Z, 0-9 and _")


def check_decorators(function, module, maker):
    for decorator in function.decorator_list:
        name = maker.plain_name(decorator.func if isinstance(decorator, ast.Call) else decorator, module)
        if name in NOT_CALLABLE:
            raise Refused(f"@{name} makes something of it that cannot be called")


def parameters_schema(function, module, maker, texts):
    """The schema of a function's arguments. Raises Refused where no JSON object can be its arguments."""
    check_decorators(function, module, maker)
    arguments = function.args
    if arguments.vararg:
        raise Refused(f"it takes *{arguments.vararg.arg}: give it a list parameter instead")
    if arguments.kwarg:
        raise Refused(f"it takes **{arguments.kwarg.arg}: give it a dict parameter instead")
    positional = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    properties, required = {}, []
    for argument, default in [*zip(positional, defaults), *zip(arguments.kwonlyargs, arguments.kw_defaults)]:
        check_property(argument.arg, f"parameter {argument.arg}")
        schema = dict(maker.schema(argument.annotation, module)) if argument.annotation else {}
        if texts.get(argument.arg) and "description" not in schema:
            schema["description"] = texts[argument.arg]
        if default is None:
            required.append(argument.arg)
        elif literal(default) == (True, None):
            schema = _nullable(schema)
        maker.add_default(schema, default, module)
        properties[argument.arg] = schema
    return _object(properties, required)
