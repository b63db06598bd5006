/** What a command is to the dispatcher, and what it is given. */
import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config/config.ts'

/** 0: done, nothing to tell. 1: done, and something is not as it should be. 2: not done. */
export type ExitCode = 0 | 1 | 2

export type Context = {
  config: Config
  /** Where relative paths of the command line begin. */
  cwd: string
  migrationsFolder: string
  clock: () => Date
  out: (line: string) => void
  /** For people beside the result: progress and warnings. */
  log: (line: string) => void
  /** Whatever must not be left running should the command be interrupted; called last first. */
  atEnd: (close: () => Promise<void>) => void
}

export type Given = { values: Record<string, string | boolean | undefined>; operands: string[] }

export type Command = {
  /** What follows the name, as usage shows it. */
  usage: string
  summary: string
  /** A line for each option. */
  help?: readonly string[]
  options?: NonNullable<ParseArgsConfig['options']>
  /** How many words beside the options: so many, or from so many to so many. */
  operands?: number | readonly [min: number, max: number]
  run: (context: Context, given: Given) => Promise<ExitCode>
}

/** Why a command is not done, in a sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** An option that is a number, or its default. */
export function numberOption({ values }: Given, name: string, fallback: number, min: number): number {
  const text = values[name]
  if (text === undefined) return fallback
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || value < min)
    throw new CommandError(`--${name}=${text} must be a number from ${min} on`)
  return value
}
