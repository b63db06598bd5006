export function filesReplacing(folders: readonly string[]): string[]
