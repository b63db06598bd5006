export function putScratchInMemory(env?: NodeJS.ProcessEnv): void
