/** The built client as a person runs it, with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of the program under test, looked at by the tests
export type Ended = { code: number | null; out: string; err: string; events: any[] }
export type Running = { child: ChildProcess; out: () => string; err: () => string; ended: Promise<Ended> }

// biome-ignore lint/suspicious/noExplicitAny: JSON of the program under test, looked at by the tests
const eventsIn = (out: string): any[] =>
  out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** `cwd` is where it is run; `env` is all that it has. */
export function runIn(cwd: string, home: string, env: Record<string, string> = {}) {
  return (...words: string[]): Running => {
    const own = { PATH: process.env.PATH, HOME: home, LANG: 'en_US.UTF-8', NO_PROXY: '', ...env }
    const child = spawn(join(root, 'sampan'), words, { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
    const ended = new Promise<Ended>((resolve) =>
      child.once('close', (code) => resolve({ code, out, err, events: eventsIn(out) })),
    )
    return { child, out: () => out, err: () => err, ended }
  }
}

export function write(path: string, bytes: number | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof bytes === 'number' ? randomBytes(bytes) : bytes)
}

/** Every file below a folder with the sum of its bytes; empty folders end in "/". */
export function tree(folder: string, above = ''): Record<string, string> {
  const names = readdirSync(join(folder, above)).sort()
  if (names.length === 0 && above) return { [`${above}/`]: '' }
  return Object.assign(
    {},
    ...names.map((name) => {
      const path = above ? `${above}/${name}` : name
      if (statSync(join(folder, path)).isDirectory()) return tree(folder, path)
      return {
        [path]: createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      }
    }),
  )
}

/** 300 small files, one of 60 MB, names of every kind, an empty file, an empty folder. */
export function writeTree(folder: string): void {
  for (let i = 0; i < 297; i++) write(join(folder, `d${i % 7}/file ${i}.txt`), 1 + ((i * 997) % 5000))
  write(join(folder, '合同/终稿 📄.pdf'), 20_000)
  write(join(folder, 'emoji 🛶👩‍👩‍👧.bin'), 3)
  write(join(folder, 'empty.txt'), 0)
  write(join(folder, 'big.bin'), 60_000_000)
  mkdirSync(join(folder, 'nothing here'), { recursive: true })
}
