/** What the scripts share: where the checkout is, and how a step is run and told. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** A failure whose message says all there is to say: it is shown without a stack. */
export class StepError extends Error {}

/** Says what is being done, does it, says how long it took. */
export async function step(doing, done, action) {
  const begin = performance.now()
  console.log(`${doing} ...`)
  const result = await action()
  console.log(`${done} in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  return result
}

function reasonOf(code, signal) {
  return signal ? `was stopped by ${signal}` : `ended with code ${code}`
}

/** Runs a program to its end; what it printed is shown only when it fails. A signal to this process ends it too. */
export function run(name, command, { cwd = root, env = process.env, show = false } = {}) {
  const [program, ...args] = command
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const pass = (signal) => {
    child.kill(signal)
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, pass)
  const ended = new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new StepError(`${name} could not be run: ${error.message}`)))
    child.on('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new StepError(`${output}${name} ${reasonOf(code, signal)}.`)),
    )
  })
  return ended.finally(() => {
    for (const signal of signals) process.off(signal, pass)
  })
}

/** For the first level of a script: a plain message instead of a stack where the message is enough. */
export async function main(action) {
  try {
    await action()
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error)
    process.exit(1)
  }
}
