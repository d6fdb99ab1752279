"""What a Python file defines, read from its syntax tree. Nothing is imported or run."""

import ast


class Module:
    """One file: its top-level functions, classes, type aliases, imports and `__all__`."""

    def __init__(self, path, tree):
        self.path = path
        self.tree = tree
        self.name = path.rsplit("/", 1)[-1][: -len(".py")]
        self.functions = {}
        # Functions that are defined only under a condition: they may not be there when they are called.
        self.conditional = []
        self.classes = {}
        self.aliases = {}
        self.imports = {}
        self.has_guard = False
        self.exported = None
        self.unreadable_all = None
        # Where __all__ is set.
        self.all_line = None
        for statement in tree.body:
            self._read(statement)

    def _read(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name] = node
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._read_import(node)
        elif isinstance(node, ast.If):
            self._read_if(node)
        elif isinstance(node, ast.Try):
            for inner in node.body:
                self._read(inner)
            self._read_conditional([*node.orelse, *(inner for handler in node.handlers for inner in handler.body)])
        else:
            self._read_assignment(node)

    def _read_if(self, node):
        words = list(ast.walk(node.test))
        names = {word.id for word in words if isinstance(word, ast.Name)}
        texts = {word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)}
        if "__name__" in names and "__main__" in texts:
            self.has_guard = True
            return
        for inner in node.body:
            if isinstance(inner, (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Assign)):
                self._read(inner)

        self._read_conditional([*node.body, *node.orelse])

    def _read_conditional(self, statements):
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        self.conditional += [inner for inner in statements if isinstance(inner, functions)]

    def _read_import(self, node):
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.imports[alias.asname or alias.name.split(".")[0]] = (alias.name, None)
        else:
            for alias in node.names:
                self.imports[alias.asname or alias.name] = (node.module or "", alias.name)

    def _read_assignment(self, node):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
            target, value = node.target, node.value
        elif type(node).__name__ == "TypeAlias":
            target, value = node.name, node.value
        else:
            return
        if not isinstance(target, ast.Name) or value is None:
            return
        if target.id == "__all__":
            self._read_all(node, value)
        else:
            self.aliases[target.id] = value

    def _read_all(self, node, value):
        try:
            names = [str(name) for name in ast.literal_eval(value)]
        except (ValueError, TypeError, SyntaxError):
            self.unreadable_all = node.lineno
            names = []
        self.all_line = node.lineno
        self.exported = (self.exported or []) + names if isinstance(node, ast.AugAssign) else names
