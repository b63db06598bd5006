/** Writes so many bytes into a folder and gives them back: the memory under it is the machine's own from then on. */
export function touchMemory(folder: string, bytes: number): void
