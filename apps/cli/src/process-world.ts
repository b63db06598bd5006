/** The process as a world: its streams, its terminal, its Ctrl-C. */
import { homedir, hostname } from 'node:os'
import type { World } from './world.ts'

/** Read by the one who starts us, so that nothing here reads the environment. */
type Surroundings = { env: World['env']; cwd: string }

const typed = { enter: ['\r', '\n'], erase: ['\b', '\u007f'], interrupt: '\u0003' }

/** Raw, so that nothing shows; one line. */
function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve) => {
    let answer = ''
    const onData = (text: string) => {
      if (text.includes(typed.interrupt)) process.kill(process.pid, 'SIGINT')
      for (const char of text) {
        if (typed.enter.includes(char)) return end()
        answer = typed.erase.includes(char) ? [...answer].slice(0, -1).join('') : answer + char
      }
    }
    const end = () => {
      stdin.off('data', onData).setRawMode(false).pause()
      stderr.write('\n')
      resolve(answer)
    }
    stdin.on('data', onData)
  })
}

/** The first ends in order, the second at once. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new DOMException('Interrupted', 'AbortError'))
    })
  }
  return controller.signal
}

export function processWorld({ env, cwd }: Surroundings): World {
  const { stdin, stdout, stderr, platform } = process
  // Whoever reads us has gone, as `head` does: there is nobody to tell.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    env,
    cwd,
    home: homedir(),
    hostName: hostname(),
    platform,
    now: Date.now,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isTerminal: stderr.isTTY === true && env.TERM !== 'dumb',
    columns: () => stderr.columns || 80,
    askSecret: stdin.isTTY && stderr.isTTY ? askSecret : null,
    signal: interrupted(),
  }
}
