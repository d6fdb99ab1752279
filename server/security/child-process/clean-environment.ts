/** The whole environment of a child process: where programs are, where it may write, how to speak. Nothing inherited. */
export function cleanEnvironment(searchPath: string, home: string): NodeJS.ProcessEnv {
  const variables: Record<string, string> = {
    PATH: searchPath,
    HOME: home,
    LANG: "C.UTF-8",
    PYTHONUTF8: "1",
    PYTHONNOUSERSITE: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUNBUFFERED: "1",
    PYTHONHASHSEED: "0",
  };
  return variables as NodeJS.ProcessEnv;
}
