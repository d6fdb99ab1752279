const REFERENCE = /\{\{secret:([A-Za-z0-9_.-]+)\}\}/g;

/**
 * Puts variables in place of references to secrets, so that a value is never read as shell and stands in no list of processes.
 * In single quotes a reference stays what it is.
 */
export function fillSecrets(
  command: string,
  secrets: ReadonlyMap<string, string>,
): { readonly command: string; readonly variables: Readonly<Record<string, string>> } {
  const names = [...secrets.keys()];
  const variables = Object.fromEntries(
    names.map((name, index) => [variableOf(index), secrets.get(name) ?? ""]),
  );
  const filled = command.replace(REFERENCE, (written, name: string) => {
    const index = names.indexOf(name);
    return index < 0 ? written : `\${${variableOf(index)}}`;
  });
  return { command: filled, variables };
}

function variableOf(index: number): string {
  return `HIVE_VALUE_${index + 1}`;
}
