/** WebKitGTK as Debian has it (`webkit2gtk-driver`, `xvfb`, `locales`): its MiniBrowser, driven over WebDriver. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { lastingPort } from '../../scripts/processes/processes.mjs'
import { expect } from '../journey.ts'
import type { OpenEngine } from './engine.ts'

const browser = process.env.MINIBROWSER_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const locales = { en: 'en_US', zh: 'zh_CN' }
/** What WebDriver calls a reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const options = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
  '--enable-write-console-messages-to-stdout=true',
]

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // With what it has started.
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}

async function openScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(createInterface(screen.stdout!), 'line')
  return { display: `:${number}`, screen }
}

/** A window without a history, in a screen of its own. */
export const openWebkit: OpenEngine = async (language, heard) => {
  const home = await mkdtemp(path.join(tmpdir(), 'sampan-webkit-'))
  const locale = `${locales[language]}.UTF-8`
  // A browser in a locale that the machine has not built speaks English.
  await promisify(execFile)('localedef', ['-i', locales[language], '-f', 'UTF-8', path.join(home, locale)])
  const { display, screen } = await openScreen()
  const log = path.join(home, 'console')
  // What the page complains about is written by the browser alone, whose output the driver would swallow.
  const starter = path.join(home, 'start')
  await writeFile(starter, `#!/bin/sh\nexec ${browser} "$@" >${log} 2>&1\n`, { mode: 0o755 })
  const port = await lastingPort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      DISPLAY: display,
      LOCPATH: home,
      LANG: locale,
      LANGUAGE: locales[language],
      // What is typed passes an input method, and that of a Chinese locale is none that the machine has.
      GTK_IM_MODULE: 'gtk-im-context-simple',
    },
  })
  const ask = async <Out>(method: string, address: string, body?: unknown): Promise<Out> => {
    const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const { value } = (await reply.json()) as { value: Out & { error?: string; message?: string } }
    if (!reply.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`)
    return value
  }
  await expect.poll(() => ask('GET', '/status').then(Boolean, () => false)).toBe(true)
  const capabilities = {
    alwaysMatch: {
      unhandledPromptBehavior: 'accept',
      'webkitgtk:browserOptions': { binary: starter, args: options },
    },
  }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities })
  const at = (rest: string) => `/session/${sessionId}${rest}`
  const find = async (place: string): Promise<string> => {
    const found = await ask<Record<string, string>>('POST', at('/element'), { using: 'xpath', value: place })
    return at(`/element/${found[elementKey]}`)
  }
  return {
    downloads: home,
    goTo: async (url) => void (await ask('POST', at('/url'), { url })),
    run: (what, ...given) =>
      ask('POST', at('/execute/async'), {
        script: `const done = arguments[arguments.length - 1]; Promise.resolve((${what}).apply(null, [...arguments].slice(0, -1))).then(done)`,
        args: given,
      }),
    click: async (place) => void (await ask('POST', `${await find(place)}/click`, {})),
    type: async (place, text) => void (await ask('POST', `${await find(place)}/value`, { text })),
    chooseFiles: async (place, paths) => void (await ask('POST', `${await find(place)}/value`, { text: paths.join('\n') })),
    close: async () => {
      await ask('DELETE', at('')).catch(() => {})
      const lines = (await readFile(log, 'utf8')).split('\n')
      heard.push(...lines.filter((line) => /CONSOLE.*(?:ERROR|Content Security Policy)/i.test(line)))
      for (const child of [driver, screen]) await end(child)
      await rm(home, { recursive: true, force: true })
    },
  }
}
