export function markModules(folder: string): Promise<void>;
export function markModulesOf(source: string): string;
