export function freePort(): Promise<number>
export function isFree(port: number): Promise<boolean>
export function lastingPort(): Promise<number>
export function postmasterOf(dataDir: string): number | undefined
export function stopDatabase(dataDir: string): void
